public import Architecture
internal import Diagnostics
internal import Graph
internal import Paths
internal import Text

/// Reports patterns, layers, tags and externals of rules.yml that match nothing.
///
/// Such an entry is most likely a typo, and its rule has no effect.
public enum UnusedPattern: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let configuration = layered.configuration
    if configuration.layers.isEmpty, !configuration.hasUncertainLayers,
      let layers = configuration.layersLocation
    {
      findings.add(.listsNoLayer, at: layers)
    }
    if !layered.unmatchedPatterns.isEmpty { checkPatterns(layered, &findings) }
    if !configuration.externals.isEmpty { checkExternals(layered, &findings) }
    checkReading(layered, &findings)
    if !configuration.links.isEmpty { checkSelectors(layered, &findings) }
    let allowances = findings.options.severity("allowances", default: nil)
    if let allowances { UnusedAllowances(layered: layered).check(as: allowances, &findings) }
  }

  private static func checkPatterns(_ layered: LayeredGraph, _ findings: inout Findings) {
    var similar = SimilarNames(of: layered.graph, Array(layered.graph.modules))
    let mistyped = MistypedLayers(layered)
    for pattern in layered.unmatchedPatterns where !mayMatch(pattern, layered.reading) {
      report(pattern, mistyped[pattern], &similar, layered, &findings)
    }
  }

  /// Reports an unmatched pattern or layer; a layer whose modules are in no layer because of a typo
  /// is an error.
  private static func report(
    _ unmatched: UnmatchedPattern, _ mistyped: MistypedLayers.Entry?,
    _ similar: inout SimilarNames, _ layered: LayeredGraph, _ findings: inout Findings
  ) {
    var nearest = mistyped?.correction
    var help: [Diagnostic.Message] = []
    if let pattern = unmatched.pattern, let glob = similar.glob(meantBy: pattern) {
      help = [.writeGlob(nearest ?? glob)]
    } else if let folder = folder(named: unmatched, &similar) {
      help = [.writeFolder(nearest ?? RulesFile.pattern(folder: folder))]
    }
    if nearest == nil { nearest = self.nearest(to: unmatched, &similar) }
    // Patterns of other lists may be for modules to come.
    let isIgnored = if case .ignore = unmatched.owner { true } else { false }
    let isLeftover =
      isIgnored && nearest == nil && help.isEmpty && layered.hasReadEverything
    let waiting = mistyped?.isOfEmptyLayer == true ? mistyped?.modules ?? [] : []
    findings.add(
      message(unmatched, nearest: help.isEmpty ? nearest : nil), at: unmatched.location,
      severity: waiting.isEmpty ? nil : Self.severityOfGap(layered),
      notes: waiting.isEmpty ? [] : [.init(.wait(waiting.map(layered.graph.shownName)))],
      help: help, fix: isLeftover ? .removing(unmatched.location) : nil)
  }

  /// Returns the severity of findings about a part of the architecture that is not checked at all;
  /// `nil` if rules.yml sets that of the rule.
  private static func severityOfGap(_ layered: LayeredGraph) -> Severity? {
    layered.configuration.rules[.unusedPattern]?.level == nil ? .error : nil
  }

  /// Whether the pattern may match a target of a broken spec, whose sources may be in any folder
  /// below it, a part of a spec that is elsewhere, or a module of what was not read.
  private static func mayMatch(_ unmatched: UnmatchedPattern, _ reading: ReaderNotes) -> Bool {
    if case .folder(_, let name) = unmatched.owner {
      return reading.otherFolders.contains { $0.contains(name) || $0.count == 0 }
        || !reading.unreadFolders().isEmpty
    }
    return unmatched.pattern.map { mayMatch($0, reading) } ?? reading.mayLackModules()
  }

  private static func mayMatch(_ pattern: Pattern, _ reading: ReaderNotes) -> Bool {
    guard pattern.isFolder else { return reading.mayLackModules() }
    return (reading.otherFolders + reading.unreadFolders()).contains {
      pattern.matches(folder: $0) || pattern.mayMatch(below: $0)
    }
  }

  private static func message(_ unmatched: UnmatchedPattern, nearest: String?) -> Diagnostic.Message
  {
    unmatched.pattern.map { .matchesNothing($0, of: unmatched.owner, nearest: nearest) }
      ?? .noFolder(unmatched.text, nearest: nearest)
  }

  private static func nearest(
    to unmatched: UnmatchedPattern, _ similar: inout SimilarNames
  ) -> String? {
    guard let pattern = unmatched.pattern else { return similar.folder(unmatched.text) }
    guard !pattern.isFolder, pattern.package == nil, !pattern.name.hasWildcards else { return nil }
    return similar.module(pattern.text)
  }

  private static func folder(
    named unmatched: UnmatchedPattern, _ similar: inout SimilarNames
  ) -> String? {
    guard let pattern = unmatched.pattern, !pattern.isFolder, pattern.package == nil,
      pattern.name.literal != nil
    else { return nil }
    return similar.firstFolder(named: pattern.text)
  }

  private static func checkExternals(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard !layered.reading.mayLackModules() else { return }
    let names = layered.graph.externals.map { layered.graph[$0].name }
    // Entries of rules.yml for a package product apply to the target of the same name.
    let targets = layered.graph.builtModules.filter { layered.graph[$0].packageTarget == .library }
    let bytes = Set((names + targets.map { layered.graph[$0].name }).map { Array($0.utf8) })
    var similar = NearestWords { names }
    for external in layered.configuration.externals {
      let name = external.pattern.name
      let isUsed =
        name.literal.map { bytes.contains($0) } ?? bytes.contains { name.matches($0[...]) }
      guard !isUsed else { continue }
      let nearest = similar.nearest(to: external.pattern.text)
      findings.add(
        .noExternal(external.pattern.text, nearest: nearest), at: external.pattern.location,
        fix: nearest == nil ? .removing(external.pattern.location) : nil)
    }
  }

  private static func checkReading(_ layered: LayeredGraph, _ findings: inout Findings) {
    let (configuration, reading) = (layered.configuration, layered.reading)
    let lists: [([Pattern], used: Set<Int>?, key: String, what: String)] = [
      (configuration.exclude, reading.usedExclusions, "exclude", "folder"),
      (configuration.specs.map(\.pattern), reading.usedSpecPatterns, "specs", "file"),
      (configuration.packageFolders ?? [], reading.usedPackagePatterns, "packages", "package"),
      (configuration.projects ?? [], reading.usedProjectPatterns, "projects", "Xcode project"),
    ]
    for (patterns, used, key, what) in lists {
      guard let used else { continue }
      for (index, pattern) in patterns.enumerated() where !used.contains(index) {
        findings.add(
          .readsNothing(pattern.text, key, what), at: pattern.location,
          fix: .removing(pattern.location))
      }
    }
  }

  private static func checkSelectors(_ layered: LayeredGraph, _ findings: inout Findings) {
    var similar = SimilarNames(of: layered.graph, Array(layered.graph.builtModules))
    let table = SelectorTable(layered)
    for constraint in layered.configuration.links {
      var terms = table.unusedTerms(of: constraint.from)
      // A module that nothing may link is expected not to exist.
      terms += table.unusedTerms(of: constraint.to).filter { term in
        constraint.kind == .only || term.isOfModules
      }
      for term in terms {
        if case .pattern(let pattern) = term.subject, mayMatch(pattern, layered.reading) {
          continue
        }
        if !term.isOfModules, layered.reading.mayLackModules() { continue }
        let group = group(named: term, in: layered.configuration)
        let nearest = group == nil ? nearest(to: term, &similar) : nil
        findings.add(
          .selectsNothing(term.text, in: constraint.id, nearest: nearest),
          at: constraint.from.location,
          severity: group == nil ? nil : Self.severityOfGap(layered),
          help: group.map { [.writeGroup($0)] } ?? [])
      }
    }
  }

  /// Returns the selector of the layer or tag that a term for modules spells.
  private static func group(named term: Selector.Term, in configuration: Configuration) -> String? {
    guard case .pattern(let pattern) = term.subject else { return nil }
    let sign = term.isNegated ? "!" : ""
    if configuration.layers.contains(where: { $0.name == pattern.text }) {
      return "\(sign)layer:\(pattern.text)"
    }
    return configuration.tags.contains { $0.name == pattern.text }
      ? "\(sign)tag:\(pattern.text)" : nil
  }

  private static func nearest(to term: Selector.Term, _ similar: inout SimilarNames) -> String? {
    guard case .pattern(let pattern) = term.subject, !pattern.isFolder,
      !pattern.name.hasWildcards
    else { return nil }
    return similar.module(pattern.text)
  }
}

