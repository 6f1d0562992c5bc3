internal import Diagnostics

/// The lines and columns of all offsets in a text.
struct SourcePlaces {
  private let file: FileID
  private var positions: [Position] = []

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ bytes: some Collection<UInt8>, file: FileID) {
    self.file = file
    positions.reserveCapacity(bytes.count + 1)
    var position = Position(line: 1, column: 1)
    for byte in bytes {
      positions.append(position)
      if byte == UInt8(ascii: "\n") {
        position = Position(line: position.line &+ 1, column: 1)
      } else if byte & 0xc0 != 0x80 {
        position.column &+= 1
      }
    }
    positions.append(position)
  }

  func position(of offset: Int) -> Position { positions[min(offset, positions.count - 1)] }

  func range(_ range: Range<Int>) -> SourceRange {
    SourceRange(
      file: file, start: position(of: range.lowerBound), end: position(of: range.upperBound))
  }
}
