internal import Diagnostics
public import Graph

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
  public let exceptionIndex: ExceptionIndex
  private let placement: LayerAssignment

  public init(
    _ graph: ModuleGraph, configuration: Configuration = .init(), today: Day? = nil,
    reading: ReaderNotes = .init(), known: KnownFilter = KnownFilter()
  ) {
    placement = LayerAssignment(of: graph, by: configuration)
    self.graph = graph
    self.configuration = configuration
    exceptionIndex = ExceptionIndex(configuration.exceptions)
    self.today = today
    self.reading = reading
    self.known = known
  }
}

// Layers.
extension LayeredGraph {
  /// The patterns without a match, ordered by location.
  public var unmatchedPatterns: [UnmatchedPattern] { placement.unmatchedPatterns }

  /// The slices of layers with `peers: { within: … }`.
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

  public func hasTag(_ module: ModuleID, _ tag: Int) -> Bool {
    placement.tagMembers[tag].contains(module)
  }

  /// Whether both modules are in one project or one package.
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
