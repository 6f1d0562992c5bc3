public import Diagnostics

/// A value as written in a file, before merge keys, aliases and duplicate keys are resolved.
public struct WrittenNode: Sendable {
  public var id: NodeID
  public var kind: Kind
  public var start: Position
  public var end: Position
  /// The number of successive nodes, including this one, that represent the value.
  public var extent: Int

  public enum Kind: Sendable {
    case key
    case scalar
    case mapping
    case sequence
    /// Has the position of its target if that is a scalar.
    case alias
    /// `!!set`
    case set
  }
}

extension Tree {
  /// Returns the nodes of the document at `root` in the order of the file.
  public func written(from root: NodeID) -> [WrittenNode] {
    let first = Int(root.index)
    guard first < nodes.count else { return [] }
    var last = nodes[first].start
    return (first..<first + Int(nodes[first].extent)).map { index in
      let node = nodes[index]
      // The copy of a scalar for an alias has the position of the scalar.
      let isRepeated = node.kind == .scalar && node.start < last
      if !isRepeated { last = node.kind == .scalar || node.kind == .alias ? node.end : node.start }
      let kind: WrittenNode.Kind =
        switch node.kind {
        case .scalar where isRepeated: .alias
        case .scalar: node.digest == 0 ? .scalar : .key
        case .mapping, .gatheredMapping: .mapping
        case .sequence, .gatheredSequence: .sequence
        case .alias: .alias
        case .set: .set
        }
      return WrittenNode(
        id: NodeID(index), kind: kind, start: node.start, end: node.end, extent: Int(node.extent))
    }
  }
}

/// The places in a file that aliases refer to.
public struct AliasTargets: Sendable {
  /// The start of each target, in order, and the index of the alias.
  private var places: [(start: Position, alias: Int)] = []

  /// Collects the targets of the aliases of a tree of one file.
  public init(in tree: Tree) {
    var last = Position(line: 1, column: 1)
    for (index, node) in tree.nodes.enumerated() {
      if node.kind == .alias {
        places.append((tree.nodes[Int(node.first)].start, index))
      } else if node.kind == .scalar, node.digest == 0, node.start < last {
        // The copy of a scalar for an alias has the position of the scalar.
        places.append((node.start, index))
      }
      last = max(last, node.start)
    }
    places.sort { ($0.start, $0.alias) < ($1.start, $1.alias) }
  }

  /// Returns whether an alias elsewhere refers to the value or to a part of it.
  public func contains(_ id: NodeID, in tree: Tree) -> Bool {
    let value = tree[id]
    let own = Int(id.index)..<Int(id.index) + Int(value.extent)
    let first = places.partitionPoint { $0.start >= value.start }
    return places[first...].prefix { $0.start < value.end }.contains { !own.contains($0.alias) }
  }
}
