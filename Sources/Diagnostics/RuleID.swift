/// The kebab-case name of a rule, used in rules.yml, exceptions and reports.
public struct RuleID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  public var name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }

  public static func < (a: Self, b: Self) -> Bool { a.name.precedes(b.name) }
}

// Rules whose findings are reported by the readers of files rather than by walks over the graph.
extension RuleID {
  public static let unusedException: Self = "unused-exception"
  public static let expiredException: Self = "expired-exception"
  public static let staleBaseline: Self = "stale-baseline"
  public static let invalidBaseline: Self = "invalid-baseline"
  public static let invalidRules: Self = "invalid-rules"
  public static let invalidSpec: Self = "invalid-spec"
  public static let invalidProject: Self = "invalid-project"
  public static let duplicateDependency: Self = "duplicate-dependency"
  public static let missingInclude: Self = "missing-include"
  public static let includeCase: Self = "include-case"
  public static let unknownKey: Self = "unknown-key"
  public static let duplicateKey: Self = "duplicate-key"
  public static let ignoredValue: Self = "ignored-value"
  public static let rulesWeakened: Self = "rules-weakened"
}

extension RuleID {
  /// Whether its findings are about rules.yml or the baseline.
  public var isAboutRules: Bool { Self.aboutRules.contains(self) }

  private static let aboutRules: Set<RuleID> = [
    .invalidRules, .invalidBaseline, .staleBaseline, .unusedException, .expiredException,
    .unusedPattern, .rulesWeakened,
  ]

  /// Whether its errors are about unreadable files, so that modules may be missing.
  public var hidesModules: Bool {
    [.invalidSpec, .invalidProject, .missingInclude].contains(self)
  }
}

// Rules on the graph that other code refers to. All other ids are only in the list of rules.
extension RuleID {
  public static let cycle: Self = "cycle"
  public static let duplicateModule: Self = "duplicate-module"
  public static let layerReach: Self = "layer-reach"
  public static let linkConstraint: Self = "link-constraint"
  public static let orphan: Self = "orphan"
  public static let sameLayer: Self = "same-layer"
  public static let testSupportInProduct: Self = "test-support-in-product"
  public static let unassignedModule: Self = "unassigned-module"
  public static let undeclaredImport: Self = "undeclared-import"
  public static let unknownModule: Self = "unknown-module"
  public static let unusedLink: Self = "unused-link"
  public static let unusedPattern: Self = "unused-pattern"
  public static let upward: Self = "upward"
  public static let workspaceMismatch: Self = "workspace-mismatch"
}
