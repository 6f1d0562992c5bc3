public import Diagnostics
public import Graph
internal import Paths
internal import Text

/// Resolves selectors to sets of modules, so that matching a link takes two lookups.
public struct SelectorTable {
  private let layered: LayeredGraph
  private let names: ModuleMap<[UInt8]>
  private let folders: [Path]
  /// The modules by name, with and without platform suffix.
  private let byName: [[UInt8]: [ModuleID]]
  /// The names in order, and backwards in order; empty if few selectors have wildcards.
  private var sorted: (names: [[UInt8]], reversed: [[UInt8]]) = ([], [])

  /// The number of selectors up to which a search of all names is faster.
  private static let fewSelectors = 16

  public init(_ layered: LayeredGraph) {
    self.layered = layered
    let graph = layered.graph
    names = ModuleMap(for: graph) { Array(graph[$0].name.utf8) }
    folders = graph.specs.map { Path($0.folder) }
    var byName: [[UInt8]: [ModuleID]] = [:]
    for module in graph.modules {
      byName[names[module], default: []].append(module)
      if let unsuffixed = graph[module].unsuffixedName {
        byName[Array(unsuffixed.utf8), default: []].append(module)
      }
    }
    self.byName = byName
    guard layered.configuration.links.count > Self.fewSelectors else { return }
    sorted.names = byName.keys.sorted { $0.lexicographicallyPrecedes($1) }
    sorted.reversed = byName.keys.map { Array($0.reversed()) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the modules whose names may match a glob; `nil` for any module.
  private func candidates(_ glob: Glob) -> [ModuleID]? {
    if let name = glob.literal { return byName[name] ?? [] }
    guard !sorted.names.isEmpty else { return nil }
    let (start, end) = glob.ends
    if !start.isEmpty {
      return sorted.names.range(startingWith: start).flatMap { byName[$0] ?? [] }
    }
    guard !end.isEmpty else { return nil }
    return sorted.reversed.range(startingWith: end.reversed())
      .flatMap { byName[$0.reversed()] ?? [] }
  }

  /// Returns the modules that a term may select; `nil` for any module.
  private func candidates(_ subject: Selector.Subject) -> [ModuleID]? {
    switch subject {
    case .pattern(let pattern) where !pattern.isFolder: candidates(pattern.name)
    case .external(let glob): candidates(glob)
    default: nil
    }
  }

  public func members(of selector: Selector) -> ModuleSet {
    var members: ModuleSet = []
    for term in selector.terms {
      let isDirect = !term.isNegated
      for module in (isDirect ? candidates(term.subject) : nil) ?? Array(layered.graph.modules)
      where names(module, term) {
        members.insert(module)
      }
    }
    return members
  }

  /// Returns the terms of `selector` that match nothing.
  public func unusedTerms(of selector: Selector) -> [Selector.Term] {
    selector.terms.filter { term in
      switch term.subject {
      // Layers and tags without modules are reported at their declaration.
      case .layer, .tag: false
      default:
        if let candidates = candidates(term.subject) {
          !candidates.contains { isMatch($0, term.subject) }
        } else {
          !layered.graph.modules.contains { isMatch($0, term.subject) }
        }
      }
    }
  }

  private func names(_ module: ModuleID, _ term: Selector.Term) -> Bool {
    guard term.isNegated else { return isMatch(module, term.subject) }
    return isCandidate(module, term.subject) && !isMatch(module, term.subject)
  }

  /// Whether the term can match modules of this kind.
  private func isCandidate(_ module: ModuleID, _ subject: Selector.Subject) -> Bool {
    let external = layered.graph[module].external
    switch subject {
    case .pattern, .layer, .tag: return external == nil
    case .external: return external != nil
    case .package: return layered.graph.package(of: module) != nil
    case .sdk: return external == .sdk
    }
  }

  private func isMatch(_ module: ModuleID, _ subject: Selector.Subject) -> Bool {
    switch subject {
    case .tag(let tag): return layered.hasTag(module, tag)
    case .layer(let layer): return layered.layers(matching: module).contains(layer)
    case .pattern(let pattern): return isMatch(module, pattern)
    case .external(let glob), .sdk(let glob):
      return isCandidate(module, subject) && glob.matches(names[module][...])
    case .package(let pattern):
      guard let package = layered.graph.package(of: module) else { return false }
      return pattern.matches(package.identity, product: Array(package.name.utf8))
    }
  }

  private func isMatch(_ module: ModuleID, _ pattern: Pattern) -> Bool {
    let (spec, unsuffixed) = (layered.graph[module].spec, layered.graph[module].unsuffixedName)
    guard spec >= 0 else { return false }
    guard !pattern.isFolder else {
      return pattern.matches(folder: folders[spec])
        || layered.graph[module].folders.contains { pattern.matches(folder: Path($0.path)) }
    }
    return pattern.matches(name: names[module])
      || unsuffixed.map { pattern.matches(name: Array($0.utf8)) } ?? false
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
      return SelectorTable(self).members(of: try Selector(text, at: place, in: scope))
    } catch {
      throw Diagnostic(error.rule, error.severity, error.message, at: nil)
    }
  }
}

extension [[UInt8]] {
  /// Returns the names of a sorted list that start with `start`.
  ///
  /// - Complexity: O(log *n*).
  fileprivate func range(startingWith start: [UInt8]) -> SubSequence {
    let first = partitionPoint { !$0.lexicographicallyPrecedes(start) }
    return self[first...].prefix { $0.starts(with: start) }
  }
}
