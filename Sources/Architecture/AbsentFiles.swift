/// What is not there and may be elsewhere: submodules that are not checked out, and files and folders
/// that git ignores.
///
/// Looked up when asked, since few findings depend on it.
public struct AbsentFiles: Sendable {
  /// Returns the folders, which may have modules: those of submodules, packages and projects.
  public var folders: @Sendable () -> [String] = { [] }
  /// Whether something at a path is absent.
  public var contains: @Sendable (_ path: String) -> Bool = { _ in false }
  /// Returns the files from which a project has settings, by the number of its spec.
  public var settings: @Sendable (_ spec: Int) -> [String] = { _ in [] }

  public init() {}
}
