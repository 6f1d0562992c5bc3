public import Architecture
internal import Diagnostics
internal import Graph

/// A check of the module graph.
///
/// A rule is a function of the graph and of its options, and reports findings. It never prints,
/// changes the graph or depends on another rule.
public protocol Rule: Sendable {
  static func check(_ graph: LayeredGraph, _ findings: inout Findings)
}

/// A rule with what rules.yml, the manual and `modlint fix` have to know.
///
/// Its id is that of the problem, not of the fix: "except `upward`" must read as English.
public struct RuleEntry: Sendable {
  public let info: RuleInfo
  /// What a workspace must have for the rule to find something.
  let needs: [WorkspaceContent]
  public let rule: any Rule.Type

  init(
    _ id: RuleID, _ summary: String, defaultSeverity: Severity? = .error,
    options: [RuleOption] = [], fix: FixSafety? = nil,
    block: FindingBlock? = nil, traits: RuleTraits = [], fixStep: FixStep? = nil,
    needs: [WorkspaceContent] = [],
    rule: any Rule.Type
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
  /// Returns what the workspace has of what rules need.
  ///
  /// - Complexity: O(*n* + *m*).
  func contents() -> [WorkspaceContent] {
    var contents: [WorkspaceContent] = []
    func add(_ content: WorkspaceContent, if isThere: Bool) {
      if isThere, !contents.contains(content) { contents.append(content) }
    }
    add(.layers, if: !configuration.layers.isEmpty)
    add(.severalLayers, if: configuration.layers.count > 1)
    for layer in configuration.layers {
      let isLimited = if case .below = layer.reach { false } else { true }
      add(.reach, if: isLimited)
    }
    add(.constraints, if: !configuration.links.isEmpty)
    add(.links, if: !graph.links.isEmpty)
    for link in graph.links {
      add(.embedding, if: link.flags.contains(.embedded))
      add(.systemLinks, if: link.kind == .sdk)
    }
    for module in graph.modules {
      add(.applications, if: graph[module].roles.contains(.app))
      add(.resourceBundles, if: graph[module].roles.contains(.resourceBundle))
      add(.staticModules, if: graph.mayBeStatic(module))
      add(.packages, if: graph.package(of: module) != nil)
      add(.testCode, if: isTestSupport(module) || graph[module].isTestFramework)
    }
    add(.testCode, if: reading.imports?.testImports.isEmpty == false)
    add(.settings, if: graph.hasSettingFact { _ in true })
    add(.scannedSources, if: reading.imports != nil)
    add(.unknownReferences, if: !graph.unknownReferences.isEmpty)
    add(.packageRequirements, if: !graph.packageRequirements.isEmpty)
    return contents
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
