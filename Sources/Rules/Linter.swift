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
  /// The paths of the files that cannot be read, unless the baseline or an exception names the
  /// fault: entries of the baseline may have findings in what they hide.
  public var obstacles: [String]
  /// How many entries of the baseline have no finding and are not stale on account of `obstacles`.
  public var unjudgedEntries: Int
}

extension LintResult {
  /// Adds findings that no walk over the graph yields.
  public mutating func add(_ more: [Diagnostic], in sources: SourceMap) {
    findings += more
    sort(&findings, by: sources)
  }
}

/// Runs rules.
public enum Linter {
  /// Runs the rules that rules.yml leaves on and settles what becomes of all findings.
  ///
  /// To `readerFindings`, what reading the workspace found, the problems of rules.yml are added.
  /// The specs that they call invalid count as broken, whatever `reading` says. Exceptions must
  /// still hold on `today`; what they leave is known or new, as `known` says.
  ///
  /// If `isCounting`, findings have no notes, help and chains, and few have their fix.
  public static func run(
    _ graph: ModuleGraph, configuration: Configuration, readerFindings: [Diagnostic],
    sources: SourceMap, today: Day, reading: ReaderNotes = .init(),
    known: KnownFindings = .init(), isCounting: Bool = false
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
    layered.addFindingsOfRules(to: &findings, isCounting: isCounting)
    merge(&findings)
    var exceptions = ExceptionFilter(configuration, layered.exceptionIndex, today: today)
    findings = exceptions.apply(to: findings, in: sources)
    let obstacles = layered.obstacles(among: configuration.problems + readerFindings, in: sources)
    let names =
      configuration.exceptions.isEmpty ? [] : Set(graph.modules.map { graph.shownName($0) })
    findings += exceptions.findings { layered.mayNeed($0, names: names) }
      .compactMap { configuration.applied(to: $0) }
    let judgement = BaselineJudgement(
      of: known, among: findings, in: sources, layered, hasObstacles: !obstacles.isEmpty)
    findings += judgement.findings.compactMap { configuration.applied(to: $0) }
    filter.mark(&findings, of: graph, in: sources)
    sort(&findings, by: sources)
    return LintResult(
      findings: findings, excepted: exceptions.excepted,
      summary: Summary(of: layered), graph: layered, obstacles: obstacles,
      unjudgedEntries: judgement.unjudgedEntries)
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
  /// Adds what the rules find that rules.yml leaves on.
  ///
  /// Drops findings of rules that yield to others where another rule reports the same import.
  fileprivate func addFindingsOfRules(to findings: inout [Diagnostic], isCounting: Bool) {
    var judgedImports: Set<[ModuleGraph.TargetKey]> = []
    var hasSafeFix = false
    var analyses = SharedAnalyses()
    for rule in allRules {
      guard let severity = configuration.severity(of: rule.id) else { continue }
      var found = Findings(
        of: rule.id, severity: severity, in: self, behind: findings, isCounting: isCounting,
        hasSafeFix: hasSafeFix)
      findings = []
      found.analyses = analyses
      let options = configuration.rules[rule.id]?.options ?? RuleOptions()
      rule.init(options: options).check(self, &found)
      findings = found.diagnostics
      (analyses, hasSafeFix) = (found.analyses, found.hasSafeFix)
      if !rule.traits.contains(.yields) { judgedImports.formUnion(found.judgedImports) }
    }
    guard !judgedImports.isEmpty else { return }
    findings.removeAll { finding in
      guard ruleCatalog.traits(of: finding.rule).contains(.yields), let link = finding.subject.link
      else { return false }
      return judgedImports.contains(graph.targets(of: graph[LinkID(link)]))
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
    return !ruleCatalog.traits(of: rule).isDisjoint(with: [.judgesLinks, .judgesImports])
      || configuration.links.contains { $0.id == rule }
  }
}

/// The findings about the baseline itself.
///
/// No entry is stale on account of something that could not be read.
private struct BaselineJudgement {
  private(set) var findings: [Diagnostic] = []
  /// How many entries would be stale without the obstacles.
  private(set) var unjudgedEntries = 0

  init(
    of known: KnownFindings, among findings: [Diagnostic], in sources: SourceMap,
    _ layered: LayeredGraph, hasObstacles: Bool
  ) {
    guard let baseline = known.baseline else { return }
    self.findings = baseline.problems
    guard known.judgesBaseline, !baseline.isConflicted else { return }
    var judged = baseline
    judged.groups.removeAll { layered.mayMissImports($0.rule) }
    let incomplete = IncompleteSpecs(of: layered)
    for index in judged.groups.indices {
      judged.groups[index].entries.removeAll { incomplete.mayHide($0.entry) }
    }
    let stale = judged.staleEntries(among: findings, in: sources, layered.configuration)
    if hasObstacles { unjudgedEntries = stale.count } else { self.findings += stale }
  }
}

extension Diagnostic {
  /// The hash of what two findings have in common that are one to the reader: they are about
  /// platform variants of one target, or about several entries for one link.
  fileprivate var hashForReader: Int {
    var hasher = Hasher()
    hasher.combine(message.text)
    hasher.combine(subject.from)
    hasher.combine(subject.to)
    if subject.from == nil || subject.to == nil { hasher.combine(location) }
    return hasher.finalize()
  }
}

extension [Diagnostic] {
  /// Whether two findings are one to the reader; a place counts unless the names say what they are
  /// about.
  fileprivate func areOne(_ a: Int, _ b: Int) -> Bool {
    guard self[a].rule == self[b].rule, self[a].message == self[b].message,
      self[a].subject.from == self[b].subject.from, self[a].subject.to == self[b].subject.to,
      self[a].subject.owners == self[b].subject.owners
    else { return false }
    let isNamed = self[a].subject.from != nil && self[a].subject.to != nil
    return isNamed || self[a].location == self[b].location
  }
}

/// Leaves each finding once; further places of it become notes.
private func merge(_ findings: inout [Diagnostic]) {
  var places = PlaceIndex()
  // The numbers of those that stay.
  var kept: [Int] = []
  kept.reserveCapacity(findings.count)
  var noted: [Int: Set<SourceRange?>] = [:]
  for number in findings.indices {
    let same = places.place(ofHash: findings[number].hashForReader) {
      findings.areOne(kept[$0], number)
    }
    guard let same else {
      kept.append(number)
      continue
    }
    let (first, location) = (kept[same], findings[number].location)
    if location != findings[first].location, noted[first, default: []].insert(location).inserted {
      findings[first].notes.append(Diagnostic.Note(.alsoHere, at: location))
    }
  }
  guard kept.count < findings.count else { return }
  for (place, number) in kept.enumerated() where place != number {
    findings.swapAt(place, number)
  }
  findings.removeSubrange(kept.count...)
}

/// Puts findings in order of path; files are numbered in the order in which they were read.
private func sort(_ findings: inout [Diagnostic], by sources: SourceMap) {
  let locations = rankedLocations(of: findings, in: sources)
  // Places are moved, not findings, which are ten times as large.
  var order = findings.indices.sorted { a, b in
    guard locations[a] == locations[b] else {
      guard let x = locations[a] else { return true }
      guard let y = locations[b] else { return false }
      return x < y
    }
    return findings[a].rule == findings[b].rule
      ? findings[a].message.text.precedes(findings[b].message.text)
      : findings[a].rule < findings[b].rule
  }
  // Repeats until nothing moves: each move changes which finding belongs where.
  for start in order.indices {
    var place = start
    while order[place] != start {
      let next = order[place]
      findings.swapAt(place, next)
      order[place] = place
      place = next
    }
    order[place] = place
  }
}

/// The places of findings with the ranks of their paths for their files.
private func rankedLocations(of findings: [Diagnostic], in sources: SourceMap) -> [SourceRange?] {
  var locations = findings.indices.map { findings[$0].location }
  let files = Set(locations.compactMap { $0?.file })
  let ordered = files.sorted { sources[$0].precedes(sources[$1]) }
  var ranks: [FileID: FileID] = [:]
  // One file may have several numbers, if several readers have met it.
  var rank = 0
  for (place, file) in ordered.enumerated() {
    if place > 0, sources[ordered[place - 1]] != sources[file] { rank += 1 }
    ranks[file] = FileID(index: rank)
  }
  for index in locations.indices {
    if let file = locations[index]?.file, let rank = ranks[file] { locations[index]?.file = rank }
  }
  return locations
}

extension Diagnostic.Message {
  fileprivate static let alsoHere: Self = "also reported here"
}
