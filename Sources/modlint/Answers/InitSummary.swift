import Diagnostics
import Report
import Rules
import Architecture
import Inference
import Workspace
import Text

struct InitSummary {
  private let inference: LayerInference
  /// The findings about links that `init` can cause.
  private let findings: [Diagnostic]
  private let sources: SourceMap
  private let counts: [RuleID: Int]

  private static let mostShown = 12

  init(_ inference: LayerInference, _ outcome: LintResult, sources: SourceMap) {
    self.inference = inference
    self.sources = sources
    counts = Dictionary(grouping: outcome.findings, by: \.rule).mapValues(\.count)
    findings = outcome.findings.filter { Self.judgesLinks($0.rule) }
  }

  private static func judgesLinks(_ rule: RuleID) -> Bool {
    ruleCatalog.traits(of: rule).contains(.judgesLinks)
  }

  var text: String {
    let others = shownCounts { !Self.judgesLinks($0) }
    return layers + violations + (others.isEmpty ? "" : "\nOther findings: \(others)\n")
  }

  /// Returns the last line of the next `modlint` run.
  static func lastLine(of outcome: LintResult) -> String {
    outcome.summary(of: outcome.joined(outcome.findings)).line + "\n"
  }

  private var layers: String {
    let rules = inference.rules
    let total = inference.moduleCounts.reduce(0, +)
    var rows = zip(rules.layers, inference.moduleCounts).map { layer, count in
      (layer.name, counted(count, "module"))
    }
    rows += [("interfaces", rules.interfaces), ("test support", rules.testSupport)].compactMap {
      name, patterns in
      guard !patterns.isEmpty else { return nil }
      let counted = patterns.map { "\($0) (\(inference.patternCounts[$0] ?? 0))" }
      return (name, counted.joined(separator: ", "))
    }
    return
      "\(counted(rules.layers.count, "layer")), top first, with \(counted(total, "module"))\n"
      + columns(rows.map { ["  " + $0.0, $0.1] })
  }

  private var violations: String {
    guard !findings.isEmpty else { return "\nNo link breaks these layers.\n" }
    // A link can break several rules.
    let links = Set(findings.map { [$0.subject.from, $0.subject.to] }).count
    let head = "\(counted(links, "link")) \(links == 1 ? "breaks" : "break") these layers"
    var text = "\n\(head): \(shownCounts(of: Self.judgesLinks))\n"
    for finding in findings.prefix(Self.mostShown) {
      var place = ""
      if let location = finding.location {
        place = "\(sources[location.file]):\(location.start.line): "
      }
      text += "  \(place)\(finding.message.text) [\(finding.rule.name)]".escapedForTerminal + "\n"
    }
    let rest = findings.count - Self.mostShown
    return rest > 0 ? text + "  and \(rest) more, which 'modlint' shows\n" : text
  }

  /// Returns the number of findings of some rules, in the order of the catalog.
  private func shownCounts(of isIncluded: (RuleID) -> Bool) -> String {
    ruleCatalog.compactMap { rule in
      guard isIncluded(rule.id), let count = counts[rule.id] else { return nil }
      return "\(count) \(rule.id.name)"
    }
    .joined(separator: ", ")
  }
}
