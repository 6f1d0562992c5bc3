public import Diagnostics

/// A value as it stands in a file: before merge keys, aliases and keys given twice mean anything.
public struct WrittenNode: Sendable {
  public var id: NodeID
  public var kind: Kind
  public var start: Position
  public var end: Position
  /// How many nodes in a row, from this one on, make it up.
  public var extent: Int

  public enum Kind: Sendable {
    case key
    case scalar
    case mapping
    case sequence
    /// Whose place is that of what it stands for where that is a scalar.
    case alias
    /// `!!set`
    case set
  }
}

extension Tree {
  /// What makes up the document at `root`, in the order of writing, a collection before its contents.
  ///
  /// - Complexity: O(*n*).
  public func written(from root: NodeID) -> [WrittenNode] {
    let first = Int(root.index)
    guard first < nodes.count else { return [] }
    var last = nodes[first].start
    return (first..<first + Int(nodes[first].extent)).map { index in
      let node = nodes[index]
      // A scalar that an alias stands for is repeated with the place that it was written at.
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
