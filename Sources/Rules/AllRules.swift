public import Architecture
public import Diagnostics

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
  UnlinkedStatic.self,
  DeploymentTarget.self,
  BundleIdentifier.self,
  StaticResources.self,
  UndeclaredImport.self,
  UnusedLink.self,
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

/// All rules, in the order of the manual.
public let ruleCatalog = RuleCatalog(allRules.map { $0.info } + rulesOfReaders)

extension Configuration {
  /// Returns the severity of `rule` from rules.yml or its default; `nil` if the rule is off.
  public func severity(of rule: RuleID) -> Severity? {
    if let level = rules[rule]?.level { return level.severity }
    return ruleCatalog[rule]?.defaultSeverity
  }
}

/// The rules that the readers of files check, not a walk over the graph.
private let rulesOfReaders: [RuleInfo] = [
  RuleInfo(
    id: .unusedException, summary: "an exception matches no finding",
    defaultSeverity: .warning, fix: .safe),
  RuleInfo(id: .expiredException, summary: "the last day of an exception has passed"),
  RuleInfo(id: .staleBaseline, summary: "a baseline entry matches no finding", fix: .safe),
  RuleInfo(id: .invalidBaseline, summary: "the baseline is not as modlint writes it"),
  RuleInfo(
    id: .rulesWeakened, summary: "rules.yml or the baseline allows what it did not at REV",
    defaultSeverity: .warning),
  RuleInfo(id: .invalidRules, summary: "rules.yml is invalid"),
  RuleInfo(
    id: .invalidSpec, summary: "XcodeGen cannot load a spec, or crashes on it", traits: .isLocal),
  RuleInfo(id: .invalidProject, summary: "Xcode cannot open an Xcode project", traits: .isLocal),
  RuleInfo(
    id: .duplicateDependency, summary: "a target names the same dependency twice", fix: .safe,
    traits: .isLocal),
  RuleInfo(id: .missingInclude, summary: "an include does not exist"),
  RuleInfo(
    id: .includeCase, summary: "an include exists only with another case",
    defaultSeverity: .warning, fix: .safe, traits: .isLocal),
  RuleInfo(
    id: .unknownKey, summary: "XcodeGen does not know a key", defaultSeverity: .warning,
    fix: .unsafe, traits: .isLocal, fixStep: .keys),
  RuleInfo(
    id: .duplicateKey, summary: "a mapping has the same key twice",
    defaultSeverity: .warning, fix: .safe, traits: .isLocal),
  RuleInfo(
    id: .ignoredValue, summary: "XcodeGen silently ignores a value",
    defaultSeverity: .warning, traits: .isLocal),
]
