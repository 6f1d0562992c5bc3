internal import Graph
internal import Projects
internal import SpecReading
internal import YAML

// Facts about targets and the project.
extension SettingsReader {
  /// Sets the facts about a target that follow from its build settings.
  mutating func read(_ parts: TargetParts, of node: NodeID, into target: inout Target) {
    let shared = sharedSettings()
    let hasOwn =
      parts.configFiles != nil || parts.deploymentTarget != nil
      || parts.settings.map { mayBeRead($0) } ?? false
    guard hasOwn || shared.affectLinking else { return }
    let own = levels(parts.settings, parts.configFiles, table: Self.ofTarget)
    var keys: [SettingKey] = []
    var all: [[SettingLevel]] = []
    for number in 0..<max(own.count, shared.levels.count) {
      let far = shared.levels.inConfiguration(number)
      var levels = own.inConfiguration(number)
      if let level = minimum(parts.deploymentTarget, of: target, over: far) { levels.append(level) }
      for level in levels { keys += level.settings.map(\.key) }
      all.append(levels + far)
    }
    let judged = SettingKey.judged.filter { _, key in
      keys.contains(key) && (key != .bundleIdentifier || target.type.hasBundleIdentifier)
    }
    let affectsLinking =
      shared.affectLinking || keys.contains { SettingKey.linking.contains($0) }
    guard affectsLinking || !judged.isEmpty else { return }
    let settings = lookUp(
      judged.map(\.key) + (affectsLinking ? SettingKey.linking : []), of: node,
      named: target.name, at: all)
    for (setting, key) in judged {
      target.settings += settings.facts(setting, key, at: target.location)
    }
    if affectsLinking { readLinking(settings, of: parts, into: &target) }
  }

  private mutating func readLinking(
    _ settings: TargetSettings, of parts: TargetParts, into target: inout Target
  ) {
    if target.type == .framework || target.type == .xcFramework, let own = parts.settings {
      let level = level(of: own, table: Self.ofTarget, in: defaultConfiguration)
      target.generatedLinkage = level[.machOType]?.text == "staticlib" ? .static : .dynamic
    }
    if target.kind == .plain {
      settings.readLinking(
        into: &target, defaultConfiguration: defaultConfiguration, unsetHost: .unset)
    }
    if settings.isSet(.productName) {
      target.builtProductName = settings.value(.productName).flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// Returns the level of `deploymentTarget`; `nil` if a configuration file of the project sets it,
  /// since XcodeGen writes nothing then.
  private func minimum(
    _ version: NodeID?, of target: Target, over shared: [SettingLevel]
  ) -> SettingLevel? {
    guard let version, let key = SettingKey(minimumOf: target.platform),
      !shared.contains(where: { $0.isFile && $0[key]?.text != nil })
    else { return nil }
    var level = SettingLevel()
    add(version, of: target.platform, to: &level)
    return level
  }

  /// Adds a version; XcodeGen ignores an integer.
  func add(_ version: NodeID, of platform: Platform, to level: inout SettingLevel) {
    guard let key = SettingKey(minimumOf: platform) else { return }
    switch tree.type(of: version) {
    case .text, .float: level.add(key, text(of: version), at: spec.range(of: version))
    default: break
    }
  }
}
