internal import Architecture
internal import Diagnostics
internal import Files
internal import Graph
internal import Imports
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
  /// Of those the targets of which only some files are looked at, with these alone.
  var parts: [ModuleID: ModuleSources] = [:]

  /// What of a target's sources is looked at; `nil` if it has none.
  func sources(of module: ModuleID, in table: SourceTable) -> ModuleSources? {
    parts[module] ?? table[module]
  }
}

extension SourceTable {
  /// What of the sources is looked at, after their lists have been made.
  ///
  /// - Complexity: O(*n*) for *n* modules, and the lists of the targets that are selected.
  mutating func select(_ scope: ImportScope) -> SelectedSources {
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
    // Whether a specification has changed, or where the parts of its targets are.
    var places: [Int?] = Array(repeating: nil, count: graph.specs.count)
    for (place, part) in parts.enumerated() { places[part.spec] = place }
    for module in graph.builtModules {
      let spec = graph[module].spec
      if changedSpecs.contains(spec) {
        selection.dependents.append(module)
      } else if let place = places[spec], let part = parts[place].targets[graph[module].name] {
        selection.dependents.append(module)
        selection.parts[module] = part
      }
    }
    load(selection.dependents.filter { selection.parts[$0] == nil })
    return selection
  }

  /// Of more files too much would be kept that nobody reads in the end.
  private static let mostAhead = 32

  /// The specifications of which targets have some of the files, and these targets with nothing but them.
  private func parts(
    of paths: Set<String>, without others: Set<Int>
  ) -> [(spec: Int, targets: [String: ModuleSources])] {
    guard !paths.isEmpty else { return [] }
    let part = TouchedTree(paths, of: lists.tree)
    let specs = graph.specs.indices.filter { spec in
      !others.contains(spec)
        && (part.folders.contains(graph.specs[spec].folder)
          || lists.mayReach(part, outside: spec))
    }
    // So that whoever has to fetch them does so while the first ones are read.
    if specs.count + paths.count <= Self.mostAhead {
      lists.tree.willRead(specs.filter { !graph.specs[$0].isPackage }.map { graph.specs[$0].path })
      lists.tree.willRead(paths.sorted { $0.precedes($1) })
    }
    let found = sources(ofSpecs: specs, in: part).map { $0.compactMapValues { $0.part(of: paths) } }
    return zip(specs, found).filter { !$1.isEmpty }.map { (spec: $0, targets: $1) }
  }

  /// The specifications that have changed, or that include something which has.
  private func specs(changedBy paths: Set<String>) -> Set<Int> {
    // Most changes are of sources alone, and of these none is a specification but a manifest.
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
