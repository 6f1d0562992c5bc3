public import Diagnostics
public import Graph

/// One specification with includes, variables, templates and platforms resolved.
///
/// Lists lie in the batch it was read into; names are numbers of the batch's name table.
public struct Spec: Sendable {
  /// Relative to the tree's root.
  public var path: String
  /// The folder that paths in the specification start from.
  public var folder: String
  /// The first path among the sources of its targets, if none of these was found and it leads below that folder.
  public var firstSource: NameID?
  public var file: FileID
  /// The name of the project.
  public var name: NameID
  public var nameRange: SourceRange
  public internal(set) var kind = Kind.xcodeGen
  var targetRows = RowRange.none
  var packageRows = RowRange.none
  var referenceRows = RowRange.none
  /// The settings of its targets that do not set them themselves, in the batch's `writtenSettings`.
  public var settingRows = RowRange.none
  /// `options.transitivelyLinkDependencies`.
  public var linksTransitively = false
  public var findsCarthageFrameworks = false
  public var carthageBuildPath: String?
  /// Whether it has a name; without one it goes by that of its folder.
  public var isNamed = true
  /// Whether any target declares a Carthage dependency.
  public var hasCarthage = false
  /// Whether XcodeGen refuses the whole file; its targets are then what could be read.
  public var isBroken = false
  /// Whether a file that it includes is missing or cannot be read, or a block of it stands under a key
  /// that XcodeGen does not know.
  public var lacksIncludes = false
  /// Whether a template that it names is not there.
  public var lacksTemplates = false
  /// What it may say of sources and modules; everything where nobody wanted to know.
  public var sourceHints = SourceHints.all

  /// What describes the project.
  public enum Kind: Sendable {
    case xcodeGen
    /// An Xcode project without a specification: what it links and embeds is all declared.
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
/// There are many of them, so that small values stand behind those that leave room for them.
public struct Target: Sendable {
  /// What others refer to it by: `name:`, else the key.
  public var name: NameID
  public var productName: NameID
  /// The key of the target.
  public var location: SourceRange
  var dependencyRows = RowRange.none
  /// Its settings in the batch's `writtenSettings`.
  public var settingRows = RowRange.none
  /// The key before a platform was appended to it, if it was.
  public var unsuffixedName: NameID?
  public var kind: Kind
  public var type: ProductType
  public var platform: Platform
  /// `PRODUCT_NAME` where it is visible, the same in all configurations, and without variables.
  public var builtProductName: NameID?
  public var platforms: PlatformSet
  /// What XcodeGen takes it for.
  public var linkage: Linkage
  /// What XcodeGen takes it for as a target of another project, where it looks at the settings that
  /// were generated for the default configuration.
  public var generatedLinkage = Linkage.none
  /// The folder that its sources share, from the tree's root; `nil` where it does not matter, or they
  /// share none inside the root.
  public var sourceFolder: NameID?
  /// What Xcode will build, which obeys the full build settings; unknown where configurations disagree.
  public var builtLinkage: Linkage
  public var linksTransitively: Bool?
  /// `directlyEmbedCarthageDependencies`.
  public var embedsCarthageDirectly: Bool?
  /// The folder of the included file that it is written in, from the tree's root.
  public var includedFolder: NameID?
  /// Whether `PRODUCT_NAME` is set, and what it comes to cannot be known.
  public var hasUnknownProductName = false
  /// Whether it is a `bundle` whose `sources` hold nothing to compile.
  public var isResourceBundle = false
  /// Whether its type is unknown: what it should be is missing or is no type.
  public var isUntyped = false
  public var testHost: TestHost
  /// The place in the batch's `linkSettings` of what its settings say of linking; -1 where they say nothing
  /// that `builtLinkage` does not.
  public var linkSettings: Int32 = -1

  public var dependencies: Range<Int> {
    get { dependencyRows.rows }
    set { dependencyRows = RowRange(newValue) }
  }

  public enum Kind: UInt8, Sendable {
    case plain
    /// Built by a tool of its own: a build dependency without a product.
    case legacy
    /// Only groups others; its dependencies are build order.
    case aggregate
  }

  /// What the build settings say of a unit-test bundle's host.
  public enum TestHost: Hashable, Sendable {
    /// Nothing: it follows from the dependencies.
    case unset
    /// `TEST_HOST: ""`, or a value that cannot be known.
    case noneOrUnknown
    /// The product name of the application that it names; `orDefault` where some configurations say
    /// nothing, so that it follows from the dependencies there.
    case product(NameID, orDefault: Bool)
  }
}

/// A dependency of a target, as it was written at `location`.
///
/// There are many of them, so that small values stand behind those that leave room for them.
public struct Dependency: Sendable {
  public var reference: NameID
  public var location: SourceRange
  /// Of a package: the product, or `nil` for the package's name.
  public var product: NameID?
  public var kind: Kind
  public var flags: Flags = []
  /// Of one written outside of the source's root: the number of the batch's note that says where.
  public var outside: Int32?
  /// The platforms that `platformFilter` and `destinationFilters` leave.
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

    /// As the key is spelled; written out, since describing a case looks it up in metadata.
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
    /// A further product of the package named by the dependency before it.
    @inlinable public static var furtherProduct: Self { Self(rawValue: 1024) }
    /// Has a variable left in its name, since the attributes of templates are invalid.
    @inlinable public static var unfilled: Self { Self(rawValue: 2048) }
    /// Has `copy:`.
    @inlinable public static var copied: Self { Self(rawValue: 1 << 14) }
    /// Its `copy:` names another folder than the one where frameworks are looked for.
    @inlinable public static var copiedElsewhere: Self { Self(rawValue: 1 << 15) }
  }

  /// `link:` as declared.
  public var link: Bool? { flags.contains(.linkDeclared) ? flags.contains(.link) : nil }
  /// `embed:` as declared.
  public var embed: Bool? { flags.contains(.embedDeclared) ? flags.contains(.embed) : nil }
}

/// A Swift package that a specification names.
public struct Package: Sendable {
  /// What dependencies refer to it by.
  public var key: NameID
  /// The normalised URL of a remote package, or the path of a local one from the tree's root.
  public var identity: NameID
  public var isLocal: Bool
  /// The version requirement in one form, as `from 1.2.0`; `nil` for a local package, and where it is
  /// invalid.
  public var requirement: NameID?
  /// The key; of a local package, the path.
  public var location: SourceRange
  /// Of a local one written outside of the source's root: the number of the batch's note.
  public var outside: Int32?
}

/// The value of a setting that rules judge, of a target or of a project.
public struct WrittenSetting: Sendable {
  public var setting: JudgedSetting
  /// The configuration that has it; `nil` for all of them.
  public var configuration: NameID?
  /// `nil` where the value is unknown.
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
  /// The value; where it is in another file, the key of the target.
  public var location: SourceRange
}

/// Another project that a specification names: the project file XcodeGen would write for it.
public struct ProjectReference: Sendable {
  public var key: NameID
  /// The path of the `.xcodeproj`, from the tree's root.
  public var path: NameID
  /// The path, as it is written.
  public var location: SourceRange
  /// Of one written outside of the source's root: the number of the batch's note.
  public var outside: Int32?
}
