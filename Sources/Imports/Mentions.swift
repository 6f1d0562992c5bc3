/// Returns the words of a set that occur in the code or the strings of a source.
///
/// Words in comments do not count. In a text that is not a source, such as a storyboard, all words
/// count.
///
/// - Parameters:
///   - words: Names of modules.
///   - text: The bytes of the file, whatever they are.
///   - language: The language of the source; `nil` for another text.
/// - Returns: The members of `words` that occur.
/// - Complexity: O(*n*).
public func mentions(
  of words: Set<String>, in text: [UInt8], _ language: SourceLanguage?
) -> Set<String> {
  var search = WordSearch(words, in: SourceText(bytes: text))
  switch language {
  case nil: search.scan(0..<text.count)
  case .swift: search.scanSwift()
  case .cFamily: search.scanC()
  }
  return search.found
}

private struct WordSearch {
  private let text: SourceText
  private let words: Set<String>
  /// The lengths of the words, which exclude most other words.
  private let lengths: Set<Int>
  private(set) var found: Set<String> = []

  init(_ words: Set<String>, in text: SourceText) {
    self.text = text
    self.words = words
    lengths = Set(words.map(\.utf8.count))
  }

  private var isDone: Bool { found.count == words.count }

  mutating func scan(_ range: Range<Int>) {
    var place = range.lowerBound
    while place < range.upperBound {
      guard text[place].isWordCharacter else {
        place += 1
        continue
      }
      let end = min(text.endOfWord(from: place), range.upperBound)
      if lengths.contains(end - place) {
        let word = text.string(place..<end)
        if words.contains(word) { found.insert(word) }
      }
      place = end
    }
  }

  mutating func scanSwift() {
    var lexer = SwiftLexer(text)
    while !isDone, lexer.next() != .end { scan(lexer.range) }
  }

  mutating func scanC() {
    var code = CText(text)
    while !isDone, code.place < text.count {
      let start = code.place
      switch text[start] {
      case UInt8(ascii: "/") where code.skipComment(): continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"): code.skipLiteral()
      default: code.place = max(start + 1, text.endOfWord(from: start))
      }
      scan(start..<min(code.place, text.count))
    }
  }
}
