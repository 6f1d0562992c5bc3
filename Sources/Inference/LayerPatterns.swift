internal import Graph
internal import Architecture
internal import Diagnostics
internal import Paths

/// Finds patterns that assign each module to its layer and no other.
struct LayerPatterns {
  private let drafting: LayerDrafting
  /// The members with the same name, for names that are not unique.
  private let namesakes: [String: [Int]]

  /// The ways to specify a layer's modules, from short to exact.
  private enum Spelling: Int, CaseIterable {
    /// By the folder with the name of the layer.
    case name
    case folders
    case modules
  }

  private var drafts: [LayerDraft] { drafting.drafts }
  private var units: [LayerUnit] { drafting.units }
  private var table: ModuleTable { drafting.table }

  init(_ drafting: LayerDrafting) {
    self.drafting = drafting
    let table = drafting.table
    namesakes = Dictionary(grouping: table.members.indices) { table.members[$0].name }
      .filter { $0.value.count > 1 }
  }

  /// Returns the layers with the shortest patterns that are unambiguous, and the names that modules
  /// of several layers share and no pattern distinguishes.
  ///
  /// Evaluates the patterns of all layers, since they can conflict with each other.
  ///
  /// - Complexity: O(*ln*) for *l* layers with *n* modules, times the number of layers in the worst
  ///   case.
  func layers(
    for rules: RulesFile
  ) -> (layers: [RulesFile.Layer], inseparable: Set<String>) {
    var spellings = drafts.map { draft -> Spelling in
      guard draft.units.count == 1, units[draft.units[0]].named.isEmpty else { return .folders }
      switch units[draft.units[0]].subject {
      case .layer(let name, _): return name == draft.name ? .name : .folders
      case .folder(let paths):
        let isNamed = paths.allSatisfy { Path($0).contains(Array(draft.name.utf8)) }
        return isNamed ? .name : .folders
      case .module: return .folders
      }
    }
    var rules = rules
    while true {
      rules.layers = drafts.indices.map { layer(drafts[$0], spellings[$0]) }
      let layered = LayeredGraph(table.graph, configuration: Configuration(rules))
      let open = wrongLayers(layered).filter { spellings[$0] != .modules }
      if open.isEmpty { return (rules.layers, inseparableNames(layered)) }
      for layer in open {
        spellings[layer] = Spelling(rawValue: spellings[layer].rawValue + 1) ?? .modules
      }
    }
  }

  private func wrongLayers(_ layered: LayeredGraph) -> [Int] {
    var wrong: Set<Int> = []
    for (number, draft) in drafts.enumerated() {
      for member in draft.units.flatMap({ units[$0].members }) {
        let found = layered.layers(matching: table.members[member].id)
        if found != [number] { wrong.formUnion(found + [number]) }
      }
    }
    return wrong.sorted()
  }

  private func inseparableNames(_ layered: LayeredGraph) -> Set<String> {
    Set(
      namesakes.filter { _, members in
        members.contains { layered.layers(matching: table.members[$0].id).count > 1 }
      }.keys)
  }

  private func layer(_ draft: LayerDraft, _ spelling: Spelling) -> RulesFile.Layer {
    let patterns: [String]? =
      switch spelling {
      case .name: nil
      case .folders: folderPatterns(draft)
      case .modules: draft.units.flatMap { names(units[$0].members) }
      }
    var layer = RulesFile.Layer(
      name: draft.name, modules: patterns, allowsPeers: draft.allowsPeers)
    layer.slices = draft.slices
    let notes =
      (draft.isNamedByDepth ? ["grouped by depth, not by folder; rename it"] : []) + draft.notes
    if !notes.isEmpty { layer.comment = notes.joined(separator: "; ") }
    return layer
  }

  private func folderPatterns(_ draft: LayerDraft) -> [String] {
    var names: [Int] = []
    var folders: [String] = []
    for unit in draft.units.map({ units[$0] }) {
      names += unit.named
      switch unit.subject {
      case .layer(_, let paths): folders += paths
      case .folder(let paths): folders += paths
      case .module: names += unit.members
      }
    }
    return folders.map { RulesFile.pattern(folder: $0) } + shortNames(names)
  }

  private func names(_ members: [Int]) -> [String] {
    var seen: Set<String> = []
    let own = Set(members)
    return members.map { pattern(of: $0, besides: own) }.filter { seen.insert($0).inserted }
  }

  /// Returns a pattern for a member's name, or for its folder if modules of other layers share the
  /// name.
  private func pattern(of member: Int, besides own: Set<Int>) -> String {
    let name = table.members[member].name
    if namesakes[name]?.contains(where: { !own.contains($0) }) ?? false,
      let folder = table.ownFolder(of: member)
    {
      return RulesFile.pattern(folder: folder)
    }
    return RulesFile.pattern(name: name)
  }

  /// Returns the names of the members, or `Name*` if that matches only a module and its tests.
  ///
  /// - Complexity: O(*n* log *n*).
  private func shortNames(_ members: [Int]) -> [String] {
    guard !members.isEmpty else { return [] }
    let groups = NameGroups(table, own: members)
    let own = Set(members)
    var covered: Set<Int> = []
    var patterns: [String] = []
    for member in members where !covered.contains(member) {
      let name = table.members[member].name
      let group = groups.companions(of: name)
      covered.formUnion(group ?? [member])
      patterns.append(
        group == nil ? pattern(of: member, besides: own) : RulesFile.pattern(name: name) + "*")
    }
    var seen: Set<String> = []
    return patterns.filter { seen.insert($0).inserted }
  }
}

/// Members sorted by name, so that names with a common prefix are adjacent.
private struct NameGroups {
  private let names: [[UInt8]]
  private let members: [Int]
  /// The number of members before each index that are not own, or not companions.
  private let strangersBefore: [Int]
  private let headsBefore: [Int]

  init(_ table: ModuleTable, own: [Int]) {
    let own = Set(own)
    let all = table.members.indices.map { (Array(table.members[$0].name.utf8), $0) }
      .sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0.lexicographicallyPrecedes($1.0) }
    names = all.map(\.0)
    members = all.map(\.1)
    var (strangers, heads) = ([0], [0])
    for (_, member) in all {
      strangers.append(strangers[strangers.count - 1] + (own.contains(member) ? 0 : 1))
      heads.append(heads[heads.count - 1] + (table.members[member].isCompanion ? 0 : 1))
    }
    (strangersBefore, headsBefore) = (strangers, heads)
  }

  /// Returns the members with the prefix `name` if all are own, and all with longer names are
  /// companions.
  func companions(of name: String) -> ArraySlice<Int>? {
    let name = Array(name.utf8)
    let start = names.partitionPoint { !$0.lexicographicallyPrecedes(name) }
    let others = names[start...].partitionPoint { $0.count > name.count || !$0.starts(with: name) }
    let end = names[others...].partitionPoint { !$0.starts(with: name) }
    guard others < end, strangersBefore[start] == strangersBefore[end],
      headsBefore[others] == headsBefore[end]
    else { return nil }
    return members[start..<end]
  }
}
