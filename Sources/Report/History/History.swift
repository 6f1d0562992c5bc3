internal import Diagnostics
internal import Text

/// The measures of a workspace over many revisions, and what became of its violations.
public struct History: Sendable {
  /// Oldest first.
  public private(set) var revisions: [Revision] = []
  /// In the order in which they came, those of the start first.
  public private(set) var violations: [Violation] = []
  /// Whether each revision was judged by the rules that it had.
  public var isByRulesOfThen: Bool
  /// Those that are there, by fingerprint, as numbers of `violations`.
  private var open: [String: Int] = [:]

  public init(isByRulesOfThen: Bool) { self.isByRulesOfThen = isByRulesOfThen }

  /// A revision and its measures.
  public struct Revision: Sendable {
    /// The digits of the commit.
    public var commit: String
    /// `YYYY-MM-DD`, in UTC.
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
    /// How many findings there are, by rule.
    public var violations: [String: Int] = [:]
    public var depth = 0
    /// The mean of the instability of the modules that have any.
    public var instability: Double?
    /// The share of modules that a change of a module rebuilds, on average.
    public var rebuilds: Double?
    /// The paths of files that could not be read, in order.
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

  /// A finding from when it came to when it went.
  public struct Violation: Sendable {
    public var rule: String
    public var message: String
    /// The number of the revision that brought it; `nil` for one that was there at the start.
    public var brought: Int?
    /// The number of the revision that removed it.
    public var removed: Int?
  }

  /// A finding as revisions are compared by.
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
  /// Notes what was there before the first revision.
  public mutating func start(with findings: [Finding]) {
    for finding in findings { bring(finding, at: nil) }
  }

  /// Adds the next revision.
  ///
  /// What a file may hide that cannot be read came and went neither: nothing is told of such a revision,
  /// and the next one is compared with that before it.
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

  /// The rules that have findings in any revision, in order of name.
  var rules: [String] {
    Set(revisions.flatMap { $0.measures.violations.keys }).sorted { $0.precedes($1) }
  }

  /// Two layers, of which the first links the second in any revision.
  struct LayerPair: Hashable {
    var from: String?
    var to: String?

    var name: String { "\(from ?? "no layer") -> \(to ?? "no layer")" }
  }

  /// In the order in which they came.
  var layerPairs: [LayerPair] {
    var seen: Set<LayerPair> = []
    return revisions.flatMap { $0.measures.layerLinks.map { LayerPair(from: $0.from, to: $0.to) } }
      .filter { seen.insert($0).inserted }
  }
}

extension History.Measures {
  /// How many findings there are.
  var violationCount: Int { violations.values.reduce(0, +) }

  /// How many links lead from one layer to another.
  func links(of pair: History.LayerPair) -> Int {
    layerLinks.first { $0.from == pair.from && $0.to == pair.to }?.count ?? 0
  }
}

extension History.Revision {
  /// So many digits of the commit as people are shown.
  var shortCommit: String { String(commit.prefix(10)) }
}
