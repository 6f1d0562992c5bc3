internal import Diagnostics
internal import Graph
internal import Projects
internal import SpecReading
internal import YAML

/// The value of a setting at one level.
private struct Written {
  /// The value; `nil` if it is unknown.
  var value: String?
  var place: SourceRange
}

// Settings that rules compare between modules.
extension SettingsReader {
  /// Returns the settings of a target that rules compare.
  ///
  /// A setting has a fact for each configuration unless all have the same value.
  mutating func judgedSettings(
    of node: NodeID, _ parts: TargetParts, _ target: Target, _ judged: JudgedSettings?
  ) -> [SettingFact] {
    var facts: [SettingFact] = []
    let minimum = JudgedSetting(minimumOf: target.platform)
    var isMinimumRead = false
    if let judged {
      for number in JudgedKey.all.indices where judged.mayContain(number) {
        let key = JudgedKey.all[number]
        if key.setting == .bundleIdentifier, !target.type.hasBundleIdentifier { continue }
        if key.setting == minimum { isMinimumRead = true }
        switch judged.quickValue(number, of: parts, in: tree) {
        case .value(let name, let value) where isPlain(value):
          facts.append(SettingFact(key.setting, tree.string(value), at: spec.range(of: name)))
        case .absent where key.setting != minimum || parts.deploymentTarget == nil: break
        case .absent where !judged.hasProjectFiles:
          if let version = written(parts.deploymentTarget) {
            facts.append(version.fact(key.setting))
          }
        case .value, .unknown, .absent:
          let version = key.setting == minimum ? written(parts.deploymentTarget) : nil
          facts += eachConfiguration(key, of: node, named: target.name, orElse: version)
        }
      }
    }
    if !isMinimumRead, let minimum, let version = written(parts.deploymentTarget) {
      facts.append(version.fact(minimum))
    }
    return facts
  }

  private mutating func eachConfiguration(
    _ key: JudgedKey, of node: NodeID, named target: String, orElse fallback: Written?
  ) -> [SettingFact] {
    let scope = SettingsScope(of: spec)
    let names = ["TARGET_NAME": target, "PRODUCT_NAME": target]
    var rows: [ConfigurationRow] = []
    for configuration in configurations(of: scope) {
      let own = ownLevels(of: node, scope, in: configuration)
      let project = projectLevels(scope, in: configuration)
      var row = ConfigurationRow(configuration: configuration)
      row.value = written(key, in: own, among: own + project, names)
      // XcodeGen writes nothing that a configuration file of the project has.
      if row.value == nil, !isInFile(key, project) { row.value = fallback }
      rows.append(row)
    }
    guard rows.contains(where: { $0.value != nil }) else { return [] }
    for number in rows.indices where rows[number].value == nil {
      let all = levels(of: node, scope, in: rows[number].configuration)
      rows[number].value =
        written(key, in: all, among: all, names) ?? optionVersion(key.setting)
    }
    return facts(key.setting, rows)
  }

  /// Returns a fact for each configuration, or one if all have the same value.
  private func facts(_ setting: JudgedSetting, _ rows: [ConfigurationRow]) -> [SettingFact] {
    if let first = rows.first?.value, rows.allSatisfy({ $0.value?.value == first.value }) {
      return [first.fact(setting)]
    }
    return rows.compactMap { $0.value?.fact(setting, in: $0.configuration) }
  }

  /// Returns the configurations that may differ; one if nothing tells them apart.
  private func configurations(of scope: SettingsScope) -> ArraySlice<String> {
    let mayDiffer = tree.has(.configs) || tree.has(.configFiles)
    return scope.configurations.prefix(mayDiffer ? LinkSettings.mostConfigurations : 1)
  }

  /// Whether a configuration file among levels has a setting.
  private func isInFile(_ key: JudgedKey, _ levels: [SettingLevel]) -> Bool {
    levels.contains { level in
      if case .file(let file, _) = level { file.value(of: key.key.spelling) != nil } else { false }
    }
  }

  /// Returns the settings of the project and its options that rules compare.
  mutating func projectSettings(_ judged: JudgedSettings?) -> [SettingFact] {
    // Most specs of a repository include the same options and groups.
    let origins = originsOfProjectSettings(judged)
    if let known = projectSettings.first(where: { $0.origins == origins }) { return known.facts }
    let facts = readProjectSettings(judged)
    if let origins, projectSettings.count < Self.mostValues {
      projectSettings.append((origins, facts))
    }
    return facts
  }

  private mutating func readProjectSettings(_ judged: JudgedSettings?) -> [SettingFact] {
    var facts: [SettingFact] = []
    if let judged, judged.hasProjectLevels { facts = projectLevels(judged) }
    let declared = Set(facts.map(\.setting))
    if let prefix = spec.option(.bundleIdPrefix), tree.isText(prefix) {
      facts.append(
        SettingFact(.bundleIdentifierPrefix, tree.string(prefix), at: spec.range(of: prefix)))
    }
    if let versions = spec.option(.deploymentTarget), tree.isMapping(versions) {
      var entries = tree.startOfEntries(of: versions)
      while let (key, value) = tree.nextEntry(&entries) {
        guard let setting = minimum(forPlatform: key), !declared.contains(setting),
          let version = written(value)
        else { continue }
        facts.append(version.fact(setting))
      }
    }
    return facts
  }