extension Selector.Term {
  var isOfModules: Bool {
    guard case .pattern = subject else { return false }
    return true
  }
}

extension Diagnostic.Fix {
  fileprivate static func removing(_ place: SourceRange) -> Self { Self(safe: [.remove(place)]) }
}

extension Diagnostic.Message {
  fileprivate static func readsNothing(
    _ pattern: String, _ key: String, _ what: String
  ) -> Self {
    "pattern '\(pattern)' of '\(key)' matches no \(what)"
  }

  fileprivate static func noFolder(_ layer: String, nearest: String?) -> Self {
    Self(
      "layer '\(layer)' has no modules: there are no modules under a folder named '\(layer)'"
        + nearestSuffix(nearest))
  }

  fileprivate static func matchesNothing(
    _ pattern: Pattern, of owner: UnmatchedPattern.Owner, nearest: String?
  ) -> Self {
    let entry =
      switch owner {
      case .layer(_, let name): "layer '\(name)'"
      case .folder: "a layer"
      case .slices(let name): "'peers' of layer '\(name)'"
      case .interfaces: "'interfaces'"
      case .testSupport: "'test-support'"
      case .ignore: "'ignore'"
      case .tag(let name): "tag '\(name)'"
      }
    let what =
      switch owner {
      case .slices: "no folder of its modules"
      case _ where pattern.package != nil: "no package"
      default: pattern.isFolder ? "no module's folder" : "no module name"
      }
    return Self(
      "pattern '\(pattern.text)' of \(entry) matches \(what)" + nearestSuffix(nearest))
  }

  fileprivate static let listsNoLayer: Self =
    "'layers' lists no layer, so no rule on layers is applied"

  fileprivate static func writeFolder(_ pattern: String) -> Self {
    "it matches names of modules; for the folder write '\(pattern)'"
  }

  fileprivate static func writeGlob(_ pattern: String) -> Self {
    "patterns are globs, not regular expressions: write '\(pattern)'"
  }

  fileprivate static func wait(_ modules: [String]) -> Self {
    let names = Array(Set(modules)).sorted { $0.precedes($1) }
    let shown = names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    let what = names.count == 1 ? "1 module waits" : "\(names.count) modules wait"
    return "\(what) for this layer: \(shown)\(rest)"
  }

  fileprivate static func writeGroup(_ selector: String) -> Self {
    "for the modules of that layer or tag write '\(selector)'"
  }

  fileprivate static func noExternal(_ name: String, nearest: String?) -> Self {
    Self("nothing outside the repository is named '\(name)'" + nearestSuffix(nearest))
  }

  fileprivate static func selectsNothing(
    _ term: String, in constraint: RuleID, nearest: String?
  ) -> Self {
    Self("'\(term)' in constraint '\(constraint.name)' matches nothing" + nearestSuffix(nearest))
  }
}
