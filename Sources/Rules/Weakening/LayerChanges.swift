internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// The layers of modules, and the links between layers, that differ from another revision.
struct LayerChanges {
  private let older: LayeredGraph
  private let newer: LayeredGraph
  private let pairs: [(old: ModuleID, new: ModuleID)]
  /// The identities of the modules that have a layer.
  let assigned: Set<String>

  init(from older: LayeredGraph, to newer: LayeredGraph) {
    (self.older, self.newer) = (older, newer)
    let modules = Dictionary(newer.graph.modules.map { (newer.graph.identity($0), $0) }) {
      first, _ in first
    }
    assigned = Set(modules.filter { newer.layer(of: $0.value) != nil }.keys)
    pairs = older.graph.modules.compactMap { old in
      modules[older.graph.identity(old)].map { (old: old, new: $0) }
    }
  }

  var loseTestSupport: Bool {
    pairs.contains { older.isTestSupport($0.old) && !newer.isTestSupport($0.new) }
  }

  /// Returns one change for each layer that loses modules to another one, or to none.
  func moves() -> [SettingChange] {
    let places = Dictionary(newer.configuration.layers.map { ($0.name, $0.location) }) {
      first, _ in first
    }
    var moved: [Move: Set<String>] = [:]
    for (old, new) in pairs {
      guard let name = older.layerName(of: old), places[name] != nil,
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
}
