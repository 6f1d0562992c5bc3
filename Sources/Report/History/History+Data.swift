internal import Diagnostics
internal import Text

// Formats for programs.
extension History {
  /// The version of the JSON format, incremented when readers have to change.
  public static var version: Int { 2 }

  public func json() -> String {
    JSON.object([
      "version": .number(Self.version),
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
