public import Diagnostics

/// What is known of a rule without running it.
public struct RuleInfo: Sendable {
  public let id: RuleID
  public let summary: String
  /// How a finding counts unless rules.yml says otherwise; `nil` where the rule is off.
  public let defaultSeverity: Severity?
  public let options: [RuleOption]
  /// Whether `modlint fix` can resolve its findings; `nil` if that needs a decision.
  public let fix: FixSafety?
  /// How text says several findings in one sentence, if it does.
  public let block: FindingBlock?
  public let traits: RuleTraits
  /// When its fixes are made; `nil` if that depends on what a fix changes.
  public let fixStep: FixStep?

  public init(
    id: RuleID, summary: String, defaultSeverity: Severity? = .error, options: [RuleOption] = [],
    fix: FixSafety? = nil, block: FindingBlock? = nil, traits: RuleTraits = [],
    fixStep: FixStep? = nil
  ) {
    self.fix = fix
    self.block = block
    self.traits = traits
    self.fixStep = fixStep
    self.id = id
    self.summary = summary
    self.defaultSeverity = defaultSeverity
    self.options = options
  }
}

/// Whether fixes of a rule are made without being asked for by `--unsafe`.
public enum FixSafety: String, Sendable {
  case safe, unsafe
}

/// The order in which fixes are made: each step judges what the steps before it have left.
public enum FixStep: CaseIterable, Sendable {
  /// Corrected keys may declare what other findings miss.
  case keys
  /// A target that goes away needs nothing.
  case removals
  case changes
  /// A link that is added for an import may have to be embedded.
  case imports
  case additions
}

/// Every rule there is, as a value: what reads rules.yml has to know their names and options, not what they
/// do.
public struct RuleCatalog: RandomAccessCollection, Sendable {
  /// In the order in which the manual lists them.
  private let rules: [RuleInfo]
  /// By the texts of their identifiers.
  private let numbers: [String: Int]

  public init(_ rules: [RuleInfo] = []) {
    self.rules = rules
    numbers = Dictionary(rules.indices.map { (rules[$0].id.name, $0) }) { first, _ in first }
  }

  public var startIndex: Int { rules.startIndex }
  public var endIndex: Int { rules.endIndex }
  public subscript(position: Int) -> RuleInfo { rules[position] }

  /// The rule of that name, or `nil` if there is none.
  public subscript(id: RuleID) -> RuleInfo? { numbers[id.name].map { rules[$0] } }

  /// The facts of a rule; none of a rule that rules.yml makes.
  public func traits(of rule: RuleID) -> RuleTraits { self[rule]?.traits ?? [] }
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
public struct RuleOptions: Hashable, Sendable {
  public internal(set) var severities: [String: Level] = [:]
  public internal(set) var limits: [String: Int] = [:]

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
