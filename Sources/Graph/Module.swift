public import Diagnostics

/// A specification: the folder and project that some modules share.
public struct SpecInfo: Hashable, Sendable {
  public var file: FileID
  /// The path of the file, relative to the workspace root.
  public var path: String
  /// Relative to the workspace root; the root itself is empty.
  public var folder: String
  public var project: String
  /// The numbers of the specifications whose projects `projectReferences` refer to, by key.
  public var references: [String: Int]
  /// Whether it is the manifest of a local Swift package instead of a specification.
  public var isPackage = false
  /// Whether it is the file of an Xcode project instead of a specification.
  public var isXcodeProject = false
  /// The products of a manifest, in its order.
  public var products: [PackageProduct] = []
  /// The keys of local packages in `packages`, or their identities in a manifest, by the numbers of
  /// their manifests.
  public var packageKeys: [Int: String] = [:]
  /// The settings shared by all modules that do not override them.
  public var settings: [SettingFact] = []

  public init(
    file: FileID, path: String, folder: String, project: String, references: [String: Int] = [:]
  ) {
    self.file = file
    self.path = path
    self.folder = folder
    self.project = project
    self.references = references
  }
}

/// A library product of a local Swift package.
public struct PackageProduct: Hashable, Sendable {
  public var name: String
  public var targets: [String]

  public init(name: String, targets: [String]) {
    self.name = name
    self.targets = targets
  }
}

/// The kinds of targets of local Swift packages.
public enum PackageTarget: String, Sendable {
  case library = "package.library"
  case executable = "package.executable"
  case macro = "package.macro"
  case plugin = "package.plugin"
  case test = "package.test"
}

/// A target of a specification or of a local package, or an external: a linked module that nothing
/// in the workspace builds.
///
/// Rare properties are stored separately, which halves the memory of a graph of many modules.
public struct Module: Sendable {
  /// The name of the target; of an external, its name without folder, `lib` and extension.
  public var name: String
  /// The name of the product in Xcode, without extension.
  public var productName: String
  /// The location of the target's key, or for an external of the first dependency on it.
  public var location: SourceRange
  /// The number of its specification, or -1 for an external.
  public var spec: Int
  /// The application whose process loads a unit-test bundle in some configuration.
  public var host: ModuleID?
  public var type: ProductType
  public var platform: Platform
  public var platforms: PlatformSet
  public var roles: Roles
  /// The linkage with which Xcode builds it, which may differ from what XcodeGen assumes.
  ///
  /// For an external, the linkage on all platforms together. Unknown if configurations disagree.
  public var linkage: Linkage
  /// The kind of a target of a local package; `nil` for other modules.
  public var packageTarget: PackageTarget?
  /// The settings of the module that rules compare.
  public var settings: [SettingFact] = []
  /// One element, or none.
  @usableFromInline var details: [ModuleDetails]

  public init(
    name: String, unsuffixedName: String? = nil, spec: Int, location: SourceRange,
    type: ProductType, platform: Platform, platforms: PlatformSet, linkage: Linkage, roles: Roles,
    productName: String, external: External? = nil, host: ModuleID? = nil
  ) {
    self.name = name
    self.productName = productName
    self.location = location
    self.spec = spec
    self.host = host
    self.type = type
    self.platform = platform
    self.platforms = platforms
    self.roles = roles
    self.linkage = linkage
    // Assigned once: a later change would copy the array.
    details =
      unsuffixedName == nil && external == nil
      ? [] : [ModuleDetails(unsuffixedName: unsuffixedName, external: external)]
  }

  /// The name without a platform's suffix.
  public var baseName: String { unsuffixedName ?? name }

  /// The product type as specifications spell it, or the kind of a package target.
  public var typeText: String { packageTarget?.rawValue ?? type.rawValue }
}

/// Properties that few modules have.
@usableFromInline struct ModuleDetails: Sendable {
  @usableFromInline var unsuffixedName: String?
  @usableFromInline var external: Module.External?
  @usableFromInline var folders: [ModuleFolder] = []
  @usableFromInline var configuredLinkages: [Configured<Linkage>] = []
  @usableFromInline var missingSymbols: ConfigurationSet = []
  @usableFromInline var acceptsPackageCopies: ConfigurationSet = []
  @usableFromInline var wholeArchives: ConfigurationSet = []
  @usableFromInline var mergingConfigurations: ConfigurationSet = []
  @usableFromInline var facts: [LinkageFact] = []
  @usableFromInline var configuredHosts: [Configured<ModuleID?>] = []
  @usableFromInline var looseNames: Set<String> = []
}

extension Module {
  /// The name without a platform suffix, if the module is one of several variants of a target.
  @inlinable public var unsuffixedName: String? { details.first?.unsuffixedName }

  /// The kind of an external; `nil` for other modules.
  @inlinable public var external: External? { details.first?.external }

