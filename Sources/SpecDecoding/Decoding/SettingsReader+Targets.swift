internal import Graph
internal import Projects
internal import SpecReading
internal import YAML

// Facts about targets and the project.
extension SettingsReader {
  private static let keys = SettingKey.linking + SettingKey.judged.map(\.key)

  /// Returns the linkage that XcodeGen assumes, from the type and the base settings of the target.
  func linkage(of type: ProductType, settings: NodeID?) -> Linkage {
    switch type {
    case .staticFramework, .staticLibrary: return .static
    case .dynamicLibrary: return .dynamic
    case .framework, .xcFramework:
      guard let settings,
        let base = spec.isStructured(settings) ? tree.value(of: settings, for: .base) : settings,
        let value = tree.value(of: base, for: SettingKey.machOType.ids[0])
      else { return .dynamic }
      return tree.isText(value) && tree.text(of: value, is: "staticlib") ? .static : .dynamic
    default: return .none
    }
  }

  /// Sets the facts about a target that follow from its build settings.
  mutating func read(_ parts: TargetParts, into target: inout Target) {
    let hasOwn =
      parts.settings != nil || parts.configFiles != nil || parts.deploymentTarget != nil
    guard hasOwn || projectAffectsLinking else { return }
    let shared = read.map { sharedLevels(in: $0) }
    let own = zip(read, shared).map { configuration, shared in
      levels(parts.settings, parts.configFiles, in: configuration)
        + minimum(parts.deploymentTarget, of: target, over: shared)
    }
    let ownKeys = own.flatMap { $0.flatMap(\.settings) }.map(\.key)
    let judged = SettingKey.judged.filter { _, key in
      (key != .bundleIdentifier || target.type.hasBundleIdentifier) && ownKeys.contains(key)
    }
    let affectsLinking =
      projectAffectsLinking || ownKeys.contains { SettingKey.linking.contains($0) }
    guard affectsLinking || !judged.isEmpty else { return }
    let all = zip(own, shared).map { $0 + $1 }
    let settings = lookUp(Self.keys, of: target.name, in: Array(zip(read, all)))
    target.settings = judged.flatMap {
      settings.facts($0.setting, $0.key, at: target.location)
    }
    guard affectsLinking else { return }
    if target.type == .framework || target.type == .xcFramework, let own = parts.settings {
      let value = level(of: own, in: defaultConfiguration)[.machOType]?.text
      target.generatedLinkage = value == "staticlib" ? .static : .dynamic
    }
    if target.kind == .plain {
      settings.readLinking(
        into: &target, defaultConfiguration: defaultConfiguration, unsetHost: .unset)
    }
    if settings.isSet(.productName) {
      let name = settings.value(.productName).flatMap { $0.isEmpty ? nil : $0 }
      target.builtProductName = name
      target.hasUnknownProductName = name == nil
    }
  }

  /// Returns the settings of the project and its options that rules compare; call it first.
  mutating func projectFacts() -> [SettingFact] {
    let shared = read.map { sharedLevels(in: $0) }
    let keys = shared.flatMap { $0.flatMap(\.settings) }.map(\.key)
    projectAffectsLinking = keys.contains { SettingKey.linking.contains($0) }
    let settings = lookUp(Self.keys, of: nil, in: Array(zip(read, shared)))
    var facts = SettingKey.judged.flatMap {
      settings.facts($0.setting, $0.key, at: spec.range(of: spec.root))
    }
    if let prefix = spec.option(.bundleIdPrefix), tree.isText(prefix) {
      facts.append(
        SettingFact(.bundleIdentifierPrefix, tree.string(prefix), at: spec.range(of: prefix)))
    }
    return facts
  }

  /// The level of the deployment targets in `options`, which all others precede.
  var optionLevel: SettingLevel {
    var level = SettingLevel()
    let versions = spec.option(.deploymentTarget)
    for (platform, version) in tree.entries(of: versions) where tree.isText(platform) {
      if let platform = tree.platform(platform) { add(version, of: platform, to: &level) }
    }
    return level
  }

  /// Returns the level of `deploymentTarget`; none if a configuration file of the project sets it,
  /// since XcodeGen writes nothing then.
  private func minimum(
    _ version: NodeID?, of target: Target, over shared: [SettingLevel]
  ) -> [SettingLevel] {
    guard let version, let key = SettingKey(minimumOf: target.platform),
      !shared.contains(where: { $0.isFile && $0[key]?.text != nil })
    else { return [] }
    var level = SettingLevel()
    add(version, of: target.platform, to: &level)
    return [level]
  }

  /// Adds a version; XcodeGen ignores an integer.
  private func add(_ version: NodeID, of platform: Platform, to level: inout SettingLevel) {
    guard let key = SettingKey(minimumOf: platform) else { return }
    switch tree.type(of: version) {
    case .text, .float: level.add(key, text(of: version), at: spec.range(of: version))
    default: break
    }
  }
}
