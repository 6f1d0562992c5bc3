public import Diagnostics

/// What a `Package.swift` declares, with the place of everything that a finding may be about.
public struct PackageManifest: Hashable, Sendable {
  public var name: String
  public var products: [Product] = []
  public var targets: [Target] = []
  public var dependencies: [PackageDependency] = []
  /// The value of `platforms:`; empty if it is not a literal.
  public var minimums: [Minimum] = []
  /// The version in the comment at the top of the manifest; nil without one.
  public var toolsVersion: ToolsVersion?
  /// Whether another system, or a variable of the environment, may make something else of it: it
  /// was read as on macOS, without variables.
  public var dependsOnHost = false

  public init(name: String) { self.name = name }

  /// A name that the manifest refers to something by.
  public struct Reference: Hashable, Sendable {
    public var name: String
    public var location: SourceRange
  }

  /// The oldest version of a platform that it runs on.
  public struct Minimum: Hashable, Sendable {
    /// In lower case, as `ios`.
    public var platform: String
    public var version: String
    /// The whole entry.
    public var location: SourceRange
  }

  /// What other packages and projects can link.
  public struct Product: Hashable, Sendable {
    public var name: String
    public var kind: Kind
    public var targets: [Reference]
    /// The value of `name:`.
    public var location: SourceRange

    /// The words are those of `swift package dump-package`.
    public enum Kind: String, Hashable, Sendable {
      /// A library that is linked as its clients need it.
      case automatic
      case `static`
      case dynamic
      case executable
      case plugin

      public var isLibrary: Bool { self != .executable && self != .plugin }
    }
  }

  public struct Target: Hashable, Sendable {
    public var name: String
    public var kind: Kind
    /// The value of `path:`.
    public var path: String?
    /// What of its folder does not belong to it: the value of `exclude:`.
    public var exclude: [String] = []
    /// The paths of `resources:`; nothing in them is compiled.
    public var resources: [String] = []
    /// The value of `sources:`; nil for all of its folder.
    public var sources: [String]?
    /// The value of `publicHeadersPath:`, where the public headers of a C target are.
    public var publicHeadersPath: String?
    /// Whether one of these is not a literal.
    public var hasUnknownSources = false
    public var dependencies: [Dependency] = []
    /// The build tools that it uses.
    public var plugins: [Dependency] = []
    /// The value of `name:`.
    public var location: SourceRange

    /// The product that SwiftPM makes of an executable by itself.
    public var executableProduct: Product {
      Product(
        name: name, kind: .executable, targets: [Reference(name: name, location: location)],
        location: location)
    }

    /// The words are those of `swift package dump-package`.
    public enum Kind: String, Hashable, Sendable {
      case regular
      case executable
      case test
      case macro
      case plugin
      case system
      case binary
    }
  }

  /// What a target depends on.
  public struct Dependency: Hashable, Sendable {
    public var kind: Kind
    public var name: String
    /// The value of `package:`.
    public var package: String?
    /// Whether it has other names for modules: `moduleAliases:`.
    public var renamesModules = false
    /// The platforms that `.when(platforms:)` names, in lower case; nil for all.
    public var platforms: [String]?
    /// The whole entry.
    public var location: SourceRange

    public enum Kind: Hashable, Sendable {
      /// A target of this package, or else a product of that name.
      case byName
      case target
      case product
    }
  }

  /// Another package.
  public struct PackageDependency: Hashable, Sendable {
    public var source: Source
    /// The value of `name:`, which older manifests refer to it by.
    public var name: String?
    /// The version requirement, such as `from 1.2.0`; nil without one, or if it is not a literal.
    public var requirement: String?
    /// The whole entry.
    public var location: SourceRange

    public enum Source: Hashable, Sendable {
      /// A folder, as it is written.
      case path(String)
      case url(String)
      case registry(String)
    }
  }
}

/// A version of the package description that a manifest is written for.
public struct ToolsVersion: Hashable, Comparable, Sendable {
  public var major: Int
  public var minor: Int

  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads the leading numbers of a version, such as `5.9` or `6.0.1`.
  public init?(_ text: some StringProtocol) {
    let numbers = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard let major = numbers.first.flatMap({ Int($0) }) else { return nil }
    let minor = numbers.dropFirst().first.map { Int($0.prefix(while: \.isWholeNumber)) } ?? 0
    guard let minor else { return nil }
    self.init(major, minor)
  }

  public static func < (a: ToolsVersion, b: ToolsVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }
}

/// What can be known of a manifest without running it.
public enum ManifestContents: Hashable, Sendable {
  /// All that makes the graph could be read.
  case literal(PackageManifest)
  /// Only the program itself can tell, from `at` on; its `name:` was literal if that is not nil.
  case computed(name: String?, at: Position)
}
