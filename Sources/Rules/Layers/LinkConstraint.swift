public import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// Reports links that violate an entry of `links` in rules.yml, under the `id` of that entry.
///
/// Such entries restrict links beyond layers, with a reason in the words of rules.yml.
public struct LinkConstraint: Rule {
  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let table = SelectorTable(layered)
    var judgedLinks: LinkSet?
    for constraint in layered.configuration.links {
      let severity = constraint.level.map(\.severity) ?? findings.severity
      guard let severity else { continue }
      let judge = ConstraintChecker(constraint, severity, table, layered)
      if constraint.isTransitive {
        let links = judgedLinks ?? layered.linksJudgedByConstraints
        judgedLinks = links
        judge.checkChains(links, &findings)
      } else {
        judge.checkLinks(&findings)
      }
    }
  }
}

extension LayeredGraph {
  /// - Complexity: O(*m*).
  fileprivate var linksJudgedByConstraints: LinkSet {
    LinkSet(graph.links.lazy.filter { isJudgedByConstraints($0) }.map(\.id))
  }

  fileprivate func isJudgedByConstraints(_ link: Link) -> Bool {
    // Links of aggregates and legacy targets count for cycles only.
    link.from != link.to && isJudged(link)
      && (!facts(of: link.from).contains(.unlayered) || facts(of: link.from).contains(.external))
  }
}

private struct ConstraintChecker {
  private let constraint: Configuration.LinkConstraint
  private let severity: Severity
  private let layered: LayeredGraph
  private let named: ModuleSet
  /// The projects of these modules, whose tests and test support `only` allows as well.
  private let specs: Set<Int>
  private let targets: ModuleSet

  init(
    _ constraint: Configuration.LinkConstraint, _ severity: Severity, _ table: SelectorTable,
    _ layered: LayeredGraph
  ) {
    self.constraint = constraint
    self.severity = severity
    self.layered = layered
    targets = table.members(of: constraint.to)
    named = table.members(of: constraint.from)
    specs = constraint.kind == .forbid ? [] : Set(named.map { layered.graph[$0].spec })
  }

  /// Whether the constraint judges the links of a module.
  ///
  /// The rules of this workspace do not apply to externals.
  private func isSource(_ module: ModuleID) -> Bool {
    guard !layered.graph.externals.contains(module) else { return false }
    if constraint.kind == .forbid { return named.contains(module) }
    return !named.contains(module)
      && (layered.facts(of: module).isDisjoint(with: [.test, .testSupport])
        || !specs.contains(layered.graph[module].spec))
  }

  private var sources: ModuleSet {
    ModuleSet(
      (constraint.kind == .forbid ? Array(named) : Array(layered.graph.modules)).filter(isSource))
  }

  func checkLinks(_ findings: inout Findings) {
    let links = targets.flatMap { layered.graph.links(to: $0) }
      .filter { isSource($0.from) && layered.isJudgedByConstraints($0) }
    for link in links.sorted(by: { $0.id < $1.id }) {
      let message = Diagnostic.Message.breaks(
        constraint, link.verb, layered.described(link.from), layered.described(link.to))
      findings.add(
        message, link: link, as: constraint.id, severity: severity, notes: notes, help: help)
    }
  }

  /// Reports each pair of ends once, at the first link of the shortest chain between them.
  ///
  /// Omits chains through another module of either side: the part before or after that module is
  /// reported as a separate violation, and fixing that breaks the chain.
  func checkChains(_ links: LinkSet, _ findings: inout Findings) {
    let chains = ConstraintChains(layered.graph, along: links, from: sources, to: targets)
    chains.forEach { chain in report(chain, &findings) }
  }

  private func report(_ chain: [Link], _ findings: inout Findings) {
    guard let first = chain.first, let last = chain.last else { return }
    let verb = chain.contains(where: \.isImport) ? "leads to" : "links"
    let message = Diagnostic.Message.breaks(
      constraint, chain.count == 1 ? first.verb : verb, layered.described(first.from),
      layered.described(last.to),
      through: chain.dropFirst().map { layered.graph.shownName($0.from) })
    findings.add(
      message, link: first, about: (first.from, last.to), as: constraint.id, severity: severity,
      notes: notes, help: help, chain: chain, dropsLink: true)
  }

  private var notes: [Diagnostic.Note] {
    var notes: [Diagnostic.Note] = []
    if let because = constraint.because { notes.append(.init(.init(because))) }
    if let url = constraint.url { notes.append(.init(.readMore(url))) }
    return notes
  }

  private var help: [Diagnostic.Message] { constraint.instead.map { [.init($0)] } ?? [] }
}

extension Diagnostic.Message {
  fileprivate static func breaks(
    _ constraint: Configuration.LinkConstraint, _ verb: String, _ from: String, _ to: String,
    through others: [String] = []
  ) -> Self {
    let names = others.quoted.joinedByAnd
    let link = "\(from) \(verb) \(to)" + (others.isEmpty ? "" : " through \(names)")
    return switch constraint.kind {
    case .forbid: "\(link), which '\(constraint.id.name)' forbids"
    case .only: "\(link), which only '\(constraint.from.text)' may link"
    }
  }

  fileprivate static func readMore(_ url: String) -> Self { "see \(url)" }
}
