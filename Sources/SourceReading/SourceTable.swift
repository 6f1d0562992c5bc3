internal import Files
public import Graph
internal import SpecDecoding
internal import WorkspaceReading

/// The sources of modules, listed on demand.
public struct SourceTable {
  public let graph: ModuleGraph
  public let lists: SourceLists
  private let jobs: Int
  /// The sources by number of the spec, then by name of the target.
  private var known: [Int: [String: ModuleSources]] = [:]
  private var loaded = ModuleSet()
  private var complete: Set<Int> = []

  public init(of graph: ModuleGraph, in lists: SourceLists, jobs: Int) {
    self.graph = graph
    self.lists = lists
    self.jobs = jobs
  }

  /// Lists the sources of modules.
  ///
  /// - Complexity: Reads each spec at most twice, however often it is called.
  public mutating func load(_ modules: some Sequence<ModuleID>) {
    var wanted: [Int: Set<String>] = [:]
    for module in modules where graph[module].spec >= 0 && !isLoaded(module) {
      loaded.insert(module)
      wanted[graph[module].spec, default: []].insert(graph[module].name)
    }
    let specs = wanted.keys.sorted()
    // Lists all targets of a spec on the second call for it, since more calls may follow.
    for spec in specs where known[spec] != nil {
      complete.insert(spec)
      wanted[spec] = nil
    }
    for (spec, sources) in zip(specs, sources(ofSpecs: specs, of: wanted)) { known[spec] = sources }
  }

  /// Whether the name of a module may differ from that of its product.
  public func mayNameModule(_ module: ModuleID) -> Bool {
    !graph.specs[graph[module].spec].isPackage
  }

  /// Lists the sources of all modules whose names may differ from those of their products.
  public mutating func loadRenamedModules() {
    load(graph.builtModules.filter { mayNameModule($0) })
  }

  /// Returns the sources of the targets of each spec by name, of all for a spec without an entry.
  ///
  /// - Complexity: Reads each spec again, and lists the folders of the sources.
  func sources(
    ofSpecs specs: [Int], of targets: [Int: Set<String>] = [:], in tree: FormerTree? = nil
  ) -> [[String: ModuleSources]] {
    let (lists, graph) = (self.lists, self.graph)
    let jobs = WorkspaceOptions.jobs(for: specs.count, atMost: jobs)
    return inParallel(specs.count, jobs: jobs) { place in
      let spec = specs[place]
      return lists.sources(
        ofSpec: spec, isPackage: graph.specs[spec].isPackage, of: targets[spec], in: tree)
    }
  }

  /// The sources of a module; `nil` if it has none or they were not listed.
  public subscript(module: ModuleID) -> ModuleSources? {
    known[graph[module].spec]?[graph[module].name]
  }

  public func isLoaded(_ module: ModuleID) -> Bool {
    loaded.contains(module) || complete.contains(graph[module].spec)
  }
}
