internal import Diagnostics
internal import Graph
internal import Projects
internal import YAML

/// The value of a setting at one level.
private struct Written {
  /// The value; `nil` if it is unknown.
  var value: NameID?
  var place: SourceRange
}

// Settings that rules compare between modules.
extension SettingsReader {
  /// Appends the settings of a target that rules compare.
  ///
  /// A setting has a row for each configuration unless all have the same value.
  mutating func readJudgedSettings(
    of node: NodeID, _ parts: TargetParts, into target: inout Target, _ judged: JudgedSettings?,
    _ batch: inout ProjectBatch
  ) {
    let first = batch.writtenSettings.count
    let minimum = JudgedSetting(minimumOf: target.platform)
    var isMinimumRead = false
    if let judged {
      for number in JudgedKey.all.indices where judged.mayHave(number) {
        let key = JudgedKey.all[number]
        if key.setting == .bundleIdentifier, !target.type.hasBundleIdentifier { continue }
        if key.setting == minimum { isMinimumRead = true }
        switch judged.quickValue(number, of: parts, in: tree) {
        case .value(let name, let value) where isPlain(value):
          let text = batch.names.intern(value, of: tree)
          batch.append(key.setting, Written(value: text, place: spec.range(of: name)))
        case .absent where key.setting != minimum || parts.deploymentTarget == nil: break
        case .absent where !judged.hasProjectFiles:
          if let version = written(parts.deploymentTarget, &batch.names) {
            batch.append(key.setting, version)
          }
        case .value, .unknown, .absent:
          let version =
            key.setting == minimum ? written(parts.deploymentTarget, &batch.names) : nil
          readEachConfiguration(key, of: node, named: target.name, orElse: version, &batch)
        }
      }
    }
    if !isMinimumRead, let minimum, let value = parts.deploymentTarget,
      let version = written(value, &batch.names)
    {
      batch.append(minimum, version)
    }
    target.settingRows = RowRange(first..<batch.writtenSettings.count)
  }

  private mutating func readEachConfiguration(
    _ key: JudgedKey, of node: NodeID, named name: NameID, orElse fallback: Written?,
    _ batch: inout ProjectBatch
  ) {
    let scope = SettingsScope(of: spec)
    let target = batch.names.string(name)
    let names = ["TARGET_NAME": target, "PRODUCT_NAME": target]
    var rows: [ConfigurationRow] = []
    for configuration in scope.configurations.prefix(LinkSettings.mostConfigurations) {
      let own = ownLevels(of: node, scope, in: configuration)
      let project = projectLevels(scope, in: configuration)
      var row = ConfigurationRow(configuration: configuration)
      row.value = written(key, in: own, among: own + project, names, &batch)
      // XcodeGen writes nothing that a configuration file of the project has.
      if row.value == nil, !isInFile(key, project) { row.value = fallback }
      rows.append(row)
    }
    guard rows.contains(where: { $0.value != nil }) else { return }
    for number in rows.indices where rows[number].value == nil {
      let all = levels(of: node, scope, in: rows[number].configuration)
      rows[number].value =
        written(key, in: all, among: all, names, &batch)
        ?? optionVersion(key.setting, &batch.names)
    }
    batch.append(key.setting, rows)
  }

  /// Whether a configuration file among levels has a setting.
  private func isInFile(_ key: JudgedKey, _ levels: [SettingLevel]) -> Bool {
    levels.contains { level in
      if case .file(let file, _) = level { file.value(of: key.key.spelling) != nil } else { false }
    }
  }

  /// Appends the settings of the project and its options that rules compare.
  mutating func readProjectSettings(
    into project: inout Project, _ judged: JudgedSettings?, _ batch: inout ProjectBatch
  ) {
    // Most specs of a repository include the same options and groups.
    let origins = originsOfProjectSettings(judged)
    defer { batch.settingOrigins = origins }
    if let origins, origins == batch.settingOrigins, let last = batch.projects.last {
      project.settingRows = last.settingRows
      return
    }
    let first = batch.writtenSettings.count
    if let judged, judged.hasProjectLevels { readProjectLevels(judged, &batch) }
    let end = batch.writtenSettings.count
    if let prefix = spec.option(.bundleIdPrefix), tree.isText(prefix) {
      let text = batch.names.intern(prefix, of: tree)
      batch.append(
        .bundleIdentifierPrefix, Written(value: text, place: spec.range(of: prefix)))
    }
    if let versions = spec.option(.deploymentTarget), tree.isMapping(versions) {
      var entries = tree.startOfEntries(of: versions)
      while let (key, value) = tree.nextEntry(&entries) {
        guard let setting = minimum(forPlatform: key),
          !batch.writtenSettings[first..<end].contains(where: { $0.setting == setting }),
          let version = written(value, &batch.names)
        else { continue }
        batch.append(setting, version)
      }
    }
    project.settingRows = RowRange(first..<batch.writtenSettings.count)
  }

