internal import Diagnostics
public import Graph
public import YAML

extension Tree {
  /// Returns the number of a key, or `nil` for a key that this module does not read.
  public func key(_ id: NodeID) -> SpecKey? { SpecKey(rawValue: Int(keyID(of: id).number)) }

  /// Whether `key` may occur in the tree.
  public func has(_ key: SpecKey) -> Bool { keys.contains(key.id) }

  public func value(of id: NodeID, for key: SpecKey) -> NodeID? { value(of: id, for: key.id) }

  /// Returns the value under `key` if it is text.
  public func textNode(of id: NodeID, for key: SpecKey) -> NodeID? {
    guard let value = value(of: id, for: key), isText(value) else { return nil }
    return value
  }

  /// Returns the value under `key` as a string if it is text.
  public func text(of id: NodeID, for key: SpecKey) -> String? {
    textNode(of: id, for: key).map { string($0) }
  }

  /// Returns the value under `key` if it is a boolean.
  public func bool(of id: NodeID, for key: SpecKey) -> Bool? {
    value(of: id, for: key).flatMap { boolValue($0) }
  }

  /// Returns the elements of the list under `key`.
  public func elements(of id: NodeID, for key: SpecKey) -> [NodeID] {
    elements(of: value(of: id, for: key))
  }

  /// Returns the entries of the mapping under `key`.
  public func entries(of id: NodeID, for key: SpecKey) -> [(key: NodeID, value: NodeID)] {
    entries(of: value(of: id, for: key))
  }

  /// Returns the platform with the name of a text.
  public func platform(_ text: NodeID) -> Platform? {
    Platform.spellings.value(self.text.span.extracting(textRange(of: text)))
  }

  /// Returns the product type with the name of a text.
  public func productType(_ text: NodeID) -> ProductType? {
    ProductType(spec: self.text.span.extracting(textRange(of: text)))
  }

  /// Returns the settings groups of the spec with root `root`; `settingPresets` is the old key,
  /// which XcodeGen also uses if `settingGroups` is not a mapping.
  public func settingGroups(of root: NodeID) -> NodeID? {
    let presets = value(of: root, for: .settingPresets)
    guard let groups = value(of: root, for: .settingGroups), isMapping(groups) else {
      return presets
    }
    var entries = startOfEntries(of: groups)
    while let (_, group) = nextEntry(&entries) {
      if !isMapping(group) { return presets }
    }
    return groups
  }

  /// Whether the text of a scalar contains a byte.
  public func hasByte(_ byte: UInt8, in scalar: NodeID) -> Bool {
    let bytes = text.span.extracting(textRange(of: scalar))
    for place in bytes.indices where bytes[place] == byte { return true }
    return false
  }

  /// Whether a text contains only spaces and tabs.
  public func isBlankText(_ text: NodeID) -> Bool {
    let bytes = self.text.span.extracting(textRange(of: text))
    for place in bytes.indices
    where bytes[place] != UInt8(ascii: " ") && bytes[place] != UInt8(ascii: "\t") {
      return false
    }
    return true
  }
}
