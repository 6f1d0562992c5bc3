public import Diagnostics
public import Graph
public import Projects
public import YAML

/// The values of a target, by key.
public struct TargetParts {
  public var name: NodeID?
  public var productName: NodeID?
  public var type: NodeID?
  public var platform: NodeID?
  public var supportedDestinations: NodeID?
  public var isMultiPlatformTarget: Bool?
  public var dependencies: NodeID?
  public var buildToolPlugins: NodeID?
  public var settings: NodeID?
  public var configFiles: NodeID?
  public var sources: NodeID?
  public var templates: NodeID?
  public var deploymentTarget: NodeID?
  public var legacy: NodeID?
  public var transitivelyLinkDependencies: Bool?
  public var directlyEmbedCarthageDependencies: Bool?
  /// The targets of an aggregate target.
  public var targets: NodeID?
}

extension TargetParts {
  /// Reads a target in one pass over its keys; the last of equal keys wins.
  public init(of target: NodeID, in tree: borrowing Tree) {
    var entries = tree.startOfEntries(of: target)
    while let (key, value) = tree.nextEntry(&entries) {
      switch tree.key(key) {
      case .name: name = value
      case .productName: productName = value
      case .type: type = value
      case .platform: platform = value
      case .supportedDestinations: supportedDestinations = value
      case .isMultiPlatformTarget: isMultiPlatformTarget = tree.boolValue(value)
      case .dependencies: dependencies = value
      case .buildToolPlugins: buildToolPlugins = value
      case .settings: settings = value
      case .configFiles: configFiles = value
      case .sources: sources = value
      case .templates: templates = value
      case .deploymentTarget: deploymentTarget = value
      case .legacy: legacy = value
      case .transitivelyLinkDependencies: transitivelyLinkDependencies = tree.boolValue(value)
      case .directlyEmbedCarthageDependencies:
        directlyEmbedCarthageDependencies = tree.boolValue(value)
      case .targets: targets = value
      default: break
      }
    }
  }
}

extension Tree {
  public func ifText(_ node: NodeID?) -> NodeID? {
    guard let node, isText(node) else { return nil }
    return node
  }
}

/// The keys that name what a dependency refers to, in XcodeGen's order.
public enum DependencyKind: UInt8 {
  case target, framework, carthage, sdk, package, bundle

  public var spelling: String { "\(self)" }

  /// `Project/Target` is a target of another project; XcodeGen looks up a single part unchanged.
  public func reference(to text: String) -> Reference {
    switch self {
    case .target:
      guard text.isEmpty || text.utf8.contains(UInt8(ascii: "/")) else { return .target(text) }
      let parts = text.split(separator: "/")
      if parts.count == 2 {
        return .targetOfProject(key: String(parts[0]), name: String(parts[1]))
      }
      return parts.count == 1 ? .target(text) : .malformedTarget(text)
    case .framework: return .file(text)
    case .carthage: return .prebuilt(text)
    case .sdk: return .system(text)
    case .package: return .package(key: text, product: nil)
    case .bundle: return .bundle(text)
    }
  }
}

/// The values of a dependency; a value of a wrong type counts as missing.
public struct DependencyParts {
  /// The kind and value of the first key, in XcodeGen's order, whose value is a text.
  public private(set) var reference: (kind: DependencyKind, value: NodeID)?
  public private(set) var flags: Dependency.Flags = []
  /// `platforms`: the platforms of targets that have the dependency.
  public private(set) var platforms: NodeID?
  /// The platforms that `platformFilter` and `destinationFilters` allow.
  public private(set) var filter = PlatformSet.all
  public private(set) var copy: NodeID?

  /// The raw values of kinds are in the order in which XcodeGen searches for them.
  private mutating func name(_ kind: DependencyKind, _ value: NodeID, isText: Bool) {
    guard isText else { return }
    if let reference, reference.kind.rawValue < kind.rawValue { return }
    reference = (kind, value)
  }

  private mutating func set(_ flag: Dependency.Flag, declared: Dependency.Flag, _ value: Bool?) {
    guard let value else { return }
    flags.insert(declared)
    if value { flags.insert(flag) }
  }
}

extension DependencyParts {
  /// Reads a dependency in one pass over its keys; the last of equal keys wins.
  public init(of node: NodeID, in tree: borrowing Tree) {
    var entries = tree.startOfEntries(of: node)
    while let (key, value) = tree.nextEntry(&entries) {
      switch tree.key(key) {
      case .target: name(.target, value, isText: tree.isText(value))
      case .framework: name(.framework, value, isText: tree.isText(value))
      case .carthage: name(.carthage, value, isText: tree.isText(value))
      case .sdk: name(.sdk, value, isText: tree.isText(value))
      case .package: name(.package, value, isText: tree.isText(value))
      case .bundle: name(.bundle, value, isText: tree.isText(value))
      case .link: set(.link, declared: .linkDeclared, tree.boolValue(value))
      case .embed: set(.embed, declared: .embedDeclared, tree.boolValue(value))
      case .findFrameworks:
        set(.findFrameworks, declared: .findFrameworksDeclared, tree.boolValue(value))
      case .weak where tree.boolValue(value) == true: flags.insert(.weak)
      case .implicit where tree.boolValue(value) == true: flags.insert(.implicit)
      case .linkType where tree.isText(value) && tree.text(of: value, is: "static"):
        flags.insert(.prebuiltStatic)
      case .platforms where tree.isSequence(value): platforms = value
      case .platformFilter where tree.isText(value):
        filter.formIntersection(Self.platforms(value, in: tree))
      case .destinationFilters where tree.isSequence(value):
        filter.formIntersection(Self.destinations(value, in: tree))
      case .copy where tree.isMapping(value): copy = value
      default: break
      }
    }
  }

  private static func platforms(_ filter: NodeID, in tree: borrowing Tree) -> PlatformSet {
    if tree.text(of: filter, is: "iOS") { return [.iOS] }
    // Xcode applies the filter to Mac Catalyst; users mean macOS.
    return tree.text(of: filter, is: "macOS") ? [.macCatalyst, .macOS] : .all
  }

  /// Returns the platforms that `destinationFilters` allow; all if none is known.
  private static func destinations(_ filters: NodeID, in tree: borrowing Tree) -> PlatformSet {
    let known = tree.elements(of: filters).compactMap {
      tree.textValue($0).flatMap { BuildPlatform($0) }
    }
    return known.isEmpty ? .all : PlatformSet(known)
  }
}
