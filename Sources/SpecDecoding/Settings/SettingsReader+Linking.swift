internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

// Settings that affect the linking of targets.
extension SettingsReader {
  private struct Configuration {
    var name: String
    var levels: [SettingLevel]
  }

  /// Sets the facts about a target that follow from its build settings.
  mutating func readBuildSettings(
    of node: NodeID, into target: inout Target, _ scope: SettingsScope
  ) {
    let hasProductName = scope.mayContain(.productNameSetting)
    let mayHaveHost = target.type == .unitTestBundle && scope.mayContain(.testHost)
    let setsLinking = Self.linkKeys.contains { scope.mayContain($0) }
    guard hasProductName || mayHaveHost || setsLinking else { return }
    var configurations: [Configuration] = []
    for name in scope.configurations {
      configurations.append(Configuration(name: name, levels: levels(of: node, scope, in: name)))
    }
    if target.type == .framework || target.type == .xcFramework, scope.mayContain(.machOType) {
      let own = tree.value(of: node, for: .settings)
      let mappings = flatSettings(own, scope, in: scope.defaultConfiguration)
      let value = text(of: .machOType, in: [.mappings(mappings)])
      target.generatedLinkage = value == "staticlib" ? .static : .dynamic
    }
    if target.kind == .plain {
      readLinkSettings(of: configurations, into: &target, scope, mayHaveHost)
    }
    if mayHaveHost { readTestHost(of: node, configurations, into: &target) }
    if hasProductName { readProductName(of: configurations, into: &target) }
  }

  private static let linkKeys: [SpecKey] = [
    .machOType, .conditionalMachOType, .otherLinkerFlags, .conditionalLinkerFlags,
    .disableDiamondDiagnostic, .mergedBinaryType,
  ]

  private func readLinkSettings(
    of all: [Configuration], into target: inout Target, _ scope: SettingsScope, _ mayHaveHost: Bool
  ) {
    let configurations = all.prefix(LinkSettings.mostConfigurations)
    var settings = LinkSettings(
      configurations: configurations.map(\.name),
      defaultConfiguration: configurations.firstIndex { $0.name == scope.defaultConfiguration }
        ?? 0,
      values: [])
    for configuration in configurations {
      let levels = configuration.levels
      var value = LinkSettings.Value(
        linkage: builtLinkage(of: target, levels),
        diamondDiagnostic: text(of: .disableDiamondDiagnostic, in: levels),
        mergedBinaryType: text(of: .mergedBinaryType, in: levels))
      if target.type.mayHaveLinkStep {
        readLinkerFlags(levels, into: &value, &settings.looseNames)
      }
      settings.values.append(value)
    }
    if scope.mayContain(.productNameSetting) {
      readProductNames(of: configurations, target, into: &settings)
    }
    if mayHaveHost { readTestHosts(of: configurations, into: &settings) }
    let linkages = Set(settings.values.map(\.linkage))
    target.builtLinkage = linkages.count == 1 ? settings.values[0].linkage : .unknown
    if let settings = settings.simplified { target.details.linkSettings = settings }
  }

  /// Returns the linkage that Xcode builds; unknown if the value has variables or a condition
  /// changes it.
  private func builtLinkage(of target: Target, _ levels: [SettingLevel]) -> Linkage {
    var conditional: [String] = []
    var value: String?
    for level in levels {
      conditional += texts(ofConditional: .conditionalMachOType, in: level)
      value = texts(of: .machOType, in: level)?.joined(separator: " ")
      if value != nil { break }
    }
    guard target.type.isFramework || target.type.isLibrary || target.type == .xcFramework else {
      return target.linkage
    }
    func linkage(_ value: String?) -> Linkage {
      switch value {
      case nil:
        target.type == .staticFramework || target.type == .staticLibrary ? .static : .dynamic
      case "staticlib", "mh_object": .static
      case "mh_dylib": .dynamic
      default: .unknown
      }
    }
    let built = linkage(value)
    return conditional.allSatisfy { linkage($0) == built } ? built : .unknown
  }

  private func readLinkerFlags(
    _ levels: [SettingLevel], into value: inout LinkSettings.Value, _ looseNames: inout Set<String>
  ) {
    for level in levels {
      for text in texts(ofConditional: .conditionalLinkerFlags, in: level) {
        value.addConditionalFlags([text], &looseNames)
      }
      guard let texts = texts(of: .otherLinkerFlags, in: level) else { continue }
      let inherits = value.addFlags(texts, &looseNames) {
        range(of: .otherLinkerFlags, in: level)
      }
      guard inherits else { return }
    }
  }
}

