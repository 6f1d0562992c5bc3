public import Diagnostics
public import Graph
internal import Text

/// The module graph with the properties that rules.yml gives each module.
///
/// Properties that rules query for every link are computed once per module.
public struct LayeredGraph: Sendable {
  public let graph: ModuleGraph
  public let configuration: Configuration
  /// The day on which exceptions must be valid.
  public let today: Day?
  /// Facts from reading the workspace that are not part of the graph.
  public let reading: ReaderNotes
  /// Known findings; rules that choose among several findings prefer them.
  public let known: KnownFilter
  public let exceptionIndex: ExceptionIndex?
  private let placement: LayerAssignment

  public init(
    _ graph: ModuleGraph, configuration: Configuration = .init(), today: Day? = nil,
    reading: ReaderNotes = .init(), known: KnownFilter = KnownFilter()
  ) {
    placement = LayerAssignment(of: graph, by: configuration)
    self.graph = graph
    self.configuration = configuration
    exceptionIndex =
      configuration.exceptions.isEmpty ? nil : ExceptionIndex(configuration.exceptions)
    self.today = today
    self.reading = reading
    self.known = known
  }
}

// Layers.
extension LayeredGraph {
  /// The patterns without a match, ordered by location.
  public var unmatchedPatterns: [UnmatchedPattern] { placement.unmatchedPatterns }

  public var slices: LayerSlices { placement.slices }

  /// Returns the index of the module's layer from the top; `nil` for none or several.
  public func layer(of module: ModuleID) -> Int? { placement.layers[module] }

  /// Returns the name of the module's layer; `nil` for aggregates, legacy targets and externals.
  public func layerName(of module: ModuleID) -> String? {
    facts(of: module).contains(.unlayered)
      ? nil : layer(of: module).map { configuration.layers[$0].name }
  }

  /// Returns all layers that match the module, from the top.
  public func layers(matching module: ModuleID) -> [Int] {
    placement.ambiguousLayers[module] ?? layer(of: module).map { [$0] } ?? []
  }

  /// Whether a layer allows links between two of its modules.
  public func mayLinkAsPeers(_ a: ModuleID, _ b: ModuleID, ofLayer layer: Int) -> Bool {
    switch configuration.layers[layer].peers {
    case .forbidden: false
    case .allowed: true
    case .within: slices.areOfOne(a, b)
    }
  }
}

// Facts.
extension LayeredGraph {
  public func facts(of module: ModuleID) -> ModuleFacts { placement.facts[module] }

  public func isInterface(_ module: ModuleID) -> Bool { facts(of: module).contains(.interface) }

  public func isTestSupport(_ module: ModuleID) -> Bool {
    facts(of: module).contains(.testSupport)
  }

  public func isIgnored(_ module: ModuleID) -> Bool { facts(of: module).contains(.ignored) }

  public func isTest(_ module: ModuleID) -> Bool { facts(of: module).contains(.test) }

  func members(ofTag tag: Int) -> ModuleSet { placement.tagMembers[tag] }

  public func areOfOneProject(_ a: ModuleID, _ b: ModuleID) -> Bool {
    if case .package = graph[a].external { return graph[a].external == graph[b].external }
    return graph[a].spec >= 0 && graph[a].spec == graph[b].spec
  }

  /// Whether architecture rules apply to the link: it is declared, and neither end is ignored.
  public func isJudged(_ link: Link) -> Bool {
    !link.flags.contains(.derived) && !isIgnored(link.from) && !isIgnored(link.to)
  }

  /// Whether layer rules apply to the link.
  ///
  /// They ignore links within a project from tests, test support and executables, links from a test
  /// bundle to the module that it tests and to test support, and links between variants of a module.
  public func isJudgedByLayers(_ link: Link) -> Bool {
    let (from, to) = (facts(of: link.from), facts(of: link.to))
    guard !link.flags.contains(.derived), link.from != link.to,
      from.union(to).isDisjoint(with: [.ignored, .unlayered])
    else { return false }
    let isFree = !from.isDisjoint(with: [.test, .testSupport, .executable, .external])
    if isFree, areOfOneProject(link.from, link.to) { return false }
    if from.contains(.test), to.contains(.testSupport) || graph.isTested(link.to, by: link.from) {
      return false
    }
    return !graph.areVariants(link.from, link.to)
  }
}

