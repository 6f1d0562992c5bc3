internal import CLibYAML
internal import Diagnostics

extension Position {
  init(_ mark: yaml_mark_t) {
    self.init(
      line: UInt32(truncatingIfNeeded: mark.line &+ 1),
      column: UInt32(truncatingIfNeeded: mark.column &+ 1))
  }

  /// The place in a text in UTF-8 that has `offset` bytes before it.
  ///
  /// Lines end as YAML 1.1 has it and libyaml counts them (5.4): besides line feeds and carriage
  /// returns at U+0085, U+2028 and U+2029.
  init(offset: Int, in bytes: [UInt8]) {
    self.init(line: 1, column: 1)
    for index in bytes.indices.prefix(offset) {
      if endsLine(at: index, of: bytes) {
        line += 1
        column = 1
      } else if bytes[index] & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}

/// Whether the byte at `index` is the last one of what ends a line.
func endsLine(at index: Int, of bytes: [UInt8]) -> Bool {
  switch bytes[index] {
  case 0x0a: true
  case 0x0d: index + 1 == bytes.count || bytes[index + 1] != 0x0a
  case 0x85: index > 0 && bytes[index - 1] == 0xc2
  case 0xa8, 0xa9: index > 1 && bytes[index - 2] == 0xe2 && bytes[index - 1] == 0x80
  default: false
  }
}