// Product names.
extension SettingsReader {
  private func productName(_ levels: [SettingLevel], of target: Target) -> String? {
    text(of: .productNameSetting, in: levels)?
      .replacingVariable("TARGET_NAME", with: target.name)
  }

  /// Sets the product name, which is known only if all configurations agree.
  private func readProductName(
    of configurations: [Configuration], into target: inout Target
  ) {
    let values = configurations.map { text(of: .productNameSetting, in: $0.levels) }
    guard values.allSatisfy({ $0 == values[0] }) else {
      target.hasUnknownProductName = true
      return
    }
    guard let name = productName(configurations[0].levels, of: target) else { return }
    if name.hasVariable || name.isEmpty {
      target.hasUnknownProductName = true
    } else {
      target.builtProductName = name
    }
  }

  /// Sets the product name in each configuration, unless all agree.
  private func readProductNames(
    of configurations: ArraySlice<Configuration>, _ target: Target,
    into settings: inout LinkSettings
  ) {
    let names = configurations.map { productName($0.levels, of: target) ?? target.name }
    guard names.contains(where: { $0 != names[0] }) else { return }
    for (number, name) in names.enumerated() where !name.hasVariable && !name.isEmpty {
      settings.values[number].productName = name
    }
  }
}

// Host applications of unit tests.
extension SettingsReader {
  /// Sets the host application in `TEST_HOST`.
  ///
  /// In configurations without the setting, the host follows from the dependencies.
  private func readTestHost(
    of node: NodeID, _ configurations: [Configuration], into target: inout Target
  ) {
    var found: Target.TestHost?
    var isUnset = false
    for configuration in configurations {
      guard let path = text(of: .testHost, in: configuration.levels) else {
        isUnset = true
        continue
      }
      let host = testHost(path)
      if case .product = host, isInProductsFolder(path), found == nil {
        target.details.hostSetting = hostSetting(of: node, target)
      }
      if let found, found != host {
        target.details.testHost = .noneOrUnknown
        return
      }
      found = host
    }
    switch found {
    case .product(let name, _): target.details.testHost = .product(name, orDefault: isUnset)
    // The other configurations are unknown, or have no host.
    case .noneOrUnknown: target.details.testHost = isUnset ? .unset : .noneOrUnknown
    case .unset, nil: break
    }
  }

  /// Sets the host in each configuration, unless all agree.
  private func readTestHosts(
    of configurations: ArraySlice<Configuration>, into settings: inout LinkSettings
  ) {
    var hosts: [Target.TestHost] = []
    for configuration in configurations {
      let path = text(of: .testHost, in: configuration.levels)
      hosts.append(path.map { testHost($0) } ?? .unset)
    }
    guard hosts.contains(where: { $0 != hosts[0] }) else { return }
    for (number, host) in hosts.enumerated() { settings.values[number].testHost = host }
  }

  /// Returns the host of a path: `$(BUILT_PRODUCTS_DIR)/App.app/App` is the application `App`.
  private func testHost(_ path: String) -> Target.TestHost {
    let app = Path.components(of: path).first { $0.hasSuffix(".app") }.map { $0.dropLast(4) }
    guard let app, !String(app).hasVariable else { return .noneOrUnknown }
    return .product(String(app), orDefault: false)
  }

  /// Whether a path is an application that this build creates.
  private func isInProductsFolder(_ path: String) -> Bool {
    let parts = Path.components(of: path)
    guard parts.count > 1, parts[1].hasSuffix(".app") else { return false }
    return ["BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "CONFIGURATION_BUILD_DIR"]
      .contains { parts[0].isVariable($0) }
  }

  private func hostSetting(of node: NodeID, _ target: Target) -> SourceRange {
    let own = tree.value(of: node, for: .settings).flatMap { value(of: .testHost, in: $0) }
    return own.map { spec.range(of: $0) } ?? target.location
  }

  /// Returns the value of a key in settings: flat, in `base`, or in the first configuration.
  private func value(of key: SpecKey, in settings: NodeID) -> NodeID? {
    guard tree.isMapping(settings) else { return nil }
    guard spec.isStructured(settings) else { return tree.value(of: settings, for: key) }
    let base = tree.value(of: settings, for: .base).flatMap { tree.value(of: $0, for: key) }
    let configurations = tree.entries(of: settings, for: .configs)
    return base ?? configurations.lazy.compactMap { tree.value(of: $0.value, for: key) }.first
  }
}

extension ProductType {
  fileprivate var mayHaveLinkStep: Bool {
    isExecutable || isFramework || isLibrary || self == .bundle || self == .xcFramework
  }
}
