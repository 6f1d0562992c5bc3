/// The tokens of a Swift source, each cut off the rest of the text by the first rule that fits.
struct NaiveSwiftTokens {
  struct Token {
    var kind: Kind
    var text: String
    var start: Int
    var startsLine: Bool
  }

  enum Kind {
    case word, escaped, attribute, directive, bracket, dot, separator, sign, literal
  }

  private(set) var tokens: [Token] = []
  private let text: [Character]
  private var place = 0
  private var startsLine = true
  /// How often a literal was not closed before the end of the text.
  private var unclosed = 0

  init(_ text: [Character]) {
    self.text = text
    if String(text.prefix(3)) == "\u{EF}\u{BB}\u{BF}" { place = 3 }
    if rest.starts(with: "#!") { place = endOfLine(place) }
    while place < text.count { step() }
  }

  private var rest: ArraySlice<Character> { text[min(place, text.count)...] }

  private func endOfLine(_ from: Int) -> Int {
    text[from...].firstIndex { $0.isNaiveNewline } ?? text.count
  }

  private mutating func step() {
    let start = place
    let first = text[place]
    if first.isNaiveNewline {
      startsLine = true
      place += 1
    } else if first.isNaiveBlank {
      place += 1
    } else if let end = endOfComment(from: place) {
      if text[place..<end].contains(where: { $0.isNaiveNewline }) { startsLine = true }
      place = end
    } else if first == "\u{FE}" || first == "\u{FF}" {
      place = text.count
    } else {
      let kind = token()
      place = min(place, text.count)
      tokens.append(
        Token(kind: kind, text: String(text[start..<place]), start: start, startsLine: startsLine))
      startsLine = false
    }
  }

  private func endOfTrivia(from start: Int) -> Int {
    var end = start
    while end < text.count {
      if text[end].isNaiveBlank || text[end].isNaiveNewline {
        end += 1
      } else if let comment = endOfComment(from: end) {
        end = comment
      } else {
        break
      }
    }
    return end
  }

  private func endOfComment(from start: Int) -> Int? {
    if text[start...].starts(with: "//") { return endOfLine(start) }
    guard text[start...].starts(with: "/*") else { return nil }
    var (depth, end) = (1, start + 2)
    while depth > 0, end < text.count {
      if text[end...].starts(with: "/*") {
        (depth, end) = (depth + 1, end + 2)
      } else if text[end...].starts(with: "*/") {
        (depth, end) = (depth - 1, end + 2)
      } else {
        end += 1
      }
    }
    return end
  }

  private mutating func token() -> Kind {
    let first = text[place]
    if "()[]{}".contains(first) {
      place += 1
      return .bracket
    }
    if ",:;".contains(first) {
      place += 1
      return .separator
    }
    if first == "\"" || first == "'" {
      string(from: place, hashes: 0)
      return .literal
    }
    if first == "#" { return hash() }
    if first == "`" {
      let name = rest.dropFirst().prefix { $0 != "`" && !$0.isNaiveNewline }
      guard !name.isEmpty, text.indices.contains(name.endIndex), text[name.endIndex] == "`" else {
        place += 1
        return .sign
      }
      place = name.endIndex + 1
      return .escaped
    }
    if first == "@" {
      let name = text[endOfTrivia(from: place + 1)...].prefix { $0.isNaiveWord }
      place = name.isEmpty || String(name) == "import" ? place + 1 : name.endIndex
      return String(name) == "import" ? .sign : .attribute
    }
    if first == ".", !rest.starts(with: "..") {
      place += 1
      return .dot
    }
    if first.isNaiveWord {
      place = rest.prefix { $0.isNaiveWord }.endIndex
      return .word
    }
    if first == "." || Self.operators.contains(first) { return sign() }
    place += 1
    return .sign
  }

  private static let operators = "/=-+*%<>!&|^~?"

  private mutating func hash() -> Kind {
    let hashes = rest.prefix { $0 == "#" }.count
    let behind = rest.dropFirst(hashes)
    if behind.first == "\"" {
      string(from: place + hashes, hashes: hashes)
      return .literal
    }
    if behind.first == "/" {
      extendedRegex(hashes: hashes)
      return .literal
    }
    let name = rest.dropFirst().prefix { $0.isNaiveWord }
    place = name.endIndex
    return ["if", "elseif", "else", "endif"].contains(String(name)) ? .directive : .sign
  }

  private mutating func extendedRegex(hashes: Int) {
    let start = place + hashes + 1
    let closing = "/" + String(repeating: "#", count: hashes)
    let isMultiline =
      text[start...].drop { $0 == " " || $0 == "\t" }.first?.isNaiveNewline ?? false
    var end = start
    while end < text.count {
      if text[end].isNaiveNewline, !isMultiline { break }
      if text[end...].starts(with: closing) {
        place = end + closing.count
        return
      }
      let isEscape = text[end] == "\\" && !(text[(end + 1)...].first?.isNaiveNewline ?? false)
      end += isEscape ? 2 : 1
    }
    if end >= text.count, isMultiline {
      unclosed += 1
      if unclosed <= 8 { end = endOfLine(start) }
    }
    place = end
  }

