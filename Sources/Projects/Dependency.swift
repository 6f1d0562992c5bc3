public import Diagnostics
public import Graph

/// A dependency that a target declares.
///
/// Small fields follow large ones to keep the many dependencies small.
public struct Dependency: Sendable {
  public var reference: NameID
  public var location: SourceRange
  /// The product of a package; `nil` if it has the name of the package.
  public var product: NameID?
  public var kind: Kind
  public var flags: Flags
  /// The index in `ProjectBatch.outsideNotes` of its declaration, if that is outside the root.
  public var outside: Int32?
  /// The platforms that its filters allow.
  public var platforms: PlatformSet

  public init(
    _ kind: Kind, _ reference: NameID, at location: SourceRange, product: NameID? = nil,
    flags: Flags = [], platforms: PlatformSet = .all
  ) {
    self.kind = kind
    self.reference = reference
    self.location = location
    self.product = product
    self.flags = flags
    self.platforms = platforms
  }

  public enum Kind: UInt8, Sendable {
    case target
    case framework
    case carthage
    case sdk
    case package
    case bundle
    /// A build-tool plug-in, which is a build dependency and links nothing.
    case plugin

    /// The key that declares it.
    // A switch is faster than describing the case, which reads metadata.
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
    /// Declared in a template or an included file.
    @inlinable public static var inherited: Self { Self(rawValue: 512) }
    /// A further product of the package that the previous dependency names.
    @inlinable public static var furtherProduct: Self { Self(rawValue: 1024) }
    /// Its name has an unresolved variable, since the attributes of the template are invalid.
    @inlinable public static var unfilled: Self { Self(rawValue: 2048) }
    /// Has `copy:`.
    @inlinable public static var copied: Self { Self(rawValue: 1 << 14) }
    /// Copied to a folder in which frameworks are not found at run time.
    @inlinable public static var copiedElsewhere: Self { Self(rawValue: 1 << 15) }
  }

  /// The declared value of `link`.
  public var link: Bool? { flags.contains(.linkDeclared) ? flags.contains(.link) : nil }
  /// The declared value of `embed`.
  public var embed: Bool? { flags.contains(.embedDeclared) ? flags.contains(.embed) : nil }
}