  private mutating func projectLevels(_ judged: JudgedSettings) -> [SettingFact] {
    var facts: [SettingFact] = []
    let scope = SettingsScope(of: spec)
    for (number, key) in JudgedKey.all.enumerated() where judged.mayContain(number) {
      var rows: [ConfigurationRow] = []
      for configuration in configurations(of: scope) {
        let levels = projectLevels(scope, in: configuration)
        var row = ConfigurationRow(configuration: configuration)
        row.value = written(key, in: levels, among: levels, [:])
        rows.append(row)
      }
      guard rows.contains(where: { $0.value != nil }) else { continue }
      for number in rows.indices where rows[number].value == nil {
        rows[number].value = optionVersion(key.setting)
      }
      facts += self.facts(key.setting, rows)
    }
    return facts
  }

  /// Returns the places of all values that the settings of the project depend on; `nil` if they
  /// depend on more than options and groups.
  private func originsOfProjectSettings(_ judged: JudgedSettings?) -> [SourceRange]? {
    var origins: [SourceRange] = []
    if let options = tree.value(of: spec.root, for: .options) {
      for key in [SpecKey.bundleIdPrefix, .deploymentTarget] {
        guard let value = tree.value(of: options, for: key) else { continue }
        add(value, to: &origins)
      }
    }
    guard judged?.hasProjectLevels == true else { return origins }
    guard !tree.has(.configFiles), tree.value(of: spec.root, for: .configs) == nil,
      let settings = tree.value(of: spec.root, for: .settings), spec.isStructured(settings),
      tree.value(of: settings, for: .base) == nil, tree.value(of: settings, for: .configs) == nil,
      let names = tree.value(of: settings, for: .groups),
      let groups = tree.settingGroups(of: spec.root)
    else { return nil }
    for name in tree.elements(of: names) where tree.isText(name) {
      guard let group = tree.entry(of: groups, named: name)?.value else { continue }
      let hasOthers = [SpecKey.groups, .presets].contains { tree.value(of: group, for: $0) != nil }
      guard !hasOthers else { return nil }
      add(group, to: &origins)
    }
    return origins
  }

  private func add(_ value: NodeID, to origins: inout [SourceRange]) {
    origins.append(spec.range(of: value))
    // The place of a collection in a file determines what it contains.
    guard tree.isGathered(value) else { return }
    for child in tree.elements(of: value) { add(child, to: &origins) }
    for (key, child) in tree.entries(of: value) {
      origins.append(spec.range(of: key))
      add(child, to: &origins)
    }
  }

  /// Whether a value is a text without variables.
  private func isPlain(_ value: NodeID) -> Bool {
    guard tree.isText(value) else { return false }
    return !tree.hasByte(UInt8(ascii: "$"), in: value)
  }

  private func minimum(forPlatform key: NodeID) -> JudgedSetting? {
    tree.isText(key) ? tree.platform(key).flatMap { JudgedSetting(minimumOf: $0) } : nil
  }

  private func optionVersion(_ setting: JudgedSetting) -> Written? {
    guard let versions = spec.option(.deploymentTarget), tree.isMapping(versions) else {
      return nil
    }
    let entry = tree.entries(of: versions).last { minimum(forPlatform: $0.key) == setting }
    return written(entry?.value)
  }

  /// Returns the value of a version; XcodeGen ignores an integer.
  private func written(_ value: NodeID?) -> Written? {
    guard let value else { return nil }
    switch tree.type(of: value) {
    case .text: return Written(value: tree.string(value), place: spec.range(of: value))
    case .float: return Written(value: text(of: value), place: spec.range(of: value))
    default: return nil
    }
  }

  /// Returns the value of a setting at the nearest of `levels`, with variables replaced by settings
  /// of `all` levels.
  private func written(
    _ key: JudgedKey, in levels: [SettingLevel], among all: [SettingLevel],
    _ names: [String: String]
  ) -> Written? {
    for level in levels {
      let conditional = texts(ofConditional: key.conditional, in: level)
      let value = texts(of: key.key, in: level)?.joined(separator: " ")
      guard value != nil || !conditional.isEmpty else { continue }
      let place =
        range(of: key.key, in: level)
        ?? range(ofConditional: key.conditional, in: level)
      guard let place else { return nil }
      // A condition with the same value changes nothing.
      guard let value, conditional.allSatisfy({ $0 == value }),
        let text = expandingVariables(of: value, names, all)
      else { return Written(value: nil, place: place) }
      return Written(value: text, place: place)
    }
    return nil
  }

  /// Returns a value with all references replaced, or `nil` if one is not defined.
  private func expandingVariables(
    of value: String, _ names: [String: String], _ levels: [SettingLevel]
  ) -> String? {
    // Each setting is expanded once, and one that refers to itself has no value.
    var known: [Substring: String?] = [:]
    func expanded(_ name: Substring) -> String? {
      if let known = known[name] { return known }
      guard known.count < Self.mostValues else { return nil }
      known[name] = .some(nil)
      let text = text(named: String(name), in: levels) ?? names[String(name)]
      let value = text.flatMap { $0.expandingVariables(expanded) }
      known[name] = .some(value)
      return value
    }
    return value.expandingVariables(expanded)
  }

  private static let mostValues = 100
}

private struct ConfigurationRow {
  var configuration: String
  var value: Written?
}

extension Written {
  fileprivate func fact(_ setting: JudgedSetting, in configuration: String? = nil) -> SettingFact {
    SettingFact(setting, value, in: configuration, at: place)
  }
}
