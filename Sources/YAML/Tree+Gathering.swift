public import Diagnostics

// New values with existing values as children.
extension Tree {
  /// Adds a mapping of the given keys and values, with the position of `like`.
  public mutating func addMapping(
    _ entries: [(key: NodeID, value: NodeID)], like: NodeID
  ) -> NodeID {
    let first = children.count
    for entry in entries {
      children.append(entry.key)
      children.append(entry.value)
    }
    return addGathered(.gatheredMapping, first: first, like: like)
  }

  /// Adds a sequence of the given elements, with the position of `like`.
  public mutating func addSequence(_ elements: [NodeID], like: NodeID) -> NodeID {
    let first = children.count
    children.append(contentsOf: elements)
    return addGathered(.gatheredSequence, first: first, like: like)
  }

  /// Adds a text, with the position of `like`.
  public mutating func addText(_ string: [UInt8], like: NodeID) -> NodeID {
    var node = self[like]
    if node.kind != .scalar { node.digest = 0 }
    node.kind = .scalar
    node.form = .text
    return add(node, text: string)
  }

  /// Adds a key, with the position of `like`.
  public mutating func addKey(
    _ string: [UInt8], like: NodeID, in knownKeys: KnownKeys
  ) -> NodeID {
    var node = self[like]
    node.kind = .scalar
    let fingerprint = Fingerprint(string.span)
    node.digest = fingerprint.hash
    node.keyID = knownKeys.id(of: string.span, fingerprint)
    keys.insert(node.keyID)
    return add(node, text: string)
  }

  /// Turns a text into what it is without quotes.
  public mutating func unquote(_ id: NodeID) { nodes[Int(id.index)].form = .plain }

  /// Replaces a scalar by a text; after a change of a key, call `uniteKeys` before looking it up.
  public mutating func setText(
    of id: NodeID, to string: [UInt8], in knownKeys: KnownKeys
  ) {
    let index = Int(id.index)
    if isKey(id) {
      let fingerprint = Fingerprint(string.span)
      nodes[index].digest = fingerprint.hash
      nodes[index].keyID = knownKeys.id(of: string.span, fingerprint)
      keys.insert(nodes[index].keyID)
    }
    nodes[index].form = .text
    nodes[index].first = UInt32(truncatingIfNeeded: text.count)
    nodes[index].count = UInt32(truncatingIfNeeded: string.count)
    text.append(contentsOf: string)
  }

  /// Copies all nodes of `other`, a tree of one layer, into a new layer; returns the copy of `root`.
  public mutating func addLayer(copying other: Tree, root: NodeID, file: FileID) -> NodeID {
    let layer = addLayer(file)
    let (nodeBase, textBase) = (nodes.count, UInt32(truncatingIfNeeded: text.count))
    let childBase = UInt32(truncatingIfNeeded: children.count)
    nodes.append(contentsOf: other.nodes)
    for index in nodeBase..<nodes.count {
      nodes[index].move(to: layer, by: (UInt32(nodeBase), textBase, childBase))
    }
    text.append(contentsOf: other.text)
    keys.formUnion(other.keys)
    for child in other.children { children.append(NodeID(Int(child.index) + nodeBase)) }
    return NodeID(Int(root.index) + nodeBase)
  }

  /// Returns all scalars of the layers from `layer` on whose text has `traits`.
  public func scalars(with traits: TextTraits, fromLayer layer: Int) -> [NodeID] {
    nodes.indices.filter {
      nodes[$0].kind == .scalar && nodes[$0].traits.isSuperset(of: traits)
        && Int(nodes[$0].layer) >= layer
    }
    .map { NodeID($0) }
  }

  private mutating func add(_ node: Node, text string: [UInt8]) -> NodeID {
    let first = text.count
    text.append(contentsOf: string)
    var node = node
    node.first = UInt32(truncatingIfNeeded: first)
    node.count = UInt32(truncatingIfNeeded: text.count - first)
    node.extent = 1
    node.traits = traits(of: string.span)
    nodes.append(node)
    return NodeID(nodes.count - 1)
  }

  private mutating func addGathered(_ kind: Node.Kind, first: Int, like: NodeID) -> NodeID {
    var node = self[like]
    node.kind = kind
    node.first = UInt32(truncatingIfNeeded: first)
    node.count = UInt32(truncatingIfNeeded: children.count - first)
    node.extent = 1
    node.traits = children[first...].reduce([]) { $0.union(self[$1].traits) }
    node.digest = kind == .gatheredMapping ? keyBits(ofKeysIn: children[first...]) : 0
    nodes.append(node)
    return NodeID(nodes.count - 1)
  }
}
