internal import Architecture
internal import Graph

/// What a workspace may have that rules judge.
enum WorkspaceContent {
  case layers, severalLayers
  /// A layer that may not link all layers below it.
  case reach
  /// Entries of `links` in rules.yml.
  case constraints
  case links
  /// Links that embed a product.
  case embedding
  /// Links to frameworks of the system.
  case systemLinks
  case applications, resourceBundles, staticModules, packages
  /// Test support, or something that links or imports a framework for tests.
  case testCode
  /// Build settings that rules judge.
  case settings
  case scannedSources, unknownReferences, packageRequirements
}

extension LayeredGraph {
  /// Returns what the workspace has.
  ///
  /// - Complexity: O(*n* + *m*).
  func contents() -> Set<WorkspaceContent> {
    let (layers, modules, links) = (configuration.layers, graph.modules, graph.links)
    let contents: [WorkspaceContent: Bool] = [
      .layers: !layers.isEmpty,
      .severalLayers: layers.count > 1,
      .reach: layers.contains { if case .below = $0.reach { false } else { true } },
      .constraints: !configuration.links.isEmpty,
      .links: !links.isEmpty,
      .embedding: links.contains { $0.flags.contains(.embedded) },
      .systemLinks: links.contains { $0.kind == .sdk },
      .applications: modules.contains { graph[$0].roles.contains(.app) },
      .resourceBundles: modules.contains { graph[$0].roles.contains(.resourceBundle) },
      .staticModules: modules.contains(where: graph.mayBeStatic),
      .packages: modules.contains { graph.package(of: $0) != nil },
      .testCode: hasTestCode,
      .settings: graph.hasSettingFact { _ in true },
      .scannedSources: reading.imports != nil,
      .unknownReferences: !graph.unknownReferences.isEmpty,
      .packageRequirements: !graph.packageRequirements.isEmpty,
    ]
    return Set(contents.filter(\.value).keys)
  }

  private var hasTestCode: Bool {
    graph.modules.contains { isTestSupport($0) || graph[$0].isTestFramework }
      || reading.imports?.testImports.isEmpty == false
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
  var isTestFramework: Bool { external == .sdk && name == "XCTest" }
}
