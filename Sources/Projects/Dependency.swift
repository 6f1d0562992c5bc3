public import Diagnostics
public import Graph

/// A dependency that a target declares.
public struct Dependency: Sendable {
  public var reference: Reference
  public var location: SourceRange
  public var flags: Flags
  /// The platforms that its filters allow.
  public var platforms: PlatformSet
  /// The index in `Project.outsideNotes` of its declaration, if that is outside the root.
  public var outside: Int32?

  public init(
    _ reference: Reference, at location: SourceRange, flags: Flags = [],
    platforms: PlatformSet = .all
  ) {
    self.reference = reference
    self.location = location
    self.flags = flags
    self.platforms = platforms
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
    /// A prebuilt framework is static.
    @inlinable public static var prebuiltStatic: Self { Self(rawValue: 64) }
    @inlinable public static var findFrameworksDeclared: Self { Self(rawValue: 128) }
    @inlinable public static var findFrameworks: Self { Self(rawValue: 256) }
    /// Declared in a template or an included file.
    @inlinable public static var inherited: Self { Self(rawValue: 512) }
    /// A further product of the package that the previous dependency names.
    @inlinable public static var furtherProduct: Self { Self(rawValue: 1024) }
    /// Its name has an unresolved variable, since the attributes of the template are invalid.
    @inlinable public static var unfilled: Self { Self(rawValue: 2048) }
    /// Has `copy:`.
    @inlinable public static var copied: Self { Self(rawValue: 1 << 14) }
    /// Renames modules of the package: `moduleAliases:`.
    @inlinable public static var renamed: Self { Self(rawValue: 1 << 12) }
    /// Copied to a folder in which frameworks are not found at run time.
    @inlinable public static var copiedElsewhere: Self { Self(rawValue: 1 << 15) }
  }

  /// The declared value of `link`.
  public var link: Bool? { flags.contains(.linkDeclared) ? flags.contains(.link) : nil }
  /// The declared value of `embed`.
  public var embed: Bool? { flags.contains(.embedDeclared) ? flags.contains(.embed) : nil }
}

/// What a dependency names.
public enum Reference: Hashable, Sendable {
  /// A target of the same project.
  case target(String)
  /// A target of the project that a reference with the key names.
  indirect case targetOfProject(key: String, name: String)
  /// A text that names no target of any project.
  case malformedTarget(String)
  /// A library, framework or bundle at a path, or in the folder that all projects build into.
  case file(String)
  /// A framework that a package manager has built.
  case prebuilt(String)
  /// A framework or library of the system.
  case system(String)
  /// A product of the package with the key; without a product, that of the same name.
  indirect case package(key: String, product: String?)
  /// A product of any package of the workspace.
  case productOfAnyPackage(String)
  case bundle(String)
  /// A build-tool plug-in, which is a build dependency and links nothing; without a package, that of
  /// a target of the same project.
  indirect case plugin(String, package: String?)

  /// The name or path, for a product that of its package.
  public var text: String {
    switch self {
    case .target(let text), .malformedTarget(let text), .file(let text), .prebuilt(let text),
      .system(let text), .bundle(let text), .productOfAnyPackage(let text):
      text
    case .targetOfProject(let key, let name): "\(key)/\(name)"
    case .package(let key, _): key
    case .plugin(let product, let package): package ?? product
    }
  }

  /// The name of the product, or else the name or path.
  public var product: String {
    switch self {
    case .package(_, let product?), .plugin(let product, _): product
    default: text
    }
  }

  /// Whether it names a target.
  public var isTarget: Bool {
    switch self {
    case .target, .targetOfProject, .malformedTarget: true
    default: false
    }
  }

  public var isPrebuilt: Bool { if case .prebuilt = self { true } else { false } }

  public var isPlugin: Bool { if case .plugin = self { true } else { false } }
}
