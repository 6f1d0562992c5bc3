internal import Graph
internal import Rules

/// Finds the patterns that put every module into its layer and into no other.
struct LayerPatterns {
  private let drafts: [LayerDraft]
  private let units: [LayerUnit]
  private let population: Population

  /// How a layer says which modules it has, from short to certain.
  private enum Spelling: Int, CaseIterable {
    /// The folder of the layer's name.
    case name
    case folders
    case modules
  }

  init(_ drafts: [LayerDraft], _ units: [LayerUnit], _ population: Population) {
    self.drafts = drafts
    self.units = units
    self.population = population
  }

  /// The layers in the shortest spelling that holds.
  ///
  /// Tries them out: whether a pattern of one layer matches what is another's depends on all.
  ///
  /// - Complexity: O(*ln*) for *l* layers with *n* modules, times the number of layers at worst.
  func layers(for rules: RulesFile) -> [RulesFile.Layer] {
    var spellings = drafts.map { draft -> Spelling in
      guard draft.units.count == 1 else { return .folders }
      switch units[draft.units[0]].subject {
      case .layer(let name, _): return name == draft.name ? .name : .folders
      case .folder(let path):
        return path.split(separator: "/").last.map(String.init) == draft.name ? .name : .folders
      case .spec, .module: return .folders
      }
    }
    var rules = rules
    while true {
      rules.layers = drafts.indices.map { layer(drafts[$0], spellings[$0]) }
      let wrong = wrongLayers(
        LayeredGraph(population.graph, configuration: Configuration(rules)))
      let open = wrong.filter { spellings[$0] != .modules }
      if open.isEmpty { return rules.layers }
      for layer in open {
        spellings[layer] = Spelling(rawValue: spellings[layer].rawValue + 1) ?? .modules
      }
    }
  }

  /// The layers that have modules of others, or lack some of their own.
  private func wrongLayers(_ layered: LayeredGraph) -> [Int] {
    var wrong: Set<Int> = []
    for (number, draft) in drafts.enumerated() {
      for member in draft.units.flatMap({ units[$0].members }) {
        let found = layered.layers(matching: population.members[member].id)
        if found != [number] { wrong.formUnion(found + [number]) }
      }
    }
    return wrong.sorted()
  }

  private func layer(_ draft: LayerDraft, _ spelling: Spelling) -> RulesFile.Layer {
    let patterns: [String]? =
      switch spelling {
      case .name: nil
      case .folders: folderPatterns(draft)
      case .modules: draft.units.flatMap { names(units[$0].members) }
      }
    return RulesFile.Layer(
      name: draft.name, modules: patterns, allowsPeers: draft.allowsPeers)
  }

  private func folderPatterns(_ draft: LayerDraft) -> [String] {
    var names: [Int] = []
    var folders: [String] = []
    for unit in draft.units.map({ units[$0] }) {
      switch unit.subject {
      case .layer(_, let paths): folders += paths
      case .folder(let path): folders.append(path)
      case .spec, .module: names += unit.members
      }
    }
    return folders.map { RulesFile.pattern(folder: $0) } + shortNames(names)
  }

  private func names(_ members: [Int]) -> [String] {
    var seen: Set<String> = []
    return members.map { RulesFile.pattern(name: population.members[$0].name) }.filter {
      seen.insert($0).inserted
    }
  }

  /// The names of the members; `Name*` where that takes a module with its tests and nothing else.
  private func shortNames(_ members: [Int]) -> [String] {
    let own = Set(members)
    var covered: Set<Int> = []
    var patterns: [String] = []
    for member in members where !covered.contains(member) {
      let name = population.members[member].name
      let group = population.members.indices.filter { population.members[$0].name.hasPrefix(name) }
      let isOfOne =
        own.isSuperset(of: group) && group.contains { population.members[$0].name != name }
        && group.allSatisfy {
          population.members[$0].isCompanion || population.members[$0].name == name
        }
      covered.formUnion(isOfOne ? group : [member])
      patterns.append(RulesFile.pattern(name: name) + (isOfOne ? "*" : ""))
    }
    var seen: Set<String> = []
    return patterns.filter { seen.insert($0).inserted }
  }
}