  private mutating func readProjectLevels(_ judged: JudgedSettings, _ batch: inout ProjectBatch) {
    let scope = SettingsScope(of: spec)
    for (number, key) in JudgedKey.all.enumerated() where judged.mayHave(number) {
      var rows: [ConfigurationRow] = []
      for configuration in scope.configurations.prefix(LinkSettings.mostConfigurations) {
        let levels = projectLevels(scope, in: configuration)
        var row = ConfigurationRow(configuration: configuration)
        row.value = written(key, in: levels, among: levels, [:], &batch)
        rows.append(row)
      }
      guard rows.contains(where: { $0.value != nil }) else { continue }
      for number in rows.indices where rows[number].value == nil {
        rows[number].value = optionVersion(key.setting, &batch.names)
      }
      batch.append(key.setting, rows)
    }
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
      let groups = SettingsScope.groups(of: spec.root, in: tree)
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

  private func optionVersion(_ setting: JudgedSetting, _ names: inout NameTable) -> Written? {
    guard let versions = spec.option(.deploymentTarget), tree.isMapping(versions) else {
      return nil
    }
    let entry = tree.entries(of: versions).last { minimum(forPlatform: $0.key) == setting }
    return written(entry?.value, &names)
  }

  /// Returns the value of a version; XcodeGen ignores an integer.
  private func written(_ value: NodeID?, _ names: inout NameTable) -> Written? {
    guard let value else { return nil }
    switch tree.type(of: value) {
    case .text:
      return Written(value: names.intern(value, of: tree), place: spec.range(of: value))
    case .float:
      return Written(value: names.intern(text(of: value)), place: spec.range(of: value))
    default: return nil
    }
  }

  /// Returns the value of a setting at the nearest of `levels`, with variables replaced by settings
  /// of `all` levels.
  private func written(
    _ key: JudgedKey, in levels: [SettingLevel], among all: [SettingLevel],
    _ names: [String: String], _ batch: inout ProjectBatch
  ) -> Written? {
    for level in levels {
      let conditional = texts(ofConditional: key.conditional, in: level)
      let value = texts(of: key.key, in: level)?.joined(separator: " ")
      guard value != nil || !conditional.isEmpty else { continue }
      let place =
        range(of: key.key, in: level, &batch.files)
        ?? range(ofConditional: key.conditional, in: level)
      guard let place else { return nil }
      // A condition with the same value changes nothing.
      guard let value, conditional.allSatisfy({ $0 == value }),
        let text = expandingVariables(of: value, names, all)
      else { return Written(value: nil, place: place) }
      return Written(value: batch.names.intern(text), place: place)
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
      guard known.count < Self.mostVariables else { return nil }
      known[name] = .some(nil)
      let text = text(named: String(name), in: levels) ?? names[String(name)]
      let value = text.flatMap { $0.expandingVariables(expanded) }
      known[name] = .some(value)
      return value
    }
    return value.expandingVariables(expanded)
  }

  private static let mostVariables = 100
}

/// The value of a setting in one configuration.
private struct ConfigurationRow {
  var configuration: String
  var value: Written?
}

extension ProjectBatch {
  /// Appends a value for each configuration, or one row if all have the same.
  fileprivate mutating func append(_ setting: JudgedSetting, _ rows: [ConfigurationRow]) {
    if let first = rows.first?.value, rows.allSatisfy({ $0.value?.value == first.value }) {
      return append(setting, first)
    }
    for row in rows {
      let name = names.intern(row.configuration)
      if let value = row.value { append(setting, value, in: name) }
    }
  }

  fileprivate mutating func append(
    _ setting: JudgedSetting, _ value: Written, in configuration: NameID? = nil
  ) {
    writtenSettings.append(
      WrittenSetting(setting, value.value, in: configuration, at: value.place))
  }
}
