public import Graph

extension LinkageFact {
  /// The reason for the linkage, or for an unknown linkage, in a few words.
  public var words: String {
    switch source {
    case .bytes(let path): "bytes of \(path)"
    case .propertyList(let path): "library named in \(path)"
    case .configuration: "externals: in rules.yml"
    case .linkType: "linkType of the dependency"
    case .carthage: "Carthage's default"
    case .system: "comes with the system"
    case .nothing(let path, .otherPlatforms):
      "\(path) has no library for \(platforms.names.joined(separator: ", "))"
    case .nothing(let path, let obstacle): "\(path) \(obstacle.words)"
    case .manifest: "its package's manifest"
    case .package: "a package manager builds it"
    }
  }

  /// The source, named as in JSON.
  public var sourceName: String {
    switch source {
    case .bytes: "bytes"
    case .propertyList: "property-list"
    case .configuration: "rules.yml"
    case .linkType: "link-type"
    case .carthage: "carthage"
    case .system: "system"
    case .manifest: "manifest"
    case .nothing, .package: "none"
    }
  }
}

extension LinkageFact.Obstacle {
  fileprivate var words: String {
    switch self {
    case .missing: "is not there"
    case .outside: "leads outside the workspace"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .pointer: "is a pointer of Git LFS or git-annex, not the file"
    case .empty: "is empty"
    case .truncated: "is cut short"
    case .otherType(let type): "is a Mach-O file of type \(type), which nothing links"
    case .unrecognised: "is not a library"
    case .withoutBinary: "has no binary"
    case .badPropertyList: "is not a readable property list"
    case .otherPlatforms: "has no library for the platform"
    case .contradiction: "is static in one part and dynamic in another"
    }
  }
}
