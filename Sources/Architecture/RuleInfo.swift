public import Diagnostics

public struct RuleInfo: Sendable {
  public let id: RuleID
  public let summary: String
  /// The default severity; `nil` if the rule is off by default.
  public let defaultSeverity: Severity?
  public let options: [RuleOption]
  /// The safety of the fixes of its findings; `nil` if `modlint fix` does not support the rule.
  public let fix: FixSafety?
  public let traits: RuleTraits
  /// The step in which its fixes are applied; `nil` if that depends on the changes of a fix.
  public let fixStep: FixStep?
  /// The summary of several findings in the text format; `nil` if they are not merged.
  public let block: FindingBlock?

  public init(
    _ id: RuleID, _ summary: String, defaultSeverity: Severity? = .error,
    options: [RuleOption] = [], fix: FixSafety? = nil,
    block: FindingBlock? = nil,
    traits: RuleTraits = [], fixStep: FixStep? = nil
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

/// Whether fixes of a rule are applied without `--unsafe`.
public enum FixSafety: String, Sendable {
  case safe, unsafe
}

/// The steps of applying fixes; each one checks the result of the steps before it.
public enum FixStep: CaseIterable, Sendable {
  /// Corrected keys may declare what other findings lack.
  case keys
  /// A removed target has no other findings.
  case removals
  case changes
  /// A link that was added for an import may have to be embedded.
  case imports
  case additions
}

/// The metadata of all rules.
///
/// Parsing rules.yml needs the names and options of rules, not their implementations.
public struct RuleCatalog: RandomAccessCollection, Sendable {
  private let rules: [RuleInfo]
  private let numbers: [String: Int]

  public init(_ rules: [RuleInfo] = []) {
    self.rules = rules
    numbers = Dictionary(rules.indices.map { (rules[$0].id.name, $0) }) { first, _ in first }
  }

  public var startIndex: Int { rules.startIndex }
  public var endIndex: Int { rules.endIndex }
  public subscript(position: Int) -> RuleInfo { rules[position] }

  public subscript(id: RuleID) -> RuleInfo? { numbers[id.name].map { rules[$0] } }

  /// Returns the traits of a rule; empty for constraints of rules.yml.
  public func traits(of rule: RuleID) -> RuleTraits { self[rule]?.traits ?? [] }
}

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
    /// The severity of some of the rule's findings; `nil` if off.
    case severity(default: Severity?)
    case limit
  }
}

/// A severity as written in rules.yml.
public enum Level: String, CaseIterable, Sendable {
  case off
  case warning
  case error

  /// The severity of findings; `nil` for `off`.
  public var severity: Severity? { Severity(rawValue: rawValue) }

  public init(_ severity: Severity?) {
    self = severity.flatMap { Self(rawValue: $0.rawValue) } ?? .off
  }
}

public struct RuleOptions: Hashable, Sendable {
  public internal(set) var severities: [String: Level] = [:]
  public internal(set) var limits: [String: Int] = [:]

  public init() {}

  /// Returns the configured severity for `name`; `nil` if off.
  public func severity(_ name: String, default standard: Severity?) -> Severity? {
    guard let level = severities[name] else { return standard }
    return level.severity
  }

  var isEmpty: Bool { severities.isEmpty && limits.isEmpty }

  public func limit(_ name: String = "limit") -> Int? { limits[name] }
}
