internal import Architecture
internal import Diagnostics
internal import Graph

/// The layers and roles of modules that differ from those of another revision.
struct RoleChanges {
  /// The current names of renamed layers, by old name.
  private(set) var names: [String: String] = [:]
  /// The locations of the patterns and layers that assign a module of another layer.
  private(set) var taken: Set<SourceRange> = []
  /// The removed entries that assigned a layer or role to a module.
  private(set) var lost: Set<String> = []

  init(from older: LayeredGraph, to newer: LayeredGraph) {
    let modules = Dictionary(newer.graph.modules.map { (newer.graph.identity($0), $0) }) {
      first, _ in first
    }
    let pairs = older.graph.modules.compactMap { old in
      modules[older.graph.identity(old)].map { (old: old, new: $0) }
    }
    findNames(pairs, older, newer)
    for (old, new) in pairs {
      if older.isTestSupport(old), !newer.isTestSupport(new) {
        for reason in older.reasons(for: old) where reason.fact == .testSupport {
          let text = reason.pattern ?? ""
          lost.insert(WeakeningCause.removedPattern(text, of: "test-support").entry)
        }
      }
      guard let name = older.layerName(of: old), newer.layerName(of: new) != names[name] ?? name
      else { continue }
      note(old, new, name, older, newer)
    }
  }

  private mutating func note(
    _ old: ModuleID, _ new: ModuleID, _ name: String, _ older: LayeredGraph, _ newer: LayeredGraph
  ) {
    if let layer = newer.layerName(of: new) {
      taken.formUnion(
        newer.layerReasons(for: new).filter { $0.fact == .layer(layer) }.map(\.location))
    } else {
      lost.insert(WeakeningCause.leaving(old, name, names, older, newer).entry)
    }
  }

  /// Finds renamed layers: all modules of the old layer are in one layer that is new.
  private mutating func findNames(
    _ pairs: [(old: ModuleID, new: ModuleID)], _ older: LayeredGraph, _ newer: LayeredGraph
  ) {
    let known = Set(older.configuration.layers.map(\.name))
    let kept = Set(newer.configuration.layers.map(\.name))
    var names: [String: Set<String?>] = [:]
    for (old, new) in pairs {
      guard let name = older.layerName(of: old), !kept.contains(name) else { continue }
      names[name, default: []].insert(newer.layerName(of: new))
    }
    for (name, others) in names {
      if others.count == 1, case let other?? = others.first, !known.contains(other) {
        self.names[name] = other
      }
    }
    // Two layers that were merged are not renamed.
    let shared = Dictionary(grouping: self.names.keys) { self.names[$0] }
    for keys in shared.values where keys.count > 1 {
      for key in keys { self.names[key] = nil }
    }
  }
}

// Layers.
extension SettingChanges {
  mutating func compareLayers() {
    guard !today.layers.isEmpty, !before.layers.isEmpty else {
      if !before.layers.isEmpty { add(.removedLayers, isLooser: true) }
      if let first = today.layers.first {
        add(Cause("layers", at: first.location, "adding 'layers'"), isLooser: false)
      }
      return
    }
    let numbers = Dictionary(today.layers.indices.map { (today.layers[$0].name, $0) }) {
      first, _ in first
    }
    let kept = before.layers.map { numbers[roles.names[$0.name] ?? $0.name] }
    let patterns = Set(today.layers.flatMap { ($0.modules ?? []).map(\.text) })
    for (old, number) in zip(before.layers, kept) {
      guard let number else {
        add(.removedLayer(old.name), isLooser: true)
        continue
      }
      compare(old, today.layers[number], keeping: patterns)
    }
    let moved = Set(kept.compactMap { $0 }).subtracting(Self.longestRise(kept.compactMap { $0 }))
    for number in moved.sorted() { add(.place(of: today.layers[number]), isLooser: true) }
    let known = Set(kept)
    for (number, layer) in today.layers.enumerated() where !known.contains(number) {
      let taken = (layer.modules ?? []).filter { roles.taken.contains($0.location) }
      for pattern in taken { add(.pattern(pattern, of: layer), isLooser: true) }
      if taken.isEmpty {
        let takes = roles.taken.contains(layer.location)
        add(
          takes
            ? .layer(layer) : Cause("layer", at: layer.location, "adding layer '\(layer.name)'"),
          isLooser: takes)
      }
    }
  }

