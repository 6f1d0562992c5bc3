// Settings, as `validateSettings` and `getBuildSettings` go through them.
extension ValidationOracle {
  /// The parts of settings as XcodeGen decodes them.
  struct Settings {
    var base: [WrittenValue.Entry] = []
    var configs: [WrittenValue.Entry] = []
    var groups: [WrittenValue.Element] = []

    init(_ value: WrittenValue) {
      if value["base"] != nil || value["configs"] != nil || value["groups"] != nil {
        let list = [value["groups"], value["presets"]].compactMap { $0 }
          .first { if case .list = $0 { true } else { false } }
        groups = (list?.elements ?? []).filter { $0.value.text != nil }
        base = value["base"]?.entries ?? []
        configs = value["configs"]?.entries ?? []
      } else {
        base = value.entries
      }
    }
  }

  func group(_ element: WrittenValue.Element) -> WrittenValue? {
    element.value.text.flatMap { root["settingGroups"]?[$0] }
  }

  private func mayMissConfigurations() -> Bool {
    let disabled = root["options"]?["disabledValidations"]?.elements ?? []
    return disabled.contains { $0.value.text == "missingConfigs" }
  }

  private func isPartOfConfiguration(_ word: String) -> Bool {
    configurations.contains { $0.name.lowercased().contains(word.lowercased()) }
  }

  mutating func validate(settings value: WrittenValue) {
    guard value.isMap else { return }
    let settings = Settings(value)
    for element in settings.groups where group(element) == nil { lines.insert(element.line) }
    if !mayMissConfigurations() {
      for entry in settings.configs where !isPartOfConfiguration(entry.key) {
        lines.insert(entry.line)
      }
    }
    if settings.base.count == configurations.count,
      settings.base.allSatisfy({ isPartOfConfiguration($0.key) })
    {
      lines.insert(settings.base[0].line)
    }
  }

  mutating func validate(configFiles: WrittenValue?) {
    guard !mayMissConfigurations() else { return }
    for entry in configFiles?.entries ?? []
    where entry.value.text != nil && !isConfiguration(entry.key) {
      lines.insert(entry.line)
    }
  }

  /// Follows groups as deep as there are any, which only a cycle can exceed.
  mutating func followGroups() {
    let groups = root["settingGroups"]?.entries ?? []
    let depth = groups.count + 1
    for group in groups where isEndless(group.value, in: nil, depth: depth) {
      hasGroupCycle = true
    }
    let users = [root["settings"]] + targets.map { $0.value["settings"] }
    for case let settings? in users {
      for configuration in configurations
      where isEndless(settings, in: configuration.name, depth: depth) {
        hasGroupCycle = true
      }
    }
  }

  private func isEndless(_ value: WrittenValue, in configuration: String?, depth: Int) -> Bool {
    guard depth >= 0 else { return true }
    let settings = Settings(value)
    for element in settings.groups {
      if let group = group(element), isEndless(group, in: configuration, depth: depth - 1) {
        return true
      }
    }
    guard let configuration else { return false }
    for entry in settings.configs
    where configuration.lowercased().contains(entry.key.lowercased())
      && (entry.key == configuration || !isConfiguration(entry.key))
    {
      if isEndless(entry.value, in: configuration, depth: depth) { return true }
    }
    return false
  }
}
