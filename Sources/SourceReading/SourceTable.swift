internal import Files
public import Graph
internal import WorkspaceReading

/// The sources of modules, listed on demand.
public struct SourceTable {
  public let graph: ModuleGraph
  public let lists: SourceLists
  let jobs: Int
  /// The sources by number of the spec, then by name of the target.
  private var known: [Int: [String: ModuleSources]] = [:]

  public init(of graph: ModuleGraph, in lists: SourceLists, jobs: Int) {
    self.graph = graph
    self.lists = lists
    self.jobs = jobs
  }

  /// Lists the sources of modules, with those of all other targets of their specs.
  ///
  /// - Complexity: Reads each spec once, however often it is called.
  public mutating func load(_ modules: some Sequence<ModuleID>) {
    let wanted = Set(modules.map { graph[$0].spec }).subtracting(known.keys)
    let specs = wanted.filter { $0 >= 0 }.sorted()
    let jobs = WorkspaceOptions.jobs(for: specs.count, atMost: jobs)
    let found = inParallel(specs.count, jobs: jobs) { [lists] in lists.sources(ofSpec: specs[$0]) }
    for (spec, sources) in zip(specs, found) { known[spec] = sources }
  }

  /// Whether the name of a module may differ from that of its product.
  public func mayNameModule(_ module: ModuleID) -> Bool {
    !graph.specs[graph[module].spec].isPackage
  }

  /// Lists the sources of all modules whose names may differ from those of their products.
  public mutating func loadRenamedModules() {
    load(graph.builtModules.filter { mayNameModule($0) })
  }

  /// The sources of a module; `nil` if it has none or they were not listed.
  public subscript(module: ModuleID) -> ModuleSources? {
    known[graph[module].spec]?[graph[module].name]
  }

  public func isLoaded(_ module: ModuleID) -> Bool { known[graph[module].spec] != nil }
}
