internal import Diagnostics
internal import Files
public import Graph
internal import Imports
internal import Paths
internal import Specs

/// The targets whose sources are read if a rule needs imports.
public enum ImportScope: Sendable {
  case all
  /// The changed sources, and all sources of targets whose spec changed.
  ///
  /// Paths are relative to the root; `nil` if the changes are unknown, which selects all sources.
  case changes(@Sendable () -> Set<String>?)
  /// The targets with these names, as `Project/Target`.
  case targets(Set<String>)

  /// Whether all sources are read.
  public var isAll: Bool {
    if case .all = self { return true }
    return false
  }
}

/// The sources to check.
public struct SelectedSources {
  /// Whether only changed sources or certain targets are checked.
  public fileprivate(set) var isPartial = false
  /// The targets whose imports are checked.
  public fileprivate(set) var dependents: [ModuleID] = []
  /// The sources to check of targets of which only some files are checked.
  fileprivate var parts: [ModuleID: ModuleSources] = [:]

  /// Returns the sources of a target to check; `nil` if it has none.
  public func sources(of module: ModuleID, in table: SourceTable) -> ModuleSources? {
    parts[module] ?? table[module]
  }
}

extension SourceTable {
  /// Selects the sources to check, and lists them.
  ///
  /// - Complexity: O(*n*) for *n* modules, and the lists of the targets that are selected.
  public mutating func select(_ scope: ImportScope) -> SelectedSources {
    switch scope {
    case .all: return selectAll()
    case .changes(let changes): return changes().map { select(changed: $0) } ?? selectAll()
    case .targets(let names):
      guard !names.isEmpty else { return SelectedSources(isPartial: true) }
      let modules = graph.builtModules.filter { names.contains(graph.identity($0)) }
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
    let changedSpecs = specs(changedBy: paths)
    let changed = paths.filter { ModuleSources.mayList($0) }
    let parts = self.parts(of: changed, without: changedSpecs)
    guard !changedSpecs.isEmpty || !parts.isEmpty else { return selection }
    for module in graph.builtModules {
      let spec = graph[module].spec
      if changedSpecs.contains(spec) {
        selection.dependents.append(module)
      } else if let part = parts[spec]?[graph[module].name] {
        selection.dependents.append(module)
        selection.parts[module] = part
      }
    }
    load(selection.dependents.filter { selection.parts[$0] == nil })
    return selection
  }

  /// Returns the targets that contain some of the files, reduced to them, by spec and name.
  private func parts(
    of paths: Set<String>, without others: Set<Int>
  ) -> [Int: [String: ModuleSources]] {
    guard !paths.isEmpty else { return [:] }
    let changes = ChangedPaths(paths)
    let specs = graph.specs.indices.filter { spec in
      !others.contains(spec)
        && (changes.touch(graph.specs[spec].folder) || lists.mayReach(changes, outside: spec))
    }
    let found = sources(ofSpecs: specs, in: FormerTree(lists.tree, with: changes))
      .map { $0.compactMapValues { $0.part(of: paths) } }
    return Dictionary(uniqueKeysWithValues: zip(specs, found).filter { !$1.isEmpty })
  }

  /// Returns the specs that changed or include a changed file.
  private func specs(changedBy paths: Set<String>) -> Set<Int> {
    // Most changes are to sources only. Among these only a manifest can be a spec.
    let paths = paths.filter { path in
      SourceLanguage(path: path) == nil || Path.lastComponent(path).hasPrefix("Package")
    }
    guard !paths.isEmpty else { return [] }
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
