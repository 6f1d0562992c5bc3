public import Diagnostics
public import Graph

/// A target of a project, resolved.
///
/// Small fields follow large ones to keep the many targets small.
public struct Target: Sendable {
  /// The name that dependencies refer to.
  public var name: NameID
  public var productName: NameID
  /// The key of the target.
  public var location: SourceRange
  public var dependencyRows = RowRange.none
  /// Its settings in `ProjectBatch.writtenSettings`.
  public var settingRows = RowRange.none
  /// The name before a platform was appended to it.
  public var unsuffixedName: NameID?
  public var kind: Kind
  public var type: ProductType
  public var platform: Platform
  /// `PRODUCT_NAME` if it is known, the same in all configurations, and free of variables.
  public var builtProductName: NameID?
  public var platforms: PlatformSet
  /// The linkage that the project generator assumes.
  public var linkage: Linkage
  /// The linkage that the generator of another project assumes.
  ///
  /// It reads the settings that are generated for the default configuration.
  public var generatedLinkage = Linkage.none
  /// The folder that contains all its sources, from the root of the tree; `nil` if it was not
  /// determined or is outside the root.
  public var sourceFolder: NameID?
  /// The linkage that Xcode builds according to all build settings; unknown if configurations
  /// disagree.
  public var builtLinkage: Linkage
  public var linksTransitively: Bool?
  /// Whether the target itself embeds Carthage dependencies.
  public var embedsCarthageDirectly: Bool?
  /// The folder of the included file that declares the target, from the root of the tree.
  public var includedFolder: NameID?
  /// Whether `PRODUCT_NAME` is set to a value that cannot be determined.
  public var hasUnknownProductName = false
  /// Whether it is a `bundle` without sources to compile.
  public var isResourceBundle = false
  /// Whether it runs shell scripts that may copy products.
  public var runsScripts = false
  /// Whether its type is missing or invalid.
  public var isUntyped = false
  public var testHost: TestHost
  /// The index of its linking settings in `ProjectBatch.linkSettings`; -1 if they add nothing to
  /// `builtLinkage`.
  public var linkSettings: Int32 = -1

  public init(
    name: NameID, location: SourceRange, kind: Kind, type: ProductType, platform: Platform,
    platforms: PlatformSet, linkage: Linkage, testHost: TestHost = .unset
  ) {
    self.name = name
    productName = name
    self.location = location
    self.kind = kind
    self.type = type
    self.platform = platform
    self.platforms = platforms
    self.linkage = linkage
    generatedLinkage = linkage
    builtLinkage = linkage
    self.testHost = testHost
  }

  public var dependencies: Range<Int> {
    get { dependencyRows.rows }
    set { dependencyRows = RowRange(newValue) }
  }

  public enum Kind: UInt8, Sendable {
    case plain
    /// Built by an external tool: a build dependency without a product.
    case legacy
    /// Groups other targets. Its dependencies are build order.
    case aggregate
    /// Targets of a package, which its products contain.
    case packageLibrary
    case packageExecutable
    case packageMacro
    case packagePlugin
    case packageTest

    /// The kind of package target; `nil` for targets of other projects.
    @inlinable public var packageTarget: PackageTarget? {
      switch self {
      case .plain, .legacy, .aggregate: nil
      case .packageLibrary: .library
      case .packageExecutable: .executable
      case .packageMacro: .macro
      case .packagePlugin: .plugin
      case .packageTest: .test
      }
    }
  }

  /// The host application of a unit-test bundle according to its build settings.
  public enum TestHost: Hashable, Sendable {
    /// Not set: the host follows from the dependencies.
    case unset
    /// `TEST_HOST: ""`, or a value that cannot be determined.
    case noneOrUnknown
    /// The product name of the application.
    ///
    /// With `orDefault`, some configurations do not set it, and the host follows from the
    /// dependencies there.
    case product(NameID, orDefault: Bool)
  }
}
