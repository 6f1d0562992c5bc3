public import Diagnostics
public import Graph

/// A spec with includes, variables, templates and platforms resolved.
///
/// Lists are ranges of the batch; names are numbers of its name table.
public struct Spec: Sendable {
  /// Relative to the tree's root.
  public var path: String
  /// The folder that its paths start from.
  public var folder: String
  /// The first path of the sources of its targets, if none of them exists and the path is below that folder.
  public var firstSource: NameID?
  public var file: FileID
  /// The name of the project.
  public var name: NameID
  public var nameRange: SourceRange
  public internal(set) var kind = Kind.xcodeGen
  var targetRows = RowRange.none
  var packageRows = RowRange.none
  var referenceRows = RowRange.none
  /// The settings that its targets inherit, as rows of `writtenSettings`.
  public var settingRows = RowRange.none
  /// `options.transitivelyLinkDependencies`.
  public var linksTransitively = false
  public var findsCarthageFrameworks = false
  public var carthageBuildPath: String?
  /// Whether it has a name; without one it has that of its folder.
  public var isNamed = true
  /// Whether any target declares a Carthage dependency.
  public var hasCarthage = false
  /// Whether XcodeGen does not load the spec; its targets are those that could be read.
  public var isBroken = false
  /// Whether an included file is missing or cannot be read, or a block is under a key that XcodeGen does not
  /// know.
  public var lacksIncludes = false
  /// Whether it refers to a missing template.
  public var lacksTemplates = false
  /// Hints about sources and modules; all of them unless `notesSourceHints` is set.
  public var sourceHints = SourceHints.all

  /// The kind of file that describes the project.
  public enum Kind: Sendable {
    case xcodeGen
    /// An Xcode project without a spec, which declares all links and embedded products.
    case xcode
  }

  public var targets: Range<Int> {
    get { targetRows.rows }
    set { targetRows = RowRange(newValue) }
  }
  public var packages: Range<Int> {
    get { packageRows.rows }
    set { packageRows = RowRange(newValue) }
  }
  public var projectReferences: Range<Int> {
    get { referenceRows.rows }
    set { referenceRows = RowRange(newValue) }
  }
}

/// A target, as XcodeGen resolves it.
///
/// The order of properties minimizes padding, since there are many values.
public struct Target: Sendable {
  /// The name in references: `name:`, or else the key.
  public var name: NameID
  public var productName: NameID
  /// The key of the target.
  public var location: SourceRange
  var dependencyRows = RowRange.none
  /// Its settings, as rows of `writtenSettings`.
  public var settingRows = RowRange.none
  /// The key before expansion appended a platform.
  public var unsuffixedName: NameID?
  public var kind: Kind
  public var type: ProductType
  public var platform: Platform
  /// `PRODUCT_NAME`, if it is the same in all configurations and has no variables.
  public var builtProductName: NameID?
  public var platforms: PlatformSet
  /// The linkage that XcodeGen assumes.
  public var linkage: Linkage
  /// The linkage that XcodeGen assumes in other projects, from the generated settings of the default
  /// configuration.
  public var generatedLinkage = Linkage.none
  /// The common folder of its sources, relative to the root; `nil` if it does not matter, or is outside.
  public var sourceFolder: NameID?
  /// The linkage that Xcode builds from all build settings; unknown if configurations differ.
  public var builtLinkage: Linkage
  public var linksTransitively: Bool?
  /// `directlyEmbedCarthageDependencies`.
  public var embedsCarthageDirectly: Bool?
  /// The folder of the included file that declares it, relative to the root.
  public var includedFolder: NameID?
  /// Whether `PRODUCT_NAME` is set to an unknown value.
  public var hasUnknownProductName = false
  /// Whether it is a `bundle` whose sources contain nothing to compile.
  public var isResourceBundle = false
  /// Whether its type is missing or invalid.
  public var isUntyped = false
  public var testHost: TestHost
  /// The index in `linkSettings`; -1 if `builtLinkage` covers them.
  public var linkSettings: Int32 = -1

  public var dependencies: Range<Int> {
    get { dependencyRows.rows }
    set { dependencyRows = RowRange(newValue) }
  }

  public enum Kind: UInt8, Sendable {
    case plain
    /// A target that an external tool builds, without a product.
    case legacy
    /// A group of targets; its dependencies are build order.
    case aggregate
  }

  /// The host of a unit-test bundle by its build settings.
  public enum TestHost: Hashable, Sendable {
    /// The host follows from the dependencies.
    case unset
    /// `TEST_HOST: ""`, or an unknown value.
    case noneOrUnknown
    /// The product name of the host; with `orDefault`, it follows from the dependencies in some configurations.
    case product(NameID, orDefault: Bool)
  }
}

