public import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// Reports links that violate an entry of `links` in rules.yml, under the `id` of that entry.
///
/// Such entries restrict links beyond layers, with a reason in the words of rules.yml.
public enum LinkConstraint: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
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

/// The shortest chains of links from sources to targets that pass no other source or target.
///
/// Ties are broken by name, as in `Subgraph`.
struct ConstraintChains {
  private let graph: ModuleGraph
  private let links: LinkSet
  private let sources: ModuleSet
  private let targets: ModuleSet
  /// The modules that a chain may pass: neither source nor target, and between the two.
  private let between: ModuleSet

  /// Considers only chains of `links`.
  ///
  /// - Complexity: O(*n* + *m*).
  init(
    _ graph: ModuleGraph, along links: LinkSet, from sources: ModuleSet, to targets: ModuleSet
  ) {
    self.graph = graph
    self.links = links
    let sides = sources.union(targets)
    // A module of both sides has a chain only with at least one link from it or to it.
    let heads = sources.lazy.flatMap { graph.links(from: $0) }.filter { links.contains($0.id) }
    let tails = targets.lazy.flatMap { graph.links(to: $0) }.filter { links.contains($0.id) }
    let ahead = graph.reachable(from: heads.map(\.to)) {
      links.contains($0.id) && !sides.contains($0.from)
    }
    let behind = graph.reaching(tails.map(\.from)) {
      links.contains($0.id) && !sides.contains($0.to)
    }
    between = ahead.intersection(behind).subtracting(sides)
    self.sources = sources.intersection(behind)
    self.targets = targets.intersection(ahead)
  }

  /// Calls `body` with each chain, in order of its ends.
  ///
  /// One breadth-first search per source finds all its chains; the first path to a module is also
  /// the first by name. A module that many searches visit is in many chains, so the time is close to
  /// the size of the output.
  ///
  /// - Complexity: O(*n* + *m*) for each source, and the length of all chains.
  func forEach(_ body: (_ chain: [Link]) -> Void) {
    // The last source whose search visited each module, and the link by which it did.
    var visitor = ModuleMap<ModuleID?>(repeating: nil, for: graph)
    var step = ModuleMap(repeating: LinkID(0), for: graph)
    for source in sources {
      visitor[source] = source
      var found: ModuleSet = []
      var queue = [source]
      var next = 0
      while next < queue.count {
        for link in graph.links(from: queue[next])
        where links.contains(link.id) && visitor[link.to] != source {
          let isEnd = targets.contains(link.to)
          guard isEnd || between.contains(link.to) else { continue }
          visitor[link.to] = source
          step[link.to] = link.id
          if isEnd { found.insert(link.to) } else { queue.append(link.to) }
        }
        next += 1
      }
      for end in found { body(chain(from: source, to: end, step)) }
    }
  }

  private func chain(
    from source: ModuleID, to end: ModuleID, _ step: ModuleMap<LinkID>
  ) -> [Link] {
    var chain: [Link] = []
    var module = end
    while module != source {
      let link = graph[step[module]]
      chain.append(link)
      module = link.from
    }
    return chain.reversed()
  }
}
