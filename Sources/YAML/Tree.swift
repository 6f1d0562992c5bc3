public import Diagnostics

/// YAML or JSON values with their positions, and new collections of them.
///
/// One array stores the nodes of a file in the order of the file, collections before their
/// contents. Another stores their texts; for an ASCII file, the whole file. So no value needs an
/// allocation, and a tree can be reused without any. A tree can contain several files, its layers.
/// To merge files and templates, a gathered collection has existing nodes as children, without
/// copying them.
public struct Tree: Sendable {
  var nodes: [Node] = []
  /// The texts of all scalars; see `textRange`.
  public internal(set) var text: [UInt8] = []
  var children: [NodeID] = []
  /// The known keys that occurred in the tree at any time.
  public internal(set) var keys = KeySet()
  /// The file of each layer.
  public private(set) var files: [FileID] = []
  /// The number of entries that merge keys added, in all mappings.
  var gatheredCount = 0
  /// Duplicate keys, each with the later key that wins.
  public internal(set) var duplicateKeys: [(first: NodeID, second: NodeID)] = []

  let classifier: TextTraits.Classifier?

  /// Creates an empty tree, whose values have the traits that `classifier` finds.
  public init(classifier: TextTraits.Classifier? = nil) { self.classifier = classifier }

  func traits(of text: Span<UInt8>) -> TextTraits { classifier?(text) ?? [] }

  /// Removes all contents and keeps the capacity.
  public mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    children.removeAll(keepingCapacity: true)
    files.removeAll(keepingCapacity: true)
    keys.removeAll()
    duplicateKeys.removeAll(keepingCapacity: true)
    gatheredCount = 0
  }

  /// The number of nodes, including gathered ones.
  public var nodeCount: Int { nodes.count }

  /// Whether gathered collections exceed the limits, so that no more should be added.
  public var isTooLarge: Bool {
    nodes.count + children.count / 2 >= Limits.nodes || text.count >= 16 * Limits.fileSize
  }

  typealias Size = (nodes: Int, text: Int, children: Int, duplicateKeys: Int, gathered: Int)

  var size: Size {
    (nodes.count, text.count, children.count, duplicateKeys.count, gatheredCount)
  }

  /// Removes everything added since the tree had `size`, except layers and `keys`.
  mutating func shrink(to size: Size) {
    nodes.removeSubrange(size.nodes...)
    text.removeSubrange(size.text...)
    children.removeSubrange(size.children...)
    duplicateKeys.removeSubrange(size.duplicateKeys...)
    gatheredCount = size.gathered
  }

  mutating func addLayer(_ file: FileID) -> UInt16 {
    files.append(file)
    return UInt16(truncatingIfNeeded: files.count - 1)
  }
}

// Kinds of values.
extension Tree {
  public func isMapping(_ id: NodeID) -> Bool {
    let kind = self[id].kind
    return kind == .mapping || kind == .gatheredMapping
  }

  public func isSequence(_ id: NodeID) -> Bool {
    let kind = self[id].kind
    return kind == .sequence || kind == .gatheredSequence
  }

  public func isScalar(_ id: NodeID) -> Bool { self[id].kind == .scalar }

  /// Returns whether it was read or added as the key of a mapping.
  public func isKey(_ id: NodeID) -> Bool { self[id].kind == .scalar && self[id].digest != 0 }

  /// Returns the traits of its text, or of all texts below it, when they were read.
  public func traits(of id: NodeID) -> TextTraits { self[id].traits }

  /// Returns the number of a known key.
  public func keyID(of key: NodeID) -> KeyID { self[key].keyID }

  /// Returns the number of its file.
  public func layer(of id: NodeID) -> Int { Int(self[id].layer) }

  public func range(of id: NodeID) -> SourceRange {
    let node = self[id]
    return SourceRange(file: files[Int(node.layer)], start: node.start, end: node.end)
  }

  subscript(id: NodeID) -> Node { nodes[Int(id.index)] }
}

// Text.
extension Tree {
  /// Returns the range in `text` of a scalar; its span needs no reference counting, unlike `bytes`.
  public func textRange(of id: NodeID) -> Range<Int> {
    let node = self[id]
    guard node.kind == .scalar else { return 0..<0 }
    return Int(node.first)..<Int(node.first) + Int(node.count)
  }

  /// Returns the text of a scalar of any type as it was written; empty for collections.
  public func string(_ id: NodeID) -> String { String(decoding: bytes(id), as: UTF8.self) }

  /// Returns the UTF-8 bytes of `string`.
  public func bytes(_ id: NodeID) -> ArraySlice<UInt8> { text[textRange(of: id)] }

  /// Returns whether a value is a scalar without text.
  public func isBlank(_ id: NodeID) -> Bool { self[id].kind == .scalar && self[id].count == 0 }

  /// Returns whether a scalar's text is `other`.
  public func text(of id: NodeID, is other: StaticString) -> Bool {
    let node = self[id]
    guard node.kind == .scalar, Int(node.count) == other.utf8CodeUnitCount else { return false }
    let start = Int(node.first)
    for place in 0..<Int(node.count) where text[start + place] != other.utf8Start[place] {
      return false
    }
    return true
  }

  /// Returns whether two keys have the same text.
  func sameKey(_ a: Node, _ b: Node) -> Bool {
    guard a.digest == b.digest, a.keyID == b.keyID, a.count == b.count else { return false }
    if a.keyID != .none { return true }
    let (i, j) = (Int(a.first), Int(b.first))
    return text[i..<i + Int(a.count)].elementsEqual(text[j..<j + Int(b.count)])
  }

  /// Returns whether two scalars have the same text, byte for byte.
  public func hasSameText(_ a: NodeID, _ b: NodeID) -> Bool {
    let (one, other) = (self[a], self[b])
    guard one.kind == .scalar, other.kind == .scalar, one.count == other.count else { return false }
    let texts = text.span
    for place in 0..<Int(one.count)
    where texts[Int(one.first) + place] != texts[Int(other.first) + place] { return false }
    return true
  }

  /// Returns whether two keys have the same text.
  public func sameKey(_ a: NodeID, _ b: NodeID) -> Bool { sameKey(self[a], self[b]) }
}
