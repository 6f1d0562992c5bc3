internal import Diagnostics

/// The places in a file that aliases refer to.
public struct AliasTargets: Sendable {
  /// The start of each target, in order, and the index of the alias.
  private var places: [(start: Position, alias: Int)] = []

  /// Collects the targets of the aliases of a tree of one file.
  ///
  /// - Complexity: O(*n* log *n*).
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
  ///
  /// - Complexity: O(log *n* + *a*) for *a* aliases within the value.
  public func contains(_ id: NodeID, in tree: Tree) -> Bool {
    let value = tree[id]
    let own = Int(id.index)..<Int(id.index) + Int(value.extent)
    let first = places.partitionPoint { $0.start >= value.start }
    return places[first...].prefix { $0.start < value.end }.contains { !own.contains($0.alias) }
  }
}
