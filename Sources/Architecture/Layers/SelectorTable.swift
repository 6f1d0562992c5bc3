public import Diagnostics
public import Graph
internal import Text

/// The modules that the terms of selectors match.
public struct SelectorTable {
  private let layered: LayeredGraph
  /// The modules of the workspace that each pattern of a term matches, by its text.
  private var patterns: [String: ModuleSet] = [:]

  /// Matches the terms of all constraints.
  public init(_ layered: LayeredGraph) {
    self.init(layered, layered.configuration.links.flatMap { [$0.from, $0.to] })
  }

  fileprivate init(_ layered: LayeredGraph, _ selectors: [Selector]) {
    self.layered = layered
    let graph = layered.graph
    let terms = selectors.flatMap(\.terms).compactMap { term -> Pattern? in
      guard case .pattern(let pattern) = term.subject else { return nil }
      return pattern
    }
    let folders = ModuleFolders(of: graph)
    let inFolder = folders.members()
    for match in PatternMatch.all(of: terms, in: graph, folders) {
      let modules = match.named + match.folders.flatMap { inFolder[$0] }
      patterns[match.pattern.text] = ModuleSet(modules.filter { graph[$0].spec >= 0 })
    }
  }

  public func members(of selector: Selector) -> ModuleSet {
    selector.terms.reduce(into: ModuleSet()) { members, term in
      let matching = modules(matching: term.subject)
      members.formUnion(
        term.isNegated ? candidates(for: term.subject).subtracting(matching) : matching)
    }
  }

  /// Returns the terms of `selector` that match nothing.
  public func unusedTerms(of selector: Selector) -> [Selector.Term] {
    selector.terms.filter { term in
      switch term.subject {
      // Layers and tags without modules are reported at their declaration.
      case .layer, .tag: false
      default: modules(matching: term.subject).isEmpty
      }
    }
  }

  /// Returns the modules of the kind that a term can match.
  private func candidates(for subject: Selector.Subject) -> ModuleSet {
    let graph = layered.graph
    return ModuleSet(
      graph.modules.filter { module in
        let external = graph[module].external
        return switch subject {
        case .pattern, .layer, .tag: external == nil
        case .external: external != nil
        case .package: graph.package(of: module) != nil
        case .sdk: external == .sdk
        }
      })
  }

  private func modules(matching subject: Selector.Subject) -> ModuleSet {
    let graph = layered.graph
    switch subject {
    case .pattern(let pattern): return patterns[pattern.text] ?? []
    case .tag(let tag): return layered.members(ofTag: tag)
    case .layer(let layer):
      return ModuleSet(graph.modules.filter { layered.layers(matching: $0).contains(layer) })
    case .external(let glob), .sdk(let glob):
      return ModuleSet(candidates(for: subject).filter { glob.matches(graph[$0].name) })
    case .package(let pattern):
      return ModuleSet(
        graph.modules.filter { module in
          graph.package(of: module).map {
            pattern.matches($0.identity, product: Array($0.name.utf8))
          } ?? false
        })
    }
  }
}

extension LayeredGraph {
  /// Returns the modules that `text`, a selector as in `links` of rules.yml, matches.
  ///
  /// - Throws: The problem of the selector, without a location.
  public func members(of text: String) throws(Diagnostic) -> ModuleSet {
    // Locations of selectors are in rules.yml; this one has no location.
    let start = Position(line: 1, column: 1)
    let place = SourceRange(file: FileID(index: 0), start: start, end: start)
    let scope = Selector.Scope(
      layers: configuration.layers.map(\.name), tags: configuration.tags.map(\.name))
    do throws(Diagnostic) {
      let selector = try Selector(text, at: place, in: scope)
      return SelectorTable(self, [selector]).members(of: selector)
    } catch {
      throw Diagnostic(error.rule, error.severity, error.message, at: nil)
    }
  }
}
