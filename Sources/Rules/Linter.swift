public import Architecture
public import Diagnostics
public import Graph
internal import Text

/// All that a run of the rules yields.
public struct LintResult: Sendable {
  /// In order of place: by path, line and column, then by rule and wording.
  public var findings: [Diagnostic]
  /// How many findings exceptions took out.
  public var excepted: Int
  public var summary: Summary
  /// The graph as the rules saw it.
  public var graph: LayeredGraph
}

extension LintResult {
  /// Adds findings that no walk over the graph yields.
  public mutating func add(_ more: [Diagnostic], in sources: SourceMap) {
    findings = sorted(findings + more, by: sources)
  }
}

/// Runs rules.
public enum Linter {
  /// Runs the rules that rules.yml leaves on and settles what becomes of all findings.
  ///
  /// To `readerFindings`, what reading the workspace found, the problems of rules.yml are added. The
  /// specs that they call invalid count as broken, whatever `reading` says. Exceptions must still
  /// hold on `today`; what they leave is known or new, as `known` says.
  public static func run(
    _ graph: ModuleGraph, configuration: Configuration, readerFindings: [Diagnostic],
    sources: SourceMap, today: Day, reading: ReaderNotes = .init(), known: KnownFindings = .init()
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
    findings = merged(findings + layered.findingsOfRules())
    var exceptions = ExceptionFilter(configuration, layered.exceptionIndex, today: today)
    findings = exceptions.apply(to: findings, in: sources)
    let names =
      configuration.exceptions.isEmpty ? [] : Set(graph.modules.map { graph.shownName($0) })
    findings += exceptions.findings { layered.mayNeed($0, names: names) }
      .compactMap { configuration.applied(to: $0) }
    findings += problems(of: known, among: findings, in: sources, layered).compactMap {
      configuration.applied(to: $0)
    }
    filter.mark(&findings, of: graph, in: sources)
    return LintResult(
      findings: sorted(findings, by: sources), excepted: exceptions.excepted,
      summary: Summary(of: layered), graph: layered)
  }
}

extension Configuration {
  /// A finding of a reader with the severity that rules.yml gives its rule.
  fileprivate func applied(to finding: Diagnostic) -> Diagnostic? {
    guard let level = rules[finding.rule]?.level else { return finding }
    guard let severity = level.severity else { return nil }
    var finding = finding
    finding.severity = severity
    return finding
  }
}

extension LayeredGraph {
  /// What the rules find that rules.yml leaves on.
  ///
  /// `undeclared-import` says nothing of what breaks another rule: to declare it would legalize that.
  fileprivate func findingsOfRules() -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var judgedImports: Set<Diagnostic.LinkEnds> = []
    var analyses = SharedAnalyses()
    for rule in allRules {
      guard let severity = configuration.severity(of: rule.id) else { continue }
      var found = Findings(of: rule.id, severity: severity, in: self)
      found.analyses = analyses
      let options = configuration.rules[rule.id]?.options ?? RuleOptions()
      rule.init(options: options).check(self, &found)
      findings += found.diagnostics
      analyses = found.analyses
      if rule.id != .undeclaredImport { judgedImports.formUnion(found.judgedImports) }
    }
    guard !judgedImports.isEmpty else { return findings }
    return findings.filter { finding in
      guard finding.rule == .undeclaredImport, let from = finding.subject.from,
        let to = finding.subject.to
      else { return true }
      return !judgedImports.contains(.init(from: from, to: to))
    }
  }

  /// Whether something that could not be read may need the exception; `names` are those of all
  /// modules.
  fileprivate func mayNeed(_ exception: Configuration.Exception, names: Set<String>) -> Bool {
    if mayMissImports(exception.rule) { return true }
    guard !reading.brokenSpecs.isEmpty else { return false }
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
  /// Whether findings of `rule` may be missing since not all sources were read.
  fileprivate func mayMissImports(_ rule: RuleID) -> Bool {
    guard reading.imports?.isPartial == true else { return false }
    let rules: Set<RuleID> = [
      .undeclaredImport, .unusedLink, .sameLayer, .upward, .layerReach, .cycle, .linkConstraint,
      .testSupportInProduct,
    ]
    return rules.contains(rule) || configuration.links.contains { $0.id == rule }
  }
}

/// What is wrong with the baseline.
///
/// No entry is called stale on account of something that could not be read.
private func problems(
  of known: KnownFindings, among findings: [Diagnostic], in sources: SourceMap,
  _ layered: LayeredGraph
) -> [Diagnostic] {
  guard let baseline = known.baseline else { return [] }
  let isWhole =
    layered.reading.brokenSpecs.isEmpty && layered.configuration.problems.isEmpty
    && !baseline.isConflicted
  guard known.judgesBaseline, isWhole else { return baseline.problems }
  var judged = baseline
  judged.groups.removeAll { layered.mayMissImports($0.rule) }
  return baseline.problems
    + judged.staleEntries(among: findings, in: sources, layered.configuration)
}

/// What two findings have in common that are one to the reader: they are about platform variants of
/// one target, or about several entries for one link.
private struct FindingKey: Hashable {
  var rule: RuleID
  var message: Diagnostic.Message
  var from: String?
  var to: String?
  var owners: [String]
  /// The place, unless the names say what the finding is about.
  var location: SourceRange?

  init(_ finding: Diagnostic) {
    rule = finding.rule
    message = finding.message
    from = finding.subject.from
    to = finding.subject.to
    owners = finding.subject.owners
    location = from == nil || to == nil ? finding.location : nil
  }
}

/// Each finding once; further places of it become notes.
private func merged(_ findings: [Diagnostic]) -> [Diagnostic] {
  var result: [Diagnostic] = []
  result.reserveCapacity(findings.count)
  var places = PlaceIndex()
  var noted: [Int: Set<SourceRange?>] = [:]
  for finding in findings {
    let key = FindingKey(finding)
    let first = places.place(ofHash: key.hashValue) { FindingKey(result[$0]) == key }
    guard let first else {
      result.append(finding)
      continue
    }
    if finding.location != result[first].location,
      noted[first, default: []].insert(finding.location).inserted
    {
      result[first].notes.append(Diagnostic.Note(.alsoHere, at: finding.location))
    }
  }
  return result
}

/// In order of path; files are numbered in the order in which they were read.
private func sorted(_ findings: [Diagnostic], by sources: SourceMap) -> [Diagnostic] {
  let files = Set(findings.compactMap { $0.location?.file })
  let ordered = files.sorted { sources[$0].precedes(sources[$1]) }
  var ranks: [FileID: UInt32] = [:]
  // One file may have several numbers, if several readers have met it.
  var rank: UInt32 = 0
  for (place, file) in ordered.enumerated() {
    if place > 0, sources[ordered[place - 1]] != sources[file] { rank += 1 }
    ranks[file] = rank
  }
  let locations = findings.map { finding -> SourceRange? in
    guard var location = finding.location else { return nil }
    location.file = FileID(index: Int(ranks[location.file] ?? 0))
    return location
  }
  // Places are moved, not findings, which are ten times as large.
  let order = findings.indices.sorted { a, b in
    guard locations[a] == locations[b] else {
      guard let x = locations[a] else { return true }
      guard let y = locations[b] else { return false }
      return x < y
    }
    let (a, b) = (findings[a], findings[b])
    return a.rule == b.rule ? a.message.text.precedes(b.message.text) : a.rule < b.rule
  }
  return order.map { findings[$0] }
}

extension Diagnostic.Message {
  fileprivate static let alsoHere: Self = "also reported here"
}
