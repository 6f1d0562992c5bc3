import Diagnostics
import Graph

/// Findings by the link that they are about.
///
/// That is the link between the two modules that they name, or the one that they propose to drop. What else
/// stands at a link's place is about other links.
struct LinkFindings {
  private var byEnds: [Diagnostic.LinkEnds: [Diagnostic]] = [:]

  init(_ findings: [Diagnostic]) {
    for finding in findings {
      guard let from = finding.subject.from, let to = finding.subject.to else { continue }
      byEnds[finding.subject.link ?? .init(from: from, to: to), default: []].append(finding)
    }
  }

  /// Notes on `edge`, which draws a link between modules of these names, what is wrong with it.
  func mark(_ edge: inout GraphView.Edge, from: String, to: String) {
    guard !byEnds.isEmpty, let findings = byEnds[.init(from: from, to: to)] else { return }
    edge.rules = Set(findings.map(\.rule)).sorted().map(\.name)
    edge.isCut = findings.contains { $0.rule == .cycle }
    edge.isKnown = findings.allSatisfy { $0.state == .known }
  }
}