extension LayeredGraph {
  /// Returns the name of a module for messages, with its layer if there is one.
  public func described(_ module: ModuleID) -> String {
    let name = "'\(graph.shownName(module))'"
    return layerName(of: module).map { "\(name) of layer '\($0)'" } ?? name
  }

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

  /// Returns the links of a chain by name.
  public func chain(_ links: [Link]) -> [Diagnostic.ChainLink] {
    links.map { link in
      Diagnostic.ChainLink(
        from: graph.shownName(link.from), to: graph.shownName(link.to), at: link.location,
        isImport: link.isImport)
    }
  }

  /// Returns notes about the modules that inherit a link from a template or an included file.
  public func originNotes(_ link: Link) -> [Diagnostic.Note] {
    guard link.flags.contains(.inherited) else { return [] }
    return originNotes(of: link.from, outside: link.outside)
  }

  /// Returns notes about a declaration outside of the workspace and the module that inherits it.
  public func originNotes(of module: ModuleID, outside: Int?) -> [Diagnostic.Note] {
    (outside.map { [graph.outsideNotes[$0]] } ?? []) + [originNote(module)]
  }

  private func originNote(_ module: ModuleID) -> Diagnostic.Note {
    Diagnostic.Note(.getsItFromThere(graph.shownName(module)), at: graph[module].location)
  }
}

extension Diagnostic.Message {
  /// Describes the modules that rules.yml assigns to a layer.
  public static func patterns(of layer: Configuration.Layer) -> Self {
    guard let patterns = layer.modules else {
      return "layer '\(layer.name)' matches the modules under a folder named '\(layer.name)'"
    }
    let names = patterns.map { "'\($0.text)'" }.joined(separator: ", ")
    return "layer '\(layer.name)' matches \(names.isEmpty ? "no modules" : names)"
  }

  fileprivate static func getsItFromThere(_ module: String) -> Self {
    "'\(module)' gets it from a template or an included file"
  }
}

extension LayeredGraph {
  public func isKnown(_ link: Link, as rule: RuleID) -> Bool {
    !known.isEmpty
      && known.contains(rule, about: [graph.identity(link.from), graph.identity(link.to)])
  }
}

extension LayeredGraph {
  /// Whether a valid exception excludes `link` from `rule`.
  public func isExcepted(_ link: Link, from rule: RuleID) -> Bool {
    hasException(link, from: rule, whichHolds: true)
  }

  /// Whether an expired exception excluded `link` from `rule`.
  public func wasExcepted(_ link: Link, from rule: RuleID) -> Bool {
    hasException(link, from: rule, whichHolds: false)
  }

  private func hasException(_ link: Link, from rule: RuleID, whichHolds: Bool) -> Bool {
    guard let exceptionIndex else { return false }
    let (tail, head) = (graph.shownName(link.from), graph.shownName(link.to))
    return exceptionIndex.candidates(rule, name: tail, linked: head).contains { number in
      let exception = configuration.exceptions[number]
      guard exception.holds(on: today) == whichHolds, case .link(let from, let to) = exception.about
      else { return false }
      return from.matches(tail) && to.matches(head)
    }
  }
}

/// What the rules ask about a module.
public enum ModuleFact: UInt8, Sendable {
  case interface, testSupport, ignored
  /// An aggregate, a legacy target or an external, none of which needs a layer.
  case unlayered
  case test, executable, external
  /// A bundle without code, which cannot be linked.
  case resources
}

public typealias ModuleFacts = FlagSet<ModuleFact>

extension LayeredGraph {
  /// Whether the linking module can declare a protocol that the linked module implements.
  ///
  /// A module without dependents declares no protocols for others, and a module without code
  /// implements none.
  public func canInvert(_ link: Link) -> Bool {
    facts(of: link.from).isDisjoint(with: [
      .test, .testSupport, .executable, .unlayered, .resources,
    ])
      && facts(of: link.to).isDisjoint(with: [.unlayered, .external, .resources])
  }

  /// Whether the linked module must be in a lower layer, rather than not in a higher one.
  public func needsLowerLayer(_ link: Link) -> Bool {
    isJudgedByLayers(link)
      && facts(of: link.to).isDisjoint(with: [.executable, .interface, .resources])
  }
}
