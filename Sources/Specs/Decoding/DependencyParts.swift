internal import Graph
internal import YAML

/// What a dependency says; a value of a wrong type counts as not given.
struct DependencyParts {
  /// Kind and value of the first key, in XcodeGen's order, that names the dependency by a text.
  private(set) var reference: (kind: Dependency.Kind, value: NodeID)?
  private(set) var flags: Dependency.Flags = []
  /// `platforms`, the list of those that the dependency exists for at all.
  fileprivate(set) var platforms: NodeID?
  /// What `platformFilter` and `destinationFilters` leave.
  fileprivate(set) var filter = PlatformSet.all
  fileprivate(set) var copy: NodeID?

  /// Kinds have their raw values in the order that XcodeGen looks for them.
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
  /// Finds all that a dependency says in one walk over its keys, the last of each winning.
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

  /// What a `platformFilter` leaves.
  private func platforms(_ filter: NodeID) -> PlatformSet {
    if text(of: filter, is: "iOS") { return .iOS }
    // Xcode calls it Mac Catalyst; people mean the Mac.
    return text(of: filter, is: "macOS") ? [.macCatalyst, .macOS] : .all
  }

  /// What `destinationFilters` leave: all of them if no word is one that is known.
  private func destinations(_ filters: NodeID) -> PlatformSet {
    let sets = elements(of: filters).compactMap {
      textValue($0).flatMap(PlatformSet.init(destination:))
    }
    return sets.isEmpty ? .all : sets.reduce([]) { $0.union($1) }
  }
}
