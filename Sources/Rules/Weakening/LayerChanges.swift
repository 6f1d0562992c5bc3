internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// The layers of modules, and the links between layers, that differ from another revision.
struct LayerChanges {
  private let older: LayeredGraph
  private let newer: LayeredGraph
  /// The modules of both revisions.
  private let pairs: [(old: ModuleID, new: ModuleID)]
  /// The identities of the modules that have a layer.
  let assigned: Set<String>
  /// The current names of renamed layers, by old name.
  private(set) var names: [String: String] = [:]

  init(from older: LayeredGraph, to newer: LayeredGraph) {
    (self.older, self.newer) = (older, newer)
    let modules = Dictionary(newer.graph.modules.map { (newer.graph.identity($0), $0) }) {
      first, _ in first
    }
    assigned = Set(modules.filter { newer.layer(of: $0.value) != nil }.keys)
    pairs = older.graph.modules.compactMap { old in
      modules[older.graph.identity(old)].map { (old: old, new: $0) }
    }
    findNames()
  }

  /// Whether a module is no longer test support.
  var loseTestSupport: Bool {
    pairs.contains { older.isTestSupport($0.old) && !newer.isTestSupport($0.new) }
  }

  /// Finds renamed layers: all modules of the old layer are in one layer that is new.
  private mutating func findNames() {
    let known = Set(older.configuration.layers.map(\.name))
    let kept = Set(newer.configuration.layers.map(\.name))
    var successors: [String: Set<String?>] = [:]
    for (old, new) in pairs {
      guard let name = older.layerName(of: old), !kept.contains(name) else { continue }
      successors[name, default: []].insert(newer.layerName(of: new))
    }
    for (name, others) in successors {
      if others.count == 1, case let other?? = others.first, !known.contains(other) {
        names[name] = other
      }
    }
  }

  func renames() -> [SettingChange] {
    names.sorted { $0.key.precedes($1.key) }.map { old, name in
      SettingChange(
        words: "the name of layer '\(name)', which was '\(old)'",
        location: newer.configuration.layers.first { $0.name == name }?.location, isLooser: false)
    }
  }

  /// Returns one change for each layer that loses modules to another one, or to none.
  func moves() -> [SettingChange] {
    let places = Dictionary(newer.configuration.layers.map { ($0.name, $0.location) }) {
      first, _ in first
    }
    var moved: [Move: Set<String>] = [:]
    for (old, new) in pairs {
      guard let name = older.layerName(of: old).map({ names[$0] ?? $0 }), places[name] != nil,
        newer.layerName(of: new) != name
      else { continue }
      moved[Move(from: name, to: newer.layerName(of: new)), default: []]
        .insert(newer.graph.shownName(new))
    }
    return moved.map { move, modules in
      let what = modules.count == 1 ? "'\(modules.first ?? "")'" : "\(modules.count) modules"
      return SettingChange(
        words: move.to.map { "moving \(what) from layer '\(move.from)' to '\($0)'" }
          ?? "taking \(what) out of layer '\(move.from)'",
        location: places[move.to ?? move.from])
    }
  }

  private struct Move: Hashable {
    var from: String
    var to: String?
  }

  /// Returns the changes that let layers link others that they could not, or the reverse.
  ///
  /// There is one change per layer that links, or per layer that is linked if those are fewer.
  func linkChanges(isLooser: Bool) -> [SettingChange] {
    let (older, newer) = (older.configuration, newer.configuration)
    let counterparts = older.layers.map { layer in
      newer.layers.firstIndex { $0.name == names[layer.name] ?? layer.name }
    }
    var pairs: [(from: Int, to: Int)] = []
    for (from, newFrom) in counterparts.enumerated() {
      for (to, newTo) in counterparts.enumerated() {
        guard let newFrom, let newTo, newFrom != newTo else { continue }
        let (was, may) = (older.mayReach(from, to), newer.mayReach(newFrom, newTo))
        if was != may, may == isLooser { pairs.append((newFrom, newTo)) }
      }
    }
    let isByFrom = Set(pairs.map(\.from)).count <= Set(pairs.map(\.to)).count
    let groups = Dictionary(grouping: pairs) { isByFrom ? $0.from : $0.to }
    return groups.sorted { $0.key < $1.key }.map { number, pairs in
      func words(_ numbers: [Int]) -> String {
        Set(numbers).sorted().map { newer.layers[$0].name }.quoted.joinedByAnd
      }
      let plural = Set(pairs.map(\.from)).count == 1 ? "" : "s"
      let tails = "layer\(plural) \(words(pairs.map(\.from)))"
      let heads = words(pairs.map(\.to))
      return SettingChange(
        words: isLooser ? "letting \(tails) link \(heads)" : "forbidding \(tails) to link \(heads)",
        location: newer.layers[number].location, isLooser: isLooser,
        rules: [Upward.id, LayerReach.id])
    }
  }
}
