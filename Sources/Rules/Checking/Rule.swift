public import Architecture
public import Diagnostics

/// A check of the module graph.
///
/// A rule is a value whose only state is its options. It reads the graph and reports findings. It
/// never prints, changes the graph or depends on another rule.
public protocol Rule: Sendable {
  /// The name of the problem, not of the fix: "except `upward`" must read as English.
  static var id: RuleID { get }

  /// The line for `modlint rules` and the table in the manual.
  static var summary: String { get }

  /// The severity of a finding unless rules.yml sets another; `nil` if the rule is off by default.
  static var defaultSeverity: Severity? { get }

  /// The options that rules.yml may set in addition to a severity.
  static var options: [RuleOption] { get }

  /// The safety of the fixes of its findings; `nil` if it has none.
  static var fix: FixSafety? { get }

  /// The sentence with which the text format summarizes several findings; `nil` if absent.
  static var block: FindingBlock? { get }

  /// The properties of the rule that other parts of modlint query.
  static var traits: RuleTraits { get }

  /// The step in which its fixes are applied; `nil` if that depends on the changes of a fix.
  static var fixStep: FixStep? { get }

  init(options: RuleOptions)

  func check(_ graph: LayeredGraph, _ findings: inout Findings)
}

extension Rule {
  public static var defaultSeverity: Severity? { .error }
  public static var options: [RuleOption] { [] }
  public static var fix: FixSafety? { nil }
  public static var block: FindingBlock? { nil }
  public static var traits: RuleTraits { [] }
  public static var fixStep: FixStep? { nil }

  /// Returns the findings of the rule alone, as errors.
  public static func findings(in graph: LayeredGraph) -> [Diagnostic] {
    var findings = Findings(of: id, severity: .error, in: graph)
    Self(options: RuleOptions()).check(graph, &findings)
    return findings.diagnostics
  }

  static var info: RuleInfo {
    RuleInfo(
      id: id, summary: summary, defaultSeverity: defaultSeverity, options: options, fix: fix,
      block: block, traits: traits, fixStep: fixStep)
  }
}
