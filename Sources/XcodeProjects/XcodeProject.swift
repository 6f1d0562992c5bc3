public import Diagnostics
public import Graph
public import Projects

/// The targets of a `project.pbxproj` with their links and embeds, and its packages.
///
/// Paths are relative to the root of the tree.
public struct XcodeProject: Sendable {
  /// The path of the `project.pbxproj`.
  public var path: String
  /// The name of its `.xcodeproj`.
  public var name: String
  /// The folder that paths in the project are relative to.
  public var folder: String
  /// The location of the `rootObject`.
  public var location: SourceRange
  public var targets: [Target] = []
  /// The configuration that Xcode uses if the project lacks the requested one.
  public var defaultConfiguration = ""
  public var packages: [Package] = []
  /// The indices of targets by their ids and the ids of their products.
  public var targetNumbers: [String: Int] = [:]
  /// The referenced projects by path, and the locations of the references.
  public var projects: [(path: String, location: SourceRange)] = []

  /// The configuration files that are not there.
  public var missingFiles: Set<String> = []

  public struct Target: Sendable {
    public var name: String
    public var location: SourceRange
    public var kind: Projects.Target.Kind
    public var type: ProductType
    public var platform: Platform
    public var platforms: PlatformSet
    /// The linkage in Xcode; unknown if configurations or conditions disagree.
    public var linkage: Linkage
    /// The name of the product without extension; `nil` if it is unknown.
    public var productName: String?
    /// Whether it is a bundle that compiles nothing.
    public var isResourceBundle = false
    public var sources = Sources()
    public var dependencies: [Dependency] = []
    /// The settings that rules compare.
    ///
    /// All have the location of the target.
    public var settings: [SettingFact] = []
    public var linking = Linking()
    /// The folder that contains all sources; `nil` if the tree has none.
    public var sourceFolder: String?
  }

  /// The settings of a target for linking in each configuration.
  public struct Linking: Sendable {
    /// The names of the configurations.
    public var configurations: [String] = []
    public var values: [LinkSettings.Value] = []
    /// The values of `PRODUCT_NAME`; `nil` if unknown.
    public var productNames: [String?] = []
    /// The product names of the applications that load a unit-test bundle.
    public var testHosts: [String?] = []
    public var looseNames: Set<String> = []
  }

  /// A link, an embed or a build-order dependency of a target.
  public struct Dependency: Sendable {
    public var destination: Destination
    /// The location of the first entry in a build phase, else of the dependency.
    public var location: SourceRange
    /// `link`, `embed`, `weak`, and `copiedElsewhere` for a copy in a folder that is not searched for
    /// frameworks.
    public var flags: Projects.Dependency.Flags = []
    public var platforms: PlatformSet
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
    /// The product of a package; `nil` for any local package that vends it.
    case package(Int?, product: String)
  }

  public struct Package: Sendable {
    public var source: Source
    public var location: SourceRange

    public enum Source: Hashable, Sendable {
      /// The folder, relative to the root of the tree.
      case local(String)
      case remote(url: String, requirement: String?)
    }
  }
}
