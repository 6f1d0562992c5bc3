internal import Graph
internal import YAML

extension Tree {
  /// The key's number, or `nil` for a key that this module does not read.
  func key(_ id: NodeID) -> SpecKey? { SpecKey(rawValue: Int(keyID(of: id).number)) }

  /// Whether `key` may occur in the tree.
  func has(_ key: SpecKey) -> Bool { keys.contains(key.id) }

  func value(of id: NodeID, for key: SpecKey) -> NodeID? { value(of: id, for: key.id) }

  /// The value under `key` if it is text.
  func textNode(of id: NodeID, for key: SpecKey) -> NodeID? {
    guard let value = value(of: id, for: key), isText(value) else { return nil }
    return value
  }

  /// The value under `key` as a string if it is text.
  func text(of id: NodeID, for key: SpecKey) -> String? {
    textNode(of: id, for: key).map { string($0) }
  }

  /// The value under `key` if it is a boolean.
  func bool(of id: NodeID, for key: SpecKey) -> Bool? {
    value(of: id, for: key).flatMap { boolValue($0) }
  }

  /// The platform that a text spells.
  func platform(_ text: NodeID) -> Platform? {
    Platform.spellings.value(self.text.span.extracting(textRange(of: text)))
  }

  /// The product type that a text spells.
  func productType(_ text: NodeID) -> ProductType? {
    ProductType(spec: self.text.span.extracting(textRange(of: text)))
  }

  /// Whether the text of a scalar contains a byte.
  func hasByte(_ byte: UInt8, in scalar: NodeID) -> Bool {
    let bytes = text.span.extracting(textRange(of: scalar))
    for place in bytes.indices where bytes[place] == byte { return true }
    return false
  }

  /// Whether a text consists of spaces and tabs only.
  func isBlankText(_ text: NodeID) -> Bool {
    let bytes = self.text.span.extracting(textRange(of: text))
    for place in bytes.indices
    where bytes[place] != UInt8(ascii: " ") && bytes[place] != UInt8(ascii: "\t") {
      return false
    }
    return true
  }
}