  private mutating func compare(
    _ old: Configuration.Layer, _ new: Configuration.Layer, keeping patterns: Set<String>
  ) {
    if old.name != new.name {
      add(
        Cause("name", at: new.location, "the name of layer '\(new.name)', which was '\(old.name)'"),
        isLooser: false)
    }
    if let isLooser = old.peers.isLooser(new.peers) { add(.peers(of: new), isLooser: isLooser) }
    compareReaches(old, new)
    comparePatterns(old, new, keeping: patterns)
  }

  private mutating func compareReaches(_ old: Configuration.Layer, _ new: Configuration.Layer) {
    if case (.next, .next) = (old.reach, new.reach) { return }
    let was = before.reached(by: old).map { Set($0.map { roles.names[$0] ?? $0 }) }
    let now = today.reached(by: new)
    guard was != now else { return }
    add(
      .reach(of: new),
      isLooser: was.map { was in now.map { !$0.isSubset(of: was) } ?? true } ?? false)
  }

  /// Compares the patterns of a layer.
  ///
  /// A pattern that moves to another layer is reported there; `patterns` are those of all layers.
  private mutating func comparePatterns(
    _ old: Configuration.Layer, _ new: Configuration.Layer, keeping patterns: Set<String>
  ) {
    let (was, now) = (old.modules?.map(\.text), new.modules?.map(\.text))
    guard was != now else { return }
    if now == nil { add(.layer(new), isLooser: roles.taken.contains(new.location)) }
    let known = Set(was ?? [])
    for pattern in new.modules ?? [] where !known.contains(pattern.text) {
      add(.pattern(pattern, of: new), isLooser: roles.taken.contains(pattern.location))
    }
    let kept = Set(now ?? [])
    let gone = (was ?? []).filter { !kept.contains($0) && !patterns.contains($0) }
    for text in was == nil ? [nil] : gone.map(Optional.some) {
      let cause = Cause.removedPattern(text, of: new)
      if roles.lost.contains(cause.entry) {
        add(cause, isLooser: true)
      } else if text != nil {
        add(cause, isLooser: false)
      }
    }
  }

  /// Returns a longest increasing subsequence of distinct `numbers`; the others have moved.
  ///
  /// Patience sorting.
  ///
  /// - Complexity: O(*n* log *n*).
  private static func longestRise(_ numbers: [Int]) -> Set<Int> {
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: Set<Int> = []
    var last = ends.last
    while let index = last {
      rise.insert(numbers[index])
      last = previous[index]
    }
    return rise
  }
}

extension Configuration {
  /// Returns the names of the layers that a layer may reach; `nil` for all below.
  fileprivate func reached(by layer: Layer) -> Set<String>? {
    switch layer.reach {
    case .below: return nil
    case .layers(let numbers): return Set(numbers.map { layers[$0].name })
    case .next:
      let number = layers.firstIndex { $0.name == layer.name } ?? layers.count
      return Set(layers.dropFirst(number + 1).prefix(1).map(\.name))
    }
  }
}

extension Configuration.Peers {
  /// Whether `other` allows more than this, or something else; `nil` if both are equal.
  fileprivate func isLooser(_ other: Self) -> Bool? {
    switch (self, other) {
    case (.forbidden, .forbidden), (.allowed, .allowed): return nil
    case (.within(let old), .within(let new)): return old.text == new.text ? nil : true
    case (_, .allowed), (.forbidden, _): return true
    default: return false
    }
  }
}
