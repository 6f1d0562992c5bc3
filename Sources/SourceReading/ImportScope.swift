internal import Diagnostics
internal import Files
public import Graph
internal import Imports
internal import Paths
internal import SpecDecoding

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
  public fileprivate(set) var modules: [ModuleID]
  /// Whether only some targets are checked, so that the sources of others are unknown.
  public fileprivate(set) var isPartial = true
}

extension SourceTable {
  /// Selects the targets to check, and lists their sources.
  ///
  /// - Complexity: O(*n*) for *n* modules, and the lists of the targets that may be selected.
  public mutating func select(_ scope: ImportScope) -> SelectedTargets {
    var selected = SelectedTargets(modules: Array(graph.builtModules), isPartial: false)
    switch scope {
    case .all: break
    case .changes(let changes):
      guard let changed = changes() else { break }
      selected = SelectedTargets(modules: modules(changedBy: changed))
    case .targets(let names):
      guard !names.isEmpty else { return SelectedTargets(modules: []) }
      let modules = graph.builtModules.filter { names.contains(graph.identity($0)) }
      selected = SelectedTargets(modules: modules)
    }
    load(selected.modules)
    return selected
  }

  private func modules(changedBy paths: Set<String>) -> [ModuleID] {
    guard !paths.isEmpty else { return [] }
    let changedSpecs = specs(changedBy: paths)
    let targets = targets(with: paths.filter { ModuleSources.mayList($0) }, besides: changedSpecs)
    guard !changedSpecs.isEmpty || !targets.isEmpty else { return [] }
    return graph.builtModules.filter { module in
      let spec = graph[module].spec
      return changedSpecs.contains(spec) || targets[spec]?.contains(graph[module].name) ?? false
    }
  }

  /// Deleted files count for the targets that contained them.
  private func targets(with paths: Set<String>, besides others: Set<Int>) -> [Int: Set<String>] {
    guard !paths.isEmpty else { return [:] }
    let changes = ChangedPaths(paths)
    let specs = graph.specs.indices.filter { spec in
      !others.contains(spec)
        && (changes.touch(graph.specs[spec].folder) || lists.mayReach(changes, from: spec))
    }
    let listed = sources(ofSpecs: specs, in: FormerTree(lists.tree, with: changes))
    var found: [Int: Set<String>] = [:]
    for (spec, sources) in zip(specs, listed) {
      let touched = sources.filter { $0.value.contain(anyOf: paths) }
      if !touched.isEmpty { found[spec] = Set(touched.keys) }
    }
    return found
  }

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
