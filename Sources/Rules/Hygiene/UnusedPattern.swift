public import Architecture
public import Diagnostics
internal import Graph
internal import Paths
internal import Text

/// Reports patterns, layers, tags and externals of rules.yml that match nothing.
///
/// Such an entry is most likely a typo, and its rule has no effect.
public struct UnusedPattern: Rule {
  public static let id: RuleID = .unusedPattern
  public static let summary = "a pattern, layer, tag or external of rules.yml matches nothing"
  public static let defaultSeverity: Severity? = .warning
  public static let fix: FixSafety? = .safe

  public static let options = [
    RuleOption(
      allowancesOption, .severity(default: nil),
      summary: "what layers and constraints allow and nothing in the graph does")
  ]

  private static let allowancesOption = "allowances"

  private let allowances: Severity?

  public init(options: RuleOptions) {
    allowances = options.severity(Self.allowancesOption, default: nil)
  }

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    var similar = SimilarNames(of: layered.graph)
    for pattern in layered.unmatchedPatterns where !mayMatch(pattern, layered.reading) {
      let (message, isTypo) = message(pattern, &similar)
      let folder = folder(named: pattern, &similar)
      findings.add(
        message, at: pattern.location,
        help: folder.map { [.writeFolder($0)] } ?? [],
        fix: isTypo || folder != nil ? nil : .removing(pattern.location))
    }
    checkExternals(layered, &findings)
    checkExclusions(layered, &findings)
    checkSpecs(layered, &findings)
    checkProjects(layered, &findings)
    checkSelectors(layered, &similar, &findings)
    if let allowances { UnusedAllowances(layered).check(as: allowances, &findings) }
  }

  /// Whether the pattern may match a target of a broken spec, whose sources may be in any folder
  /// below it, a part of a spec that is elsewhere, or a module of what was not read.
  private func mayMatch(_ unmatched: UnmatchedPattern, _ reading: ReaderNotes) -> Bool {
    if case .folder(let name) = unmatched.owner {
      return reading.otherFolders.contains { $0.contains(name) || $0.count == 0 }
        || !reading.unreadFolders().isEmpty
    }
    return unmatched.pattern.map { mayMatch($0, reading) } ?? reading.mayLackModules()
  }

  private func mayMatch(_ pattern: Pattern, _ reading: ReaderNotes) -> Bool {
    guard pattern.isFolder else { return reading.mayLackModules() }
    return (reading.otherFolders + reading.unreadFolders()).contains {
      pattern.matches(folder: $0) || pattern.mayMatch(below: $0)
    }
  }

  private func message(
    _ unmatched: UnmatchedPattern, _ similar: inout SimilarNames
  ) -> (message: Diagnostic.Message, isTypo: Bool) {
    guard let pattern = unmatched.pattern else {
      let nearest = similar.folder(unmatched.text)
      return (.noFolder(unmatched.text, nearest: nearest), nearest != nil)
    }
    var nearest: String?
    if !pattern.isFolder, pattern.package == nil, !pattern.name.hasWildcards {
      nearest = similar.module(pattern.text)
    }
    return (.matchesNothing(pattern, of: unmatched.owner, nearest: nearest), nearest != nil)
  }

  /// Returns the folder of modules whose name is the text of a name pattern.
  private func folder(
    named unmatched: UnmatchedPattern, _ similar: inout SimilarNames
  ) -> String? {
    guard let pattern = unmatched.pattern, !pattern.isFolder, pattern.package == nil,
      pattern.name.literal != nil
    else { return nil }
    return similar.firstFolder(named: pattern.text)
  }

  private func checkExternals(_ layered: LayeredGraph, _ findings: inout Findings) {
    let externals = layered.configuration.externals
    guard !externals.isEmpty, !layered.reading.mayLackModules() else { return }
    let names = layered.graph.externals.map { layered.graph[$0].name }
    // Entries of rules.yml for a package product apply to the target of the same name.
    let targets = layered.graph.builtModules.filter { layered.graph[$0].packageTarget == .library }
    let bytes = Set((names + targets.map { layered.graph[$0].name }).map { Array($0.utf8) })
    var similar = NearestWords { names }
    for external in externals {
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

  private func checkExclusions(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let used = layered.reading.usedExclusions else { return }
    for (index, pattern) in layered.configuration.exclude.enumerated() where !used.contains(index) {
      findings.add(
        .excludesNothing(pattern.text), at: pattern.location, fix: .removing(pattern.location))
    }
  }

  private func checkSpecs(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let used = layered.reading.usedSpecPatterns else { return }
    for (index, entry) in layered.configuration.specs.enumerated() where !used.contains(index) {
      findings.add(
        .noSpec(entry.pattern.text), at: entry.pattern.location,
        fix: .removing(entry.pattern.location))
    }
  }

  private func checkProjects(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let used = layered.reading.usedProjectPatterns else { return }
    for (index, pattern) in layered.configuration.projects.enumerated()
    where !used.contains(index) {
      findings.add(
        .noProject(pattern.text), at: pattern.location, fix: .removing(pattern.location))
    }
  }

  private func checkSelectors(
    _ layered: LayeredGraph, _ similar: inout SimilarNames, _ findings: inout Findings
  ) {
    guard !layered.configuration.links.isEmpty else { return }
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
        findings.add(
          .selectsNothing(
            term.text, in: constraint.id, nearest: nearest(to: term, in: layered.graph, &similar)
          ),
          at: constraint.from.location,
          help: namesExternal(term, in: layered.graph) ? [.writeExternal(term.text)] : [])
      }
    }
  }

  /// Whether a term for modules matches an external.
  private func namesExternal(_ term: Selector.Term, in graph: ModuleGraph) -> Bool {
    guard case .pattern(let pattern) = term.subject, !pattern.isFolder else { return false }
    return graph.externals.contains { pattern.name.matches(graph[$0].name) }
  }

  private func nearest(
    to term: Selector.Term, in graph: ModuleGraph, _ similar: inout SimilarNames
  ) -> String? {
    guard case .pattern(let pattern) = term.subject, !pattern.isFolder,
      !pattern.name.hasWildcards, !namesExternal(term, in: graph)
    else { return nil }
    return similar.target(pattern.text)
  }
}

