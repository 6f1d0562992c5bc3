/// The kebab-case name of a rule, used in rules.yml, exceptions and reports.
public struct RuleID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  public var name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }

  public static func < (a: Self, b: Self) -> Bool { a.name.precedes(b.name) }
}

// Rules whose findings are reported by the readers of files rather than by walks over the graph.
extension RuleID {
  public static var unusedException: Self { "unused-exception" }
  public static var expiredException: Self { "expired-exception" }
  public static var staleBaseline: Self { "stale-baseline" }
  public static var invalidBaseline: Self { "invalid-baseline" }
  public static var invalidRules: Self { "invalid-rules" }
  public static var invalidSpec: Self { "invalid-spec" }
  public static var invalidProject: Self { "invalid-project" }
  public static var duplicateDependency: Self { "duplicate-dependency" }
  public static var missingInclude: Self { "missing-include" }
  public static var includeCase: Self { "include-case" }
  public static var unknownKey: Self { "unknown-key" }
  public static var duplicateKey: Self { "duplicate-key" }
  public static var ignoredValue: Self { "ignored-value" }
  public static var rulesWeakened: Self { "rules-weakened" }
}

extension RuleID {
  /// Whether its findings are about rules.yml or the baseline.
  public var isAboutRules: Bool {
    [
      .invalidRules, .invalidBaseline, .staleBaseline, .unusedException, .expiredException,
      .unusedPattern, .rulesWeakened,
    ].contains(self)
  }

  /// Whether its errors are about unreadable files, so that modules may be missing.
  public var hidesModules: Bool {
    [.invalidSpec, .invalidProject, .missingInclude].contains(self)
  }
}

// Rules on the graph that other code refers to. All other ids are only in the list of rules.
extension RuleID {
  public static var cycle: Self { "cycle" }
  public static var duplicateModule: Self { "duplicate-module" }
  public static var layerReach: Self { "layer-reach" }
  public static var linkConstraint: Self { "link-constraint" }
  public static var orphan: Self { "orphan" }
  public static var sameLayer: Self { "same-layer" }
  public static var testSupportInProduct: Self { "test-support-in-product" }
  public static var unassignedModule: Self { "unassigned-module" }
  public static var undeclaredImport: Self { "undeclared-import" }
  public static var unknownModule: Self { "unknown-module" }
  public static var unusedLink: Self { "unused-link" }
  public static var unusedPattern: Self { "unused-pattern" }
  public static var upward: Self { "upward" }
  public static var workspaceMismatch: Self { "workspace-mismatch" }
}
