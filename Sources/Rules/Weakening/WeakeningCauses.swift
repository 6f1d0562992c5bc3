internal import Architecture
internal import Diagnostics
internal import Graph
internal import Paths
internal import Text

/// Finds the entry of rules.yml or of the baseline that lets a finding pass.
struct WeakeningCauses {
  /// An entry, and what it does.
  struct Cause: Hashable {
    /// The entry; the first line of rules.yml where the entry is gone, and no place where that is.
    var location: SourceRange?
    /// What lets the findings pass, such as `the exception for 'A -> B' from 'upward'`.
    var words: String
    var verb = Verb.hides

    enum Verb: String {
      case hides
      case weakens
    }
  }

  private let older: LayeredGraph
  private let newer: LayeredGraph
  private let olderSources: SourceMap
  private let olderModules: [String: ModuleID]
  private let newerModules: [String: ModuleID]
  /// The entries of today's baseline.
  private let entries: [Baseline.Entry: SourceRange]
  /// What lets everything pass.
  private let removal: Cause?
  private let newWorkspaces: [String]

  init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
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
    removal = newer.hasRules ? nil : Cause(location: nil, words: "removing rules.yml")
  }

  private static func modules(of layered: LayeredGraph) -> [String: ModuleID] {
    let graph = layered.graph
    return Dictionary(graph.modules.map { (graph.identity($0), $0) }) { first, _ in first }
  }

  /// The cause of a finding that the baseline records.
  func recorded(_ finding: Diagnostic) -> Cause {
    let entry = Baseline.Entry(finding, in: olderSources)
    return Cause(
      location: entry.flatMap { entries[$0] } ?? start,
      words: "the baseline entry for \((entry?.names ?? []).quoted.joinedByAnd)")
  }

  /// The cause of a finding that is a warning and was an error.
  func lessSevere(_ finding: Diagnostic) -> Cause {
    if let removal { return removal }
    if let constraint = constraint(of: finding.rule) {
      return Cause(
        location: constraint.location,
        words: "the severity of constraint '\(finding.rule.name)'", verb: .weakens)
    }
    return Cause(
      location: newer.configuration.rules[finding.rule]?.location ?? start,
      words: "the severity of '\(finding.rule.name)'", verb: .weakens)
  }

  /// The cause of a finding that today's rules do not have.
  func notReported(_ finding: Diagnostic) -> Cause? {
    if let removal { return removal }
    // Whoever gives a module its layer does what the finding asks for.
    if finding.rule == .unassignedModule, let module = ends(of: finding, in: newerModules).first,
      newer.layer(of: module) != nil
    {
      return nil
    }
    if let cause = exception(finding) ?? severity(of: finding) { return cause }
    if let cause = division(finding) ?? unreadImport(finding) { return cause }
    if let cause = exclusion(finding) ?? ignored(finding) { return cause }
    if let cause = layers(finding) ?? external(finding) { return cause }
    if let cause = options(of: finding.rule) ?? grown { return cause }
    return newWorkspaces.first.map(Self.workspaceCause)
      ?? Cause(location: start, words: "the change of rules.yml")
  }

  /// The first line of rules.yml, which is the first file that is read.
  private var start: SourceRange {
    let position = Position(line: 1, column: 1)
    return SourceRange(file: FileID(index: 0), start: position, end: position)
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
    guard let exception else { return nil }
    return Cause(
      location: exception.location,
      words: "the exception for '\(exception.subject)' from '\(exception.rule.name)'")
  }

  private func severity(of finding: Diagnostic) -> Cause? {
    let rule = finding.rule
    guard older.configuration.links.contains(where: { $0.id == rule }) else {
      guard newer.configuration.severity(of: rule) == nil else { return nil }
      return Cause(
        location: newer.configuration.rules[rule]?.location ?? start,
        words: "turning off '\(rule.name)'")
    }
    if newer.configuration.severity(of: .linkConstraint) == nil {
      return Cause(
        location: newer.configuration.rules[.linkConstraint]?.location ?? start,
        words: "turning off 'link-constraint'")
    }
    guard let constraint = constraint(of: rule) else {
      return Cause(location: start, words: "removing constraint '\(rule.name)'")
    }
    return Cause(
      location: constraint.location,
      words: constraint.level == .off
        ? "turning off constraint '\(rule.name)'" : "the change of constraint '\(rule.name)'")
  }

  /// The cause of a finding about an import that nobody looks for any more.
  private func unreadImport(_ finding: Diagnostic) -> Cause? {
    let rule = RuleID.undeclaredImport
    guard hasImport(finding, older, olderModules), !hasImport(finding, newer, newerModules) else {
      return nil
    }
    guard newer.configuration.severity(of: rule) == nil else { return options(of: rule) }
    return Cause(
      location: newer.configuration.rules[rule]?.location ?? start,
      words: "turning off '\(rule.name)'")
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
    return Cause(
      location: settings?.location ?? start, words: "the change of options of '\(rule.name)'")
  }
}

