/// How the code of a module gets into a program.
public enum Linkage: String, Sendable {
  /// Copied into the binary that links it.
  case `static`
  /// A binary of its own, loaded at launch.
  case dynamic
  /// Cannot be linked: an application, a test bundle, a resource bundle.
  case none
  /// As Xcode decides from who links it: a product, or a target, of a Swift package that does not
  /// say.
  case automatic
  /// Linkable, but nothing says how.
  case unknown
}

/// The linkage of an external on some platforms, and the source of that knowledge.
public struct LinkageFact: Hashable, Sendable {
  public var linkage: Linkage
  public var source: Source
  public var platforms: PlatformSet
  /// Of a library that is no XCFramework: its builds for phones and simulators, if the bytes tell.
  public var phoneSlices: PhoneSlices?

  public init(_ linkage: Linkage, _ source: Source, on platforms: PlatformSet = .all) {
    self.linkage = linkage
    self.source = source
    self.platforms = platforms
  }

  /// The source of knowledge about linkage.
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
    /// It comes with the system.
    case system
    /// Nothing: the file at `path` does not tell.
    case nothing(path: String, Obstacle)
    /// The manifest of its package.
    case manifest
    /// Nothing: a package manager builds it.
    case package
  }

  /// Why a file does not tell how it is linked.
  public enum Obstacle: Error, Hashable, Sendable {
    case missing
    /// A link leads out of the workspace.
    case outside
    /// The system's reason.
    case unreadable(String)
    /// A pointer of Git LFS or git-annex instead of the file.
    case pointer
    case empty
    /// It ends before the bytes that decide, or refers to bytes after its end.
    case truncated
    /// A Mach-O file of a type that no one links, as an executable.
    case otherType(UInt32)
    /// Neither Mach-O nor an archive, a text stub or bitcode.
    case unrecognised
    /// A bundle without the file that its name or its property list promises.
    case withoutBinary
    /// A property list that is broken, or beyond `Limits`.
    case badPropertyList
    /// An XCFramework without a library for the platform.
    case otherPlatforms
    /// Its parts are linked in different ways, or another file of the same name is.
    case contradiction
  }
}

/// The devices and simulators for which a library for phones has code.
public struct PhoneSlices: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 64-bit code for phones.
  public static let device = Self(rawValue: 1)
  /// Code for simulators on Apple silicon.
  public static let simulatorARM = Self(rawValue: 2)
  public static let simulatorIntel = Self(rawValue: 4)
}

extension LinkageFact {
  /// The fact for these platforms alone; `nil` if it says nothing of them.
  public func limited(to platforms: PlatformSet) -> LinkageFact? {
    let common = self.platforms.intersection(platforms)
    guard !common.isEmpty else { return nil }
    var limited = self
    limited.platforms = common
    return limited
  }

  /// Returns the linkage that all known facts agree on, else `unknown`.
  public static func summary(of facts: [LinkageFact]) -> Linkage {
    let known = Set(facts.lazy.map(\.linkage).filter { $0 != .unknown })
    return known.count == 1 ? known.first ?? .unknown : .unknown
  }

  /// Returns the fact of each platform, with platforms of equal facts merged.
  public static func onEachPlatform(
    _ fact: (PlatformSet) -> LinkageFact?
  ) -> [LinkageFact] {
    var facts: [LinkageFact] = []
    for platform in PlatformSet.each {
      guard let new = fact(platform) else { continue }
      let same = facts.firstIndex {
        $0.linkage == new.linkage && $0.source == new.source && $0.phoneSlices == new.phoneSlices
      }
      if let same {
        facts[same].platforms.formUnion(platform)
      } else {
        var fact = new
        fact.platforms = platform
        facts.append(fact)
      }
    }
    return facts
  }

  /// The first of those facts that know, or that they contradict each other, which is an error of
  /// what is at `path`; `nil` if none knows.
  public static func agreement(of facts: [LinkageFact], at path: String) -> LinkageFact? {
    let knowing = facts.filter { $0.linkage != .unknown }
    guard let first = knowing.first else { return nil }
    return knowing.allSatisfy { $0.linkage == first.linkage }
      ? first : LinkageFact(.unknown, .nothing(path: path, .contradiction))
  }
}

extension LinkageFact.Source {
  /// The file that tells, or should.
  public var path: String? {
    switch self {
    case .bytes(let path), .propertyList(let path), .nothing(let path, _): path
    case .configuration, .linkType, .carthage, .system, .manifest, .package: nil
    }
  }
}

extension Module {
  /// Returns the linkage on one platform.
  public func linkage(on platform: PlatformSet) -> Linkage {
    facts.first { $0.platforms.isSuperset(of: platform) }?.linkage ?? linkage
  }

  /// Whether it is static on at least one of these platforms.
  public func isStatic(onAnyOf platforms: PlatformSet) -> Bool {
    PlatformSet.each.contains { platforms.isSuperset(of: $0) && linkage(on: $0) == .static }
  }
}
