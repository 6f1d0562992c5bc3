public import Architecture
public import Diagnostics
public import Graph
internal import Text

public struct LintResult: Sendable {
  /// The findings, by rank, path, line and column, then by rule and message.
  public var findings: [Diagnostic]
  /// The number of findings that exceptions suppressed.
  public var excepted: Int
  public var summary: Summary
  public var graph: LayeredGraph
  /// The paths of unreadable files that may hide findings of baseline entries, unless the baseline
  /// or an exception names the fault.
  public var obstacles: [String]
  /// The number of baseline entries without a finding that are not stale because of `obstacles` or
  /// `absentFiles`.
  public var unjudgedEntries: Int
  /// The paths of what is not there and may have such a finding elsewhere, in order.
  public var absentFiles: [String]
}

extension LintResult {
  /// Adds findings from other sources than the rules and sorts the list.
  public mutating func add(_ more: [Diagnostic], in sources: SourceMap) {
    findings += more
    sort(&findings, by: sources)
  }
}

public enum Linter {
  /// Runs the rules that are on, then applies exceptions and the baseline to all findings.
  ///
  /// The problems of rules.yml are added to `readerFindings`, the findings of reading the
  /// workspace. Specs that they call invalid count as broken in addition to those of `reading`.
  /// Exceptions expire by `today`; `known` marks the remaining findings as known or new.
  public static func run(
    _ graph: ModuleGraph, configuration: Configuration, readerFindings: [Diagnostic],
    sources: SourceMap, today: Day, reading: ReaderNotes = .init(),
    known: KnownFindings = .init()
  ) -> LintResult {
    var reading = reading
    reading.brokenSpecs += readerFindings.compactMap { finding in
      finding.rule == .invalidSpec ? finding.location.map { sources[$0.file] } : nil
    }
    let filter = KnownFilter(known, configuration)
    let layered = LayeredGraph(
      graph, configuration: configuration, today: today, reading: reading, known: filter)
    var findings = (configuration.problems + readerFindings).compactMap {
      configuration.applied(to: $0)
    }
    layered.addFindingsOfRules(to: &findings)
    if findings.count > 1 { merge(&findings) }
    var excepted = 0
    if let index = layered.exceptionIndex {
      excepted = layered.applyExceptions(index, to: &findings, in: sources, today: today)
    }
    let faults = configuration.problems + readerFindings
    let obstacles = faults.isEmpty ? [] : layered.obstacles(among: faults, in: sources)
    var result = LintResult(
      findings: findings, excepted: excepted,
      summary: Summary(of: layered), graph: layered, obstacles: obstacles, unjudgedEntries: 0,
      absentFiles: [])
    if let baseline = known.baseline {
      result.judge(baseline, judgesEntries: known.judgesBaseline, in: sources)
    }
    filter.mark(&result.findings, of: graph, in: sources)
    if result.findings.count > 1 { sort(&result.findings, by: sources) }
    return result
  }
}

extension LintResult {
  /// Adds the findings about the baseline itself.
  ///
  /// No entry is stale because of something unreadable.
  fileprivate mutating func judge(
    _ baseline: Baseline, judgesEntries: Bool, in sources: SourceMap
  ) {
    var problems = baseline.problems
    if judgesEntries, !baseline.isConflicted {
      var judged = baseline
      judged.groups.removeAll { graph.mayMissImports($0.rule) }
      var hidden = HiddenEntries(of: graph)
      var absent: Set<String> = []
      let stale = judged.staleEntries(among: findings, in: sources, graph.configuration) { entry in
        guard let path = hidden.fileHiding(entry) else { return false }
        absent.insert(path)
        unjudgedEntries += 1
        return true
      }
      absentFiles = absent.sorted { $0.precedes($1) }
      if obstacles.isEmpty { problems += stale } else { unjudgedEntries += stale.count }
    }
    findings += problems.compactMap { graph.configuration.applied(to: $0) }
  }
}

extension LayeredGraph {
  /// Returns the findings of one rule as errors, whether or not it is on.
  public func findings(of id: RuleID) -> [Diagnostic] {
    var findings = Findings(in: self)
    for entry in allRules where entry.info.id == id {
      findings.add(entry, RuleOptions(), as: .error)
    }
    return findings.diagnostics
  }
}

extension Configuration {
  /// Returns a reader's finding with the severity of rules.yml; `nil` if its rule is off.
  fileprivate func applied(to finding: Diagnostic) -> Diagnostic? {
    guard let level = rules[finding.rule]?.level else { return finding }
    guard let severity = level.severity else { return nil }
    var finding = finding
    finding.severity = severity
    return finding
  }
}

