import Graph

/// A framework that an application needs at launch and does not embed.
struct MissingFramework {
  var app: ModuleID
  var framework: ModuleID
  /// The links by which the application needs it; the first is its own.
  var chain: [Int]
}

/// Follows one application after the other to what it loads, without allocating for each.
struct LaunchSearch {
  private let processes: Processes
  /// The modules that must be in a bundle.
  private let needed: [Bool]
  /// The modules that reach one of those.
  private let leads: [Bool]

  private var inApp: Marks
  private var inExtension: Marks
  private var visited: Marks
  /// The link by which the last walk met each module.
  private var arrival: [Int32]
  private var queue: [Int32] = []

  init(of processes: Processes, needed: [Bool]) {
    self.processes = processes
    self.needed = needed
    let numbers = needed.indices.lazy.filter { needed[$0] }.map { Int32($0) }
    leads = processes.marked(reaching: numbers) { $0.isLoadedAtLaunch }
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
      return processes.uses[edge].contains(.embeds) && leads[Int(forward.heads[edge])]
        && kind.contains(.isExtension) && !kind.contains(.isIgnored)
    }
    guard leads[Int(app)] || !extensions.isEmpty else { return [] }
    inExtension.removeAll()
    collectBundle(of: app, in: \.inApp)
    var chains = missingChains(from: app, behind: [])
    for edge in extensions {
      collectBundle(of: forward.heads[edge], in: \.inExtension)
      chains += missingChains(from: forward.heads[edge], behind: [edge])
    }
    return shortest(of: chains, from: app)
  }

  /// Marks what `root` embeds, and what the frameworks among that embed in turn.
  private mutating func collectBundle(of root: Int32, in bundle: WritableKeyPath<Self, Marks>) {
    self[keyPath: bundle].removeAll()
    queue.removeAll(keepingCapacity: true)
    queue.append(root)
    while let node = queue.popLast() {
      for edge in processes.graph.forward.edges(from: node)
      where processes.uses[edge].contains(.embeds) {
        let head = processes.graph.forward.heads[edge]
        guard self[keyPath: bundle].insert(head),
          !processes.kinds[Int(head)].contains(.isExecutable)
        else { continue }
        queue.append(head)
      }
    }
  }

  /// The first shortest chain to each module that the process of `root` needs and no bundle has.
  ///
  /// Rows are in order of name, so the first chain by which breadth-first search meets a module is
  /// the first of its length.
  private mutating func missingChains(from root: Int32, behind prefix: [Int]) -> [[Int]] {
    let forward = processes.graph.forward
    var chains: [[Int]] = []
    visited.removeAll()
    queue.removeAll(keepingCapacity: true)
    queue.append(root)
    var next = 0
    while next < queue.count {
      for edge in forward.edges(from: queue[next]) where processes.uses[edge].isLoadedAtLaunch {
        let head = forward.heads[edge]
        guard leads[Int(head)], visited.insert(head) else { continue }
        arrival[Int(head)] = Int32(edge)
        queue.append(head)
        guard needed[Int(head)], !inApp.contains(head), !inExtension.contains(head) else {
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
        MissingFramework(app: ModuleID(index: app), framework: links[$0].to, chain: chain)
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
