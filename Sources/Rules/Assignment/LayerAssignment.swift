internal import Diagnostics
internal import Graph
internal import Text

/// Holds every module against the patterns of rules.yml: folders once per spec, names once per
/// module.
///
/// Externals answer to the patterns of lists and tags, such as a vendor's mocks to `test-support`;
/// they lie in no layer, except for packages that a layer names.
struct LayerAssignment {
  private(set) var layers: ModuleMap<Int?>
  private(set) var facts: ModuleMap<LayeredGraph.Facts>
  private(set) var ambiguousLayers: [ModuleID: [Int]] = [:]
  private(set) var tagMembers: [ModuleSet] = []
  private(set) var slices = LayerSlices()
  private(set) var unmatchedPatterns: [UnmatchedPattern] = []

  init(of graph: ModuleGraph, by configuration: Configuration) {
    layers = ModuleMap(repeating: nil, for: graph)
    facts = ModuleMap(for: graph) { Self.facts(of: graph[$0].roles) }
    var groups = Self.groups(of: configuration)
    let folderLayers = match(graph.specs, &groups, by: configuration)
    Self.match(&groups, names: graph)
    place(graph, groups, folderLayers)
    for group in groups { enter(group) }
    slices = LayerSlices(of: graph, layers, configuration.layers)
    unmatchedPatterns += slices.unmatched
    unmatchedPatterns.sort { $0.location < $1.location }
  }

  private static func facts(of roles: Module.Roles) -> LayeredGraph.Facts {
    var facts: LayeredGraph.Facts = []
    if roles.contains(.test) { facts.insert(.test) }
    if roles.contains(.executable) { facts.insert(.executable) }
    if roles.contains(.resourceBundle) { facts.insert(.resources) }
    if roles.contains(.external) { facts.insert([.external, .unlayered]) }
    if !roles.isDisjoint(with: [.aggregate, .legacy]) { facts.insert(.unlayered) }
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

  private static func match(_ groups: inout [PatternGroup], names graph: ModuleGraph) {
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
      let spec = Int(graph[module].spec)
      for index in given { groups[index].enter(module, spec: spec, name, otherName) }
    }
    guard groups.contains(where: { $0.hasPackagePatterns }) else { return }
    for module in graph.externals {
      guard case .package(let identity) = graph[module].external else { continue }
      let product = Array(graph[module].name.utf8)
      for index in given { groups[index].enter(module, package: identity, product) }
    }
  }

  /// Finds the layer of every module that a spec builds.
  private mutating func place(
    _ graph: ModuleGraph, _ groups: [PatternGroup], _ folderLayers: [Int?]
  ) {
    let layers = groups.compactMap { group -> (number: Int, members: ModuleSet)? in
      guard case .layer(let number, _) = group.owner else { return nil }
      return (number, group.members)
    }
    for module in graph.builtModules {
      var first = folderLayers[Int(graph[module].spec)]
      var others: [Int] = []
      for layer in layers where layer.members.contains(module) {
        if first == nil { first = layer.number } else { others.append(layer.number) }
      }
      set(module, first, others)
    }
    placePackages(in: groups)
  }

  private mutating func set(_ module: ModuleID, _ first: Int?, _ others: [Int]) {
    guard let first, !others.isEmpty else { return layers[module] = first }
    ambiguousLayers[module] = (others + [first]).sorted()
  }

  /// Finds the layer of every package that a layer names.
  private mutating func placePackages(in groups: [PatternGroup]) {
    var layers: [ModuleID: [Int]] = [:]
    for group in groups {
      guard case .layer(let number, _) = group.owner else { continue }
      for package in group.packages { layers[package, default: []].append(number) }
    }
    for (package, numbers) in layers {
      facts[package].remove(.unlayered)
      set(package, numbers[0], Array(numbers.dropFirst()))
    }
  }

