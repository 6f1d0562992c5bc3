/// Facts about a rule that other parts of modlint depend on.
public enum RuleTrait: UInt16, Sendable {
  /// A link breaks the rule by its destination.
  case judgesLinks
  /// The rule compares links with the imports of sources.
  case judgesImports
  /// The rule is about linking and embedding; an import alone cannot break it.
  case judgesBinaries
  /// A finding depends only on the specs that it names.
  case isLocal
  /// A finding is dropped if another rule reports the same import, which must not be declared.
  case yields
  /// The rule reports any one of several links.
  case picksLink
  /// The sources of targets are read if the rule is on.
  case needsSources
  /// The Xcode workspaces and their projects are read if the rule is on.
  case needsXcodeWorkspaces
  /// The rule compares the matches of several patterns of rules.yml.
  case comparesPatterns
  /// A finding explains others, which are not reported beside it.
  case explains
}

public typealias RuleTraits = FlagSet<RuleTrait>

extension RuleTraits {
  /// The traits that enable reading of additional files.
  public static var needs: Self { [.needsSources, .needsXcodeWorkspaces] }
}
