internal import Architecture
internal import Diagnostics
internal import Graph
internal import Paths

/// Of which targets the sources are read, where a rule asks for them.
public enum ImportScope: Sendable {
  case all
  /// The sources that have changed, and all sources of targets whose specification has; paths are relative to
  /// the root. All sources if nobody can tell what has changed.
  case changes(@Sendable () -> Set<String>?)
  /// Those of targets of these names, as `Project/Target`.
  case targets(Set<String>)
}

extension Workspace.Options {
  /// Whether the sources of some targets alone are read.
  var readsSomeSources: Bool {
    if case .all = importScope { return false }
    return true
  }
}

extension Configuration {
  /// Whether some rule asks for what sources import.
  var readsSources: Bool { turnsOn(.undeclaredImport) || turnsOn(.unusedLink) }
}

/// What of a workspace's sources is looked at.
struct SelectedSources {
  /// Nothing but what has changed, or belongs to certain targets, is looked at.
  var isPartial = false
  /// The targets whose imports are looked at.
  var dependents: [ModuleID] = []
  /// Of those the targets of which only some files are looked at.
  var files: [ModuleID: Set<String>] = [:]

  /// The paths of a target's code that are looked at, in order.
  func code(of module: ModuleID, in table: SourceTable) -> [String] {
    let code = table[module]?.code ?? []
    guard let selected = files[module] else { return code }
    return code.filter { selected.contains($0) }
  }
}

extension SourceTable {
  /// What of the sources is looked at, after their lists have been made.
  ///
  /// - Complexity: O(*n*) for *n* modules, and the lists of the targets that may be selected.
  mutating func select(_ scope: ImportScope) -> SelectedSources {
    switch scope {
    case .all: return selectAll()
    case .changes(let changes): return changes().map { select(changed: $0) } ?? selectAll()
    case .targets(let names):
      let modules = graph.builtModules.filter { names.contains(graph.identity($0)) }
      loadNamesakes()
      load(modules)
      return SelectedSources(isPartial: true, dependents: modules)
    }
  }

  private mutating func selectAll() -> SelectedSources {
    load(graph.builtModules)
    return SelectedSources(dependents: Array(graph.builtModules))
  }

  private mutating func select(changed paths: Set<String>) -> SelectedSources {
    var selection = SelectedSources(isPartial: true)
    guard !paths.isEmpty else { return selection }
    loadNamesakes()
    let changedSpecs = specs(changedBy: paths)
    let folders = Set(paths.flatMap { Path.folders(above: $0) })
    let candidates = graph.builtModules.filter { module in
      let spec = graph[module].spec
      return changedSpecs.contains(spec) || folders.contains(graph.specs[spec].folder)
        || lists.mayLieElsewhere(spec)
    }
    load(candidates)
    for module in candidates {
      guard !changedSpecs.contains(graph[module].spec) else {
        selection.dependents.append(module)
        continue
      }
      let own = self[module]?.code ?? []
      let changed = paths.intersection(own)
      // What was there and imported something may be what has changed.
      let isTouched = !changed.isEmpty || paths.contains { lists.isGone($0, from: own) }
      guard isTouched else { continue }
      selection.dependents.append(module)
      selection.files[module] = changed
    }
    return selection
  }

  /// The specifications that have changed, or that include something which has.
  private func specs(changedBy paths: Set<String>) -> Set<Int> {
    let isIncluded = !paths.isDisjoint(with: lists.includedPaths)
    return Set(
      graph.specs.indices.filter { number in
        let spec = graph.specs[number]
        if paths.contains(spec.path) { return true }
        guard isIncluded, !spec.isPackage else { return false }
        return !paths.isDisjoint(with: lists.files(read: number))
      })
  }
}