  /// Holds the folder of each spec against the patterns, and finds its layer by the outermost part of
  /// its path that is the name of one.
  private mutating func match(
    _ specs: [SpecInfo], _ groups: inout [PatternGroup], by configuration: Configuration
  ) -> [Int?] {
    let byName = configuration.layers.enumerated().filter { $0.element.modules == nil }
      .map { (number: $0.offset, name: Array($0.element.name.utf8)) }
    var isUsed = [Bool](repeating: false, count: configuration.layers.count)
    let given = groups.indices.filter { groups[$0].hasFolderPatterns }
    for index in groups.indices { groups[index].reserve(specs: specs.count) }
    var folder = FolderPath("")
    let numbers = specs.indices.map { number -> Int? in
      folder.replace(with: specs[number].folder)
      for index in given { groups[index].enter(spec: number, folder) }
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
        UnmatchedPattern(text: text, location: location, owner: .folder(name), pattern: nil))
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

  private mutating func insert(_ fact: LayeredGraph.Facts, _ members: ModuleSet) {
    for module in members { facts[module].insert(fact) }
  }
}

/// A pattern of rules.yml that matches nothing.
struct UnmatchedPattern: Sendable {
  var text: String
  var location: SourceRange
  var owner: Owner
  /// `nil` where a layer stands for the folder of its name.
  var pattern: Pattern?

  enum Owner: Sendable {
    case layer(Int, String)
    /// A layer that stands for the folder of its name.
    case folder([UInt8])
    /// A layer that it divides into slices.
    case slices(String)
    case interfaces
    case testSupport
    case ignore
    case tag(String)
  }
}

/// The patterns of one entry, what they match, and which of them match anything.
private struct PatternGroup {
  let owner: UnmatchedPattern.Owner
  let patterns: [Pattern]
  let hasFolderPatterns: Bool
  let hasNamePatterns: Bool
  let hasPackagePatterns: Bool
  private(set) var members: ModuleSet = []
  /// The externals that patterns over packages match.
  private(set) var packages: [ModuleID] = []
  private var isUsed: [Bool]
  private var matchesSpec: [Bool] = []
  private let index: PatternIndex?

  init(_ owner: UnmatchedPattern.Owner, _ patterns: [Pattern]) {
    self.owner = owner
    self.patterns = patterns
    hasFolderPatterns = patterns.contains { $0.isFolder }
    hasNamePatterns = patterns.contains { !$0.isFolder && $0.package == nil }
    hasPackagePatterns = patterns.contains { $0.package != nil }
    isUsed = Array(repeating: false, count: patterns.count)
    index = PatternIndex(patterns)
  }

  var unused: [UnmatchedPattern] {
    zip(patterns, isUsed).filter { !$1 }.map { pattern, _ in
      UnmatchedPattern(
        text: pattern.text, location: pattern.location, owner: owner, pattern: pattern)
    }
  }

  mutating func reserve(specs count: Int) {
    matchesSpec = Array(repeating: false, count: count)
  }

  /// All patterns are tried, so that each is known to be used.
  mutating func enter(spec: Int, _ folder: FolderPath) {
    guard let index else {
      for number in patterns.indices { enter(spec: spec, folder, number) }
      return
    }
    for number in index.candidates(folder: folder) { enter(spec: spec, folder, number) }
  }

  private mutating func enter(spec: Int, _ folder: FolderPath, _ pattern: Int) {
    guard patterns[pattern].matches(folder: folder) else { return }
    matchesSpec[spec] = true
    isUsed[pattern] = true
  }

  mutating func enter(_ module: ModuleID, spec: Int, _ name: [UInt8], _ otherName: [UInt8]) {
    var isMember = spec >= 0 && matchesSpec[spec]
    if let index, hasNamePatterns {
      for pattern in index.candidates(name: name) { enter(name, pattern, &isMember) }
      if !otherName.isEmpty {
        for pattern in index.candidates(name: otherName) { enter(otherName, pattern, &isMember) }
      }
    } else if hasNamePatterns {
      // All patterns are tried, so that each is known to be used.
      for (index, pattern) in patterns.enumerated() where !(isMember && isUsed[index]) {
        guard
          pattern.matches(name: name)
            || !otherName.isEmpty && pattern.matches(name: otherName)
        else { continue }
        isUsed[index] = true
        isMember = true
      }
    }
    if isMember { members.insert(module) }
  }

  private mutating func enter(_ name: [UInt8], _ pattern: Int, _ isMember: inout Bool) {
    guard !(isMember && isUsed[pattern]), patterns[pattern].matches(name: name) else { return }
    isUsed[pattern] = true
    isMember = true
  }

  mutating func enter(_ module: ModuleID, package identity: String, _ product: [UInt8]) {
    for (index, pattern) in patterns.enumerated()
    where pattern.package?.matches(identity, product: product) ?? false {
      isUsed[index] = true
      members.insert(module)
      if packages.last != module { packages.append(module) }
    }
  }
}
