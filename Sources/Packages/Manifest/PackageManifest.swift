public import Diagnostics

/// The declarations of a `Package.swift`, with the locations of all parts that findings refer to.
public struct PackageManifest: Hashable, Sendable {
  public var name: String
  public var products: [Product] = []
  public var targets: [Target] = []
  public var dependencies: [PackageDependency] = []
  /// The value of `platforms:`; empty if it is not a literal.
  public var minimums: [Minimum] = []
  /// The version in the comment at the top of the manifest; nil without one.
  public var toolsVersion: ToolsVersion?
  /// Whether the graph may be different on another system or with a variable of the environment:
  /// the manifest was read as on macOS, without variables.
  public var dependsOnHost = false

  public init(name: String) { self.name = name }

  /// A name in the manifest that refers to another declaration.
  public struct Reference: Hashable, Sendable {
    public var name: String
    public var location: SourceRange
  }

  /// The oldest supported version of a platform.
  public struct Minimum: Hashable, Sendable {
    /// The platform in lower case, such as `ios`.
    public var platform: String
    public var version: String
    /// The range of the entry.
    public var location: SourceRange
  }

  /// A product that other packages and projects can link.
  public struct Product: Hashable, Sendable {
    public var name: String
    public var kind: Kind
    public var targets: [Reference]
    /// The range of the value of `name:`.
    public var location: SourceRange

    /// The raw values are the words of `swift package dump-package`.
    public enum Kind: String, Hashable, Sendable {
      /// A library whose linkage depends on its clients.
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
    /// The value of `exclude:`, the paths in its folder that do not belong to it.
    public var exclude: [String] = []
    /// The paths of `resources:`; nothing in them is compiled.
    public var resources: [String] = []
    /// The value of `sources:`; nil for all of its folder.
    public var sources: [String]?
    /// The value of `publicHeadersPath:`, the folder of the public headers of a C target.
    public var publicHeadersPath: String?
    /// Whether one of these values is not a literal.
    public var hasUnknownSources = false
    public var dependencies: [Dependency] = []
    /// The build tools that it uses.
    public var plugins: [Dependency] = []
    /// The range of the value of `name:`.
    public var location: SourceRange

    /// The product that SwiftPM implicitly creates for an executable.
    public var executableProduct: Product {
      Product(
        name: name, kind: .executable, targets: [Reference(name: name, location: location)],
        location: location)
    }

    /// The raw values are the words of `swift package dump-package`.
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

  /// A dependency of a target.
  public struct Dependency: Hashable, Sendable {
    public var kind: Kind
    public var name: String
    /// The value of `package:`.
    public var package: String?
    /// Whether it renames modules: `moduleAliases:`.
    public var renamesModules = false
    /// The platforms in `.when(platforms:)`, in lower case; nil for all.
    public var platforms: [String]?
    /// The range of the entry.
    public var location: SourceRange

    public enum Kind: Hashable, Sendable {
      /// A target of this package, or else a product with that name.
      case byName
      case target
      case product
    }
  }

  /// A dependency on another package.
  public struct PackageDependency: Hashable, Sendable {
    public var source: Source
    /// The value of `name:`, by which older manifests refer to it.
    public var name: String?
    /// The version requirement, such as `from 1.2.0`; nil without one, or if it is not a literal.
    public var requirement: String?
    /// The range of the entry.
    public var location: SourceRange

    public enum Source: Hashable, Sendable {
      /// A folder, as in the manifest.
      case path(String)
      case url(String)
      case registry(String)
    }
  }
}

/// A version of the package description for which a manifest is written.
public struct ToolsVersion: Hashable, Comparable, Sendable {
  public var major: Int
  public var minor: Int

  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Parses the version in the first non-blank line, `// swift-tools-version:5.9`.
  init?(ofManifest bytes: [UInt8]) {
    let line = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix { $0 != 0x0a && $0 != 0x0d }
    guard line.starts(with: "//".utf8) else { return nil }
    let words = line.prefix(200).drop { $0 == UInt8(ascii: "/") || $0.isBlank }
    let label = "swift-tools-version".utf8
    // The label is case-insensitive.
    guard words.prefix(label.count).map({ $0 | 0x20 }).elementsEqual(label) else { return nil }
    let version = words.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0.isBlank }
      .prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
    self.init(String(decoding: version, as: UTF8.self))
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

/// The content of a manifest that is known without running it.
public enum ManifestContents: Hashable, Sendable {
  /// All parts of the manifest that affect the graph.
  case literal(PackageManifest)
  /// The manifest cannot be read without running it, from `at` on; its `name:` was a literal if
  /// that is not nil.
  case computed(name: String?, at: ManifestStop)
}

/// The code that stopped the reader of a manifest.
public struct ManifestStop: Hashable, Sendable {
  public var position: Position
  /// The code at the position, shortened; empty at the end of the file.
  public var code: String

  public init(_ position: Position, code: String = "") {
    self.position = position
    self.code = code
  }

  init(at offset: Int, in bytes: [UInt8], file: FileID) {
    position = SourcePlaces(bytes.prefix(offset), file: file).position(of: offset)
    let rest = bytes[min(offset, bytes.count)...]
    let word = rest.prefix { $0.continuesIdentifier || ".@#$".utf8.contains($0) }
    let line = rest.prefix { !$0.isLineBreak }
    code = String(decoding: (word.isEmpty ? line : word).prefix(60), as: UTF8.self)
  }

  /// Describes it for a report; the manifest is at `path`.
  public func description(in path: String) -> String {
    let place = "\(path):\(position.line):\(position.column)"
    return code.isEmpty ? "\(place) cannot be read" : "\(place): '\(code)' cannot be read"
  }
}

/// The lines and columns of all offsets in a text.
struct SourcePlaces {
  private let file: FileID
  private var positions: [Position] = []

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ bytes: some Collection<UInt8>, file: FileID) {
    self.file = file
    positions.reserveCapacity(bytes.count + 1)
    var position = Position(line: 1, column: 1)
    for byte in bytes {
      positions.append(position)
      if byte == UInt8(ascii: "\n") {
        position = Position(line: position.line &+ 1, column: 1)
      } else if byte & 0xc0 != 0x80 {
        position.column &+= 1
      }
    }
    positions.append(position)
  }

  func position(of offset: Int) -> Position { positions[min(offset, positions.count - 1)] }

  func range(_ range: Range<Int>) -> SourceRange {
    SourceRange(
      file: file, start: position(of: range.lowerBound), end: position(of: range.upperBound))
  }
}
