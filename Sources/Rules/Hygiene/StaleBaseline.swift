public import Architecture
internal import Diagnostics
internal import Graph
internal import Text

extension Baseline {
  /// Returns a finding for each entry that matches none of `findings` and whose finding cannot be
  /// hidden.
  ///
  /// `findings` must be those of the whole workspace, before any filter.
  func staleEntries(
    among findings: [Diagnostic], in sources: SourceMap, _ configuration: Configuration,
    mayBeHidden: (Entry) -> Bool
  ) -> [Diagnostic] {
    let needed = Set(findings.compactMap { Entry($0, in: sources) })
    return groups.flatMap { group -> [Diagnostic] in
      if let message = configuration.reasonAgainst(group.rule) {
        return [Self.finding(message, at: group.location)]
      }
      return group.entries.filter {
        needed.isDisjoint(with: readings(of: $0.entry)) && !mayBeHidden($0.entry)
      }.map {
        Self.finding(.needsNoMore($0.entry), at: $0.location)
      }
    }
  }

  private static func finding(_ message: Diagnostic.Message, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .staleBaseline, .error, message, at: range, help: [.prune],
      fix: .init(safe: [.remove(range)]))
  }
}

extension Configuration {
  /// Returns the reason why entries of `rule` have no effect; `nil` if they have one.
  fileprivate func reasonAgainst(_ rule: RuleID) -> Diagnostic.Message? {
    let constraints = links.map(\.id)
    guard ruleCatalog[rule] != nil || constraints.contains(rule) else {
      let names = ruleCatalog.map(\.id.name) + constraints.map(\.name)
      return .isNoRule(rule, nearest: names.nearest(to: rule.name))
    }
    if !allowsBaseline(of: rule) { return .isNeverRecorded(rule) }
    return constraints.contains(rule) || severity(of: rule) != nil ? nil : .isOff(rule)
  }
}

extension Diagnostic.Message {
  fileprivate static let prune: Self = "run 'modlint baseline prune'"

  fileprivate static func needsNoMore(_ entry: Baseline.Entry) -> Self {
    let names = entry.names.quoted.joinedByAnd
    return "no '\(entry.rule.name)' finding matches the entry for \(names)"
  }

  fileprivate static func isNoRule(_ rule: RuleID, nearest: String?) -> Self {
    Self("unknown rule '\(rule.name)': its entries have no effect" + nearestSuffix(nearest))
  }

  fileprivate static func isOff(_ rule: RuleID) -> Self {
    "rule '\(rule.name)' is off, so its entries have no effect"
  }

  fileprivate static func isNeverRecorded(_ rule: RuleID) -> Self {
    "rules.yml says `baseline: never` for '\(rule.name)', so its entries have no effect"
  }
}

// Unreadable files and their consequences for the baseline.
extension LayeredGraph {
  /// Returns the paths of the files with faults that may hide findings, sorted and unique.
  ///
  /// A fault that the baseline or an exception names existed when the entries were recorded, so it
  /// hides none of their findings. The faults of rules that are off hide nothing either.
  func obstacles(among findings: [Diagnostic], in sources: SourceMap) -> [String] {
    let faults = findings.filter { finding in
      guard finding.rule != .invalidRules else { return true }
      return finding.rule.hidesModules && finding.severity == .error
        && configuration.rules[finding.rule]?.level != .off
        && !known.records(finding, in: sources) && !isExcepted(finding, in: sources)
    }
    return Set(faults.compactMap { $0.location.map { sources[$0.file] } })
      .sorted { $0.precedes($1) }
  }

  /// Whether there is neither a broken spec nor a local package that is computed or absent, whose
  /// modules patterns and exceptions may name.
  var hasReadEverything: Bool {
    guard !reading.mayLackModules() else { return false }
    return !graph.externals.contains { module in
      guard case .package(let identity) = graph[module].external else { return false }
      return !identity.contains("://")
    }
  }

  private func isExcepted(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    configuration.exceptions.contains {
      $0.holds(on: today) && $0.matches(finding, isConstraint: false, in: sources)
    }
  }
}

/// The baseline entries whose findings may be elsewhere, where files exist that are not here.
public struct HiddenEntries {
  private let layered: LayeredGraph
  /// The specs that lack an included file, and their projects.
  private let paths: Set<String>
  private var projects: Set<Substring> = []
  private lazy var modules = Dictionary(
    grouping: layered.graph.modules, by: { layered.graph.identity($0) })
  /// The file that the settings of a project lack, by the number of its spec.
  private var settings: [Int: String?] = [:]

  public init(of layered: LayeredGraph) {
    self.layered = layered
    paths = layered.reading.incompleteSpecs
    guard !paths.isEmpty else { return }
    let graph = layered.graph
    for module in graph.builtModules {
      guard let spec = graph.spec(of: module), paths.contains(spec.path) else { continue }
      projects.insert(Self.project(of: graph.identity(module)))
    }
  }

  /// Returns the path of something that may hide the finding of `entry`; `nil` if nothing does.
  ///
  /// A finding of a local rule depends on the specs that it names, any other finding on all specs
  /// that lack a file, and on the settings and binaries of what its modules reach.
  public mutating func fileHiding(_ entry: Baseline.Entry) -> String? {
    let isLocal = ruleCatalog.traits(of: entry.rule).contains(.isLocal)
    if let first = paths.min(by: { $0.precedes($1) }), !isLocal || isOfIncompleteSpec(entry) {
      return first
    }
    let graph = layered.graph
    if graph.specs.contains(where: { $0.path == entry.names.first }) { return nil }
    let named = entry.names.map { modules[$0] ?? [] }
    if named.contains(where: \.isEmpty) { return layered.reading.absent.folders().first }
    guard !isLocal else { return nil }
    let reached = graph.reachable(from: named.joined())
    for module in graph.modules where reached.contains(module) {
      if let path = absentFile(of: module) { return path }
    }
    return nil
  }

  private func isOfIncompleteSpec(_ entry: Baseline.Entry) -> Bool {
    entry.names.contains { paths.contains($0) || projects.contains(Self.project(of: $0)) }
  }

  private mutating func absentFile(of id: ModuleID) -> String? {
    let (module, absent) = (layered.graph[id], layered.reading.absent)
    switch module.external {
    case nil:
      let known = settings[module.spec] ?? absent.settings(module.spec).first
      settings[module.spec] = .some(known)
      return known
    case .file(let path): return absent.contains(path) ? path : nil
    case .package(let identity): return module.roles.contains(.absentPackage) ? identity : nil
    case .carthage: return module.facts.contains(where: \.isOfBytes) ? nil : "Carthage/Build"
    case .pod, .sdk: return nil
    }
  }

  private static func project(of identity: String) -> Substring { identity.prefix { $0 != "/" } }
}

extension LinkageFact {
  fileprivate var isOfBytes: Bool {
    switch source {
    case .bytes, .propertyList: true
    default: false
    }
  }
}
