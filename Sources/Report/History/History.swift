import Diagnostics
import Graph
import Text

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

  var rules: [String] {
    Set(revisions.flatMap { $0.measures.violations.keys }).sorted { $0.precedes($1) }
  }

  /// A pair of layers, the first of which links the second in any revision.
  struct LayerPair: Hashable {
    var from: String?
    var to: String?

    var name: String { "\(from ?? "no layer") -> \(to ?? "no layer")" }
  }

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

// The format for people.
extension History {
  /// Returns a line for each revision, then the first and last number of each rule and pair of
  /// layers.
  public func text(style: Style) -> String {
    var rows = [
      [
        "date", "commit", "modules", "links", "violations", "depth", "instability", "rebuilds",
        "subject",
      ]
    ]
    for revision in revisions {
      let measures = revision.measures
      rows.append([
        revision.date, String(revision.commit.prefix(10)), String(measures.modules),
        String(measures.links),
        String(measures.violationCount), String(measures.depth),
        measures.instability?.decimal(digits: 2) ?? "-", measures.rebuilds?.percentage ?? "-",
        revision.subject + (measures.unread.isEmpty ? "" : " (not all could be read)"),
      ])
    }
    var output = columns(rows, toTheRight: true) { style.painted($0, .bold) }
    append(
      "violations by rule", to: &output, style,
      rules.map { rule in (rule, { $0.violations[rule] ?? 0 }) })
    append(
      "links between layers", to: &output, style,
      layerPairs.map { pair in (pair.name, { $0.links(of: pair) }) })
    return output
  }

  private func append(
    _ title: String, to output: inout String, _ style: Style,
    _ lines: [(name: String, value: (Measures) -> Int)]
  ) {
    guard let first = revisions.first, let last = revisions.last, !lines.isEmpty else { return }
    output += "\n" + style.painted("first  last  \(title)", .bold) + "\n"
    for line in lines {
      output += String(line.value(first.measures)).padded(toAtLeast: 5) + "  "
      output += String(line.value(last.measures)).padded(toAtLeast: 4)
      output += "  \(line.name.escapedForTerminal)\n"
    }
  }
}

extension Double {
  /// The value as a percentage, such as `38%`.
  var percentage: String { (self * 100).decimal(digits: 0) + "%" }
}

// Formats for programs.
extension History {
  public func json() -> String {
    JSON.object([
      "version": .number(JSONSchema.history.version),
      "rules": .text(isByRulesOfThen ? "then" : "today"),
      "revisions": .array(revisions.map(\.json)),
    ]).printed()
  }

  /// Returns a CSV file (RFC 4180): a header, then a line for each revision with its measures, a
  /// column for each pair of layers, and one for each rule.
  public func csv() -> String {
    let (pairs, rules) = (layerPairs, rules)
    let names =
      ["commit", "date", "modules", "links"] + pairs.map(\.name) + ["violations"] + rules
      + ["depth", "instability", "rebuilds", "unread", "subject"]
    return Self.line(names)
      + revisions.map { revision in
        let measures = revision.measures
        var cells = [revision.commit, revision.date, "\(measures.modules)", "\(measures.links)"]
        cells += pairs.map { "\(measures.links(of: $0))" }
        cells.append("\(measures.violationCount)")
        cells += rules.map { "\(measures.violations[$0] ?? 0)" }
        cells.append("\(measures.depth)")
        cells.append(measures.instability?.decimal(digits: 3) ?? "")
        cells.append(measures.rebuilds?.decimal(digits: 3) ?? "")
        return Self.line(cells + ["\(measures.unread.count)", revision.subject])
      }.joined()
  }

  private static func line(_ cells: [String]) -> String {
    cells.map(\.escapedForCSV).joined(separator: ",") + "\n"
  }
}

extension History.Revision {
  fileprivate var json: JSON {
    let rules = measures.violations.sorted { $0.key.precedes($1.key) }
    return .inline([
      "commit": .text(commit), "date": .text(date), "subject": .text(subject),
      "modules": .number(measures.modules), "links": .number(measures.links),
      "layerLinks": .inline(
        measures.layerLinks.map { links in
          .inline([
            "from": links.from.map(JSON.text), "to": links.to.map(JSON.text),
            "links": .number(links.count),
          ])
        }),
      "violations": .inline(members: rules.map { ($0.key, .number($0.value)) }),
      "depth": .number(measures.depth),
      "instability": measures.instability.map { .decimal($0, digits: 3) },
      "rebuilds": measures.rebuilds.map { .decimal($0, digits: 3) },
      "unread": measures.unread.isEmpty ? nil : .texts(measures.unread),
    ])
  }
}

extension String {
  /// The string as a CSV cell that no spreadsheet evaluates as a formula.
  fileprivate var escapedForCSV: String {
    let text = escapedForTerminal
    let isFormula = text.first.map { "=+-@".contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    guard safe.contains(where: { "\",;".contains($0) }) else { return safe }
    return "\""
      + safe.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
