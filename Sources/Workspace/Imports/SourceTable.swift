internal import Files
internal import Graph

/// The sources of modules, each specification's as soon as somebody asks for them.
struct SourceTable {
  let graph: ModuleGraph
  let lists: SourceLists
  private let jobs: Int
  /// By the number of the specification, then by the name of the target.
  private var known: [Int: [String: ModuleSources]] = [:]

  init(of graph: ModuleGraph, in lists: SourceLists, jobs: Int) {
    self.graph = graph
    self.lists = lists
    self.jobs = jobs
  }

  /// Lists the sources of modules, and of all others of their specifications.
  mutating func load(_ modules: some Sequence<ModuleID>) {
    let specs = Set(modules.map { self.graph[$0].spec })
      .filter { $0 >= 0 && known[$0] == nil }.sorted()
    guard !specs.isEmpty else { return }
    let (lists, graph) = (self.lists, self.graph)
    let found = inParallel(specs.count, jobs: jobs) { place in
      lists.sources(ofSpec: specs[place], isPackage: graph.specs[specs[place]].isPackage)
    }
    for (spec, sources) in zip(specs, found) { known[spec] = sources }
  }

  /// Lists the sources of all modules whose imports may be called otherwise than they are.
  mutating func loadNamesakes() {
    load(graph.builtModules.filter { lists.mayNameModules(graph[$0].spec) })
  }

  /// The sources of a module; `nil` if it has none, or nobody has asked for them yet.
  subscript(module: ModuleID) -> ModuleSources? {
    known[graph[module].spec]?[graph[module].name]
  }

  func isLoaded(_ module: ModuleID) -> Bool { known[graph[module].spec] != nil }
}
