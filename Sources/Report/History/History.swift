internal import Diagnostics
internal import Text

/// The measures and violations of a workspace over many revisions.
public struct History: Sendable {
  /// The revisions, oldest first.
  public private(set) var revisions: [Revision] = []
  /// The violations, sorted by the revision that added them; initial ones first.
  public private(set) var violations: [Violation] = []
  /// Whether each revision is checked with its own rules.
  public var isByRulesOfThen: Bool
  /// Indices of present violations by fingerprint.
  private var open: [String: Int] = [:]

  public init(isByRulesOfThen: Bool) { self.isByRulesOfThen = isByRulesOfThen }

  /// A revision and its measures.
  public struct Revision: Sendable {
    /// The hash of the commit.
    public var commit: String
    /// The date as `YYYY-MM-DD`, in UTC.
    public var date: String
    /// The first line of the message.
    public var subject: String
    public var measures: Measures

    public init(commit: String, date: String, subject: String, measures: Measures) {
      self.commit = commit
      self.date = date
      self.subject = subject
      self.measures = measures
    }
  }

  public struct Measures: Sendable {
    public var modules = 0
    public var links = 0
    public var layerLinks: [GraphStatistics.LayerLinks] = []
    /// The number of findings by rule.
    public var violations: [String: Int] = [:]
    public var depth = 0
    /// The mean instability of modules that have any couplings.
    public var instability: Double?
    /// The average share of modules that a change to one module rebuilds.
    public var rebuilds: Double?
    /// The sorted paths of files that could not be read.
    public var unread: [String] = []

    public init() {}

    public init(of statistics: GraphStatistics) {
      modules = statistics.modules.count
      links = statistics.linkCount
      layerLinks = statistics.layerLinks
      depth = statistics.depth
      let known = statistics.modules.compactMap(\.coupling.instability)
      if !known.isEmpty { instability = known.reduce(0, +) / Double(known.count) }
      if modules > 0 {
        rebuilds = Double(statistics.cumulative.total) / Double(modules * modules)
      }
    }
  }

  /// A finding, with the revisions that added and removed it.
  public struct Violation: Sendable {
    public var rule: String
    public var message: String
    /// The index of the revision that added it; `nil` if it was present from the start.
    public var brought: Int?
    /// The index of the revision that removed it.
    public var removed: Int?
  }

  /// A finding in the form in which revisions are compared.
  public struct Finding: Sendable {
    public var fingerprint: String
    public var rule: String
    public var message: String

    public init(fingerprint: String, rule: String, message: String) {
      self.fingerprint = fingerprint
      self.rule = rule
      self.message = message
    }
  }
}

extension History {
  /// Records the findings before the first revision.
  public mutating func start(with findings: [Finding]) {
    for finding in findings { bring(finding, at: nil) }
  }

  /// Adds the next revision.
  ///
  /// A revision with unreadable files adds and removes no violations; the next one is compared with
  /// the one before it.
  public mutating func add(_ revision: Revision, _ findings: [Finding]) {
    let number = revisions.count
    revisions.append(revision)
    guard revision.measures.unread.isEmpty else { return }
    let now = Set(findings.map(\.fingerprint))
    for (fingerprint, violation) in open where !now.contains(fingerprint) {
      violations[violation].removed = number
      open[fingerprint] = nil
    }
    for finding in findings where open[finding.fingerprint] == nil { bring(finding, at: number) }
  }

  private mutating func bring(_ finding: Finding, at number: Int?) {
    guard open[finding.fingerprint] == nil else { return }
    open[finding.fingerprint] = violations.count
    violations.append(
      Violation(rule: finding.rule, message: finding.message, brought: number))
  }

  /// The rules with findings in any revision, sorted by name.
  var rules: [String] {
    Set(revisions.flatMap { $0.measures.violations.keys }).sorted { $0.precedes($1) }
  }

  /// A pair of layers, the first of which links the second in any revision.
  struct LayerPair: Hashable {
    var from: String?
    var to: String?

    var name: String { "\(from ?? "no layer") -> \(to ?? "no layer")" }
  }

  /// The pairs of layers, in order of first occurrence.
  var layerPairs: [LayerPair] {
    var seen: Set<LayerPair> = []
    return revisions.flatMap { $0.measures.layerLinks.map { LayerPair(from: $0.from, to: $0.to) } }
      .filter { seen.insert($0).inserted }
  }
}

extension History.Measures {
  /// The number of findings.
  var violationCount: Int { violations.values.reduce(0, +) }

  /// Returns the number of links from one layer to another.
  func links(of pair: History.LayerPair) -> Int {
    layerLinks.first { $0.from == pair.from && $0.to == pair.to }?.count ?? 0
  }
}

extension History.Revision {
  /// The abbreviated hash of the commit.
  var shortCommit: String { String(commit.prefix(10)) }
}
