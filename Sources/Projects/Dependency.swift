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

  public enum Flag: UInt16, Sendable {
    case linkDeclared
    /// The declared value of `link`.
    case link
    case embedDeclared
    /// The declared value of `embed`.
    case embed
    case weak, implicit
    /// A prebuilt framework is static.
    case prebuiltStatic
    case findFrameworksDeclared, findFrameworks
    /// Declared in a template or an included file.
    case inherited
    /// A further product of the package that the previous dependency names.
    case furtherProduct
    /// Its name has an unresolved variable, since the attributes of the template are invalid.
    case unfilled
    /// Has `copy:`.
    case copied
    /// Renames modules of the package: `moduleAliases:`.
    case renamed
    /// Copied to a folder in which frameworks are not found at run time.
    case copiedElsewhere
  }

  public typealias Flags = FlagSet<Flag>

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

  public var isPrebuilt: Bool { if case .prebuilt = self { true } else { false } }

  public var isPlugin: Bool { if case .plugin = self { true } else { false } }
}
