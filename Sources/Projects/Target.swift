public import Diagnostics
public import Graph

/// A target of a project.
public struct Target: Sendable {
  /// The name that dependencies refer to.
  public var name: String
  /// The key of the target.
  public var location: SourceRange
  public var dependencies: [Dependency] = []
  /// The settings that rules compare.
  public var settings: [SettingFact] = []
  public var kind: Kind
  public var type: ProductType
  public var platform: Platform
  /// `PRODUCT_NAME` if it is known, the same in all configurations, and free of variables.
  public var builtProductName: String?
  public var platforms: PlatformSet
  /// The linkage that the project generator assumes.
  public var linkage: Linkage
  /// The linkage that the generator of another project assumes.
  ///
  /// It reads the settings that are generated for the default configuration.
  public var generatedLinkage = Linkage.none
  /// The linkage that Xcode builds according to all build settings; unknown if configurations
  /// disagree.
  public var builtLinkage: Linkage
  public var linksTransitively: Bool?
  /// Whether a build phase embeds prebuilt frameworks rather than a script.
  public var embedsPrebuiltByPhase: Bool?
  /// Whether it is a `bundle` without sources to compile.
  public var isResourceBundle = false
  /// Whether it runs shell scripts that may copy products.
  public var runsScripts = false
  /// Whether its type is missing or invalid.
  public var isUntyped = false
  /// The details, or no element.
  ///
  /// Loops over many targets read it: an access to `details` copies the target.
  public internal(set) var rare: [Details] = []

  public init(
    name: String, location: SourceRange, kind: Kind, type: ProductType, platform: Platform,
    platforms: PlatformSet, linkage: Linkage
  ) {
    self.name = name
    self.location = location
    self.kind = kind
    self.type = type
    self.platform = platform
    self.platforms = platforms
    self.linkage = linkage
    generatedLinkage = linkage
    builtLinkage = linkage
  }

  public var productName: String { builtProductName ?? name }

  /// Properties that few targets have.
  ///
  /// Stored separately, which halves the memory of many targets.
  public var details: Details {
    get { rare.first ?? Details() }
    set { rare = [newValue] }
  }

  public struct Details: Sendable {
    /// The name of the product, if it is not that of the target.
    public var productName: String?
    /// The name before a platform was appended to it.
    public var unsuffixedName: String?
    /// The folder that contains all its sources, from the root of the tree; `nil` if it was not
    /// determined or is outside the root.
    public var sourceFolder: String?
    /// The folder of the included file that declares the target, from the root of the tree.
    public var includedFolder: String?
    /// The settings for linking; `nil` if they add nothing to `builtLinkage`.
    public var linkSettings: LinkSettings?
  }

  public enum Kind: Hashable, Sendable {
    case plain
    /// Built by an external tool: a build dependency without a product.
    case legacy
    /// Groups other targets. Its dependencies are build order.
    case aggregate
    /// A target of a package, which its products contain.
    case package(PackageTarget)

    /// The kind of package target; `nil` for targets of other projects.
    @inlinable public var packageTarget: PackageTarget? {
      if case .package(let kind) = self { kind } else { nil }
    }
  }

  /// The host application of a unit-test bundle according to its build settings.
  public enum TestHost: Hashable, Sendable {
    /// Not set: the host follows from the dependencies.
    case unset
    /// `TEST_HOST: ""`, or a value that cannot be determined.
    case noneOrUnknown
    /// The product name of the application.
    case product(String)
  }
}
