internal import YAML

extension Tree {
  /// The key's number, or `nil` for a key that this module does not read.
  func key(_ id: NodeID) -> SpecKey? { SpecKey(rawValue: keyID(of: id).number) }

  /// Whether `key` may be anywhere in the tree.
  func has(_ key: SpecKey) -> Bool { keys.contains(key.id) }

  func value(of id: NodeID, for key: SpecKey) -> NodeID? { value(of: id, for: key.id) }

  /// The value under `key` if it is text.
  func textNode(of id: NodeID, for key: SpecKey) -> NodeID? {
    guard let value = value(of: id, for: key), isText(value) else { return nil }
    return value
  }

  /// What the value under `key` says if it is text.
  func text(of id: NodeID, for key: SpecKey) -> String? {
    textNode(of: id, for: key).map { string($0) }
  }

  /// The value under `key` if it is a boolean.
  func bool(of id: NodeID, for key: SpecKey) -> Bool? {
    value(of: id, for: key).flatMap { boolValue($0) }
  }
}
