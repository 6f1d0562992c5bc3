public import Diagnostics
internal import YAML

/// The bytes of a file by lines, counted as in its parser.
public struct TextLines: Sendable {
  public let bytes: [UInt8]
  /// The start of each line; the first follows a byte order mark.
  private let starts: [Int]
  private let ends: [Int]
  /// The number of characters before every `stride`th byte.
  private let characters: [Int]

  private static let stride = 256

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0]
    var ends: [Int] = []
    for index in bytes.indices where endsLine(at: index, of: bytes) {
      starts.append(index + 1)
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        ends.append(index > 0 && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index)
      case UInt8(ascii: "\r"): ends.append(index)
      case 0x85: ends.append(index - 1)
      default: ends.append(index - 2)
      }
    }
    self.starts = starts
    self.ends = ends + [bytes.count]
    characters = Self.characters(of: bytes)
  }

  private static func characters(of bytes: [UInt8]) -> [Int] {
    var (counts, count) = ([0], 0)
    counts.reserveCapacity(bytes.count / stride + 1)
    for start in Swift.stride(from: 0, to: bytes.count - stride, by: stride) {
      count += bytes[start..<start + stride].count { $0 & 0xc0 != 0x80 }
      counts.append(count)
    }
    return counts
  }

  /// Returns the line of a byte, counted from 0.
  private func number(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func start(at offset: Int) -> Int { starts[number(at: offset)] }

  /// Returns the start of the next line, or the end of the file.
  func next(after offset: Int) -> Int {
    let next = number(at: offset) + 1
    return next < starts.count ? starts[next] : bytes.count
  }

  /// Returns the end of the text of a line, before its line break.
  func end(at offset: Int) -> Int { ends[number(at: offset)] }

  /// Returns the line break of the line at `offset`, or of the line before, or a line feed.
  func lineEnd(at offset: Int) -> [UInt8] {
    for place in [offset, start(at: offset) - 1] where place >= 0 {
      let ending = bytes[end(at: place)..<next(after: place)]
      if !ending.isEmpty { return Array(ending) }
    }
    return [UInt8(ascii: "\n")]
  }

  /// Returns the bytes before `offset` in its line if they are blanks, else the same number of
  /// blanks.
  func indentation(at offset: Int) -> [UInt8] {
    let before = bytes[start(at: offset)..<offset]
    if before.allSatisfy(\.isBlank) { return Array(before) }
    return [UInt8](repeating: UInt8(ascii: " "), count: column(at: offset))
  }

  /// Returns the number of characters before `offset` in its line.
  func column(at offset: Int) -> Int {
    characterCount(before: offset) - characterCount(before: start(at: offset))
  }

  private func characterCount(before offset: Int) -> Int {
    let mark = min(offset / Self.stride, characters.count - 1)
    return characters[mark] + bytes[mark * Self.stride..<offset].count { $0 & 0xc0 != 0x80 }
  }

  /// Returns the offset of a position.
  ///
  /// - Complexity: O(log *n*) for *n* bytes, for lines of any length.
  func offset(of place: Position) -> Int {
    guard place.line > 0, Int(place.line) <= starts.count else { return bytes.count }
    let start = starts[Int(place.line) - 1]
    guard place.column > 1 else { return start }
    let wanted = characterCount(before: start) + Int(place.column) - 1
    var (low, high) = (0, characters.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if characters[middle] <= wanted { low = middle } else { high = middle }
    }
    var (offset, count) = (low * Self.stride, characters[low])
    while offset < bytes.count, count < wanted || bytes[offset] & 0xc0 == 0x80 {
      if bytes[offset] & 0xc0 != 0x80 { count += 1 }
      offset += 1
    }
    return offset
  }

  /// Whether there are only blanks between two offsets.
  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isBlank) }

  /// Whether only blanks and a comment follow in the line.
  func isRestOfLineFree(from offset: Int) -> Bool {
    let rest = bytes[offset..<max(offset, end(at: offset))].drop(while: \.isBlank)
    return rest.first == nil || rest.first == UInt8(ascii: "#")
  }

  /// Returns the first byte at or after `offset` that is not a blank, a line break or part of a
  /// comment.
  func firstText(from offset: Int) -> Int {
    var index = offset
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "#") {
        index = next(after: index)
      } else if bytes[index].isBlank {
        index += 1
      } else if end(at: index) <= index {
        index = next(after: index)
      } else {
        break
      }
    }
    return index
  }

  /// Whether a comment starts between two offsets without text between them.
  func hasComment(_ range: Range<Int>) -> Bool { bytes[range].contains(UInt8(ascii: "#")) }

  /// Returns the position of a byte, counted as in the parser.
  public func position(of offset: Int) -> Position {
    let line = number(at: offset)
    return Position(
      line: UInt32(truncatingIfNeeded: line + 1),
      column: UInt32(truncatingIfNeeded: column(at: max(offset, starts[line])) + 1))
  }
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
