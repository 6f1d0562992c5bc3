internal import Architecture
internal import Diagnostics
internal import Graph
internal import Paths
internal import Text

/// Finds the entry of rules.yml or of the baseline that hides a finding.
struct WeakeningCauses {
  typealias Cause = WeakeningCause

  private let older: LayeredGraph
  private let newer: LayeredGraph
  private let olderSources: SourceMap
  private let olderModules: [String: ModuleID]
  private let newerModules: [String: ModuleID]
  /// The entries of the current baseline.
  private let entries: [Baseline.Entry: SourceRange]
  /// The cause that hides every finding.
  private let removal: Cause?
  private let newWorkspaces: [String]
  private let changes: SettingChanges
  private let looser: Set<Cause>

  init(from older: JudgedWorkspace, to newer: JudgedWorkspace, _ changes: SettingChanges) {
    self.older = older.result.graph
    self.newer = newer.result.graph
    olderSources = older.sources
    olderModules = Self.modules(of: self.older)
    newerModules = Self.modules(of: self.newer)
    var entries: [Baseline.Entry: SourceRange] = [:]
    if let baseline = newer.baseline {
      for entry in baseline.groups.flatMap(\.entries) {
        for reading in baseline.readings(of: entry.entry) { entries[reading] = entry.location }
      }
    }
    self.entries = entries
    newWorkspaces = newer.newWorkspaces
    removal = newer.hasRules ? nil : .removedRules
    self.changes = changes
    looser = Set(changes.looser)
  }

  private static func modules(of layered: LayeredGraph) -> [String: ModuleID] {
    let graph = layered.graph
    return Dictionary(graph.modules.map { (graph.identity($0), $0) }) { first, _ in first }
  }

  /// Returns the cause of a finding that the baseline records.
  func recorded(_ finding: Diagnostic) -> Cause {
    let entry = Baseline.Entry(finding, in: olderSources)
    return .recorded(entry, at: entry.flatMap { entries[$0] })
  }

  /// Returns the cause of a finding that was an error and is a warning.
  func lessSevere(_ finding: Diagnostic) -> Cause {
    if let removal { return removal }
    if let constraint = constraint(of: finding.rule) {
      var cause = Cause.constraint("the severity of", constraint.id, at: constraint.location)
      cause.verb = .weakens
      return cause
    }
    return Cause(
      "rule \(finding.rule.name)",
      at: newer.configuration.rules[finding.rule]?.location ?? .rulesStart,
      "the severity of '\(finding.rule.name)'", verb: .weakens)
  }

  /// Returns the cause of a finding that the current rules do not report.
  func notReported(_ finding: Diagnostic) -> Cause? {
    if let removal { return removal }
    // Assigning the module to a layer is what the finding requests.
    if finding.rule == UnassignedModule.id, let module = ends(of: finding, in: newerModules).first,
      newer.layer(of: module) != nil
    {
      return nil
    }
    if let cause = exception(finding) ?? severity(of: finding) { return cause }
    if let cause = division(finding) ?? unreadImport(finding) { return cause }
    if let cause = exclusion(finding) ?? ignored(finding) { return cause }
    if let cause = layers(finding) ?? external(finding) { return cause }
    if let cause = options(of: finding.rule) ?? addedPattern { return cause }
    if changes.looser.count == 1 { return changes.looser[0] }
    return newWorkspaces.first.map(Cause.workspace)
      ?? Cause("file", at: .rulesStart, "the change of rules.yml")
  }

  private func constraint(of rule: RuleID) -> Configuration.LinkConstraint? {
    newer.configuration.links.first { $0.id == rule }
  }

  private func ends(of finding: Diagnostic, in modules: [String: ModuleID]) -> [ModuleID] {
    finding.subject.identity.prefix(2).compactMap { modules[$0] }
  }
}

// Exceptions, severities and options.
extension WeakeningCauses {
  private func exception(_ finding: Diagnostic) -> Cause? {
    let isConstraint = constraint(of: finding.rule) != nil
    let exception = newer.configuration.exceptions.first { exception in
      exception.holds(on: newer.today)
        && exception.matches(finding, isConstraint: isConstraint, in: olderSources)
    }
    return exception.map(Cause.exception)
  }

  private func severity(of finding: Diagnostic) -> Cause? {
    let rule = finding.rule
    guard older.configuration.links.contains(where: { $0.id == rule }) else {
      return newer.configuration.severity(of: rule) == nil
        ? .turnedOff(rule, newer.configuration) : nil
    }
    if newer.configuration.severity(of: LinkConstraint.id) == nil {
      return .turnedOff(LinkConstraint.id, newer.configuration)
    }
    guard let constraint = constraint(of: rule) else {
      return .constraint("removing", rule, at: .rulesStart)
    }
    guard looser.contains(where: { $0.location == constraint.location }) else {
      return tag(of: constraint)
    }
    return .constraint(
      constraint.level == .off ? "turning off" : "the change of", rule, at: constraint.location)
  }

  /// Returns the change of a tag of an unchanged constraint.
  private func tag(of constraint: Configuration.LinkConstraint) -> Cause? {
    let places: [SourceRange?] = (constraint.from.terms + constraint.to.terms).compactMap { term in
      guard case .tag(let number) = term.subject else { return nil }
      return newer.configuration.tags[number].location
    }
    return changes.looser.first { places.contains($0.location) }
  }

  /// Returns the cause of a finding about an import if imports are no longer read.
  private func unreadImport(_ finding: Diagnostic) -> Cause? {
    let rule = UndeclaredImport.id
    guard hasImport(finding, older, olderModules), !hasImport(finding, newer, newerModules) else {
      return nil
    }
    return newer.configuration.severity(of: rule) == nil
      ? .turnedOff(rule, newer.configuration) : options(of: rule)
  }

