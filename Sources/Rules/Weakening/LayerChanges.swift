internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// The layers of modules, and the links between layers, that differ from another revision.
struct LayerChanges {
  /// The current names of renamed layers, by old name.
  private(set) var names: [String: String] = [:]
  /// The ids of the settings that move a module to another layer, or take its layer or role.
  private(set) var moves: Set<String> = []

  init(from older: LayeredGraph, to newer: LayeredGraph) {
    let modules = newer.modulesByIdentity
    let pairs = older.graph.modules.compactMap { old in
      modules[older.graph.identity(old)].map { (old: old, new: $0) }
    }
    findNames(pairs, older, newer)
    for (old, new) in pairs {
      if older.isTestSupport(old), !newer.isTestSupport(new) {
        moves.formUnion(older.settings(of: old).filter { $0.hasPrefix("test-support ") })
      }
      let name = older.layerName(of: old).map { names[$0] ?? $0 }
      guard let name, newer.layerName(of: new) != name else { continue }
      if let layer = newer.layerName(of: new) {
        moves.insert(Setting.id(.layer, layer))
        moves.formUnion(newer.layerSettings(of: new).filter { $0.layer == layer }.map(\.id))
      } else {
        moves.formUnion(
          older.layerSettings(of: old, names).filter { $0.layer == name }.map(\.id))
      }
    }
  }

  /// Finds renamed layers: all modules of the old layer are in one layer that is new.
  private mutating func findNames(
    _ pairs: [(old: ModuleID, new: ModuleID)], _ older: LayeredGraph, _ newer: LayeredGraph
  ) {
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
}

extension LayeredGraph {
  var modulesByIdentity: [String: ModuleID] {
    Dictionary(graph.modules.map { (graph.identity($0), $0) }) { first, _ in first }
  }

  /// Returns the ids of the settings that give a module its layer and roles.
  func settings(of module: ModuleID, _ names: [String: String] = [:]) -> [String] {
    layerSettings(of: module, names).map(\.id)
      + reasons(for: module).compactMap { reason -> String? in
        let pattern = reason.pattern ?? ""
        return switch reason.fact {
        case .interface: Setting.id(.interfaces, pattern)
        case .testSupport: Setting.id(.testSupport, pattern)
        case .ignored: Setting.id(.ignore, pattern)
        case .layer, .slice, .tag: nil
        }
      }
  }

  /// Returns the ids of the settings that give a module a layer, with the current names of layers.
  fileprivate func layerSettings(
    of module: ModuleID, _ names: [String: String] = [:]
  ) -> [(layer: String, id: String)] {
    layerReasons(for: module).compactMap { reason in
      guard case .layer(let name) = reason.fact else { return nil }
      let layer = names[name] ?? name
      return (layer, Setting.id(.layerModules, "\(layer) \(reason.pattern ?? "")"))
    }
  }
}

// Links between layers.
extension LayerChanges {
  /// The id of the permission to link from one layer to another.
  static func link(from: String, to: String) -> String { "link \(from) -> \(to)" }

  /// Returns the changes that let layers link others that they could not, or the reverse.
  ///
  /// There is one change per layer that links, or per layer that is linked if those are fewer.
  func linkChanges(
    from older: Configuration, to newer: Configuration, isLooser: Bool
  ) -> [(change: SettingChange, ids: [String])] {
    let numbers = Dictionary(newer.layers.indices.map { (newer.layers[$0].name, $0) }) {
      first, _ in first
    }
    let counterparts = older.layers.map { numbers[names[$0.name] ?? $0.name] }
    var pairs: [(from: Int, to: Int)] = []
    for (from, newFrom) in counterparts.enumerated() {
      for (to, newTo) in counterparts.enumerated() {
        guard let newFrom, let newTo, newFrom != newTo else { continue }
        let (was, may) = (older.mayLink(from, to), newer.mayLink(newFrom, newTo))
        if isLooser ? !was && may : was && !may { pairs.append((newFrom, newTo)) }
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
      let change = SettingChange(
        words: isLooser ? "letting \(tails) link \(heads)" : "forbidding \(tails) to link \(heads)",
        location: newer.layers[number].location)
      return (
        change,
        pairs.map { Self.link(from: newer.layers[$0.from].name, to: newer.layers[$0.to].name) }
      )
    }
  }
}

extension Configuration {
  /// Whether modules of one layer may link those of another.
  fileprivate func mayLink(_ from: Int, _ to: Int) -> Bool {
    guard from < to else { return false }
    return switch layers[from].reach {
    case .below: true
    case .next: to == from + 1
    case .layers(let numbers): numbers.contains(to)
    }
  }
}
