public import Diagnostics
public import Graph

/// What a `project.pbxproj` says of modules: targets with their links and embeds, and where packages are.
///
/// Paths start from the tree's root.
public struct XcodeProject: Sendable {
  /// The `project.pbxproj`.
  public var path: String
  /// The name of its `.xcodeproj`.
  public var name: String
  /// The folder that paths in the project start from.
  public var folder: String
  /// The `rootObject`.
  public var location: SourceRange
  public var targets: [Target] = []
  /// The configuration that stands for those which the project does not have.
  public var defaultConfiguration = ""
  public var packages: [Package] = []
  /// The numbers of targets by their ids and by those of their products, which other projects refer to.
  public var targetNumbers: [String: Int] = [:]
  /// The other projects that it contains, by path, and their references.
  public var projects: [(path: String, location: SourceRange)] = []

  public struct Target: Sendable {
    public var name: String
    public var location: SourceRange
    public var kind: Kind
    public var type: ProductType
    public var platform: Platform
    public var platforms: PlatformSet
    /// How Xcode builds it; unknown where configurations or conditions disagree.
    public var linkage: Linkage
    /// The name of the product without extension; `nil` where it depends on what is not in the project.
    public var productName: String?
    /// A bundle that compiles nothing.
    public var isResourceBundle = false
    public var sources = Sources()
    public var dependencies: [Dependency] = []
    /// The settings that rules compare; all have its place.
    public var settings: [SettingFact] = []
    /// What its settings say of linking, a row for each configuration.
    public var linking: [Linking] = []
    /// The folder that its sources share; `nil` where they share none inside of the tree.
    public var sourceFolder: String?
  }

  /// What the settings of a target say of linking in one configuration.
  public struct Linking: Sendable {
    public var configuration: String
    public var linkage: Linkage
    /// `PRODUCT_NAME`; `nil` where that depends on what is not in the project.
    public var productName: String?
    /// `DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC`; `nil` where it is not set or unknown.
    public var diamondDiagnostic: String?
    /// The application that loads a unit-test bundle.
    public var testHost: TestHost
    /// `OTHER_LDFLAGS` of each level that has it; the first one wins.
    public var flags: [(text: String?, conditional: Set<String>)]
    /// The setting of the target itself, else the target.
    public var flagsLocation: SourceRange
  }

  public enum Kind: Sendable {
    case plain, legacy, aggregate
  }

  /// The application that loads a unit-test bundle.
  public enum TestHost: Hashable, Sendable {
    case none
    /// By the name of its product.
    case product(String)
  }

  /// What a target links, embeds or waits for.
  public struct Dependency: Sendable {
    public var destination: Destination
    /// The first entry in a build phase; else the dependency.
    public var location: SourceRange
    public var isLinked = false
    public var isEmbedded = false
    /// It is copied to a folder where frameworks are not looked for.
    public var isCopiedElsewhere = false
    public var isWeak = false
    public var platforms = PlatformSet.all
  }

  public enum Destination: Hashable, Sendable {
    /// Another target of the project, by number.
    case target(Int)
    /// The target of another project: by the id of the target or of its product, else by name.
    case foreign(project: String, id: String, name: String)
    /// A file in the folder that all projects build into.
    case product(String)
    case system(String)
    /// A file or bundle that is there, or is downloaded.
    case file(String)
    /// The product of a package; `nil` for a local package that vends it.
    case package(Int?, product: String)
  }

  public struct Package: Sendable {
    public var source: Source
    public var location: SourceRange

    public enum Source: Hashable, Sendable {
      /// The folder from the tree's root.
      case local(String)
      case remote(url: String, requirement: String?)
    }
  }
}
