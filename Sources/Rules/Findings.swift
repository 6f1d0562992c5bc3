public import Diagnostics
public import Graph

/// Where a rule puts what it finds.
///
/// Adds the rule's name, its severity and the names of modules and layers, so that no rule states
/// them twice.
public struct Findings: Sendable {
  public private(set) var diagnostics: [Diagnostic] = []
  /// How a finding counts unless it says otherwise.
  public let severity: Severity

  private let rule: RuleID
  private let layered: LayeredGraph

  public init(of rule: RuleID, severity: Severity, in graph: LayeredGraph) {
    self.rule = rule
    self.severity = severity
    layered = graph
  }

  /// Adds a finding in the rule's name, or in that of a link constraint.
  public mutating func add(
    _ message: Diagnostic.Message, at location: SourceRange?, as rule: RuleID? = nil,
    severity: Severity? = nil, notes: [Diagnostic.Note] = [], help: [Diagnostic.Message] = [],
    subject: Diagnostic.Subject = .init()
  ) {
    diagnostics.append(
      Diagnostic(
        rule ?? self.rule, severity ?? self.severity, message, at: location, notes: notes,
        help: Array(help.prefix(2)), subject: subject))
  }

  /// Adds a finding about one module, at its key.
  public mutating func add(
    _ message: Diagnostic.Message, module: ModuleID, severity: Severity? = nil,
    notes: [Diagnostic.Note] = [], help: [Diagnostic.Message] = []
  ) {
    add(
      message, at: layered.graph[module].location, severity: severity, notes: notes, help: help,
      subject: layered.subject(module))
  }

  /// Adds a finding about the link with number `number`.
  public mutating func add(
    _ message: Diagnostic.Message, link number: Int,
    about ends: (from: ModuleID, to: ModuleID)? = nil, as rule: RuleID? = nil,
    severity: Severity? = nil, notes: [Diagnostic.Note] = [], help: [Diagnostic.Message] = [],
    chain: [Int] = [], dropsLink: Bool = false
  ) {
    add(
      message, link: layered.graph.links[number], about: ends, as: rule, severity: severity,
      notes: notes, help: help, chain: chain.map { layered.graph.links[$0] }, dropsLink: dropsLink)
  }

  /// Adds a finding about a link, at the dependency's entry.
  ///
  /// `ends` is what it is about where that is not the link itself. A finding that `dropsLink` is about that
  /// link all the same.
  public mutating func add(
    _ message: Diagnostic.Message, link: Link,
    about ends: (from: ModuleID, to: ModuleID)? = nil, as rule: RuleID? = nil,
    severity: Severity? = nil, notes: [Diagnostic.Note] = [], help: [Diagnostic.Message] = [],
    chain: [Link] = [], dropsLink: Bool = false
  ) {
    var subject = layered.subject(ends?.from ?? link.from, ends?.to ?? link.to)
    subject.chain = layered.chain(chain)
    if dropsLink { subject.link = layered.ends(of: link) }
    add(
      message, at: link.location, as: rule, severity: severity,
      notes: layered.originNotes(link) + notes, help: help, subject: subject)
  }
}

// Names.
extension LayeredGraph {
  public func subject(_ module: ModuleID) -> Diagnostic.Subject {
    Diagnostic.Subject(
      from: graph.shownName(module), fromLayer: layerName(of: module),
      identity: [graph.identity(module)])
  }

  public func subject(_ from: ModuleID, _ to: ModuleID) -> Diagnostic.Subject {
    Diagnostic.Subject(
      from: graph.shownName(from), to: graph.shownName(to), fromLayer: layerName(of: from),
      toLayer: layerName(of: to), identity: [graph.identity(from), graph.identity(to)])
  }

  /// The modules at the ends of a link, by name.
  func ends(of link: Link) -> Diagnostic.LinkEnds {
    .init(from: graph.shownName(link.from), to: graph.shownName(link.to))
  }

  /// The links of a chain, by name.
  public func chain(_ links: [Link]) -> [Diagnostic.ChainLink] {
    links.map { link in
      Diagnostic.ChainLink(
        from: graph.shownName(link.from), to: graph.shownName(link.to), at: link.location)
    }
  }

  public func chain(_ links: [Int]) -> [Diagnostic.ChainLink] {
    chain(links.map { graph.links[$0] })
  }

  func originNotes(_ number: Int) -> [Diagnostic.Note] { originNotes(graph.links[number]) }

  /// Who got a link that stands in a template or an included file.
  func originNotes(_ link: Link) -> [Diagnostic.Note] {
    guard link.flags.contains(.inherited) else { return [] }
    return originNotes(of: link.from, outside: link.outside)
  }

  /// Where a link of a module is written outside of the workspace, and who got it from there.
  func originNotes(of module: ModuleID, outside: Int32?) -> [Diagnostic.Note] {
    (outside.map { [graph.outsideNotes[Int($0)]] } ?? []) + [originNote(module)]
  }

  private func originNote(_ module: ModuleID) -> Diagnostic.Note {
    Diagnostic.Note(.getsItFromThere(graph.shownName(module)), at: graph[module].location)
  }
}

extension Diagnostic.Message {
  fileprivate static func getsItFromThere(_ module: String) -> Self {
    "'\(module)' has it from a template or an included file"
  }
}
