internal import Diagnostics
internal import Graph
internal import Text

/// The measures of a workspace over many revisions.
public struct History: Sendable {
  /// The revisions, oldest first.
  public var revisions: [Revision] = []
  /// Whether each revision is checked with its own rules.
  public var isByRulesOfThen: Bool

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
        let needs = statistics.modules.reduce(0) { $0 + $1.needs }
        rebuilds = Double(needs) / Double(modules * modules)
      }
    }
  }
}

extension History {
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
  var violationCount: Int { violations.values.reduce(0, +) }

  func links(of pair: History.LayerPair) -> Int {
    layerLinks.first { $0.from == pair.from && $0.to == pair.to }?.count ?? 0
  }
}