extension LayeredGraph {
  /// Adds the findings of the rules that are on.
  ///
  /// Drops findings of rules that yield if another rule reports the same import.
  fileprivate func addFindingsOfRules(to findings: inout [Diagnostic]) {
    let contents = contents()
    var found = Findings(in: self)
    for entry in allRules where entry.needs.allSatisfy({ contents.contains($0) }) {
      guard let severity = configuration.severity(of: entry.info.id) else { continue }
      let options = configuration.rules[entry.info.id]?.options ?? RuleOptions()
      found.add(entry, options, as: severity)
    }
    findings += found.diagnostics
    guard !found.judgedImports.isEmpty else { return }
    findings.removeAll { finding in
      guard ruleCatalog.traits(of: finding.rule).contains(.yields), let link = finding.subject.link
      else { return false }
      return found.judgedImports.contains(graph.targets(of: graph[LinkID(link)]))
    }
  }

  /// Removes excepted findings and adds those about exceptions; returns the number of the removed.
  fileprivate func applyExceptions(
    _ index: ExceptionIndex, to findings: inout [Diagnostic], in sources: SourceMap, today: Day
  ) -> Int {
    var exceptions = ExceptionFilter(configuration, index, today: today)
    findings = exceptions.apply(to: findings, in: sources)
    let names = hasReadEverything ? nil : Set(graph.modules.map { graph.shownName($0) })
    let unused = exceptions.findings(
      among: findings,
      links: {
        Set(
          graph.links.map { .init(from: graph.shownName($0.from), to: graph.shownName($0.to)) })
      }, mayBeNeeded: { mayNeed($0, names: names) })
    findings += unused.compactMap { configuration.applied(to: $0) }
    return exceptions.excepted
  }

  /// Whether something unreadable may need the exception; `names` are those of all modules, `nil`
  /// if everything was read.
  fileprivate func mayNeed(_ exception: Configuration.Exception, names: Set<String>?) -> Bool {
    if mayMissImports(exception.rule) { return true }
    guard let names else { return false }
    guard reading.mayLackModules() else { return false }
    func isThere(_ glob: Glob) -> Bool {
      if let name = glob.literal { return names.contains(String(decoding: name, as: UTF8.self)) }
      return names.contains { glob.matches($0) }
    }
    switch exception.about {
    case .link(let from, let to): return !(isThere(from) && isThere(to))
    case .module(let module): return !isThere(module)
    case .file: return false
    }
  }
}

extension LayeredGraph {
  /// Whether findings of `rule` may be missing because not all sources were read.
  fileprivate func mayMissImports(_ rule: RuleID) -> Bool {
    guard reading.imports?.isPartial == true else { return false }
    return !ruleCatalog.traits(of: rule).isDisjoint(with: [.judgesLinks, .judgesImports])
      || configuration.links.contains { $0.id == rule }
  }
}

/// What duplicates have in common for the reader, such as findings about platform variants of one
/// target or several entries for one link.
private struct SharedWords: Hashable {
  private let rule: RuleID
  private let message: Diagnostic.Message
  private let from: String?
  private let to: String?
  private let owners: [String]
  private var location: SourceRange?

  init(_ finding: Diagnostic) {
    rule = finding.rule
    message = finding.message
    from = finding.subject.from
    to = finding.subject.to
    owners = finding.subject.owners
    if from == nil || to == nil { location = finding.location }
  }
}

private func merge(_ findings: inout [Diagnostic]) {
  var noted: [SharedWords: Set<SourceRange?>] = [:]
  findings = findings.merged {
    SharedWords($0)
  } merging: { first, other in
    if other.causes.isEmpty { first.causes = [] }
    if other.location != first.location,
      noted[SharedWords(first), default: []].insert(other.location).inserted
    {
      first.notes.append(Diagnostic.Note(.alsoHere, at: other.location))
    }
  }
}

/// Sorts findings by rank and path; file numbers reflect only the order of reading.
private func sort(_ findings: inout [Diagnostic], by sources: SourceMap) {
  let ranks = findings.map(\.rank)
  let paths = findings.map { finding in finding.location.map { sources[$0.file] } ?? "" }
  let order = findings.indices.sorted { a, b in
    if ranks[a] != ranks[b] { return ranks[a] < ranks[b] }
    if paths[a] != paths[b] { return paths[a].precedes(paths[b]) }
    if let x = findings[a].location, let y = findings[b].location,
      (x.start, x.end) != (y.start, y.end)
    {
      return (x.start, x.end) < (y.start, y.end)
    }
    return findings[a].rule == findings[b].rule
      ? findings[a].message.text.precedes(findings[b].message.text)
      : findings[a].rule < findings[b].rule
  }
  findings = order.map { findings[$0] }
}

extension Diagnostic.Message {
  fileprivate static let alsoHere: Self = "also reported here"
}
