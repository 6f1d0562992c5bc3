import Diagnostics
import Graph

/// Findings by the link that they name.
///
/// A finding names a link by its two ends, or by its place: a constraint on what others lead to is
/// reported at the first link of the way, which ends elsewhere.
struct LinkFindings {
  private struct Ends: Hashable {
    var from: String
    var to: String
  }

  private var byEnds: [Ends: [Diagnostic]] = [:]
  private var byPlace: [SourceRange: [Diagnostic]] = [:]

  init(_ findings: [Diagnostic]) {
    for finding in findings {
      guard let from = finding.subject.from, let to = finding.subject.to else { continue }
      byEnds[Ends(from: from, to: to), default: []].append(finding)
      if let location = finding.location { byPlace[location, default: []].append(finding) }
    }
  }

  /// Notes on `edge`, which draws `link` between modules of these names, what is wrong with it.
  func mark(_ edge: inout GraphView.Edge, _ link: Link, from: String, to: String) {
    guard !byEnds.isEmpty else { return }
    let named = byEnds[Ends(from: from, to: to)] ?? []
    let placed = (byPlace[link.location] ?? []).filter { finding in
      finding.subject.from == from
        || finding.subject.chain.contains {
          $0.from == from && $0.to == to && $0.location == link.location
        }
    }
    guard !(named.isEmpty && placed.isEmpty) else { return }
    edge.rules = Set((named + placed).map(\.rule)).sorted().map(\.name)
    edge.isCut = named.contains { $0.rule == "cycle" }
    edge.isKnown = (named + placed).allSatisfy { $0.state == .known }
  }
}
