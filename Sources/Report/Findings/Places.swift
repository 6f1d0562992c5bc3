/// Where a workspace lies, which decides how formats write its paths.
public struct Places: Hashable, Sendable {
  /// The absolute path of the root of the workspace; empty if it is not known.
  public var root: String
  /// What leads from the root of the repository to that of the workspace: empty, or with a `/` at
  /// its end.
  public var prefix: String
  /// The address below which the repository's files can be looked at, without a `/` at its end.
  public var browser: String?

  public init(root: String = "", prefix: String = "", browser: String? = nil) {
    self.root = root
    self.prefix = prefix
    self.browser = browser
  }
}

/// What a path in a report starts from.
enum PathBase {
  /// For people, who work in the workspace.
  case workspace
  /// For tools that know the repository only.
  case repository
  /// For Xcode, which runs build phases in any folder.
  case machine
}
