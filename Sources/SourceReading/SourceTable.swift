internal import Diagnostics
internal import Files
public import Graph
internal import SpecDecoding
internal import WorkspaceReading

/// The targets whose sources are read if a rule needs imports.
public enum ImportScope: Sendable {
  case all
  /// The targets with changed sources, and all targets of changed specs.
  ///
  /// Paths are relative to the root; `nil` if the changes are unknown, which selects all targets.
  case changes(@Sendable () -> Set<String>?)
  /// The targets with these names, as `Project/Target`.
  case targets(Set<String>)
}

/// The targets whose imports are checked.
public struct SelectedTargets {
  public let modules: [ModuleID]
  /// Whether only some targets are checked, so that the sources of others are unknown.
  public let isPartial: Bool
}

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

  /// Selects the targets to check, and lists their sources.
  ///
  /// - Complexity: O(*n*) for *n* modules, and the lists of the targets that may be selected.
  public mutating func select(_ scope: ImportScope) -> SelectedTargets {
    var modules: [ModuleID]?
    switch scope {
    case .all: break
    case .changes(let changes): modules = changes().map(self.modules(changedBy:))
    case .targets(let names):
      modules = graph.builtModules.filter { names.contains(graph.identity($0)) }
    }
    let selected = SelectedTargets(
      modules: modules ?? Array(graph.builtModules), isPartial: modules != nil)
    load(selected.modules)
    return selected
  }

  /// Deleted files count for the targets that contained them.
  private func modules(changedBy paths: Set<String>) -> [ModuleID] {
    guard !paths.isEmpty else { return [] }
    let changes = ChangedPaths(paths)
    let touched = inParallel(graph.specs.count, jobs: jobs) { [lists] spec in
      lists.touchedTargets(ofSpec: spec, by: changes, compiledAlone: true)
    }
    return graph.builtModules.filter { module in
      guard let touched = touched[graph[module].spec] else {
        return changes.contains(graph.specs[graph[module].spec].path)
          || changes.touch(graph.folder(of: module)?.path ?? "")
      }
      return !touched.shared.isEmpty || touched.targets[graph[module].name]?.isEmpty == false
    }
  }
}
