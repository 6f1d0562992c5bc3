import Graph

/// A framework that an application needs at launch and does not embed.
struct MissingFramework {
  var app: ModuleID
  var framework: ModuleID
  /// The links by which the application needs it; the first is its own.
  var chain: [Int]
  /// A platform on which it does.
  var platform: PlatformSet
}

/// Follows one application after the other to what it loads, without allocating for each.
struct MissingFrameworkSearch {
  private let processes: PlatformLinkage
  /// The modules that must be in a bundle.
  private let needed: [Bool]
  /// Those, and the static ones from which a walk comes to one of them.
  private let leads: [Bool]
  /// For each module the one that stands for its place in a bundle; empty where each has its own.
  private let slots: [Int32]

  private var inApp: Marks
  private var inExtension: Marks
  private var visited: Marks
  /// The link by which the last walk met each module.
  private var arrival: [Int32]
  private var queue: [Int32] = []

  init(of processes: PlatformLinkage, needed: [Bool]) {
    self.processes = processes
    self.needed = needed
    leads = processes.leads(to: needed)
    slots = processes.bundleSlots()
    inApp = Marks(count: needed.count)
    inExtension = inApp
    visited = inApp
    arrival = Array(repeating: -1, count: needed.count)
  }

  /// What `app` and the extensions it embeds need and do not find, in order.
  mutating func missing(in app: Int32) -> [MissingFramework] {
    let forward = processes.graph.forward
    let extensions = forward.edges(from: app).filter { edge in
      let kind = processes.kinds[Int(forward.heads[edge])]
      return processes.uses[edge].contains(.embeds) && kind.contains(.isExtension)
        && !kind.contains(.isIgnored)
    }
    inExtension.removeAll()
    processes.collectBundle(of: app, slots, in: &inApp, open: &queue)
    var chains = missingChains(from: app, behind: [])
    for edge in extensions {
      processes.collectBundle(
        of: forward.heads[edge], slots, in: &inExtension, open: &queue)
      chains += missingChains(from: forward.heads[edge], behind: [edge])
    }
    return chains.isEmpty ? [] : shortest(of: chains, from: app)
  }

  /// The first shortest chain to each module that the process of `root` needs and no bundle has.
  ///
  /// Rows are in order of name, so the first chain by which breadth-first search meets a module is
  /// the first of its length.
  private mutating func missingChains(from root: Int32, behind prefix: [Int]) -> [[Int]] {
    let (forward, uses) = (processes.graph.forward, processes.uses)
    var chains: [[Int]] = []
    visited.removeAll()
    queue.removeAll(keepingCapacity: true)
    queue.append(root)
    var next = 0
    while next < queue.count {
      for edge in forward.edges(from: queue[next]) where uses[edge].isLoadedAtLaunch {
        let head = forward.heads[edge]
        guard leads[Int(head)], visited.insert(head) else { continue }
        arrival[Int(head)] = Int32(edge)
        queue.append(head)
        let slot = slots.isEmpty ? head : slots[Int(head)]
        guard needed[Int(head)], !inApp.contains(slot), !inExtension.contains(slot) else {
          continue
        }
        chains.append(prefix + chain(from: root, endingWith: edge))
      }
      next += 1
    }
    return chains
  }

  private func chain(from root: Int32, endingWith last: Int) -> [Int] {
    var chain = [last]
    var node = processes.graph.links[last].from.index
    while node != root {
      let edge = Int(arrival[Int(node)])
      chain.append(edge)
      node = processes.graph.links[edge].from.index
    }
    return chain.reversed()
  }

  /// Of the chains to one module the shortest, and of those the first by name.
  private func shortest(of chains: [[Int]], from app: Int32) -> [MissingFramework] {
    let links = processes.graph.links
    var found = chains.compactMap { chain in
      chain.last.map {
        MissingFramework(
          app: ModuleID(index: app), framework: links[$0].to, chain: chain,
          platform: processes.platform)
      }
    }
    found.sort { a, b in
      guard a.framework == b.framework else { return a.framework < b.framework }
      guard a.chain.count == b.chain.count else { return a.chain.count < b.chain.count }
      return a.chain.lazy.map { links[$0].to }
        .lexicographicallyPrecedes(b.chain.lazy.map { links[$0].to })
    }
    var last: ModuleID?
    return found.filter { item in
      defer { last = item.framework }
      return item.framework != last
    }
  }
}

extension PlatformLinkage {
  /// Marks the modules that are `needed`, and the others that are linked and bring such a one.
  fileprivate func leads(to needed: [Bool]) -> [Bool] {
    let (forward, backward) = (graph.forward, graph.backward)
    var leads = needed
    func isPassed(_ node: Int32) -> Bool {
      !leads[Int(node)] && kinds[Int(node)].contains(.isLinkable)
    }
    var open: [Int32] = []
    for node in 0..<Int32(graph.builtCount) where isPassed(node) {
      let brings = forward.edges(from: node).contains { edge in
        uses[edge].isLoadedAtLaunch && needed[Int(forward.heads[edge])]
      }
      guard brings else { continue }
      leads[Int(node)] = true
      open.append(node)
    }
    while let node = open.popLast() {
      for edge in backward.edges(from: node)
      where uses[Int(backward.origins[edge])].isLoadedAtLaunch && isPassed(backward.heads[edge]) {
        leads[Int(backward.heads[edge])] = true
        open.append(backward.heads[edge])
      }
    }
    return leads
  }

  /// For each module the first of the vendored binaries of its name; empty where no two share one.
  ///
  /// They have one place in a bundle, and the loader finds whichever lies there.
  fileprivate func bundleSlots() -> [Int32] {
    let modules = graph.rows
    var slots: [Int32] = []
    for index in modules.indices.dropFirst(graph.builtCount + 1) {
      guard modules[index].name == modules[index - 1].name,
        modules[index].isBinary && modules[index - 1].isBinary,
        !kinds[index].union(kinds[index - 1]).contains(.isStatic)
      else { continue }
      if slots.isEmpty { slots = modules.indices.map { Int32($0) } }
      slots[index] = slots[index - 1]
    }
    return slots
  }

  /// Marks what `root` embeds, and what the frameworks among that embed in turn.
  fileprivate func collectBundle(
    of root: Int32, _ slots: [Int32], in bundle: inout Marks, open: inout [Int32]
  ) {
    bundle.removeAll()
    open.removeAll(keepingCapacity: true)
    open.append(root)
    while let node = open.popLast() {
      for edge in graph.forward.edges(from: node) where uses[edge].contains(.embeds) {
        let head = graph.forward.heads[edge]
        let slot = slots.isEmpty ? head : slots[Int(head)]
        guard bundle.insert(slot), !kinds[Int(head)].contains(.isExecutable) else { continue }
        open.append(head)
      }
    }
  }
}

/// A set of nodes that is emptied without touching them.
private struct Marks {
  private var marks: [Int32]
  private var current: Int32 = 1

  init(count: Int) {
    marks = Array(repeating: 0, count: count)
  }

  mutating func removeAll() { current += 1 }

  /// Returns whether `node` was not there.
  mutating func insert(_ node: Int32) -> Bool {
    guard marks[Int(node)] != current else { return false }
    marks[Int(node)] = current
    return true
  }

  func contains(_ node: Int32) -> Bool { marks[Int(node)] == current }
}
