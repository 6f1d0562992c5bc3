public import Architecture
public import Diagnostics

/// One check over the module graph.
///
/// A rule is a value whose only state is its options. It reads the graph and reports; it never
/// prints, never changes the graph, never knows of another rule.
public protocol Rule: Sendable {
  /// The name of the fault, not of the cure: "except `upward`" must read as English.
  static var id: RuleID { get }

  /// One line for `modlint rules` and the table in the manual.
  static var summary: String { get }

  /// How a finding counts unless rules.yml says otherwise; `nil` where the rule is off.
  static var defaultSeverity: Severity? { get }

  /// What rules.yml may say about it besides a severity.
  static var options: [RuleOption] { get }

  init(options: RuleOptions)

  func check(_ graph: LayeredGraph, _ findings: inout Findings)
}

extension Rule {
  public static var defaultSeverity: Severity? { .error }
  public static var options: [RuleOption] { [] }

  static var info: RuleInfo {
    RuleInfo(id: id, summary: summary, defaultSeverity: defaultSeverity, options: options)
  }
}

/// Every rule that judges the graph, in the order in which the manual lists them.
public let allRules: [any Rule.Type] = [
  SameLayer.self,
  Upward.self,
  LayerReach.self,
  Cycle.self,
  DuplicateStatic.self,
  MissingEmbed.self,
  MissingBundle.self,
  NestedEmbed.self,
  UnembeddedExtension.self,
  PackageInStatic.self,
  TestSupportInProduct.self,
  LinkConstraint.self,
  SDKNamesModule.self,
  UnknownModule.self,
  DuplicateModule.self,
  EmbeddedStatic.self,
  PackageVersionMismatch.self,
  UnassignedModule.self,
  AmbiguousLayer.self,
  Orphan.self,
  MaxDepth.self,
  MaxDependencies.self,
  WorkspaceMismatch.self,
  UnusedPattern.self,
]
