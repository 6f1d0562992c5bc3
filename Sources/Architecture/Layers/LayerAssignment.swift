internal import Diagnostics
public import Graph
internal import Paths
internal import Text

/// Matches modules against the patterns of rules.yml: each folder once, names once per module.
///
/// Lists and tags also match externals, such as a vendor's mocks in `test-support`. Externals are
/// in no layer, except for packages that match one.
struct LayerAssignment: Sendable {
  /// The index of each module's layer from the top; `nil` for none or several.
  private(set) var layers: ModuleMap<Int?>
  private(set) var facts: ModuleMap<ModuleFacts>
  private(set) var ambiguousLayers: [ModuleID: [Int]] = [:]
  private(set) var tagMembers: [ModuleSet] = []
  private(set) var slices = LayerSlices()
  private(set) var unmatchedPatterns: [UnmatchedPattern] = []

  init(of graph: ModuleGraph, by configuration: Configuration) {
    layers = ModuleMap(repeating: nil, for: graph)
    facts = ModuleMap(for: graph) { Self.facts(of: graph[$0].roles) }
    var folders = ModuleFolders(of: graph)
    let groups = PatternGroup.groups(of: Self.entries(of: configuration), in: graph, folders)
    let folderLayers = layers(ofFolders: folders.paths, by: configuration)
    let ofLayers = groups.filter { $0.layer != nil }
    folders.decide(folderLayers, ofLayers.map(\.marks))
    place(graph, ofLayers, folders, folderLayers)
    for group in groups { enter(group, graph, folders) }
    slices = LayerSlices(of: graph, layers, configuration.layers)
    unmatchedPatterns += slices.unmatched
    unmatchedPatterns.sort { $0.location < $1.location }
  }

  private static func facts(of roles: Module.Roles) -> ModuleFacts {
    var facts: ModuleFacts = []
    if roles.contains(.test) { facts.insert(.test) }
    if roles.contains(.executable) { facts.insert(.executable) }
    if roles.contains(.resourceBundle) { facts.insert(.resources) }
    if roles.contains(.external) { facts.formUnion([.external, .unlayered]) }
    if !roles.isDisjoint(with: [.aggregate, .legacy, .untyped]) { facts.insert(.unlayered) }
    return facts
  }

  private static func entries(
    of configuration: Configuration
  ) -> [(owner: UnmatchedPattern.Owner, patterns: [Pattern])] {
    var entries: [(owner: UnmatchedPattern.Owner, patterns: [Pattern])] = []
    for (number, layer) in configuration.layers.enumerated() {
      guard let modules = layer.modules else { continue }
      entries.append((.layer(number, layer.name), modules))
    }
    for (owner, patterns) in [
      (UnmatchedPattern.Owner.interfaces, configuration.interfaces),
      (.testSupport, configuration.testSupport), (.ignore, configuration.ignore),
    ] where !patterns.isEmpty {
      entries.append((owner, patterns))
    }
    for tag in configuration.tags { entries.append((.tag(tag.name), tag.patterns)) }
    return entries
  }

  /// Assigns layers to modules, also to external packages that match patterns and to local packages
  /// that are one external.
  ///
  /// A local package counts by its folder; one with a computed manifest, whose contents are unknown,
  /// by its name.
  private mutating func place(
    _ graph: ModuleGraph, _ groups: [PatternGroup], _ folders: ModuleFolders,
    _ folderLayers: [Int?]
  ) {
    for module in graph.modules {
      let isBuilt = graph.builtModules.contains(module)
      if !isBuilt, groups.isEmpty, graph[module].folders.isEmpty { continue }
      let isWhole = graph[module].roles.contains(.wholePackage)
      let isLocal = isBuilt || !graph[module].folders.isEmpty
      let hasPlace = isLocal && !isWhole
      let hasName = isBuilt || isLocal && isWhole
      var first = hasPlace ? folderLayers[folders.decisive(for: module)] : nil
      var others: [Int] = []
      for group in groups {
        guard let number = group.layer,
          hasPlace && folders.isDecided(module, by: group.marks)
            || hasName && group.named.contains(module) || group.packaged.contains(module)
        else { continue }
        if first == nil { first = number } else { others.append(number) }
      }
      if !isBuilt, first != nil { facts[module].remove(.unlayered) }
      if let first, !others.isEmpty {
        ambiguousLayers[module] = (others + [first]).sorted()
      } else {
        layers[module] = first
      }
    }
  }

