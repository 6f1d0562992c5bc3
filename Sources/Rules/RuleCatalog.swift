public import Architecture
public import Diagnostics

/// Every rule there is, in the order in which the manual lists them.
public let ruleCatalog = RuleCatalog(allRules.map { $0.info } + rulesOfReaders)

extension Configuration {
  /// How findings of `rule` count: as rules.yml says, else by default; `nil` is off.
  public func severity(of rule: RuleID) -> Severity? {
    if let level = rules[rule]?.level { return level.severity }
    return ruleCatalog[rule]?.defaultSeverity
  }
}

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
  RuleInfo(id: .duplicateDependency, summary: "the same dependency twice in one target"),
  RuleInfo(id: .missingInclude, summary: "an include that does not exist"),
  RuleInfo(
    id: .includeCase, summary: "an include that exists only with another case",
    defaultSeverity: .warning),
  RuleInfo(
    id: .unknownKey, summary: "a key that XcodeGen does not know", defaultSeverity: .warning),
  RuleInfo(
    id: .duplicateKey, summary: "a key given twice; the last one wins",
    defaultSeverity: .warning),
  RuleInfo(
    id: .ignoredValue, summary: "a value that XcodeGen silently ignores",
    defaultSeverity: .warning),
]
