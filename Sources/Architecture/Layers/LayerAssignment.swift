internal import Diagnostics
internal import Graph
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
  /// The patterns without a match, by location.
  private(set) var unmatchedPatterns: [UnmatchedPattern] = []

  init(of graph: ModuleGraph, by configuration: Configuration) {
    layers = ModuleMap(repeating: nil, for: graph)
    facts = ModuleMap(for: graph) { Self.facts(of: graph[$0].roles) }
    var groups = Self.groups(of: configuration)
    var folders = ModuleFolders(of: graph)
    let folderLayers = match(folders.paths, &groups, by: configuration)
    folders.decide(folderLayers, groups.filter(\.isOfLayer).map(\.matchesFolder))
    Self.match(&groups, folders, names: graph)
    place(graph, groups, folders, folderLayers)
    for group in groups { enter(group) }
    slices = LayerSlices(of: graph, layers, configuration.layers)
    unmatchedPatterns += slices.unmatched
    unmatchedPatterns.sort { $0.location < $1.location }
  }

  private static func facts(of roles: Module.Roles) -> ModuleFacts {
    var facts: ModuleFacts = []
    if roles.contains(.test) { facts.insert(.test) }
    if roles.contains(.executable) { facts.insert(.executable) }
    if roles.contains(.resourceBundle) { facts.insert(.resources) }
    if roles.contains(.external) { facts.insert([.external, .unlayered]) }
    if !roles.isDisjoint(with: [.aggregate, .legacy, .untyped]) { facts.insert(.unlayered) }
    return facts
  }

  private static func groups(of configuration: Configuration) -> [PatternGroup] {
    var groups: [PatternGroup] = []
    for (number, layer) in configuration.layers.enumerated() {
      guard let modules = layer.modules else { continue }
      groups.append(PatternGroup(.layer(number, layer.name), modules))
    }
    groups.append(PatternGroup(.interfaces, configuration.interfaces))
    groups.append(PatternGroup(.testSupport, configuration.testSupport))
    groups.append(PatternGroup(.ignore, configuration.ignore))
    for tag in configuration.tags { groups.append(PatternGroup(.tag(tag.name), tag.patterns)) }
    return groups
  }

  private static func match(
    _ groups: inout [PatternGroup], _ folders: ModuleFolders, names graph: ModuleGraph
  ) {
    let given = groups.indices.filter { !groups[$0].patterns.isEmpty }
    let hasNamePatterns = groups.contains { $0.hasNamePatterns }
    var name: [UInt8] = []
    var otherName: [UInt8] = []
    for module in graph.modules {
      if hasNamePatterns {
        name.removeAll(keepingCapacity: true)
        name.append(contentsOf: graph[module].name.utf8)
        otherName.removeAll(keepingCapacity: true)
        if let unsuffixed = graph[module].unsuffixedName {
          otherName.append(contentsOf: unsuffixed.utf8)
        }
      }
      let isComputed = graph[module].roles.contains(.wholePackage)
      for index in given {
        groups[index].enter(module, isComputed: isComputed, folders, name, otherName)
      }
    }
    guard groups.contains(where: { $0.hasPackagePatterns }) else { return }
    for module in graph.modules {
      guard let package = graph.package(of: module) else { continue }
      let product = Array(package.name.utf8)
      for index in given {
        groups[index].enter(
          module, package: package.identity, product, isExternal: graph[module].external != nil)
      }
    }
  }

  private mutating func place(
    _ graph: ModuleGraph, _ groups: [PatternGroup], _ folders: ModuleFolders,
    _ folderLayers: [Int?]
  ) {
    let layers = groups.compactMap { group -> (number: Int, members: ModuleSet)? in
      guard case .layer(let number, _) = group.owner else { return nil }
      return (number, group.members)
    }
    for module in graph.builtModules {
      var first = folderLayers[folders.decisive(for: module)]
      var others: [Int] = []
      for layer in layers where layer.members.contains(module) {
        if first == nil { first = layer.number } else { others.append(layer.number) }
      }
      set(module, first, others)
    }
    placePackages(graph, in: groups, folders, folderLayers)
  }

  private mutating func set(_ module: ModuleID, _ first: Int?, _ others: [Int]) {
    guard let first, !others.isEmpty else { return layers[module] = first }
    ambiguousLayers[module] = (others + [first]).sorted()
  }

  /// Assigns layers to external packages that match patterns, and to local packages that are one
  /// external.
  ///
  /// A package with a computed manifest is matched by name only.
  private mutating func placePackages(
    _ graph: ModuleGraph, in groups: [PatternGroup], _ folders: ModuleFolders,
    _ folderLayers: [Int?]
  ) {
    var layers: [ModuleID: [Int]] = [:]
    let local = graph.externals.filter { !graph[$0].folders.isEmpty }
    for package in local where !graph[package].roles.contains(.wholePackage) {
      if let number = folderLayers[folders.decisive(for: package)] { layers[package] = [number] }
    }
    for group in groups {
      guard case .layer(let number, _) = group.owner else { continue }
      for package in group.packages { layers[package, default: []].append(number) }
      for package in local where !group.packages.contains(package) {
        // Only a package that is one module is matched by name.
        let isMember =
          graph[package].roles.contains(.wholePackage)
          ? group.members.contains(package)
          : folders.isDecided(package, by: group.matchesFolder)
        if isMember { layers[package, default: []].append(number) }
      }
    }
    for (package, numbers) in layers {
      facts[package].remove(.unlayered)
      set(package, numbers[0], Array(numbers.dropFirst()))
    }
  }

  /// Matches each folder against the patterns.
  ///
  /// Returns the layer of each folder, by the outermost path component that is a layer's name.
  private mutating func match(
    _ paths: [String], _ groups: inout [PatternGroup], by configuration: Configuration
  ) -> [Int?] {
    let byName = configuration.layers.enumerated().filter { $0.element.modules == nil }
      .map { (number: $0.offset, name: Array($0.element.name.utf8)) }
    var isUsed = [Bool](repeating: false, count: configuration.layers.count)
    let given = groups.indices.filter { groups[$0].hasFolderPatterns }
    for index in groups.indices { groups[index].reserve(folders: paths.count) }
    var folder = Path("")
    let numbers = paths.indices.map { number -> Int? in
      folder.replace(with: paths[number])
      for index in given { groups[index].enter(folder: number, folder) }
      for part in 0..<folder.count {
        let found = byName.first { folder[part].elementsEqual($0.name) }
        guard let layer = found else { continue }
        isUsed[layer.number] = true
        return layer.number
      }
      return nil
    }
    for (number, name) in byName where !isUsed[number] {
      let location = configuration.layers[number].location
      let text = configuration.layers[number].name
      unmatchedPatterns.append(
        UnmatchedPattern(text: text, location: location, owner: .folder(number, name), pattern: nil)
      )
    }
    return numbers
  }

  private mutating func enter(_ group: PatternGroup) {
    switch group.owner {
    case .interfaces: insert(.interface, group.members)
    case .testSupport: insert(.testSupport, group.members)
    case .ignore: insert(.ignored, group.members)
    case .tag: tagMembers.append(group.members)
    case .layer, .folder, .slices: break
    }
    unmatchedPatterns += group.unused
  }

  private mutating func insert(_ fact: ModuleFacts, _ members: ModuleSet) {
    for module in members { facts[module].insert(fact) }
  }
}
