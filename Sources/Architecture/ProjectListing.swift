public import Diagnostics

/// The projects that the Xcode workspaces of a tree list, beside those that its specs make.
///
/// Paths lead from the workspace root to a `.xcodeproj`.
public struct ProjectListing: Sendable {
  /// The Xcode workspaces, in order of path.
  public var workspaces: [String]
  /// In order of workspace and place; without those that no spec can be expected for, as what package
  /// managers make.
  public var listed: [Listed]
  /// In order of path.
  public var specs: [SpecProject]
  /// Whether every workspace could be read.
  public var isComplete: Bool

  public init(
    workspaces: [String] = [], listed: [Listed] = [], specs: [SpecProject] = [],
    isComplete: Bool = true
  ) {
    self.workspaces = workspaces
    self.listed = listed
    self.specs = specs
    self.isComplete = isComplete
  }

  /// An entry of a workspace.
  public struct Listed: Sendable {
    public var path: String
    public var location: SourceRange

    public init(path: String, location: SourceRange) {
      self.path = path
      self.location = location
    }
  }

  /// What a spec makes.
  public struct SpecProject: Sendable {
    public var path: String
    /// The spec's `name`.
    public var location: SourceRange
    /// The projects that it refers to, which Xcode shows inside of it.
    public var references: [String]

    public init(path: String, location: SourceRange, references: [String] = []) {
      self.path = path
      self.location = location
      self.references = references
    }
  }
}
