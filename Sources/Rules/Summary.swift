internal import Graph

/// What a report says of a workspace as a whole.
public struct Summary: Hashable, Sendable {
  /// The targets read; the platform variants of one count once, aggregates, ignored ones and
  /// externals do not.
  public var modules: Int
  /// Distinct pairs of modules of which one declares to depend on the other.
  public var links: Int
  /// Entries of `layers`.
  public var layers: Int

  public init(modules: Int, links: Int, layers: Int) {
    self.modules = modules
    self.links = links
    self.layers = layers
  }

  /// - Complexity: O(*n* + *m*).
  public init(of layered: LayeredGraph) {
    let graph = layered.graph
    var counts = VariantNumbers()
    var numbers = [Int32](repeating: -1, count: graph.rows.count)
    for index in 0..<graph.builtCount {
      let module = graph.rows[index]
      guard !layered.isIgnored(ModuleID(index)), !module.roles.contains(.aggregate) else {
        continue
      }
      numbers[index] = counts.number(of: module)
    }
    modules = Int(counts.count)
    layers = layered.configuration.layers.count
    links = Self.countPairs(graph, numbers, areShared: counts.hasVariants)
  }

  /// Links lie sorted by their ends, so only those of variants can meet an equal pair far away.
  private static func countPairs(
    _ graph: ModuleGraph, _ numbers: [Int32], areShared: Bool
  ) -> Int {
    var seen: Set<UInt64> = []
    var count = 0
    var last: UInt64?
    for link in graph.links where !link.flags.contains(.derived) {
      let (from, to) = (numbers[Int(link.from.index)], numbers[Int(link.to.index)])
      guard from >= 0, to >= 0 else { continue }
      let pair = UInt64(from) << 32 | UInt64(to)
      guard pair != last else { continue }
      last = pair
      if !areShared || seen.insert(pair).inserted { count += 1 }
    }
    return count
  }
}

/// Numbers modules so that the platform variants of one target have one number.
private struct VariantNumbers {
  private(set) var count: Int32 = 0
  private var known: [Variant: Int32] = [:]

  private struct Variant: Hashable {
    var name: String
    var spec: Int32
  }

  var hasVariants: Bool { !known.isEmpty }

  mutating func number(of module: Module) -> Int32 {
    if let name = module.unsuffixedName {
      let variant = Variant(name: name, spec: module.spec)
      if let number = known[variant] { return number }
      known[variant] = count
    }
    count += 1
    return count - 1
  }
}
