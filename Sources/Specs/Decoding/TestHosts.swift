internal import Diagnostics
internal import Paths
internal import YAML

// The applications that unit-test bundles are loaded into.
extension SpecReader {
  /// Fills in what `TEST_HOST` says, in each configuration by itself: one that does not say it has what
  /// follows from the dependencies.
  mutating func readTestHost(
    of node: NodeID, into target: inout Target, _ settings: SettingsReader
  ) {
    guard settings.mayHave(.testHost) else { return }
    var found: Target.TestHost?
    var isUnset = false
    for configuration in settings.configurations {
      let host: Target.TestHost
      switch setting(.testHost, of: node, settings, in: configuration) {
      case .unset:
        isUnset = true
        continue
      case .unknown: host = .noneOrUnknown
      case .value(let path):
        host = testHost(path)
        if case .product = host, isInProductsFolder(path), found == nil {
          noteHost(of: node, target)
        }
      }
      if let found, found != host {
        target.testHost = .noneOrUnknown
        return
      }
      found = host
    }
    switch found {
    case .product(let name, _): target.testHost = .product(name, orDefault: isUnset)
    // Nothing is known of the others, or they have no host.
    case .noneOrUnknown: target.testHost = isUnset ? .unset : .noneOrUnknown
    case .unset, nil: break
    }
  }

  /// Fills in what `TEST_HOST` says in each configuration, if that is not the same in all.
  mutating func readTestHosts(
    of node: NodeID, _ settings: SettingsReader, into values: inout [LinkSettings.Value]
  ) {
    let hosts: [Target.TestHost] = settings.configurations.prefix(values.count).map {
      switch setting(.testHost, of: node, settings, in: $0) {
      case .unset: .unset
      case .unknown: .noneOrUnknown
      case .value(let path): testHost(path)
      }
    }
    guard hosts.contains(where: { $0 != hosts[0] }) else { return }
    for (number, host) in hosts.enumerated() { values[number].testHost = host }
  }

  /// `$(BUILT_PRODUCTS_DIR)/App.app/App` names the application `App`.
  private mutating func testHost(_ path: String) -> Target.TestHost {
    let app = Path.components(of: path).first { $0.hasSuffix(".app") }.map { $0.dropLast(4) }
    guard let app, !String(app).hasVariable else { return .noneOrUnknown }
    return .product(batch.names.intern(String(app)), orDefault: false)
  }

  /// Whether a path leads to an application that this build makes, rather than to one that is there.
  private func isInProductsFolder(_ path: String) -> Bool {
    let parts = Path.components(of: path)
    guard parts.count > 1, parts[1].hasSuffix(".app") else { return false }
    return ["BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "CONFIGURATION_BUILD_DIR"].contains {
      parts[0] == "$(\($0))" || parts[0] == "${\($0)}"
    }
  }

  private mutating func noteHost(of node: NodeID, _ target: Target) {
    let own = tree.value(of: node, for: .settings).flatMap { place(of: .testHost, in: $0) }
    batch.hostSettings.append(
      HostSetting(target: target.location, location: own.map { range(of: $0) } ?? target.location))
  }

  /// The value under `key` in settings of a target: flat, in `base`, or of the first configuration.
  private func place(of key: SpecKey, in settings: NodeID) -> NodeID? {
    guard tree.isMapping(settings) else { return nil }
    guard hasShape(settings) else { return tree.value(of: settings, for: key) }
    let base = tree.value(of: settings, for: .base).flatMap { tree.value(of: $0, for: key) }
    let configurations = tree.entries(of: tree.value(of: settings, for: .configs))
    return base ?? configurations.lazy.compactMap { tree.value(of: $0.value, for: key) }.first
  }
}
