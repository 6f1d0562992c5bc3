internal import YAML

/// The values of a target, by key.
struct TargetParts {
  var name: NodeID?
  var productName: NodeID?
  var type: NodeID?
  var platform: NodeID?
  var supportedDestinations: NodeID?
  var isMultiPlatformTarget: NodeID?
  var dependencies: NodeID?
  var buildToolPlugins: NodeID?
  var settings: NodeID?
  var configFiles: NodeID?
  var sources: NodeID?
  var templates: NodeID?
  var info: NodeID?
  var entitlements: NodeID?
  var deploymentTarget: NodeID?
  var legacy: NodeID?
  var transitivelyLinkDependencies: NodeID?
  var directlyEmbedCarthageDependencies: NodeID?
  /// Of an aggregate target.
  var targets: NodeID?
}

extension Tree {
  /// Reads a target in one walk over its keys, of which the last wins.
  func parts(ofTarget target: NodeID) -> TargetParts {
    var parts = TargetParts()
    var entries = startOfEntries(of: target)
    while let (key, value) = nextEntry(&entries) {
      switch self.key(key) {
      case .name: parts.name = value
      case .productName: parts.productName = value
      case .type: parts.type = value
      case .platform: parts.platform = value
      case .supportedDestinations: parts.supportedDestinations = value
      case .isMultiPlatformTarget: parts.isMultiPlatformTarget = value
      case .dependencies: parts.dependencies = value
      case .buildToolPlugins: parts.buildToolPlugins = value
      case .settings: parts.settings = value
      case .configFiles: parts.configFiles = value
      case .sources: parts.sources = value
      case .templates: parts.templates = value
      case .info: parts.info = value
      case .entitlements: parts.entitlements = value
      case .deploymentTarget: parts.deploymentTarget = value
      case .legacy: parts.legacy = value
      case .transitivelyLinkDependencies: parts.transitivelyLinkDependencies = value
      case .directlyEmbedCarthageDependencies: parts.directlyEmbedCarthageDependencies = value
      case .targets: parts.targets = value
      default: break
      }
    }
    return parts
  }

  /// The node if it is text.
  func ifText(_ node: NodeID?) -> NodeID? {
    guard let node, isText(node) else { return nil }
    return node
  }

  /// The value of the node if it is a boolean.
  func ifBool(_ node: NodeID?) -> Bool? {
    guard let node else { return nil }
    return boolValue(node)
  }
}
