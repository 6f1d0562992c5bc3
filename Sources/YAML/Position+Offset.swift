internal import Diagnostics

extension Position {
  /// The place in a text in UTF-8 that has `offset` bytes before it.
  init(offset: Int, in bytes: [UInt8]) {
    self.init(line: 1, column: 1)
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}
