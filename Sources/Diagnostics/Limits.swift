/// The limits of inputs, far above real ones, so that none can exhaust the machine.
public enum Limits {
  /// Bytes of one specification, rules or settings file.
  public static let fileSize = 16 << 20
  /// Bytes of one `project.pbxproj` or `project.xcproj`.
  public static let projectSize = 64 << 20
  /// The base limit of keys and values in one of these; each 8 bytes of the file allow one more.
  public static let projectValues = 100_000
  /// Bytes of a CODEOWNERS file: the limit of GitHub.
  public static let codeOwnersSize = 3 << 20
  /// Levels of nested lists and mappings in one file.
  public static let nesting = 128
  /// Bytes of the name of a target, or of the destination of a dependency.
  public static let nameLength = 4096
  /// Nodes of one specification after includes, templates and platforms are resolved.
  public static let nodes = 2_000_000
  /// Files that include each other in a row.
  public static let includeDepth = 64
  /// Includes of one specification, repeated ones counted.
  public static let includes = 4096
  /// Bytes of one property list of an XCFramework.
  public static let propertyListSize = 1 << 20
  /// Folders to search for the code of a workspace.
  public static let codeFolders = 20_000
  /// Folders of one target of a package to search for its sources.
  public static let sourceFolders = 20_000
  /// Steps to list the sources of one specification: some nanoseconds each, a listed folder has
  /// 200.
  public static let sourceWork = 20_000_000
  /// Targets of one specification after platforms are expanded.
  public static let targets = 20_000
  /// Dependencies of one specification, those of a shared list for each target.
  public static let dependencies = 500_000
  /// Local packages of one workspace.
  public static let packages = 10_000
  /// Bytes of one Package.swift; a larger one is treated as computed.
  public static let manifestSize = 1 << 20
  /// Targets of one Package.swift, and their dependencies, together.
  public static let manifestDeclarations = 100_000
  /// Fixes in a report of findings.
  public static let suggestedFixes = 1_000
  /// Checks of the workspace for these fixes: one for all that break nothing, and one for each step
  /// of making them.
  public static let checksOfSuggestions = 16
  /// Modules and links to check for these fixes, each counted per check.
  public static let suggestionWork = 20_000
}