  private mutating func sign() -> Kind {
    let start = place
    var end = place
    // Dots are in operators that start with one.
    let hasDots = text[start] == "."
    while end < text.count, Self.operators.contains(text[end]) || hasDots && text[end] == "." {
      if end > start, endOfComment(from: end) != nil { break }
      end += 1
    }
    if let slash = text[start..<end].firstIndex(of: "/"),
      let regex = endOfRegex(from: slash, operator: start..<end)
    {
      place = regex
      return .literal
    }
    place = end
    return .sign
  }

  private func endOfRegex(from slash: Int, operator all: Range<Int>) -> Int? {
    let before = text[..<all.lowerBound]
    let isLoose =
      before.isEmpty || before[before.endIndex - 1].isNaiveBlank
      || "([{,;:".contains(before[before.endIndex - 1])
      || before[before.endIndex - 1].isNaiveNewline || before.suffix(2) == ["*", "/"]
    let after = text[all.upperBound...]
    let isTight =
      !after.isEmpty && !after[after.startIndex].isNaiveBlank
      && !")]},;:".contains(after[after.startIndex])
      && !after[after.startIndex].isNaiveNewline
      && !after.starts(with: "//") && !after.starts(with: "/*")
    let isDue =
      switch tokens.last?.kind {
      case nil, .separator, .sign: true
      case .bracket: "([{".contains(tokens[tokens.count - 1].text)
      default: false
      }
    guard isLoose && isTight || isDue && slash == all.lowerBound else { return nil }
    let line = Array(text[(slash + 1)..<endOfLine(slash)])
    if line.first == " " || line.first == "\t" { return nil }
    var index = 0
    var (groups, sets) = (0, 0)
    while index < line.count, line[index] != "/" {
      switch line[index] {
      case "\\": index += 1
      case "[": sets += 1
      case "]": sets = max(0, sets - 1)
      case "(" where sets == 0: groups += 1
      case ")" where sets == 0:
        if groups == 0 { return nil }
        groups -= 1
      default: break
      }
      index += 1
    }
    guard index < line.count, index > 0, line[index - 1] != " ", line[index - 1] != "\t" else {
      return nil
    }
    let end = slash + 1 + index + 1
    if end < text.count, text[end] == "/" || text[end] == "*" { return nil }
    return end
  }
}

// Strings.
extension NaiveSwiftTokens {
  private enum Ending {
    case closed(Int)
    /// At a newline that may not be there.
    case newline(Int)
    case text
  }

  private mutating func string(from quote: Int, hashes: Int) {
    switch endOfString(quote, hashes) {
    case .closed(let end), .newline(let end): place = end
    case .text:
      let isMultiline = opensLines(quote, hashes)
      place = text.count
      if !isMultiline {
        unclosed += 1
        if unclosed <= 8 { place = endOfLine(quote) }
      }
    }
  }

  private func opensLines(_ quote: Int, _ hashes: Int) -> Bool {
    guard text[quote...].starts(with: "\"\"\"") else { return false }
    guard hashes > 0 else { return true }
    let closing = "\"" + String(repeating: "#", count: hashes)
    let line = text[(quote + 2)..<endOfLine(quote)]
    return !line.indices.contains { line[$0...].starts(with: closing) }
  }

  private func endOfString(_ quote: Int, _ hashes: Int) -> Ending {
    let isMultiline = opensLines(quote, hashes)
    let mark = String(repeating: "#", count: hashes)
    let closing = String(repeating: text[quote], count: isMultiline ? 3 : 1) + mark
    var index = quote + (isMultiline ? 3 : 1)
    while index < text.count {
      let rest = text[index...]
      if rest.starts(with: closing) { return .closed(index + closing.count) }
      if rest.first?.isNaiveNewline ?? false, !isMultiline { return .newline(index) }
      guard rest.starts(with: "\\" + mark) else {
        index += 1
        continue
      }
      index += 1 + hashes
      guard index < text.count else { return .text }
      if text[index] == "(" {
        switch endOfInterpolation(index + 1) {
        case .closed(let end): index = end
        case let other: return other
        }
      } else if !text[index].isNaiveNewline {
        index += 1
      }
    }
    return .text
  }

  private func endOfInterpolation(_ start: Int) -> Ending {
    var index = start
    var depth = 1
    while index < text.count {
      if let end = endOfComment(from: index) {
        index = end
        continue
      }
      let hashes = text[index...].prefix { $0 == "#" }.count
      let behind = index + hashes
      let isQuote =
        behind < text.count && (text[behind] == "\"" || hashes == 0 && text[behind] == "'")
      if isQuote {
        switch endOfString(behind, hashes) {
        case .closed(let end): index = end
        case let other: return other
        }
        continue
      }
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      index += max(1, hashes)
      if depth == 0 { return .closed(index) }
    }
    return .text
  }
}

extension Character {
  /// `\r` and `\n` alone: each byte is a character of its own here.
  var isNaiveNewline: Bool { self == "\n" || self == "\r" }
}
