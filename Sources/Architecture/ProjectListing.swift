public import Diagnostics

/// The projects in the Xcode workspaces of a tree and the projects that its specs generate.
///
/// Paths are relative to the workspace root and name a `.xcodeproj`.
public struct ProjectListing: Sendable {
  /// The Xcode workspaces, in order of path.
  public var workspaces: [String] = []
  /// The projects in the workspaces, by workspace and location, except those without a spec, such
  /// as the projects of package managers.
  public var listed: [Listed] = []
  /// The projects of specs, by path.
  public var specs: [SpecProject] = []
  /// Whether every workspace could be read.
  public var isComplete = true

  public init() {}

  /// An entry of a workspace.
  public struct Listed: Sendable {
    public var path: String
    public var location: SourceRange

    public init(path: String, location: SourceRange) {
      self.path = path
      self.location = location
    }
  }

  /// A project that a spec generates.
  public struct SpecProject: Sendable {
    public var path: String
    /// The spec's `name`.
    public var location: SourceRange
    /// The referenced projects, which Xcode shows as nested.
    public var references: [String]

    public init(path: String, location: SourceRange, references: [String] = []) {
      self.path = path
      self.location = location
      self.references = references
    }
  }
}