  /// Returns the layer of each folder, by the outermost path component that is a layer's name.
  private mutating func layers(
    ofFolders paths: [String], by configuration: Configuration
  ) -> [Int?] {
    var byName: [(number: Int, name: [UInt8])] = []
    for (number, layer) in configuration.layers.enumerated() where layer.modules == nil {
      byName.append((number, Array(layer.name.utf8)))
    }
    guard !byName.isEmpty else { return Array(repeating: nil, count: paths.count) }
    var isUsed = [Bool](repeating: false, count: configuration.layers.count)
    var folder = Path("")
    let numbers = paths.map { path -> Int? in
      folder.replace(with: path)
      for part in 0..<folder.count {
        let found = byName.first { folder[part].elementsEqual($0.name) }
        guard let layer = found else { continue }
        isUsed[layer.number] = true
        return layer.number
      }
      return nil
    }
    for (number, name) in byName where !isUsed[number] {
      let layer = configuration.layers[number]
      unmatchedPatterns.append(
        UnmatchedPattern(
          text: layer.name, location: layer.location, owner: .folder(number, name), pattern: nil))
    }
    return numbers
  }

  private mutating func enter(
    _ group: PatternGroup, _ graph: ModuleGraph, _ folders: ModuleFolders
  ) {
    unmatchedPatterns += group.unused
    if group.layer != nil { return }
    let members = group.members(in: graph, folders)
    switch group.owner {
    case .interfaces: insert(.interface, members)
    case .testSupport: insert(.testSupport, members)
    case .ignore: insert(.ignored, members)
    case .tag: tagMembers.append(members)
    case .layer, .folder, .slices: break
    }
  }

  private mutating func insert(_ fact: ModuleFact, _ members: ModuleSet) {
    for module in members { facts[module].insert(fact) }
  }
}

/// The slices of layers with `peers: { within: pattern }`.
///
/// A slice is the modules in one folder that the pattern matches. A module outside of every slice
/// is its own slice.
public struct LayerSlices: Sendable {
  private var numbers: [ModuleID: Int] = [:]
  private var folders: [String] = []
  private(set) var unmatched: [UnmatchedPattern] = []

  init() {}

  /// - Complexity: O(*n* *d*) for *n* modules of divided layers in folders of depth *d*.
  init(of graph: ModuleGraph, _ layerOf: ModuleMap<Int?>, _ layers: [Configuration.Layer]) {
    for (layer, entry) in layers.enumerated() {
      guard case .within(let pattern) = entry.peers else { continue }
      var known: [String: Int] = [:]
      // Caches the result by folder, since modules of a spec share folders.
      var slices: [String: String?] = [:]
      var path = Path("")
      for module in graph.builtModules where layerOf[module] == layer {
        var found: String?
        for folder in graph.folders(of: module) where found == nil {
          if let slice = slices[folder.path] {
            found = slice
            continue
          }
          path.replace(with: folder.path)
          found = pattern.shortestMatch(onWayTo: path)?.text
          slices[folder.path] = .some(found)
        }
        guard let slice = found else { continue }
        let number = known[slice] ?? folders.count
        if number == folders.count {
          known[slice] = number
          folders.append(slice)
        }
        numbers[module] = number
      }
      guard known.isEmpty else { continue }
      unmatched.append(
        UnmatchedPattern(
          text: pattern.text, location: pattern.location, owner: .slices(entry.name),
          pattern: pattern))
    }
  }

  /// Returns the folder of a module's slice; `nil` for a module outside of every slice.
  public func folder(of module: ModuleID) -> String? { numbers[module].map { folders[$0] } }

  func areOfOne(_ a: ModuleID, _ b: ModuleID) -> Bool {
    guard let slice = numbers[a] else { return false }
    return slice == numbers[b]
  }
}

extension Configuration.Layer {
  public var allowsAllPeers: Bool {
    guard case .allowed = peers else { return false }
    return true
  }
}
