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
  /// The targets of an aggregate target.
  var targets: NodeID?
}

extension TargetParts {
  /// Reads a target in one pass over its keys; the last of equal keys wins.
  init(of target: NodeID, in tree: borrowing Tree) {
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
      case .info: info = value
      case .entitlements: entitlements = value
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
  func ifText(_ node: NodeID?) -> NodeID? {
    guard let node, isText(node) else { return nil }
    return node
  }

  /// Returns the value of the node if it is a boolean.
  func ifBool(_ node: NodeID?) -> Bool? {
    guard let node else { return nil }
    return boolValue(node)
  }
}
