internal import Architecture
internal import Diagnostics
internal import Graph

/// Reports permissions of rules.yml that nothing in the graph uses.
///
/// Future links could use them without review.
struct UnusedAllowances {
  private let layered: LayeredGraph
  /// The pairs of layers with a link from a module of the first to one of the second.
  private let linked: Set<LayerPair>

  private struct LayerPair: Hashable {
    var from: Int
    var to: Int
  }

  /// - Complexity: O(*n* + *m*).
  init(_ layered: LayeredGraph) {
    self.layered = layered
    var linked: Set<LayerPair> = []
    for link in layered.graph.links {
      guard let from = layered.layer(of: link.from), let to = layered.layer(of: link.to) else {
        continue
      }
      linked.insert(LayerPair(from: from, to: to))
    }
    self.linked = linked
  }

  /// Reports each unused allowance; none if parts of the graph are unknown.
  func check(as severity: Severity, _ findings: inout Findings) {
    guard layered.reading.brokenSpecs.isEmpty else { return }
    for (number, layer) in layered.configuration.layers.enumerated() {
      checkPeers(layer, number, severity, &findings)
      checkReach(layer, number, severity, &findings)
    }
    checkConstraints(severity, &findings)
  }

  private func checkPeers(
    _ layer: Configuration.Layer, _ number: Int, _ severity: Severity, _ findings: inout Findings
  ) {
    guard !linked.contains(LayerPair(from: number, to: number)) else { return }
    switch layer.peers {
    case .forbidden: break
    case .allowed: findings.add(.allowsNoPeers(layer.name), at: layer.location, severity: severity)
    case .within(let pattern):
      findings.add(.allowsNoPeers(layer.name), at: pattern.location, severity: severity)
    }
  }

  private func checkReach(
    _ layer: Configuration.Layer, _ number: Int, _ severity: Severity, _ findings: inout Findings
  ) {
    let layers = layered.configuration.layers
    let reached: [(number: Int, words: String)] =
      switch layer.reach {
      case .below: []
      case .next: [(number + 1, "the next layer")]
      case .layers(let numbers): numbers.map { ($0, "layer '\(layers[$0].name)'") }
      }
    for other in reached where !linked.contains(LayerPair(from: number, to: other.number)) {
      findings.add(
        .doesNotReach(layer.name, other.words), at: layer.location, severity: severity)
    }
  }

  /// Whether a term of the constraint is already reported because it matches nothing.
  private func hasReportedTerm(
    _ constraint: Configuration.LinkConstraint, _ table: SelectorTable
  ) -> Bool {
    !table.unusedTerms(of: constraint.from).isEmpty
      || table.unusedTerms(of: constraint.to)
        .contains { constraint.kind == .only || $0.isOfModules }
  }

  /// Reports `forbid` constraints with a side that matches nothing, and `only` constraints whose
  /// right side nothing links.
  private func checkConstraints(_ severity: Severity, _ findings: inout Findings) {
    guard !layered.configuration.links.isEmpty else { return }
    let table = SelectorTable(layered)
    for constraint in layered.configuration.links where !hasReportedTerm(constraint, table) {
      let to = table.members(of: constraint.to)
      let isUsed =
        switch constraint.kind {
        case .forbid: !to.isEmpty && !table.members(of: constraint.from).isEmpty
        case .only: layered.graph.links.contains { to.contains($0.to) }
        }
      guard !isUsed else { continue }
      findings.add(
        .concernsNothing(constraint.id.name), at: constraint.location, severity: severity)
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func allowsNoPeers(_ layer: String) -> Self {
    "'peers' of layer '\(layer)' allows nothing: no module of it links another"
  }

  fileprivate static func doesNotReach(_ layer: String, _ other: String) -> Self {
    "'reach' of layer '\(layer)' allows nothing: no module of it links \(other)"
  }

  fileprivate static func concernsNothing(_ id: String) -> Self {
    "constraint '\(id)' has no effect: a side of it selects no module, or nothing links what it names"
  }
}
