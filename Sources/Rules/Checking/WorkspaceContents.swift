internal import Architecture
internal import Graph

/// What a workspace has that rules judge.
struct WorkspaceContents: OptionSet, Sendable {
  var rawValue: UInt32

  static let layers = Self(rawValue: 1)
  static let severalLayers = Self(rawValue: 1 << 1)
  /// A layer that may not link all layers below it.
  static let reach = Self(rawValue: 1 << 2)
  /// Entries of `links` in rules.yml.
  static let constraints = Self(rawValue: 1 << 3)
  static let links = Self(rawValue: 1 << 4)
  /// Links that embed a product.
  static let embedding = Self(rawValue: 1 << 5)
  /// Links to frameworks of the system.
  static let systemLinks = Self(rawValue: 1 << 6)
  static let applications = Self(rawValue: 1 << 7)
  static let resourceBundles = Self(rawValue: 1 << 8)
  static let staticModules = Self(rawValue: 1 << 9)
  static let packages = Self(rawValue: 1 << 10)
  /// Test support, or something that links or imports a framework for tests.
  static let testCode = Self(rawValue: 1 << 11)
  /// Build settings that rules judge.
  static let settings = Self(rawValue: 1 << 12)
  static let scannedSources = Self(rawValue: 1 << 13)
  static let unknownReferences = Self(rawValue: 1 << 14)
  static let packageRequirements = Self(rawValue: 1 << 15)
}

extension WorkspaceContents {
  /// - Complexity: O(*n* + *m*).
  init(of layered: LayeredGraph) {
    let (graph, configuration) = (layered.graph, layered.configuration)
    let imports = layered.reading.imports
    self = []
    if !configuration.layers.isEmpty { insert(.layers) }
    if configuration.layers.count > 1 { insert(.severalLayers) }
    for layer in configuration.layers {
      if case .below = layer.reach { continue }
      insert(.reach)
    }
    if !configuration.links.isEmpty { insert(.constraints) }
    if imports != nil { insert(.scannedSources) }
    if imports?.testImports.isEmpty == false { insert(.testCode) }
    if !graph.unknownReferences.isEmpty { insert(.unknownReferences) }
    if !graph.packageRequirements.isEmpty { insert(.packageRequirements) }
    if graph.hasSettingFact(where: { _ in true }) { insert(.settings) }
    addModules(layered)
    if !graph.links.isEmpty { insert(.links) }
    for link in graph.links {
      if link.flags.contains(.embedded) { insert(.embedding) }
      if link.kind == .sdk { insert(.systemLinks) }
    }
  }

  private mutating func addModules(_ layered: LayeredGraph) {
    let graph = layered.graph
    for module in graph.modules {
      let roles = graph[module].roles
      if roles.contains(.app) { insert(.applications) }
      if roles.contains(.resourceBundle) { insert(.resourceBundles) }
      if layered.isTestSupport(module) { insert(.testCode) }
      if !contains(.staticModules), graph.mayBeStatic(module) { insert(.staticModules) }
      if !contains(.packages), graph.package(of: module) != nil { insert(.packages) }
    }
    for external in graph.externals where graph[external].isTestFramework { insert(.testCode) }
  }
}

extension ModuleGraph {
  /// Whether a module is known to be static on some platform or in some configuration.
  func mayBeStatic(_ module: ModuleID) -> Bool {
    self[module].linkage == .static || self[module].linkage == .automatic
      || self[module].facts.contains { $0.linkage == .static }
      || self[module].configuredLinkages.contains { $0.linkage == .static }
  }
}

extension Module {
  /// Whether it is a framework of the system that devices do not have.
  var isTestFramework: Bool { name == "XCTest" && external == .sdk }
}
