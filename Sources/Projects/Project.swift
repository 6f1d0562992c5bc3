public import Diagnostics
public import Graph

/// The targets, packages and references to other projects that one file describes.
public struct Project: Sendable {
  public var kind: Kind
  /// The path of the file, relative to the root of the tree.
  public var path: String
  /// The folder that paths in the file are relative to.
  public var folder: String
  public var file: FileID
  public var name: String
  public var nameRange: SourceRange
  /// The targets by name in byte order, aggregates last.
  public var targets: [Target] = []
  public var packages: [PackageReference] = []
  public var references: [ProjectReference] = []
  /// The settings that its targets inherit.
  public var settings: [SettingFact] = []
  /// The places outside of the root that declare dependencies, packages and references.
  public var outsideNotes: [Diagnostic.Note] = []
  /// Whether its targets link the dependencies of the targets that they link.
  public var linksTransitively = false
  public var prebuilt = PrebuiltFrameworks()
  public var gaps: FlagSet<Gap> = []
  /// The first source path of its targets, if no source exists and the path is below `folder`.
  public var firstSource: String?

  /// The kind of file that describes a project.
  public enum Kind: Sendable {
    /// A spec, from which an Xcode project is generated.
    case spec
    /// An Xcode project, which declares everything that it links and embeds.
    case xcode
    /// A Swift package, whose targets link targets and products by the rules of SwiftPM.
    case package
  }

  /// How a project uses the frameworks that a package manager has built.
  public struct PrebuiltFrameworks: Sendable {
    /// Whether any target depends on one.
    public var areUsed = false
    /// Whether a dependency includes all frameworks that were built with the one that it names.
    public var includeRelated = false
    /// The folder of the frameworks, if it is not the usual one.
    public var folder: String?
  }

  /// What is missing in a project.
  public enum Gap: UInt8, Sendable {
    /// The name of the project, which is that of its folder.
    case name
    /// The file is invalid as a whole, so that some of its targets may be missing.
    case isBroken
    /// A file that it consists of is missing or unreadable, or a block is under an unknown key.
    case parts
    /// Values that targets inherit by a name that does not exist.
    case inherited
  }

  public init(
    _ kind: Kind, path: String, folder: String, file: FileID, name: String, nameRange: SourceRange
  ) {
    self.kind = kind
    self.path = path
    self.folder = folder
    self.file = file
    self.name = name
    self.nameRange = nameRange
  }
}

extension Project {
  /// Returns the index of the target or legacy target with a name.
  ///
  /// - Complexity: O(log *n*) for *n* targets, and O(*n*) for few, or a name with other letters than
  ///   ASCII, which is equal in any Unicode form.
  public func target(named name: String) -> Int? {
    func isNamed(_ index: Int) -> Bool {
      targets[index].kind != .aggregate && targets[index].name == name
    }
    if targets.count <= 8 { return targets.indices.first(where: isNamed) }
    let found = targets.indices.partitionPoint {
      targets[$0].kind == .aggregate || !targets[$0].name.precedes(name)
    }
    if found < targets.count, isNamed(found) { return found }
    return name.utf8.allSatisfy { $0 < 0x80 } ? nil : targets.indices.first(where: isNamed)
  }

  /// Returns the index of the aggregate target with a name.
  ///
  /// - Complexity: O(*n*) for *n* aggregates, of which projects have few.
  public func aggregate(named name: String) -> Int? {
    targets.indices.reversed().prefix { targets[$0].kind == .aggregate }
      .last { targets[$0].name == name }
  }

  /// Sorts targets as those of a project.
  ///
  /// - Complexity: O(*n* log *n*).
  public static func sorted(_ targets: [Target]) -> [Target] {
    targets.sorted { a, b in
      let (isLast, isOtherLast) = (a.kind == .aggregate, b.kind == .aggregate)
      return isLast == isOtherLast ? a.name.precedes(b.name) : isOtherLast
    }
  }
}

/// A Swift package that a project declares.
public struct PackageReference: Sendable {
  /// The name that dependencies refer to.
  public var key: String
  /// The normalized URL of a remote package, or the path of a local one from the root of the tree.
  public var identity: String
  public var isLocal: Bool
  /// The version requirement in a canonical form, such as `from 1.2.0`; `nil` for a local package
  /// and an invalid requirement.
  public var requirement: String?
  /// The range of the key, or of the path of a local package.
  public var location: SourceRange
  /// The index in `Project.outsideNotes` of its declaration, if that is outside the root.
  public var outside: Int32?
  /// The folder of a local package, or of the one that replaces a remote package of its identity.
  public var folder: String?
  /// Whether a local package replaces it in those projects that reach both.
  public var isReplacedInSomeProjects = false

  public init(
    key: String, identity: String, isLocal: Bool, requirement: String? = nil,
    at location: SourceRange, outside: Int32? = nil
  ) {
    self.key = key
    self.identity = identity
    self.isLocal = isLocal
    self.requirement = requirement
    self.location = location
    self.outside = outside
    folder = isLocal ? identity : nil
  }
}

/// Returns the canonical URL of a repository: lower case, without `.git`, and `https` for `ssh`.
public func normalized(url: String) -> String {
  var url = url.lowercased()
  while url.hasSuffix("/") { url.removeLast() }
  if url.hasSuffix(".git") { url.removeLast(4) }
  for prefix in ["ssh://git@", "git@"] where url.hasPrefix(prefix) {
    let place = url.dropFirst(prefix.count)
    guard let cut = place.firstIndex(where: { $0 == ":" || $0 == "/" }) else { break }
    return "https://\(place[..<cut])/\(place[cut...].drop { $0 == ":" || $0 == "/" })"
  }
  return url
}

/// A reference to another Xcode project.
public struct ProjectReference: Sendable {
  public var key: String
  /// The path of the `.xcodeproj`, from the root of the tree.
  public var path: String
  /// The range of the declared path.
  public var location: SourceRange
  /// The index in `Project.outsideNotes` of its declaration, if that is outside the root.
  public var outside: Int32?

  public init(key: String, path: String, at location: SourceRange, outside: Int32? = nil) {
    self.key = key
    self.path = path
    self.location = location
    self.outside = outside
  }
}
