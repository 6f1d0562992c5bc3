import Diagnostics

/// Reads the XML form of property lists: the elements that Apple's `PropertyList-1.0.dtd` has.
///
/// XML beyond that is refused: a document type with declarations of its own, and so all entities
/// but the five that XML has and characters by number. Text is UTF-8.
struct XMLPropertyList {
  private let bytes: [UInt8]
  private var index = 0

  private struct Malformed: Error {}

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func root() -> PropertyList? {
    var copy = self
    do throws(Malformed) { return try copy.document() } catch { return nil }
  }

  private mutating func document() throws(Malformed) -> PropertyList {
    _ = skip("\u{FEFF}")
    try skipMisc()
    guard try startTag() == Tag(name: Array("plist".utf8), isEmpty: false) else {
      throw Malformed()
    }
    let value = try value(depth: 0)
    try skipMisc()
    try endTag(Array("plist".utf8))
    return value
  }

  private mutating func value(depth: Int) throws(Malformed) -> PropertyList {
    guard depth < Limits.nesting else { throw Malformed() }
    try skipMisc()
    let tag = try startTag()
    switch String(decoding: tag.name, as: UTF8.self) {
    case "dict": return tag.isEmpty ? .table([:]) : .table(try entries(depth: depth))
    case "array": return tag.isEmpty ? .list([]) : .list(try elements(depth: depth))
    case "string": return .text(try text(of: tag))
    case "integer", "real", "date", "data", "true", "false":
      _ = try text(of: tag)
      return .other
    default: throw Malformed()
    }
  }

  private mutating func entries(depth: Int) throws(Malformed) -> [String: PropertyList] {
    var entries: [String: PropertyList] = [:]
    while true {
      try skipMisc()
      if isAtEndTag {
        try endTag(Array("dict".utf8))
        return entries
      }
      let tag = try startTag()
      guard tag.name.elementsEqual("key".utf8) else { throw Malformed() }
      let key = try text(of: tag)
      entries[key] = try value(depth: depth + 1)
    }
  }

  private mutating func elements(depth: Int) throws(Malformed) -> [PropertyList] {
    var elements: [PropertyList] = []
    while true {
      try skipMisc()
      if isAtEndTag {
        try endTag(Array("array".utf8))
        return elements
      }
      elements.append(try value(depth: depth + 1))
    }
  }

  private mutating func text(of tag: Tag) throws(Malformed) -> String {
    var text: [UInt8] = []
    if tag.isEmpty { return "" }
    while !isAtEndTag {
      if skip("<!--") {
        try skip(through: "-->")
      } else if skip("<![CDATA[") {
        let start = index
        try skip(through: "]]>")
        text += bytes[start..<index - 3]
      } else if skip("&") {
        text += try reference()
      } else {
        guard index < bytes.count, bytes[index] != UInt8(ascii: "<") else { throw Malformed() }
        text.append(bytes[index])
        index += 1
      }
    }
    try endTag(tag.name)
    return String(decoding: text, as: UTF8.self)
  }
}

// Tags and what stands between them.
extension XMLPropertyList {
  private struct Tag: Equatable {
    var name: [UInt8]
    /// Whether it is written `<name/>`.
    var isEmpty: Bool
  }

  private var isAtEndTag: Bool { bytes[index...].starts(with: "</".utf8) }

  private mutating func startTag() throws(Malformed) -> Tag {
    guard skip("<") else { throw Malformed() }
    let name = name()
    guard !name.isEmpty else { throw Malformed() }
    // Attributes, which property lists have no use for.
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: ">"): return Tag(name: name, isEmpty: bytes[index - 2] == UInt8(ascii: "/"))
      case UInt8(ascii: "\""): try skip(through: "\"")
      case UInt8(ascii: "'"): try skip(through: "'")
      case UInt8(ascii: "<"): throw Malformed()
      default: break
      }
    }
    throw Malformed()
  }

  private mutating func endTag(_ wanted: [UInt8]) throws(Malformed) {
    guard skip("</"), name() == wanted else { throw Malformed() }
    skipBlanks()
    guard skip(">") else { throw Malformed() }
  }

  private mutating func name() -> [UInt8] {
    let start = index
    while index < bytes.count, bytes[index] | 0x20 >= UInt8(ascii: "a"),
      bytes[index] | 0x20 <= UInt8(ascii: "z")
    { index += 1 }
    return Array(bytes[start..<index])
  }

  /// Blanks, comments, processing instructions, and a document type that declares nothing.
  private mutating func skipMisc() throws(Malformed) {
    while true {
      skipBlanks()
      if skip("<!--") {
        try skip(through: "-->")
      } else if skip("<?") {
        try skip(through: "?>")
      } else if skip("<!DOCTYPE") {
        let start = index
        try skip(through: ">")
        if bytes[start..<index].contains(UInt8(ascii: "[")) { throw Malformed() }
      } else {
        return
      }
    }
  }

  /// What stands behind `&`.
  private mutating func reference() throws(Malformed) -> [UInt8] {
    let start = index
    // As long as the number of the last character with a few zeros in front.
    let longest = 12
    while index < bytes.count, index - start < longest, bytes[index] != UInt8(ascii: ";") {
      index += 1
    }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    guard skip(";") else { throw Malformed() }
    switch name {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default: break
    }
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let scalar = number.flatMap(Unicode.Scalar.init) else { throw Malformed() }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x9, 0xa, 0xd].contains(bytes[index]) { index += 1 }
  }

  /// Goes behind `text` if it stands here.
  private mutating func skip(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func skip(through text: String) throws(Malformed) {
    while index < bytes.count {
      if skip(text) { return }
      index += 1
    }
    throw Malformed()
  }
}
