internal import Diagnostics

/// The targets of aliases, and the scalars that were copied for aliases, in order.
public struct AliasTargets: Sendable {
  private var targets: [Int] = []
  private var repeated: [(layer: UInt16, start: Position, index: Int)] = []

  /// Collects the targets of the aliases of a tree.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(in tree: Tree) {
    var last: [UInt16: Position] = [:]
    for (index, node) in tree.nodes.enumerated() {
      if node.kind == .alias { targets.append(Int(node.first)) }
      // The copy of a scalar for an alias has the position of the scalar.
      if node.kind == .scalar, node.digest == 0, let last = last[node.layer], node.start < last {
        repeated.append((node.layer, node.start, index))
      }
      last[node.layer] = max(last[node.layer] ?? node.start, node.start)
    }
    targets.sort()
    repeated.sort { ($0.layer, $0.start, $0.index) < ($1.layer, $1.start, $1.index) }
  }

  /// Returns whether an alias elsewhere refers to the value or to a part of it.
  ///
  /// - Complexity: O(log *n* + *a*) for *a* aliases within the value.
  public func contains(_ id: NodeID, in tree: Tree) -> Bool {
    let value = tree[id]
    let own = Int(id.index)..<Int(id.index) + Int(value.extent)
    let target = targets.partitionPoint { $0 >= own.lowerBound }
    if target < targets.count, targets[target] < own.upperBound { return true }
    let first = repeated.partitionPoint { ($0.layer, $0.start) >= (value.layer, value.start) }
    return repeated[first...].prefix { $0.layer == value.layer && $0.start < value.end }
      .contains { !own.contains($0.index) }
  }
}

extension Array {
  /// Returns the partition point of `isBeyond` (binary search).
  fileprivate func partitionPoint(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
