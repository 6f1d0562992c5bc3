internal import Graph
internal import Text

/// Finds out which modules selectors name, so that a link is judged by two flags.
struct SelectorTable {
  private let layered: LayeredGraph
  private let names: [[UInt8]]
  private let folders: [FolderPath]
  /// The modules of each name, a name without its platform counted too.
  private let byName: [[UInt8]: [Int]]

  init(_ layered: LayeredGraph) {
    self.layered = layered
    names = layered.graph.rows.map { Array($0.name.utf8) }
    folders = layered.graph.specs.map { FolderPath($0.folder) }
    var byName: [[UInt8]: [Int]] = [:]
    for (index, module) in layered.graph.rows.enumerated() {
      byName[names[index], default: []].append(index)
      if let unsuffixed = module.unsuffixedName {
        byName[Array(unsuffixed.utf8), default: []].append(index)
      }
    }
    self.byName = byName
  }

  /// The modules that a term without wildcards may name; `nil` where that is any.
  private func candidates(_ subject: Selector.Subject) -> [Int]? {
    switch subject {
    case .pattern(let pattern) where !pattern.isFolder:
      pattern.name.literal.map { byName[$0] ?? [] }
    case .external(let glob): glob.literal.map { byName[$0] ?? [] }
    default: nil
    }
  }

  /// For each module whether `selector` names it.
  func members(of selector: Selector) -> [Bool] {
    var members = [Bool](repeating: false, count: names.count)
    for term in selector.terms {
      if !term.isNegated, let candidates = candidates(term.subject) {
        for index in candidates where names(index, term) { members[index] = true }
      } else {
        for index in members.indices where names(index, term) { members[index] = true }
      }
    }
    return members
  }

  /// The terms of `selector` that speak of nothing there is.
  func unusedTerms(of selector: Selector) -> [Selector.Term] {
    selector.terms.filter { term in
      switch term.subject {
      // A layer or tag without modules is reported where it is declared.
      case .layer, .tag: false
      default:
        if let candidates = candidates(term.subject) {
          !candidates.contains { isMatch($0, term.subject) }
        } else {
          !names.indices.contains { isMatch($0, term.subject) }
        }
      }
    }
  }

  private func names(_ index: Int, _ term: Selector.Term) -> Bool {
    guard term.isNegated else { return isMatch(index, term.subject) }
    return isCandidate(index, term.subject) && !isMatch(index, term.subject)
  }

  /// Whether the subject could speak of the module.
  private func isCandidate(_ index: Int, _ subject: Selector.Subject) -> Bool {
    let module = layered.graph.rows[index]
    switch subject {
    case .pattern, .layer, .tag: return module.external == nil
    case .external: return module.external != nil
    case .package:
      if case .package = module.external { return true }
      return false
    case .sdk: return module.external == .sdk
    }
  }

  private func isMatch(_ index: Int, _ subject: Selector.Subject) -> Bool {
    switch subject {
    case .tag(let tag): return layered.hasTag(ModuleID(index), tag)
    case .layer(let layer): return layered.layers(matching: ModuleID(index)).contains(layer)
    case .pattern(let pattern): return isMatch(index, pattern)
    case .external(let glob), .sdk(let glob):
      return isCandidate(index, subject) && glob.matches(names[index][...])
    case .package(let pattern):
      guard case .package(let identity) = layered.graph.rows[index].external else {
        return false
      }
      return pattern.matches(identity, product: names[index])
    }
  }

  private func isMatch(_ index: Int, _ pattern: Pattern) -> Bool {
    let module = layered.graph.rows[index]
    guard module.spec >= 0 else { return false }
    guard !pattern.isFolder else { return pattern.matches(folder: folders[Int(module.spec)]) }
    if pattern.matches(name: names[index]) { return true }
    guard let unsuffixed = module.unsuffixedName else { return false }
    return pattern.matches(name: Array(unsuffixed.utf8))
  }
}
