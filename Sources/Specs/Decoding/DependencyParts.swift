internal import Graph
internal import Projects
internal import YAML

/// The values of a dependency; a value of a wrong type counts as missing.
struct DependencyParts {
  /// The kind and value of the first key, in XcodeGen's order, with a text.
  private(set) var reference: (kind: Dependency.Kind, value: NodeID)?
  private(set) var flags: Dependency.Flags = []
  /// `platforms`: the platforms of targets that have the dependency.
  fileprivate(set) var platforms: NodeID?
  /// The platforms that `platformFilter` and `destinationFilters` allow.
  fileprivate(set) var filter = PlatformSet.all
  fileprivate(set) var copy: NodeID?

  /// The raw values of kinds are in the order in which XcodeGen looks for them.
  fileprivate mutating func name(_ kind: Dependency.Kind, _ value: NodeID, isText: Bool) {
    guard isText else { return }
    if let reference, reference.kind.rawValue < kind.rawValue { return }
    reference = (kind, value)
  }

  fileprivate mutating func set(_ flag: Dependency.Flags, _ value: Bool?) {
    if value == true { flags.insert(flag) }
  }

  fileprivate mutating func set(
    _ flag: Dependency.Flags, declared: Dependency.Flags, _ value: Bool?
  ) {
    guard let value else { return }
    flags.insert(declared)
    if value { flags.insert(flag) }
  }
}

extension Tree {
  /// Reads a dependency in one walk over its keys, of which the last wins.
  func parts(ofDependency node: NodeID) -> DependencyParts {
    var parts = DependencyParts()
    var entries = startOfEntries(of: node)
    while let (key, value) = nextEntry(&entries) {
      switch self.key(key) {
      case .target: parts.name(.target, value, isText: isText(value))
      case .framework: parts.name(.framework, value, isText: isText(value))
      case .carthage: parts.name(.carthage, value, isText: isText(value))
      case .sdk: parts.name(.sdk, value, isText: isText(value))
      case .package: parts.name(.package, value, isText: isText(value))
      case .bundle: parts.name(.bundle, value, isText: isText(value))
      case .link: parts.set(.link, declared: .linkDeclared, boolValue(value))
      case .embed: parts.set(.embed, declared: .embedDeclared, boolValue(value))
      case .findFrameworks:
        parts.set(.findFrameworks, declared: .findFrameworksDeclared, boolValue(value))
      case .weak: parts.set(.weak, boolValue(value))
      case .implicit: parts.set(.implicit, boolValue(value))
      case .linkType: parts.set(.carthageStatic, isText(value) && text(of: value, is: "static"))
      case .platforms where isSequence(value): parts.platforms = value
      case .platformFilter where isText(value): parts.filter.formIntersection(platforms(value))
      case .destinationFilters where isSequence(value):
        parts.filter.formIntersection(destinations(value))
      case .copy where isMapping(value): parts.copy = value
      default: break
      }
    }
    return parts
  }

  /// The platforms that a `platformFilter` allows.
  private func platforms(_ filter: NodeID) -> PlatformSet {
    if text(of: filter, is: "iOS") { return .iOS }
    // Xcode applies the filter to Mac Catalyst; users mean macOS.
    return text(of: filter, is: "macOS") ? [.macCatalyst, .macOS] : .all
  }

  /// The platforms that `destinationFilters` allow: all if none is known.
  private func destinations(_ filters: NodeID) -> PlatformSet {
    let sets = elements(of: filters).compactMap {
      textValue($0).flatMap(PlatformSet.init(destination:))
    }
    return sets.isEmpty ? .all : sets.reduce([]) { $0.union($1) }
  }
}
