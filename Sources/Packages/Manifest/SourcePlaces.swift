internal import Diagnostics

/// Converts offsets in a text to lines and columns.
struct SourcePlaces {
  private let bytes: [UInt8]
  private let file: FileID
  /// The offset of the start of each line.
  private let lines: [Int]
  /// The number of bytes before each block that continue a scalar and have no column; empty if the
  /// text is ASCII.
  private let continuations: [Int]

  private static let block = 64

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ bytes: [UInt8], file: FileID) {
    self.bytes = bytes
    self.file = file
    var lines = [0]
    lines.reserveCapacity(bytes.count / 24)
    var bits: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
      bits |= byte
      if byte == UInt8(ascii: "\n") { lines.append(offset + 1) }
    }
    self.lines = lines
    continuations = bits < 0x80 ? [] : Self.continuations(of: bytes)
  }

  private static func continuations(of bytes: [UInt8]) -> [Int] {
    var (counts, count) = ([Int](), 0)
    for (offset, byte) in bytes.enumerated() {
      if offset % block == 0 { counts.append(count) }
      if byte & 0xc0 == 0x80 { count += 1 }
    }
    return counts + [count]
  }

  /// - Complexity: O(log *n*) for *n* lines.
  func position(of offset: Int) -> Position {
    let offset = min(offset, bytes.count)
    let line = max(1, lines.partitionPoint { $0 > offset })
    let start = lines[line - 1]
    let column = offset - start - (scalarsCut(before: offset) - scalarsCut(before: start))
    return Position(line: UInt32(line), column: UInt32(column + 1))
  }

  private func scalarsCut(before offset: Int) -> Int {
    guard !continuations.isEmpty else { return 0 }
    let start = offset / Self.block
    return continuations[start]
      + bytes[(start * Self.block)..<offset].count { $0 & 0xc0 == 0x80 }
  }

  func range(_ range: Range<Int>) -> SourceRange {
    SourceRange(
      file: file, start: position(of: range.lowerBound), end: position(of: range.upperBound))
  }
}
