public import Diagnostics

/// YAML or JSON values with the places they were written at, and values gathered from them.
///
/// Nodes of a file lie in the order of writing, a collection before its contents, in one array;
/// their text lies in another, with that of the whole file where it is ASCII. So reading a file costs no allocation per value, and a tree that is
/// emptied and filled again costs none at all. Several files may lie in one tree: its layers.
/// Gathering, which is what merging files and templates needs, makes new collections whose
/// children are nodes that are there already; nothing below them is copied.
public struct Tree: Sendable {
  var nodes: [Node] = []
  /// The texts of all scalars; `textRange` says where.
  public internal(set) var text: [UInt8] = []
  var children: [NodeID] = []
  /// The known keys that were ever in it.
  public internal(set) var keys = KeySet()
  /// The file of each layer.
  public private(set) var files: [FileID] = []
  /// Entries that merge keys brought along, over all mappings.
  var gatheredCount = 0
  /// Keys that occur again in their mapping, with the later key that wins.
  public internal(set) var duplicateKeys: [(first: NodeID, second: NodeID)] = []

  /// Finds the traits of each text that is put into it.
  let classifier: TextTraits.Classifier?

  /// An empty tree, whose values tell the traits that `classifier` finds.
  public init(classifier: TextTraits.Classifier? = nil) { self.classifier = classifier }

  func traits(of text: Span<UInt8>) -> TextTraits { classifier?(text) ?? [] }

  /// Takes everything out, but keeps the memory.
  public mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    children.removeAll(keepingCapacity: true)
    files.removeAll(keepingCapacity: true)
    keys.removeAll()
    duplicateKeys.removeAll(keepingCapacity: true)
    gatheredCount = 0
  }

  /// How many nodes there are, gathered ones counted.
  public var nodeCount: Int { nodes.count }

  /// Whether what was gathered has multiplied beyond all limits, so that no more should be made.
  public var isTooLarge: Bool {
    nodes.count + children.count / 2 >= Limits.nodes || text.count >= Self.mostText
  }

  /// Bytes of text in one tree: far above all that files of the allowed size bring along.
  private static let mostText = 16 * Limits.fileSize

  /// How much is in a tree.
  struct Size: Equatable {
    var nodes, text, children, duplicateKeys, gathered: Int
  }

  var size: Size {
    Size(
      nodes: nodes.count, text: text.count, children: children.count,
      duplicateKeys: duplicateKeys.count, gathered: gatheredCount)
  }

  /// Takes out what was added since it had a size, but for layers, and for known keys, of which it may name
  /// too many.
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

// What a value is.
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

  /// Whether it was read or made as the key of a mapping.
  public func isKey(_ id: NodeID) -> Bool { self[id].kind == .scalar && self[id].digest != 0 }

  /// The traits of its text, or of all texts below it, as they were read.
  public func traits(of id: NodeID) -> TextTraits { self[id].traits }

  /// The number of a known key.
  public func keyID(of key: NodeID) -> KeyID { self[key].keyID }

  /// The number of the file it was written in.
  public func layer(of id: NodeID) -> Int { Int(self[id].layer) }

  public func range(of id: NodeID) -> SourceRange {
    let node = self[id]
    return SourceRange(file: files[Int(node.layer)], start: node.start, end: node.end)
  }

  subscript(id: NodeID) -> Node { nodes[Int(id.index)] }
}

// Text.
extension Tree {
  /// Where in `text` that of a scalar lies, whatever its type; of anything else nothing does.
  ///
  /// A span of it costs no counting of references, as the slice that `bytes` gives does.
  public func textRange(of id: NodeID) -> Range<Int> {
    let node = self[id]
    guard node.kind == .scalar else { return 0..<0 }
    return Int(node.first)..<Int(node.first) + Int(node.count)
  }

  /// The text of a scalar as it was written, whatever its type; of anything else nothing.
  public func string(_ id: NodeID) -> String { String(decoding: bytes(id), as: UTF8.self) }

  /// The same as bytes of UTF-8.
  public func bytes(_ id: NodeID) -> ArraySlice<UInt8> { text[textRange(of: id)] }

  /// Whether it is a scalar without text.
  public func isBlank(_ id: NodeID) -> Bool { isScalar(id) && self[id].count == 0 }

  /// Whether a scalar's text is `other`.
  public func text(of id: NodeID, is other: StaticString) -> Bool {
    let node = self[id]
    guard node.kind == .scalar, Int(node.count) == other.utf8CodeUnitCount else { return false }
    let start = Int(node.first)
    return other.withUTF8Buffer { wanted in
      for (place, byte) in wanted.enumerated() where text[start + place] != byte { return false }
      return true
    }
  }

  /// Whether two keys have the same text.
  func sameKey(_ a: Node, _ b: Node) -> Bool {
    guard a.digest == b.digest, a.keyID == b.keyID, a.count == b.count else { return false }
    if a.keyID != .none { return true }
    let (i, j) = (Int(a.first), Int(b.first))
    return text[i..<i + Int(a.count)].elementsEqual(text[j..<j + Int(b.count)])
  }

  /// Whether two scalars have the same text, byte for byte.
  public func hasSameText(_ a: NodeID, _ b: NodeID) -> Bool {
    let (one, other) = (self[a], self[b])
    guard one.kind == .scalar, other.kind == .scalar, one.count == other.count else { return false }
    let texts = text.span
    for place in 0..<Int(one.count)
    where texts[Int(one.first) + place] != texts[Int(other.first) + place] { return false }
    return true
  }

  /// Whether two keys have the same text.
  public func sameKey(_ a: NodeID, _ b: NodeID) -> Bool { sameKey(self[a], self[b]) }
}

// Places.
extension Tree {
  /// What aliases stand for.
  ///
  /// - Complexity: O(*n* log *n*).
  public func references() -> References {
    var references = References()
    var last: [UInt16: Position] = [:]
    for (index, node) in nodes.enumerated() {
      if node.kind == .alias { references.targets.append(Int(node.first)) }
      // A scalar behind an alias is repeated with the place it was written at.
      if node.kind == .scalar, node.digest == 0, let last = last[node.layer], node.start < last {
        references.repeated.append((node.layer, node.start, index))
      }
      last[node.layer] = max(last[node.layer] ?? node.start, node.start)
    }
    references.targets.sort()
    references.repeated.sort { ($0.layer, $0.start, $0.index) < ($1.layer, $1.start, $1.index) }
    return references
  }

  /// Whether an alias elsewhere stands for the value or for a part of it.
  ///
  /// - Complexity: O(log *n*), and the aliases within the value.
  public func isReferredTo(_ id: NodeID, by references: References) -> Bool {
    let value = self[id]
    let own = Int(id.index)..<Int(id.index) + Int(value.extent)
    let target = references.targets.firstPlace { $0 >= own.lowerBound }
    if target < references.targets.count, references.targets[target] < own.upperBound {
      return true
    }
    let first = references.repeated.firstPlace {
      ($0.layer, $0.start) >= (value.layer, value.start)
    }
    return references.repeated[first...].prefix { $0.layer == value.layer && $0.start < value.end }
      .contains { !own.contains($0.index) }
  }

  /// What aliases stand for, and the scalars that they repeat; in order.
  public struct References: Sendable {
    fileprivate var targets: [Int] = []
    fileprivate var repeated: [(layer: UInt16, start: Position, index: Int)] = []
  }
}

extension Array {
  /// The first place from which on `isBeyond` holds, found by halving.
  fileprivate func firstPlace(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
