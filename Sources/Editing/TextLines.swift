internal import Diagnostics

/// The bytes of a file by lines, as the reader that gave the places in it has counted them.
struct TextLines: Sendable {
  let bytes: [UInt8]
  /// Where each line starts; the first one behind a byte order mark.
  private let starts: [Int]
  /// Where the text of each line ends.
  private let ends: [Int]
  /// The number of characters in front of every `stride`th byte.
  private let characters: [Int]

  private static let stride = 256

  /// - Parameters:
  ///   - bytes: The file.
  ///   - isJSON: Whether lines end at line feeds alone; YAML 1.1 ends them elsewhere, too (5.4).
  init(_ bytes: [UInt8], isJSON: Bool) {
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0]
    var ends: [Int] = []
    for index in bytes.indices {
      let length = Self.lengthOfBreak(endingAt: index, of: bytes, isJSON: isJSON)
      guard length > 0 else { continue }
      starts.append(index + 1)
      ends.append(index + 1 - length)
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

  /// How many bytes end a line, of which the last is at `index`; 0 if none ends there.
  private static func lengthOfBreak(
    endingAt index: Int, of bytes: [UInt8], isJSON: Bool
  ) -> Int {
    let (byte, lineFeed, carriageReturn) = (bytes[index], UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    if byte == lineFeed { return index > 0 && bytes[index - 1] == carriageReturn ? 2 : 1 }
    if isJSON { return 0 }
    return switch byte {
    case carriageReturn: index + 1 == bytes.count || bytes[index + 1] != lineFeed ? 1 : 0
    case 0x85: index > 0 && bytes[index - 1] == 0xc2 ? 2 : 0
    case 0xa8, 0xa9: index > 1 && bytes[index - 2] == 0xe2 && bytes[index - 1] == 0x80 ? 3 : 0
    default: 0
    }
  }

  /// The number of the line, from 0, that a byte is in.
  private func number(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func start(at offset: Int) -> Int { starts[number(at: offset)] }

  /// Where the next line starts; the end of the file where there is none.
  func next(after offset: Int) -> Int {
    let next = number(at: offset) + 1
    return next < starts.count ? starts[next] : bytes.count
  }

  /// Where the text of a line ends, before what ends the line.
  func end(at offset: Int) -> Int { ends[number(at: offset)] }

  /// What ends the lines around `offset`: that of its own line, of the one before, or a line feed.
  func lineEnd(at offset: Int) -> [UInt8] {
    for place in [offset, start(at: offset) - 1] where place >= 0 {
      let ending = bytes[end(at: place)..<next(after: place)]
      if !ending.isEmpty { return Array(ending) }
    }
    return [UInt8(ascii: "\n")]
  }

  /// The bytes in front of `offset` in its line if they are blanks, else as many blanks.
  func indentation(at offset: Int) -> [UInt8] {
    let before = bytes[start(at: offset)..<offset]
    if before.allSatisfy(\.isBlank) { return Array(before) }
    return [UInt8](repeating: UInt8(ascii: " "), count: column(at: offset))
  }

  /// How many characters stand in front of `offset` in its line.
  func column(at offset: Int) -> Int {
    charactersInFront(of: offset) - charactersInFront(of: start(at: offset))
  }

  private func charactersInFront(of offset: Int) -> Int {
    let mark = min(offset / Self.stride, characters.count - 1)
    return characters[mark] + bytes[mark * Self.stride..<offset].count { $0 & 0xc0 != 0x80 }
  }

  /// Where the byte of a place is.
  ///
  /// - Complexity: O(log *n*) for *n* bytes, however long the line is.
  func offset(of place: Position) -> Int {
    guard place.line > 0, Int(place.line) <= starts.count else { return bytes.count }
    let start = starts[Int(place.line) - 1]
    guard place.column > 1 else { return start }
    let wanted = charactersInFront(of: start) + Int(place.column) - 1
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

  /// Whether only blanks stand between two places.
  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isBlank) }

  /// Whether nothing but blanks and a comment follows in the line.
  func isRestOfLineFree(from offset: Int) -> Bool {
    let rest = bytes[offset..<max(offset, end(at: offset))].drop(while: \.isBlank)
    return rest.first == nil || rest.first == UInt8(ascii: "#")
  }

  /// The first byte from `offset` on that is neither blank, the end of a line nor part of a comment.
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

  /// Whether a comment starts between two places, of which the stretch holds no text.
  func hasComment(_ range: Range<Int>) -> Bool { bytes[range].contains(UInt8(ascii: "#")) }

  /// The place of a byte, as readers count.
  func position(of offset: Int) -> Position {
    let line = number(at: offset)
    return Position(
      line: UInt32(truncatingIfNeeded: line + 1),
      column: UInt32(truncatingIfNeeded: column(at: max(offset, starts[line])) + 1))
  }

  /// Where the bytes of some places are.
  ///
  /// - Complexity: O(*n* log *n*) for *n* places, and the length of the file.
  func offsets(of places: [Position]) -> [Int] {
    var result = [Int](repeating: 0, count: places.count)
    var (line, column, offset) = (UInt32(0), UInt32(1), 0)
    for slot in places.indices.sorted(by: { places[$0] < places[$1] }) {
      let place = places[slot]
      if place.line != line {
        (line, column) = (place.line, 1)
        offset = Int(line) <= starts.count ? starts[max(0, Int(line) - 1)] : bytes.count
      }
      while column < place.column, offset < bytes.count {
        offset += 1
        while offset < bytes.count, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
        column += 1
      }
      result[slot] = offset
    }
    return result
  }
}

extension UInt8 {
  /// A blank or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
