internal import Diagnostics

/// The bytes of a source with bounds-checked access; bytes out of bounds read as NUL.
public struct SourceText {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The byte at `place`, or NUL if that is out of bounds.
  subscript(place: Int) -> UInt8 {
    @inline(__always) get { place >= 0 && place < bytes.count ? bytes[place] : 0 }
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func holds(_ word: StaticString, at place: Int) -> Bool {
    guard place >= 0, bytes.count - place >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      for index in word.indices where bytes[place + index] != word[index] { return false }
      return true
    }
  }

  /// Returns whether a range is exactly this word.
  public func equals(_ word: StaticString, _ range: Range<Int>) -> Bool {
    range.count == word.utf8CodeUnitCount && holds(word, at: range.lowerBound)
  }

  /// Returns the end of the line: its newline or the end of the text.
  public func endOfLine(from place: Int) -> Int {
    var end = place
    while end < bytes.count, !bytes[end].isNewline { end += 1 }
    return end
  }

  /// Returns the end of the word that starts at `place`; a no-break space ends a word and is a word
  /// by itself.
  func endOfWord(from place: Int) -> Int {
    var end = place
    while end < bytes.count, bytes[end].isWordCharacter {
      if bytes[end] == 0xC2, holdsNoBreakSpace(at: end) { return end == place ? end + 2 : end }
      end += 1
    }
    return end
  }

  /// Returns whether a no-break space, which compilers treat as a blank, starts at `place`.
  func holdsNoBreakSpace(at place: Int) -> Bool {
    self[place] == 0xC2 && self[place + 1] == 0xA0
  }

  /// Returns the start of the blank that ends before `place`, if there is one.
  func startOfBlank(before place: Int) -> Int? {
    if place > 0, self[place - 1].isBlank { return place - 1 }
    return place > 1 && holdsNoBreakSpace(at: place - 2) ? place - 2 : nil
  }

  /// Returns the end of the blanks that start at `place`.
  func endOfBlanks(from place: Int) -> Int {
    var end = place
    while end < count {
      if bytes[end].isBlank {
        end += 1
      } else if holdsNoBreakSpace(at: end) {
        end += 2
      } else {
        break
      }
    }
    return end
  }
}

extension UInt8 {
  /// Whether it is part of an identifier, keyword or number, including all non-ASCII bytes.
  var isWordCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  var isNewline: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isBlank: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0: true
    default: false
    }
  }
}

/// Computes lines and columns of offsets in ascending order.
struct PlaceCounter {
  private var place = 0
  private var line: UInt32 = 1
  private var column: UInt32 = 1

  /// Returns the position of an offset.
  ///
  /// Columns count Unicode scalars, without a byte order mark.
  ///
  /// - Complexity: O(*n*) for all calls together.
  mutating func position(of wanted: Int, in text: SourceText) -> Position {
    if place == 0, text.holds("\u{FEFF}", at: 0) { place = 3 }
    while place < min(wanted, text.count) {
      let byte = text.bytes[place]
      if byte == UInt8(ascii: "\n") {
        line &+= 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column &+= 1
      }
      place += 1
    }
    return Position(line: line, column: column)
  }
}
