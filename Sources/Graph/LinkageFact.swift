public import Diagnostics

/// The way the code of a module becomes part of a program.
public enum Linkage: String, Sendable {
  /// Copied into the binary that links it.
  case `static`
  /// A separate binary, loaded at launch.
  case dynamic
  /// Cannot be linked: an application, a test bundle, a resource bundle.
  case none
  /// Chosen by Xcode from the dependents: a product or target of a Swift package without a type.
  case automatic
  /// Linkable in an unknown way.
  case unknown
}

/// The linkage of an external on some platforms, and the source of that fact.
public struct LinkageFact: Hashable, Sendable {
  public var linkage: Linkage
  public var source: Source
  public var platforms: PlatformSet

  public init(_ linkage: Linkage, _ source: Source, on platforms: PlatformSet = .all) {
    self.linkage = linkage
    self.source = source
    self.platforms = platforms
  }

  /// The source of a linkage fact.
  public enum Source: Hashable, Sendable {
    /// The bytes of a file.
    case bytes(path: String)
    /// The name of the library in an XCFramework's property list.
    case propertyList(path: String)
    /// `externals:` of rules.yml.
    case configuration
    /// `linkType` of a Carthage dependency.
    case linkType
    /// The default of Carthage, which builds dynamic frameworks.
    case carthage
    /// A framework of the system.
    case system
    /// None: the linkage cannot be read from the file at `path`.
    case nothing(path: String, Obstacle)
    /// The manifest of the module's package.
    case manifest
    /// None: a package manager builds it.
    case package
  }

  /// The reason why the linkage cannot be read from a file.
  public enum Obstacle: Error, Hashable, Sendable {
    case missing
    /// A symbolic link leads out of the workspace.
    case outside
    /// The file cannot be read, for a reason given by the system.
    case unreadable(String)
    /// A pointer of Git LFS or git-annex instead of the file.
    case pointer
    case empty
    /// The file ends before the bytes that decide, or refers to bytes after its end.
    case truncated
    /// A Mach-O file of a type that cannot be linked, such as an executable.
    case otherType(UInt32)
    /// Neither Mach-O nor an archive, a text stub or bitcode.
    case unrecognised
    /// A bundle without the file that its name or property list refers to.
    case withoutBinary
    /// A property list that is invalid or exceeds `Limits`.
    case badPropertyList
    /// An XCFramework without a library for the platform.
    case otherPlatforms
    /// Parts of the file, or another file of the same name, differ in linkage.
    case contradiction
  }
}

extension LinkageFact {
  /// Returns the fact for these platforms only; `nil` if it covers none of them.
  public func limited(to platforms: PlatformSet) -> LinkageFact? {
    let common = self.platforms.intersection(platforms)
    guard !common.isEmpty else { return nil }
    var limited = self
    limited.platforms = common
    return limited
  }

  /// Returns the linkage that all known facts agree on, else `unknown`.
  public static func summary(of facts: [LinkageFact]) -> Linkage {
    agreement(of: facts, at: "")?.linkage ?? .unknown
  }

  /// Returns the fact of each platform, merging platforms with equal facts.
  public static func onEachPlatform(
    _ fact: (BuildPlatform) -> LinkageFact?
  ) -> [LinkageFact] {
    var facts: [LinkageFact] = []
    for platform in BuildPlatform.allCases {
      guard let new = fact(platform) else { continue }
      let same = facts.firstIndex { $0.linkage == new.linkage && $0.source == new.source }
      if let same {
        facts[same].platforms.insert(platform)
      } else {
        var fact = new
        fact.platforms = [platform]
        facts.append(fact)
      }
    }
    return facts
  }

  /// Returns the first fact with a known linkage, or a contradiction at `path` if two known
  /// linkages differ; `nil` if none is known.
  public static func agreement(of facts: [LinkageFact], at path: String) -> LinkageFact? {
    let known = facts.filter { $0.linkage != .unknown }
    guard let first = known.first else { return nil }
    return known.allSatisfy { $0.linkage == first.linkage }
      ? first : LinkageFact(.unknown, .nothing(path: path, .contradiction))
  }
}

extension LinkageFact.Source {
  /// The file that contains the linkage, or should.
  public var path: String? {
    switch self {
    case .bytes(let path), .propertyList(let path), .nothing(let path, _): path
    case .configuration, .linkType, .carthage, .system, .manifest, .package: nil
    }
  }
}
