public import Architecture
internal import Diagnostics

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
    block: @autoclosure @escaping @Sendable () -> FindingBlock? = nil, traits: RuleTraits = [],
    fixStep: FixStep? = nil, needs: [WorkspaceContent] = [],
    rule: @escaping @Sendable (RuleOptions) -> any Rule
  ) {
    info = RuleInfo(
      id, summary, defaultSeverity: defaultSeverity, options: options, fix: fix, block: block(),
      traits: traits, fixStep: fixStep)
    self.needs = needs
    self.rule = rule
  }
}
