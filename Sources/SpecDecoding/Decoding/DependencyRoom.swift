internal import Diagnostics
internal import SpecReading
internal import YAML

/// The maximum number of dependencies of a spec.
///
/// Aliases can multiply the dependencies, so a small file could fill the memory. A spec without
/// aliases has at most as many dependencies as its tree has nodes. When a spec exceeds that number,
/// its dependencies are counted before more of them are decoded.
struct DependencyRoom {
  /// The number of dependencies up to which no count is needed.
  private(set) var limit: Int
  private var isCounted = false

  init(nodeCount: Int) { limit = min(nodeCount, Limits.nodes) }

  /// Whether there is room for more than `count` dependencies, at least `limit`.
  ///
  /// - Complexity: O(nodes of the tree) once for each spec, then O(1).
  mutating func holds(_ count: Int, of spec: ResolvedSpec) -> Bool {
    guard !isCounted else { return false }
    isCounted = true
    var counter = DependencyCounter(spec.tree)
    guard counter.count(in: spec.root) <= Limits.nodes else { return false }
    limit = Limits.nodes
    return count < limit
  }
}

/// Counts the dependencies that a spec lists.
private struct DependencyCounter {
  private let tree: Tree
  /// The counts of lists, which several targets or packages can share.
  private var known: [NodeID: Int] = [:]

  init(_ tree: Tree) { self.tree = tree }

  mutating func count(in root: NodeID) -> Int {
    var count = 0
    for key in [SpecKey.targets, .aggregateTargets] {
      guard let targets = tree.value(of: root, for: key) else { continue }
      var entries = tree.startOfEntries(of: targets)
      while let (_, target) = tree.nextEntry(&entries) {
        let parts = TargetParts(of: target, in: tree)
        count += size(of: parts.targets) + size(of: parts.buildToolPlugins)
        count += products(of: parts.dependencies)
      }
    }
    return count
  }

  /// Returns the number of dependencies in a list: one for each product of a package, one for any
  /// other entry.
  private mutating func products(of list: NodeID?) -> Int {
    guard let list else { return 0 }
    if let count = known[list] { return count }
    var count = 0
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      count += max(1, size(of: tree.value(of: element, for: .products)))
    }
    known[list] = count
    return count
  }

  private mutating func size(of list: NodeID?) -> Int {
    guard let list else { return 0 }
    if let count = known[list] { return count }
    var count = 0
    var elements = tree.startOfElements(of: list)
    while tree.nextElement(&elements) != nil { count += 1 }
    known[list] = count
    return count
  }
}