  private func hasImport(
    _ finding: Diagnostic, _ layered: LayeredGraph, _ modules: [String: ModuleID]
  ) -> Bool {
    let ends = ends(of: finding, in: modules)
    return ends.count == 2
      && layered.graph.links(from: ends[0]).contains { $0.to == ends[1] && $0.isImport }
  }

  private func options(of rule: RuleID) -> Cause? {
    let settings = newer.configuration.rules[rule]
    let options = [older.configuration.rules[rule]?.options, settings?.options]
      .map { $0 ?? RuleOptions() }
    guard options[0] != options[1] else { return nil }
    return .options(rule, at: settings?.location)
  }
}

// Excluded files, ignored modules and facts about externals.
extension WeakeningCauses {
  /// Returns the nested workspace that contains the finding now.
  private func division(_ finding: Diagnostic) -> Cause? {
    let folders = folders(of: finding)
    return newWorkspaces.first { folder in
      folders.contains { $0 == folder || $0.hasPrefix(folder + "/") }
    }.map(Cause.workspace)
  }

  /// Returns the folders of the finding's specs and of its file.
  private func folders(of finding: Diagnostic) -> [String] {
    let specs = ends(of: finding, in: olderModules).compactMap { older.graph.spec(of: $0)?.folder }
    let file = finding.location.map { olderSources[$0.file] }
    return specs + (file.map { [Path.folder(of: $0)] } ?? [])
  }

  private func exclusion(_ finding: Diagnostic) -> Cause? {
    for folder in folders(of: finding) {
      guard let number = newer.configuration.exclusion(anyOf: folder),
        older.configuration.exclusion(anyOf: folder) == nil
      else { continue }
      return .pattern(newer.configuration.exclude[number], of: "exclude")
    }
    return nil
  }

  private func ignored(_ finding: Diagnostic) -> Cause? {
    for name in finding.subject.identity {
      guard let module = newerModules[name], newer.isIgnored(module),
        olderModules[name].map({ !older.isIgnored($0) }) ?? true,
        let reason = reason(for: module, .ignored)
      else { continue }
      return .pattern(reason.pattern ?? "", of: "ignore", at: reason.location)
    }
    return nil
  }

  /// The first new pattern that excludes modules, for findings that depended on them.
  private var addedPattern: Cause? {
    let (before, today) = (older.configuration, newer.configuration)
    let lists = [
      ("exclude", before.exclude, today.exclude), ("ignore", before.ignore, today.ignore),
      ("test-support", before.testSupport, today.testSupport),
      ("interfaces", before.interfaces, today.interfaces),
    ]
    for (key, old, new) in lists {
      let known = Set(old.map(\.text))
      guard let pattern = new.first(where: { !known.contains($0.text) }) else { continue }
      return .pattern(pattern, of: key)
    }
    return nil
  }

  private func external(_ finding: Diagnostic) -> Cause? {
    for name in [finding.subject.to, finding.subject.from].compactMap({ $0 }) {
      guard let today = newer.configuration.external(named: name) else { continue }
      let before = older.configuration.external(named: name)
      guard today.linkage != before?.linkage || today.isEmbedded != before?.isEmbedded else {
        continue
      }
      return .external(today)
    }
    return nil
  }

  private func reason(
    for module: ModuleID, _ fact: LayeredGraph.Reason.Fact
  ) -> LayeredGraph.Reason? {
    newer.reasons(for: module).first { $0.fact == fact }
  }
}

// Layers.
extension WeakeningCauses {
  private func layers(_ finding: Diagnostic) -> Cause? {
    let names = finding.subject.identity.prefix(2)
    let before = names.compactMap { olderModules[$0] }
    let today = names.compactMap { newerModules[$0] }
    guard before.count == 2, today.count == 2 else { return nil }
    for (old, new) in zip(before, today) {
      if let cause = membership(old, new) { return cause }
    }
    guard let number = newer.layer(of: today[0]) else { return nil }
    let layer = newer.configuration.layers[number]
    switch LayerViolation(reportedBy: finding.rule) {
    case .sameLayer: return .peers(of: layer)
    case .layerReach: return .reach(of: layer)
    case .upward:
      let layers = today.compactMap { newer.layer(of: $0) }.map { newer.configuration.layers[$0] }
      let places = layers.map(Cause.place(of:))
      return places.first { looser.contains($0) } ?? .place(of: layer)
    case nil: return nil
    }
  }

  /// Returns the pattern that changes the layer or role of a module.
  private func membership(_ old: ModuleID, _ new: ModuleID) -> Cause? {
    if !older.isInterface(old), newer.isInterface(new), let reason = reason(for: new, .interface) {
      return .pattern(reason.pattern ?? "", of: "interfaces", at: reason.location)
    }
    if !older.isTestSupport(old), newer.isTestSupport(new),
      let reason = reason(for: new, .testSupport)
    {
      return .pattern(reason.pattern ?? "", of: "test-support", at: reason.location)
    }
    if older.isTestSupport(old), !newer.isTestSupport(new),
      let reason = older.reasons(for: old).first(where: { $0.fact == .testSupport })
    {
      return .removedPattern(reason.pattern ?? "", of: "test-support")
    }
    let before = older.layerName(of: old)
    guard before.map({ changes.roles.names[$0] ?? $0 }) != newer.layerName(of: new) else {
      return nil
    }
    guard let name = newer.layerName(of: new), let reason = reason(for: new, .layer(name)) else {
      return before.map { .leaving(old, $0, changes.roles.names, older, newer) }
    }
    let pattern = reason.pattern.map { "the pattern '\($0)' of " } ?? ""
    return Cause("layer", at: reason.location, "\(pattern)layer '\(name)'")
  }
}
