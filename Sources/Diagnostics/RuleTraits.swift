/// Facts about a rule that other parts of modlint depend on.
public struct RuleTraits: OptionSet, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A link breaks the rule by its destination.
  public static var judgesLinks: Self { Self(rawValue: 1) }
  /// The rule compares links with the imports of sources.
  public static var judgesImports: Self { Self(rawValue: 1 << 1) }
  /// The rule is about linking and embedding; an import alone cannot break it.
  public static var judgesBinaries: Self { Self(rawValue: 1 << 2) }
  /// A finding depends only on the specs that it names.
  public static var isLocal: Self { Self(rawValue: 1 << 3) }
  /// A finding is dropped if another rule reports the same import, which must not be declared.
  public static var yields: Self { Self(rawValue: 1 << 4) }
  /// The rule reports any one of several links.
  public static var picksLink: Self { Self(rawValue: 1 << 5) }
  /// The sources of targets are read if the rule is on.
  public static var needsSources: Self { Self(rawValue: 1 << 6) }
  /// The Xcode workspaces and their projects are read if the rule is on.
  public static var needsXcodeWorkspaces: Self { Self(rawValue: 1 << 7) }
  /// The rule compares the matches of several patterns of rules.yml.
  public static var comparesPatterns: Self { Self(rawValue: 1 << 8) }
  /// A finding explains others, which are not reported beside it.
  public static var explains: Self { Self(rawValue: 1 << 9) }
  /// The traits that enable reading of additional files.
  public static var needs: Self { [.needsSources, .needsXcodeWorkspaces] }
}
