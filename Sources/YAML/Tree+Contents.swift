/// A position in a collection, for iteration, and the end of the collection.
///
/// Contains no reference to the tree: an iterator with one would retain and release all arrays of
/// the tree, which costs more than the bodies of most loops.
public struct Cursor: Sendable {
  var index: Int
  let end: Int
  /// Whether indices refer to children rather than to nodes.
  let isGathered: Bool
}

extension Tree {
  /// Returns a cursor before the first key of a mapping; for any other value, one at the end.
  public func startOfEntries(of id: NodeID) -> Cursor {
    start(of: id, written: .mapping, gathered: .gatheredMapping)
  }

  /// Returns a cursor before the first element of a sequence; for any other value, one at the end.
  public func startOfElements(of id: NodeID) -> Cursor {
    start(of: id, written: .sequence, gathered: .gatheredSequence)
  }

  private func start(of id: NodeID, written: Node.Kind, gathered: Node.Kind) -> Cursor {
    let node = self[id]
    let (index, first) = (Int(id.index), Int(node.first))
    switch node.kind {
    case written:
      return Cursor(index: index + 1, end: index + Int(node.extent), isGathered: false)
    case gathered: return Cursor(index: first, end: first + Int(node.count), isGathered: true)
    default: return Cursor(index: 0, end: 0, isGathered: false)
    }
  }

  /// Returns the key and value at a cursor from `startOfEntries`, and advances it.
  public func nextEntry(_ cursor: inout Cursor) -> (key: NodeID, value: NodeID)? {
    let index = cursor.index
    guard index < cursor.end else { return nil }
    if cursor.isGathered {
      cursor.index = index + 2
      return (children[index], children[index + 1])
    }
    // A key is a scalar, which is one node.
    cursor.index = index + 1 + Int(nodes[index + 1].extent)
    return (NodeID(index), target(of: index + 1))
  }

  /// Returns the element at a cursor from `startOfElements`, and advances it.
  public func nextElement(_ cursor: inout Cursor) -> NodeID? {
    let index = cursor.index
    guard index < cursor.end else { return nil }
    if cursor.isGathered {
      cursor.index = index + 1
      return children[index]
    }
    cursor.index = index + Int(nodes[index].extent)
    return target(of: index)
  }

  /// Returns the keys and values of a mapping; empty for any other value.
  public func entries(of id: NodeID?) -> [(key: NodeID, value: NodeID)] {
    guard let id else { return [] }
    var result: [(key: NodeID, value: NodeID)] = []
    var cursor = startOfEntries(of: id)
    result.reserveCapacity(count(from: cursor) / 2)
    while let entry = nextEntry(&cursor) { result.append(entry) }
    return result
  }

  /// Returns the elements of a sequence; empty for any other value.
  public func elements(of id: NodeID?) -> [NodeID] {
    guard let id else { return [] }
    var result: [NodeID] = []
    var cursor = startOfElements(of: id)
    result.reserveCapacity(count(from: cursor))
    while let element = nextElement(&cursor) { result.append(element) }
    return result
  }

  /// Returns whether a collection consists of nodes of several places.
  public func isGathered(_ id: NodeID) -> Bool {
    self[id].kind == .gatheredMapping || self[id].kind == .gatheredSequence
  }

  /// Returns whether a value is a mapping with known keys.
  ///
  /// - Complexity: O(1).
  public func hasKnownKeys(_ id: NodeID) -> Bool { isMapping(id) && self[id].digest != 0 }

  /// Returns the value of the known key `keyID` of a mapping.
  ///
  /// - Complexity: O(*k*) for *k* keys; usually O(1) if it has no such key.
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
      // In reverse, since the last of equal keys wins.
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

  /// Returns the value of `key`, which need not be a known key.
  public func value(of id: NodeID, for key: StaticString) -> NodeID? {
    entries(of: id).last { text(of: $0.key, is: key) }?.value
  }

  /// Returns the entry of the mapping `id` whose key is `name`.
  public func entry(of id: NodeID, named name: String) -> (key: NodeID, value: NodeID)? {
    entries(of: id).last { bytes($0.key).elementsEqual(name.utf8) }
  }

  /// Returns the entry of the mapping `id` whose key has the text of the scalar `name`.
  public func entry(of id: NodeID, named name: NodeID) -> (key: NodeID, value: NodeID)? {
    var found: (key: NodeID, value: NodeID)?
    var cursor = startOfEntries(of: id)
    while let entry = nextEntry(&cursor) {
      if hasSameText(entry.key, name) { found = entry }
    }
    return found
  }

  /// Returns the number of remaining keys, values and elements, used to reserve capacity.
  public func count(from cursor: Cursor) -> Int {
    if cursor.isGathered { return cursor.end - cursor.index }
    var (count, index) = (0, cursor.index)
    while index < cursor.end {
      count += 1
      index += Int(nodes[index].extent)
    }
    return count
  }

  /// Returns the node, or the target of an alias.
  private func target(of index: Int) -> NodeID {
    nodes[index].kind == .alias ? NodeID(Int(nodes[index].first)) : NodeID(index)
  }
}
