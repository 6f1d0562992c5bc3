public import Diagnostics

/// What is known of a rule without running it.
public struct RuleInfo: Sendable {
  public let id: RuleID
  public let summary: String
  /// How a finding counts unless rules.yml says otherwise; `nil` where the rule is off.
  public let defaultSeverity: Severity?
  public let options: [RuleOption]

  init(
    id: RuleID, summary: String, defaultSeverity: Severity? = .error, options: [RuleOption] = []
  ) {
    self.id = id
    self.summary = summary
    self.defaultSeverity = defaultSeverity
    self.options = options
  }
}

/// Every rule there is, in the order in which the manual lists them.
public let ruleCatalog: [RuleInfo] = allRules.map { $0.info } + rulesOfReaders

/// The rule named `id`, or `nil` if there is none.
public func ruleInfo(_ id: RuleID) -> RuleInfo? { ruleCatalog.first { $0.id == id } }

/// The rules whose findings no walk over the graph yields: whoever reads the files has them.
private let rulesOfReaders: [RuleInfo] = [
  RuleInfo(
    id: .unusedException, summary: "an exception that matches no finding",
    defaultSeverity: .warning),
  RuleInfo(id: .expiredException, summary: "an exception whose last day has passed"),
  RuleInfo(id: .staleBaseline, summary: "a baseline entry that matches no finding"),
  RuleInfo(id: .invalidBaseline, summary: "a baseline that modlint did not write this way"),
  RuleInfo(id: .invalidRules, summary: "rules.yml itself is invalid"),
  RuleInfo(id: .invalidSpec, summary: "a spec that XcodeGen cannot load or would crash on"),
  RuleInfo(id: "duplicate-dependency", summary: "the same dependency twice in one target"),
  RuleInfo(id: "missing-include", summary: "an include that does not exist"),
  RuleInfo(
    id: "include-case", summary: "an include that exists only with another case",
    defaultSeverity: .warning),
  RuleInfo(
    id: "unknown-key", summary: "a key that XcodeGen does not know", defaultSeverity: .warning),
  RuleInfo(
    id: "duplicate-key", summary: "a key given twice; the last one wins",
    defaultSeverity: .warning),
  RuleInfo(
    id: "ignored-value", summary: "a value that XcodeGen silently ignores",
    defaultSeverity: .warning),
]

extension RuleID {
  static let unusedException: Self = "unused-exception"
  static let expiredException: Self = "expired-exception"
  static let staleBaseline: Self = "stale-baseline"
  static let invalidBaseline: Self = "invalid-baseline"
  static let invalidRules: Self = "invalid-rules"
  static let invalidSpec: Self = "invalid-spec"
  static let linkConstraint: Self = "link-constraint"
}

/// What rules.yml may say about a rule besides its severity.
public struct RuleOption: Sendable {
  public let name: String
  public let kind: Kind
  public let summary: String

  public init(_ name: String, _ kind: Kind, summary: String) {
    self.name = name
    self.kind = kind
    self.summary = summary
  }

  public enum Kind: Sendable {
    /// The severity of some of the rule's findings; `nil` is off.
    case severity(default: Severity?)
    /// A number from 1 on, which the rule cannot do without.
    case limit
  }
}

/// How findings count, in the words of rules.yml.
public enum Level: String, CaseIterable, Sendable {
  case off
  case warning
  case error

  /// The severity of findings, if they are wanted at all.
  public var severity: Severity? {
    switch self {
    case .off: nil
    case .warning: .warning
    case .error: .error
    }
  }

  public init(_ severity: Severity?) {
    switch severity {
    case nil: self = .off
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}

/// The options of one rule as rules.yml gives them.
public struct RuleOptions: Sendable {
  var severities: [String: Level] = [:]
  var limits: [String: Int] = [:]

  public init() {}

  public init(severities: [String: Level] = [:], limits: [String: Int] = [:]) {
    self.severities = severities
    self.limits = limits
  }

  /// The severity given for `name`, where `nil` is off.
  public func severity(_ name: String, default standard: Severity?) -> Severity? {
    guard let level = severities[name] else { return standard }
    return level.severity
  }

  var isEmpty: Bool { severities.isEmpty && limits.isEmpty }

  public func limit(_ name: String = "limit") -> Int? { limits[name] }
}
