internal import Files
internal import Graph
internal import Specs

/// The sources of modules, as soon as somebody asks for them.
struct SourceTable {
  let graph: ModuleGraph
  let lists: SourceLists
  private let jobs: Int
  /// By the number of the specification, then by the name of the target.
  private var known: [Int: [String: ModuleSources]] = [:]
  /// The modules that somebody has asked for.
  private var loaded = ModuleSet()
  /// With fewer specifications to read, a thread costs more to start than it saves.
  private static let specsOfThread = 16
  /// The specifications of which all targets are known.
  private var complete: Set<Int> = []

  init(of graph: ModuleGraph, in lists: SourceLists, jobs: Int) {
    self.graph = graph
    self.lists = lists
    self.jobs = jobs
  }

  /// Lists the sources of modules.
  ///
  /// - Complexity: Reads a specification twice at most, in however many turns its modules are asked for.
  mutating func load(_ modules: some Sequence<ModuleID>) {
    var wanted: [Int: Set<String>] = [:]
    for module in modules where graph[module].spec >= 0 && !isLoaded(module) {
      loaded.insert(module)
      wanted[graph[module].spec, default: []].insert(graph[module].name)
    }
    let specs = wanted.keys.sorted()
    // Who asks a second time may ask for one after the other.
    for spec in specs where known[spec] != nil {
      complete.insert(spec)
      wanted[spec] = nil
    }
    for (spec, sources) in zip(specs, sources(ofSpecs: specs, of: wanted)) { known[spec] = sources }
  }

  /// Whether a module may not be called like its product.
  func mayNameModule(_ module: ModuleID) -> Bool { lists.mayNameModules(graph[module].spec) }

  /// Lists the sources of all modules whose imports may be called otherwise than they are.
  mutating func loadNamesakes() {
    load(graph.builtModules.filter { mayNameModule($0) })
  }

  /// What of `part` belongs to the targets of specifications, by their names.
  ///
  /// - Complexity: Reads each specification anew, and lists the folders on the way to the files of `part`.
  func sources(ofSpecs specs: [Int], in part: TouchedTree) -> [[String: ModuleSources]] {
    sources(ofSpecs: specs, of: [:], in: part)
  }

  private func sources(
    ofSpecs specs: [Int], of targets: [Int: Set<String>], in part: TouchedTree? = nil
  ) -> [[String: ModuleSources]] {
    let (lists, graph, includes) = (self.lists, self.graph, IncludeCache())
    return inParallel(specs.count, jobs: min(jobs, specs.count / Self.specsOfThread + 1)) { place in
      let spec = specs[place]
      return lists.sources(
        ofSpec: spec, isPackage: graph.specs[spec].isPackage, of: targets[spec], in: part, includes)
    }
  }

  /// The sources of a module; `nil` if it has none, or nobody has asked for them yet.
  subscript(module: ModuleID) -> ModuleSources? {
    known[graph[module].spec]?[graph[module].name]
  }

  func isLoaded(_ module: ModuleID) -> Bool {
    loaded.contains(module) || complete.contains(graph[module].spec)
  }
}
