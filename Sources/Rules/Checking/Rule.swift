public import Architecture
internal import Diagnostics
internal import Graph

/// A check of the module graph.
///
/// A rule is a value whose only state is its options. It reads the graph and reports findings. It
/// never prints, changes the graph or depends on another rule.
public protocol Rule: Sendable {
  func check(_ graph: LayeredGraph, _ findings: inout Findings)
}

/// A rule with what rules.yml, the manual and `modlint fix` have to know.
///
/// Its id is that of the problem, not of the fix: "except `upward`" must read as English.
public struct RuleEntry: Sendable {
  public let info: RuleInfo
  /// What a workspace must have for the rule to find something.
  let needs: [WorkspaceContent]
  /// Returns the rule with its options in rules.yml.
  public let rule: @Sendable (RuleOptions) -> any Rule

  init(
    _ id: RuleID, _ summary: String, defaultSeverity: Severity? = .error,
    options: [RuleOption] = [], fix: FixSafety? = nil,
    block: FindingBlock? = nil, traits: RuleTraits = [], fixStep: FixStep? = nil,
    needs: [WorkspaceContent] = [],
    rule: @escaping @Sendable (RuleOptions) -> any Rule
  ) {
    info = RuleInfo(
      id, summary, defaultSeverity: defaultSeverity, options: options, fix: fix, block: block,
      traits: traits, fixStep: fixStep)
    self.needs = needs
    self.rule = rule
  }
}

enum WorkspaceContent {
  case layers, severalLayers
  /// A layer that may not link all layers below it.
  case reach
  case constraints
  case links
  case embedding
  case systemLinks
  case applications, resourceBundles, staticModules, packages
  /// Test support, or something that links or imports a framework for tests.
  case testCode
  case settings
  case scannedSources, unknownReferences, packageRequirements
}

extension LayeredGraph {
  /// - Complexity: O(*n* + *m*).
  func has(_ content: WorkspaceContent) -> Bool {
    switch content {
    case .layers: !configuration.layers.isEmpty
    case .severalLayers: configuration.layers.count > 1
    case .reach: configuration.layers.contains { if case .below = $0.reach { false } else { true } }
    case .constraints: !configuration.links.isEmpty
    case .links: !graph.links.isEmpty
    case .embedding: graph.links.contains { $0.flags.contains(.embedded) }
    case .systemLinks: graph.links.contains { $0.kind == .sdk }
    case .applications: graph.modules.contains { graph[$0].roles.contains(.app) }
    case .resourceBundles: graph.modules.contains { graph[$0].roles.contains(.resourceBundle) }
    case .staticModules: graph.modules.contains(where: graph.mayBeStatic)
    case .packages: graph.modules.contains { graph.package(of: $0) != nil }
    case .testCode: hasTestCode
    case .settings: graph.hasSettingFact { _ in true }
    case .scannedSources: reading.imports != nil
    case .unknownReferences: !graph.unknownReferences.isEmpty
    case .packageRequirements: !graph.packageRequirements.isEmpty
    }
  }

  private var hasTestCode: Bool {
    graph.modules.contains { isTestSupport($0) || graph[$0].isTestFramework }
      || reading.imports?.testImports.isEmpty == false
  }
}

extension ModuleGraph {
  func mayBeStatic(_ module: ModuleID) -> Bool {
    self[module].linkage == .static || self[module].linkage == .automatic
      || self[module].facts.contains { $0.linkage == .static }
      || self[module].configuredLinkages.contains { $0.value == .static }
  }
}

extension Module {
  /// Whether it is a framework of the system that devices do not have.
  var isTestFramework: Bool { external == .sdk && name == "XCTest" }
}
