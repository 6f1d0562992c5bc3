public import Diagnostics
public import Graph
public import Projects

/// A `project.pbxproj` as it is written: its dependencies may refer to other projects by id.
///
/// Paths are relative to the root of the tree.
public struct XcodeProject: Sendable {
  /// The project without its targets.
  public var project: Project
  public var targets: [Target] = []
  /// The indices of targets by their ids and the ids of their products.
  var targetNumbers: [String: Int] = [:]
  /// The indices of targets by their names, else by those of their products.
  var namedTargets: [String: Int] = [:]
  /// The configuration files that are not there.
  public var missingFiles: Set<String> = []

  public struct Target: Sendable {
    /// The target without its dependencies.
    public var target: Projects.Target
    public var dependencies: [Dependency] = []
    public var sources = Sources()
  }

  public struct Dependency: Sendable {
    public var destination: Destination
    /// The location of the first entry in a build phase, else of the dependency.
    public var location: SourceRange
    /// `link`, `embed`, `weak`, and `copiedElsewhere` for a copy in a folder that is not searched for
    /// frameworks.
    public var flags: Projects.Dependency.Flags = []
    public var platforms: PlatformSet = .all
  }

  public enum Destination: Hashable, Sendable {
    /// Another target of the project, by index.
    case target(Int)
    /// The target of another project, by the id of the target or of its product, else by name.
    case foreign(project: String, id: String, name: String)
    /// A file in the products folder shared by all projects.
    case product(String)
    case system(String)
    /// A file or bundle in the repository, or a downloaded one.
    case file(String)
    /// The product of a package, by index; `nil` for any local package that vends it.
    case package(Int?, product: String)
  }
}
