public import Architecture
public import Diagnostics

/// A check of the module graph.
///
/// A rule is a value whose only state is its options. It reads the graph and reports findings. It
/// never prints, changes the graph or depends on another rule.
public protocol Rule: Sendable {
  /// What rules.yml, the manual and `modlint fix` have to know.
  ///
  /// The name is that of the problem, not of the fix: "except `upward`" must read as English.
  static var info: RuleInfo { get }

  init(options: RuleOptions)

  func check(_ graph: LayeredGraph, _ findings: inout Findings)
}

extension Rule {
  public static var id: RuleID { info.id }

  /// Returns the findings of the rule alone, as errors.
  public static func findings(in graph: LayeredGraph) -> [Diagnostic] {
    var findings = Findings(of: id, severity: .error, in: graph)
    Self(options: RuleOptions()).check(graph, &findings)
    return findings.diagnostics
  }
}