/// The known names, for suggestions.
private struct SimilarNames {
  private var folders: NearestWords
  private var modules: NearestWords
  private var targets: NearestWords
  private let graph: ModuleGraph
  /// The first folder with each name among the folders of modules and their parents.
  private lazy var firstFolders = Self.firstFolders(of: graph)

  init(of graph: ModuleGraph) {
    self.graph = graph
    folders = NearestWords {
      let folders =
        graph.specs.map(\.folder) + graph.modules.flatMap { graph[$0].folders.map(\.path) }
      return Array(Set(folders.flatMap { Path.components(of: $0).map(String.init) }))
    }
    modules = NearestWords { graph.modules.map { graph[$0].baseName } }
    targets = NearestWords { graph.builtModules.map { graph[$0].baseName } }
  }

  mutating func firstFolder(named name: String) -> String? { firstFolders[name] }

  private static func firstFolders(of graph: ModuleGraph) -> [String: String] {
    var first: [String: String] = [:]
    for module in graph.builtModules {
      for folder in graph[module].folders.map(\.path) + [graph.spec(of: module)?.folder ?? ""] {
        let names = Path.components(of: folder)
        for (place, name) in names.enumerated() where first[String(name)] == nil {
          first[String(name)] = names[...place].joined(separator: "/")
        }
      }
    }
    return first
  }

  mutating func folder(_ name: String) -> String? { folders.nearest(to: name) }
  mutating func module(_ name: String) -> String? { modules.nearest(to: name) }
  mutating func target(_ name: String) -> String? { targets.nearest(to: name) }
}

extension Selector.Term {
  var isOfModules: Bool {
    guard case .pattern = subject else { return false }
    return true
  }
}

extension Diagnostic.Fix {
  /// Returns a fix that removes an entry without effect.
  fileprivate static func removing(_ place: SourceRange) -> Self { Self(safe: [.remove(place)]) }
}

extension Diagnostic.Message {
  fileprivate static func noProject(_ pattern: String) -> Self {
    "the pattern '\(pattern)' of 'projects' matches no Xcode project"
  }

  fileprivate static func noSpec(_ pattern: String) -> Self {
    "the pattern '\(pattern)' of 'specs' matches no file"
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

  fileprivate static func writeFolder(_ folder: String) -> Self {
    "it matches names of modules; for the folder write '\(folder)/**'"
  }

  fileprivate static func noExternal(_ name: String, nearest: String?) -> Self {
    Self("nothing outside the repository is named '\(name)'" + nearestSuffix(nearest))
  }

  fileprivate static func excludesNothing(_ pattern: String) -> Self {
    "pattern '\(pattern)' of 'exclude' matches no folder"
  }

  fileprivate static func selectsNothing(
    _ term: String, in constraint: RuleID, nearest: String?
  ) -> Self {
    Self("'\(term)' in constraint '\(constraint.name)' matches nothing" + nearestSuffix(nearest))
  }

  fileprivate static func writeExternal(_ name: String) -> Self {
    "write 'external:\(name)' for what lies outside the repository"
  }
}
