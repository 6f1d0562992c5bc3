public import YAML

/// The values of a target, by key.
public struct TargetParts {
  public var name: NodeID?
  public var productName: NodeID?
  public var type: NodeID?
  public var platform: NodeID?
  public var supportedDestinations: NodeID?
  public var isMultiPlatformTarget: NodeID?
  public var dependencies: NodeID?
  public var buildToolPlugins: NodeID?
  public var settings: NodeID?
  public var configFiles: NodeID?
  public var sources: NodeID?
  public var templates: NodeID?
  public var deploymentTarget: NodeID?
  public var legacy: NodeID?
  public var transitivelyLinkDependencies: NodeID?
  public var directlyEmbedCarthageDependencies: NodeID?
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
      case .isMultiPlatformTarget: isMultiPlatformTarget = value
      case .dependencies: dependencies = value
      case .buildToolPlugins: buildToolPlugins = value
      case .settings: settings = value
      case .configFiles: configFiles = value
      case .sources: sources = value
      case .templates: templates = value
      case .deploymentTarget: deploymentTarget = value
      case .legacy: legacy = value
      case .transitivelyLinkDependencies: transitivelyLinkDependencies = value
      case .directlyEmbedCarthageDependencies: directlyEmbedCarthageDependencies = value
      case .targets: targets = value
      default: break
      }
    }
  }
}

extension Tree {
  /// Returns the node if it is text.
  public func ifText(_ node: NodeID?) -> NodeID? {
    guard let node, isText(node) else { return nil }
    return node
  }

  /// Returns the value of the node if it is a boolean.
  public func ifBool(_ node: NodeID?) -> Bool? {
    guard let node else { return nil }
    return boolValue(node)
  }
}