// Files and modules that are left out, and facts about externals.
extension WeakeningCauses {
  /// A folder that is a workspace of its own now.
  private func division(_ finding: Diagnostic) -> Cause? {
    let folders = folders(of: finding)
    return newWorkspaces.first { folder in
      folders.contains { $0 == folder || $0.hasPrefix(folder + "/") }
    }.map(Self.workspaceCause)
  }

  private static func workspaceCause(_ folder: String) -> Cause {
    Cause(location: nil, words: "a workspace of its own in '\(folder)'")
  }

  /// The folders of the specs of its modules, and of its file.
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
      let pattern = newer.configuration.exclude[number]
      return Cause(location: pattern.location, words: "the pattern '\(pattern.text)' of 'exclude'")
    }
    return nil
  }

  private func ignored(_ finding: Diagnostic) -> Cause? {
    for name in finding.subject.identity {
      guard let module = newerModules[name], newer.isIgnored(module),
        olderModules[name].map({ !older.isIgnored($0) }) ?? true,
        let reason = reason(for: module, .ignored)
      else { continue }
      return Cause(
        location: reason.location, words: "the pattern '\(reason.pattern ?? "")' of 'ignore'")
    }
    return nil
  }

  /// The first pattern that leaves out what it did not, for what was found by way of that.
  private var grown: Cause? {
    let (before, today) = (older.configuration, newer.configuration)
    let lists = [
      ("exclude", before.exclude, today.exclude), ("ignore", before.ignore, today.ignore),
      ("test-support", before.testSupport, today.testSupport),
      ("interfaces", before.interfaces, today.interfaces),
    ]
    for (key, old, new) in lists {
      let known = Set(old.map(\.text))
      guard let pattern = new.first(where: { !known.contains($0.text) }) else { continue }
      return Cause(
        location: pattern.location, words: "the pattern '\(pattern.text)' of '\(key)'")
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
      return Cause(
        location: today.pattern.location,
        words: "the entry '\(today.pattern.text)' of 'externals'")
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
    switch finding.rule {
    case .sameLayer:
      return Cause(location: layer.location, words: "'peers' of layer '\(layer.name)'")
    case .layerReach:
      return Cause(location: layer.location, words: "'reach' of layer '\(layer.name)'")
    case .upward:
      return Cause(location: layer.location, words: "the place of layer '\(layer.name)'")
    default: return nil
    }
  }

  /// The pattern that makes another thing of a module than before.
  private func membership(_ old: ModuleID, _ new: ModuleID) -> Cause? {
    if !older.isInterface(old), newer.isInterface(new), let reason = reason(for: new, .interface) {
      return Cause(
        location: reason.location, words: "the pattern '\(reason.pattern ?? "")' of 'interfaces'")
    }
    if !older.isTestSupport(old), newer.isTestSupport(new),
      let reason = reason(for: new, .testSupport)
    {
      return Cause(
        location: reason.location,
        words: "the pattern '\(reason.pattern ?? "")' of 'test-support'")
    }
    guard older.layerName(of: old) != newer.layerName(of: new) else { return nil }
    guard let name = newer.layerName(of: new), let reason = reason(for: new, .layer(name)) else {
      return Cause(
        location: start, words: "leaving '\(newer.graph.shownName(new))' without a layer")
    }
    let pattern = reason.pattern.map { "the pattern '\($0)' of " } ?? ""
    return Cause(location: reason.location, words: "\(pattern)layer '\(name)'")
  }
}
