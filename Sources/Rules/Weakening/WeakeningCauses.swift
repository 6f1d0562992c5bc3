internal import Architecture
internal import Diagnostics
internal import Graph
internal import Paths

/// Finds the change of rules.yml or of the baseline that hides a finding.
struct WeakeningCauses {
  private let older: LayeredGraph
  private let newer: LayeredGraph
  private let olderSources: SourceMap
  private let olderModules: [String: ModuleID]
  private let newerModules: [String: ModuleID]
  private let newWorkspaces: [String]
  private let changes: SettingChanges

  init(from older: JudgedWorkspace, to newer: JudgedWorkspace, _ changes: SettingChanges) {
    self.older = older.result.graph
    self.newer = newer.result.graph
    olderSources = older.sources
    olderModules = self.older.modulesByIdentity
    newerModules = self.newer.modulesByIdentity
    newWorkspaces = newer.newWorkspaces
    self.changes = changes
  }

  /// Whether the change does what the finding asks for: it gives the module a layer.
  func isResolved(_ finding: Diagnostic) -> Bool {
    guard finding.rule == UnassignedModule.id, let name = finding.subject.identity.first,
      let module = newerModules[name]
    else { return false }
    return newer.layer(of: module) != nil
  }

  /// Returns the change because of which the baseline records a finding.
  func change(recording finding: Diagnostic) -> SettingChange {
    changes.looserChange(among: [SettingChanges.baseline]) ?? change(affecting: finding)
  }

  /// Returns the change of the entry that concerns a finding, or of the whole file.
  func change(affecting finding: Diagnostic) -> SettingChange {
    let isConstraint = older.configuration.links.contains { $0.id == finding.rule }
    let exceptions = newer.configuration.exceptions.filter { exception in
      exception.holds(on: newer.today)
        && exception.matches(finding, isConstraint: isConstraint, in: olderSources)
    }
    let rule = finding.rule.name
    var candidates = exceptions.map { Setting.id(.exception, $0.key) }
    candidates += [Setting.id(.link, rule), Setting.id(.rule, rule)]
    if isConstraint { candidates.append(Setting.id(.rule, LinkConstraint.id.name)) }
    if hasImport(finding, older, olderModules), !hasImport(finding, newer, newerModules) {
      candidates.append(Setting.id(.rule, UndeclaredImport.id.name))
    }
    candidates += exclusions(finding) + settings(ofModulesOf: finding)
    if let change = changes.looserChange(among: candidates) { return change }
    if changes.looser.count == 1 { return changes.looser[0] }
    return newWorkspaces.first.map(SettingChange.workspace)
      ?? SettingChange(words: "the change of rules.yml", location: .rulesStart, isOfFile: true)
  }

  private func hasImport(
    _ finding: Diagnostic, _ layered: LayeredGraph, _ modules: [String: ModuleID]
  ) -> Bool {
    let ends = finding.subject.identity.prefix(2).compactMap { modules[$0] }
    return ends.count == 2
      && layered.graph.links(from: ends[0]).contains { $0.to == ends[1] && $0.isImport }
  }

  /// Returns the patterns that exclude a spec or the file of a finding.
  private func exclusions(_ finding: Diagnostic) -> [String] {
    let modules = finding.subject.identity.prefix(2).compactMap { olderModules[$0] }
    let file = finding.location.map { Path.folder(of: olderSources[$0.file]) }
    let folders = modules.compactMap { older.graph.spec(of: $0)?.folder } + [file].compactMap { $0 }
    return folders.compactMap { newer.configuration.exclusion(anyOf: $0) }.map {
      Setting.id(.exclude, newer.configuration.exclude[$0].text)
    }
  }

  /// Returns what gives the modules of a finding their layers and roles, and what lets their layers
  /// link.
  private func settings(ofModulesOf finding: Diagnostic) -> [String] {
    let names = finding.subject.identity
    let (old, new) = (
      names.compactMap { olderModules[$0] }, names.compactMap { newerModules[$0] }
    )
    var ids = new.flatMap { newer.settings(of: $0) }
    ids += old.flatMap { older.settings(of: $0, changes.layers.names) }
    let layers = new.prefix(2).map { newer.layerName(of: $0) }
    if layers.count == 2, let from = layers[0], let to = layers[1] {
      ids.append(
        from == to ? Setting.id(.peers, from) : LayerChanges.link(from: from, to: to))
    }
    return ids
      + old.compactMap { older.layerName(of: $0) }.map {
        Setting.id(.layer, changes.layers.names[$0] ?? $0)
      }
  }
}