  /// The folders that locate the module better than that of its specification, the best first.
  @inlinable public var folders: [ModuleFolder] {
    get { details.first?.folders ?? [] }
    set { details.set(\.folders, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The linkage in each configuration, if configurations disagree.
  @inlinable public var configuredLinkages: [Configured<Linkage>] {
    get { details.first?.configuredLinkages ?? [] }
    set { details.set(\.configuredLinkages, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The configurations with `-undefined dynamic_lookup`, where the linker may leave symbols
  /// undefined.
  @inlinable public var missingSymbols: ConfigurationSet {
    get { details.first?.missingSymbols ?? [] }
    set { details.set(\.missingSymbols, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The configurations in which Xcode accepts copies of package products in it.
  @inlinable public var acceptsPackageCopies: ConfigurationSet {
    get { details.first?.acceptsPackageCopies ?? [] }
    set { details.set(\.acceptsPackageCopies, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The configurations in which it is linked with `-ObjC` or `-all_load`.
  @inlinable public var wholeArchives: ConfigurationSet {
    get { details.first?.wholeArchives ?? [] }
    set { details.set(\.wholeArchives, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The configurations in which Xcode merges the dynamic libraries that it links into its binary.
  @inlinable public var mergingConfigurations: ConfigurationSet {
    get { details.first?.mergingConfigurations ?? [] }
    set { details.set(\.mergingConfigurations, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The linkage facts of an external, with their sources.
  @inlinable public var facts: [LinkageFact] {
    get { details.first?.facts ?? [] }
    set { details.set(\.facts, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The host in each configuration, if configurations disagree.
  @inlinable public var configuredHosts: [Configured<ModuleID?>] {
    get { details.first?.configuredHosts ?? [] }
    set { details.set(\.configuredHosts, to: newValue, isEmpty: newValue.isEmpty) }
  }

  /// The names, without folder, `lib` and extension, of dependencies and linker flags that match no
  /// module or external of the graph.
  @inlinable public var looseNames: Set<String> {
    get { details.first?.looseNames ?? [] }
    set { details.set(\.looseNames, to: newValue, isEmpty: newValue.isEmpty) }
  }
}

extension [ModuleDetails] {
  @usableFromInline mutating func set<Value>(
    _ detail: WritableKeyPath<ModuleDetails, Value>, to value: Value, isEmpty: Bool
  ) {
    if self.isEmpty {
      // Most modules have no details.
      if isEmpty { return }
      self = [ModuleDetails()]
    }
    self[0][keyPath: detail] = value
  }
}

extension Module {
  /// Properties of a module that rules query.
  public enum Role: UInt16, Sendable {
    /// A unit- or UI-test bundle.
    case test
    /// A unit-test bundle that is loaded into an application.
    case hosted
    /// Starts a process (an application, extension, tool or service) or is a test bundle.
    case executable
    /// Has a link step, so that its binary contains static libraries.
    case image
    case aggregate
    /// Built by an external tool; never linked.
    case legacy
    case external, app
    /// An extension of any kind that an application embeds.
    case appExtension
    /// A `bundle` that compiles nothing: it is copied and never linked.
    case resourceBundle
    /// A local package whose manifest has to be run: one external for the whole package.
    case wholePackage
    /// A target whose type is in a missing include or template.
    case untyped
    /// Part of a local package whose manifest was not read, which may link any other local package.
    case unreadPackage
    /// Part of a missing local package.
    case absentPackage
    /// Has `transitivelyLinkDependencies`, so that it links what its dependencies declare.
    case linksTransitively
    /// A target of an Xcode project whose scripts may copy what it depends on.
    case runsScripts
  }

  public typealias Roles = FlagSet<Role>

  /// The kinds of externals.
  public enum External: Hashable, Sendable {
    /// A `framework:` path; the path relative to the workspace root, or the name as written.
    case file(path: String)
    case carthage
    /// Built and embedded by CocoaPods.
    case pod
    case sdk
    /// A product of a Swift package, with the package's normalised URL or path.
    case package(identity: String)
  }
}

/// The version requirement of a remote Swift package, or the version in a lock file.
public struct PackageRequirement: Sendable {
  public var kind: Kind
  /// The key in the specification, or the name in the lock file.
  public var name: String
  /// The identity of the package across specifications, such as its normalised URL.
  public var identity: String
  /// The version requirement, such as `from 1.2.0`, or the version.
  public var requirement: String
  public var location: SourceRange
  /// The number of the group of lock files whose pods are built together.
  public var group = 0

  public enum Kind: Hashable, Sendable {
    case package
    /// A version in a lock file of CocoaPods.
    case pod
    /// A version in a lock file of Carthage.
    case carthage
  }

  public init(
    kind: Kind = .package, name: String, identity: String, requirement: String,
    location: SourceRange
  ) {
    self.kind = kind
    self.name = name
    self.identity = identity
    self.requirement = requirement
    self.location = location
  }
}

/// A folder that contains a module for the patterns of rules.
public struct ModuleFolder: Hashable, Sendable {
  /// Relative to the workspace root; the root itself is empty.
  public var path: String
  public var basis: Basis

  /// The reason why the module belongs to the folder.
  public enum Basis: String, Sendable {
    /// It is the common folder of the module's sources.
    case sources
    /// It is the folder of the included file that declares the target.
    case includedFile
    /// It is the folder of a local package that is one external.
    case package
    /// It is the folder of the specification that builds the module.
    case spec
  }

  public init(_ path: String, _ basis: Basis) {
    self.path = path
    self.basis = basis
  }
}

extension Module {
  /// Returns the application that loads it in a configuration, or in several that agree.
  @inlinable public func host(in configuration: ConfigurationSet) -> ModuleID? {
    let own = configuredHosts.first { $0.configurations.isSuperset(of: configuration) }
    return own.map(\.value) ?? host
  }

  public func linkage(on platform: BuildPlatform, in configuration: ConfigurationSet) -> Linkage {
    configuredLinkages.first { $0.configurations.isSuperset(of: configuration) }?.value
      ?? linkage(on: platform)
  }

  public func linkage(on platform: BuildPlatform) -> Linkage {
    facts.first { $0.platforms.contains(platform) }?.linkage ?? linkage
  }

  /// Returns whether the module is static on at least one of these platforms.
  public func isStatic(onAnyOf platforms: PlatformSet) -> Bool {
    BuildPlatform.allCases.contains { platforms.contains($0) && linkage(on: $0) == .static }
  }
}
