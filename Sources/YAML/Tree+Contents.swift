/// Going through what a collection holds: a place in it, and the place where it ends.
///
/// It holds no reference to the tree: a sequence would, and each loop over one would then count
/// references to all arrays of the tree, which costs more than what most loops do.
public struct Cursor: Sendable {
  var index: Int
  let end: Int
  /// Whether places are those of children rather than of nodes.
  let isGathered: Bool

  private init(index: Int, end: Int, isGathered: Bool) {
    (self.index, self.end, self.isGathered) = (index, end, isGathered)
  }

  /// Before the first key of a mapping; keys and values follow each other.
  init(keysOf node: Node, at id: NodeID) {
    self = Self.start(of: node, at: id, written: .mapping, gathered: .gatheredMapping)
  }

  /// Before the first element of a sequence.
  init(elementsOf node: Node, at id: NodeID) {
    self = Self.start(of: node, at: id, written: .sequence, gathered: .gatheredSequence)
  }

  private static func start(
    of node: Node, at id: NodeID, written: Node.Kind, gathered: Node.Kind
  ) -> Cursor {
    let (index, first) = (Int(id.index), Int(node.first))
    if node.kind == written {
      return Cursor(index: index + 1, end: index + Int(node.extent), isGathered: false)
    }
    guard node.kind == gathered else { return Cursor(index: 0, end: 0, isGathered: false) }
    return Cursor(index: first, end: first + Int(node.count), isGathered: true)
  }
}

extension Tree {
  /// The place before the first key of a mapping; for any other value there is nothing to come.
  public func startOfEntries(of id: NodeID) -> Cursor { Cursor(keysOf: self[id], at: id) }

  /// The place before the first element of a sequence; for any other value there is nothing to come.
  public func startOfElements(of id: NodeID) -> Cursor { Cursor(elementsOf: self[id], at: id) }

  /// The key and the value at a place that `startOfEntries` gave, which moves on.
  ///
  /// They come in order of writing, each key once.
  public func nextEntry(_ cursor: inout Cursor) -> (key: NodeID, value: NodeID)? {
    let index = cursor.index
    guard index < cursor.end else { return nil }
    if cursor.isGathered {
      cursor.index = index + 2
      return (children[index], children[index + 1])
    }
    // Keys are scalars, of one node each.
    cursor.index = index + 1 + Int(nodes[index + 1].extent)
    return (NodeID(index), target(of: index + 1))
  }

  /// The element at a place that `startOfElements` gave, which moves on.
  public func nextElement(_ cursor: inout Cursor) -> NodeID? { next(&cursor) }

  /// The keys and values of a mapping; nothing for any other value.
  public func entries(of id: NodeID?) -> [(key: NodeID, value: NodeID)] {
    guard let id else { return [] }
    var result: [(key: NodeID, value: NodeID)] = []
    var cursor = startOfEntries(of: id)
    result.reserveCapacity(count(from: cursor) / 2)
    while let entry = nextEntry(&cursor) { result.append(entry) }
    return result
  }

  /// The elements of a sequence; nothing for any other value.
  public func elements(of id: NodeID?) -> [NodeID] {
    guard let id else { return [] }
    var result: [NodeID] = []
    var cursor = startOfElements(of: id)
    result.reserveCapacity(count(from: cursor))
    while let element = nextElement(&cursor) { result.append(element) }
    return result
  }

  /// Whether a mapping may have any of some keys; no other value has.
  ///
  /// - Complexity: O(1).
  public func mayHave(_ keys: KeyBits, in id: NodeID) -> Bool {
    isMapping(id) && self[id].digest & keys.bits != 0
  }

  /// The value of the known key `keyID` of a mapping.
  ///
  /// - Complexity: O(*k*) for *k* keys; mostly O(1) where it has no such key.
  public func value(of id: NodeID, for keyID: KeyID) -> NodeID? {
    let mapping = Int(id.index)
    guard nodes[mapping].digest & keyID.bit != 0 else { return nil }
    switch nodes[mapping].kind {
    case .mapping:
      var key = mapping + 1
      let end = mapping + Int(nodes[mapping].extent)
      while key < end {
        if nodes[key].keyID == keyID { return target(of: key + 1) }
        key += 1 + Int(nodes[key + 1].extent)
      }
    case .gatheredMapping:
      // Backwards, since of equal keys the last one counts.
      let first = Int(nodes[mapping].first)
      var key = first + Int(nodes[mapping].count)
      while key > first {
        key -= 2
        if self[children[key]].keyID == keyID { return children[key + 1] }
      }
    default: break
    }
    return nil
  }

  /// The value of the key that is spelled `key`, which need not be a known one.
  public func value(of id: NodeID, for key: StaticString) -> NodeID? {
    entries(of: id).last { text(of: $0.key, is: key) }?.value
  }

  /// Where the value of the mapping `id` under the text `name` is, with its key.
  public func entry(of id: NodeID, named name: String) -> (key: NodeID, value: NodeID)? {
    entries(of: id).last { bytes($0.key).elementsEqual(name.utf8) }
  }

  /// Where the value of the mapping `id` under the text of the scalar `name` is, with its key.
  public func entry(of id: NodeID, named name: NodeID) -> (key: NodeID, value: NodeID)? {
    var found: (key: NodeID, value: NodeID)?
    var cursor = startOfEntries(of: id)
    while let entry = nextEntry(&cursor) {
      if hasSameText(entry.key, name) { found = entry }
    }
    return found
  }

  /// The node at a place, or the one that the alias there stands for.
  private func next(_ cursor: inout Cursor) -> NodeID? {
    let index = cursor.index
    guard index < cursor.end else { return nil }
    if cursor.isGathered {
      cursor.index = index + 1
      return children[index]
    }
    cursor.index = index + Int(nodes[index].extent)
    return target(of: index)
  }

  /// How many keys, values and elements are to come: to count them costs less than to grow a list.
  private func count(from cursor: Cursor) -> Int {
    if cursor.isGathered { return cursor.end - cursor.index }
    var (count, index) = (0, cursor.index)
    while index < cursor.end {
      count += 1
      index += Int(nodes[index].extent)
    }
    return count
  }

  /// The node itself, or the one that it is an alias of.
  private func target(of index: Int) -> NodeID {
    nodes[index].kind == .alias ? NodeID(Int(nodes[index].first)) : NodeID(index)
  }
}