/// A dependency of a target.
///
/// The order of properties minimizes padding, since there are many values.
public struct Dependency: Sendable {
  public var reference: NameID
  public var location: SourceRange
  /// For a package: the product, or `nil` for the name of the package.
  public var product: NameID?
  public var kind: Kind
  public var flags: Flags = []
  /// For a dependency in a file outside the root: the number of the note with its place.
  public var outside: Int32?
  /// The platforms that `platformFilter` and `destinationFilters` allow.
  public var platforms = PlatformSet.all

  public enum Kind: UInt8, Sendable {
    case target
    case framework
    case carthage
    case sdk
    case package
    case bundle
    /// A build-tool plug-in: orders the build, links nothing.
    case plugin

    /// The key; written out, because describing a case is slow.
    public var spelling: String {
      switch self {
      case .target: "target"
      case .framework: "framework"
      case .carthage: "carthage"
      case .sdk: "sdk"
      case .package: "package"
      case .bundle: "bundle"
      case .plugin: "plugin"
      }
    }
  }

  public struct Flags: OptionSet, Sendable {
    public var rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable public static var linkDeclared: Self { Self(rawValue: 1) }
    /// The declared value of `link`.
    @inlinable public static var link: Self { Self(rawValue: 2) }
    @inlinable public static var embedDeclared: Self { Self(rawValue: 4) }
    /// The declared value of `embed`.
    @inlinable public static var embed: Self { Self(rawValue: 8) }
    @inlinable public static var weak: Self { Self(rawValue: 16) }
    @inlinable public static var implicit: Self { Self(rawValue: 32) }
    @inlinable public static var carthageStatic: Self { Self(rawValue: 64) }
    @inlinable public static var findFrameworksDeclared: Self { Self(rawValue: 128) }
    @inlinable public static var findFrameworks: Self { Self(rawValue: 256) }
    /// Written in a template or in an included file.
    @inlinable public static var inherited: Self { Self(rawValue: 512) }
    /// A further product of the package of the previous dependency.
    @inlinable public static var furtherProduct: Self { Self(rawValue: 1024) }
    /// Its name contains a variable, since template attributes are invalid.
    @inlinable public static var unfilled: Self { Self(rawValue: 2048) }
    /// Has `copy:`.
    @inlinable public static var copied: Self { Self(rawValue: 1 << 14) }
    /// Its `copy:` names a folder where frameworks are not searched.
    @inlinable public static var copiedElsewhere: Self { Self(rawValue: 1 << 15) }
  }

  /// `link:` as declared.
  public var link: Bool? { flags.contains(.linkDeclared) ? flags.contains(.link) : nil }
  /// `embed:` as declared.
  public var embed: Bool? { flags.contains(.embedDeclared) ? flags.contains(.embed) : nil }
}

/// A Swift package of a spec.
public struct Package: Sendable {
  /// The name in dependencies.
  public var key: NameID
  /// The normalized URL of a remote package, or the path of a local one relative to the root.
  public var identity: NameID
  public var isLocal: Bool
  /// The version requirement in a canonical form, such as `from 1.2.0`; `nil` for a local package or if it is
  /// invalid.
  public var requirement: NameID?
  /// The range of the key, or of the path of a local package.
  public var location: SourceRange
  /// For a package in a file outside the root: the number of the note.
  public var outside: Int32?
}

/// The value of a setting that rules compare, of a target or project.
public struct WrittenSetting: Sendable {
  public var setting: JudgedSetting
  /// The configuration; `nil` for all.
  public var configuration: NameID?
  /// The value; `nil` if it is unknown.
  public var value: NameID?
  public var location: SourceRange

  public init(
    _ setting: JudgedSetting, _ value: NameID?, in configuration: NameID? = nil,
    at location: SourceRange
  ) {
    self.setting = setting
    self.value = value
    self.configuration = configuration
    self.location = location
  }
}

/// A test bundle's `TEST_HOST` that names an application in the products folder.
public struct HostSetting: Sendable {
  /// The key of the target.
  public var target: SourceRange
  /// The value, or the key of the target if the value is in another file.
  public var location: SourceRange
}

/// A reference to another project file.
public struct ProjectReference: Sendable {
  public var key: NameID
  /// The path of the `.xcodeproj`, relative to the root.
  public var path: NameID
  /// The path, as it is written.
  public var location: SourceRange
  /// For a reference in a file outside the root: the number of the note.
  public var outside: Int32?
}
