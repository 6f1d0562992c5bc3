internal import Architecture
internal import Diagnostics
internal import Graph

/// Reports permissions of rules.yml that nothing in the graph uses.
///
/// Future links could use them without review.
struct UnusedAllowances {
  let layered: LayeredGraph

  /// Reports each unused allowance; none if parts of the graph are unknown.
  ///
  /// - Complexity: O(*n* + *m*).
  func check(as severity: Severity, _ findings: inout Findings) {
    guard layered.reading.brokenSpecs.isEmpty else { return }
    let linked = Set(
      layered.graph.links.compactMap { link -> [Int]? in
        guard let from = layered.layer(of: link.from), let to = layered.layer(of: link.to) else {
          return nil
        }
        return [from, to]
      })
    for number in layered.configuration.layers.indices {
      for (other, message, location) in allowances(ofLayer: number)
      where !linked.contains([number, other]) {
        findings.add(message, at: location, severity: severity)
      }
    }
    checkConstraints(severity, &findings)
  }

  /// Returns the layers that modules of a layer may link because of `peers` and `reach`.
  private func allowances(
    ofLayer number: Int
  ) -> [(layer: Int, message: Diagnostic.Message, location: SourceRange)] {
    let layers = layered.configuration.layers
    let layer = layers[number]
    let peers: SourceRange? =
      switch layer.peers {
      case .forbidden: nil
      case .allowed: layer.location
      case .within(let pattern): pattern.location
      }
    let reached: [(number: Int, words: String)] =
      switch layer.reach {
      case .below: []
      case .next: [(number + 1, "the next layer")]
      case .layers(let numbers): numbers.map { ($0, "layer '\(layers[$0].name)'") }
      }
    return (peers.map { [(number, .allowsNoPeers(layer.name), $0)] } ?? [])
      + reached.map { ($0.number, .doesNotReach(layer.name, $0.words), layer.location) }
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
