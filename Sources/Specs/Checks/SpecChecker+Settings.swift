internal import Diagnostics
internal import YAML
internal import Text
internal import Files
internal import Paths

// Configurations and groups that settings refer to.
extension SpecChecker {
  /// Checks the settings of the project, its groups and its configuration files.
  mutating func checkProjectSettings(_ files: inout ConfigurationFiles) {
    let root = spec.root
    if let settings = tree.value(of: root, for: .settings) { checkSettings(settings) }
    checkDefaultConfiguration(of: root)
    if tree.has(.configFiles), let list = tree.value(of: root, for: .configFiles) {
      checkConfigFiles(list, &files)
    }
    guard tree.has(.settingGroups) || tree.has(.settingPresets) else { return }
    if let groups = tree.value(of: root, for: .settingGroups), groups != settingNames.groups {
      // XcodeGen reports the errors of these groups although it uses `settingPresets`.
      for (_, group) in tree.entries(of: groups) {
        if let configs = tree.value(of: group, for: .configs) { checkShapes(ofConfigs: configs) }
      }
    }
    if let groups = settingNames.groups {
      var entries = tree.startOfEntries(of: groups)
      while let (_, group) = tree.nextEntry(&entries) {
        if tree.isMapping(group) { checkSettings(group) }
      }
    }
    checkGroupCycles()
  }

  /// Checks a mapping of settings of the project, a target or a group.
  mutating func checkSettings(_ settings: NodeID) {
    let base = tree.value(of: settings, for: .base)
    let configs = tree.value(of: settings, for: .configs)
    let groups = tree.value(of: settings, for: .groups)
    guard base != nil || configs != nil || groups != nil else {
      return checkBuildSettings(settings)
    }
    if let base { checkBuildSettings(base) }
    if let configs {
      checkShapes(ofConfigs: configs)
      checkConfigurations(configs)
    }
    if let list = groupList(of: settings) { checkGroups(list) }
  }

  /// Returns the groups that structured settings refer to; `presets` is the old key.
  func groupList(of settings: NodeID) -> NodeID? {
    if let groups = tree.value(of: settings, for: .groups), tree.isSequence(groups) {
      return groups
    }
    return tree.value(of: settings, for: .presets)
  }

  /// Reports entries of `configs` in settings that are not mappings.
  private mutating func checkShapes(ofConfigs configs: NodeID) {
    guard tree.isMapping(configs) else { return }
    var entries = tree.startOfEntries(of: configs)
    while let (key, value) = tree.nextEntry(&entries) {
      if tree.isMapping(value) { continue }
      let isBlank = tree.isBlank(value)
      report(
        .configIsNoMapping(tree.string(key)), at: value,
        help: isBlank ? [.leaveOut(tree.string(key))] : [])
    }
  }

  /// Reports settings whose keys are the names of all configurations.
  private mutating func checkBuildSettings(_ settings: NodeID) {
    var entries = tree.startOfEntries(of: settings)
    guard let first = tree.nextEntry(&entries)?.key,
      tree.textRange(of: first).count <= settingNames.configurations.longestName
    else { return }
    guard !settingNames.configurations.hasVariables else { return }
    let keys = tree.entries(of: settings).map(\.key)
    guard keys.count == settingNames.configurations.all.count else { return }
    let names = keys.map { tree.string($0) }
    guard
      names.allSatisfy({ !$0.isEmpty && settingNames.configurations.matches($0) })
    else { return }
    refuse(.belongsInConfigs(names[0]), at: first, help: [.moveIntoConfigs])
  }

  private mutating func checkConfigurations(_ configs: NodeID) {
    guard !settingNames.acceptsMissingConfigurations,
      !settingNames.configurations.hasVariables
    else { return }
    var entries = tree.startOfEntries(of: configs)
    while let (key, value) = tree.nextEntry(&entries) {
      guard tree.isMapping(value), !tree.hasVariables(key) else { continue }
      let name = tree.string(key)
      if name.isEmpty || settingNames.configurations.matches(name) { continue }
      refuseMissing(.unknownConfiguration("settings name", name), at: key, help: help(for: name))
    }
  }

  /// Checks the configurations in `configFiles`, whose names must be exact.
  mutating func checkConfigFiles(_ list: NodeID, _ files: inout ConfigurationFiles) {
    checkConfigFileCycles(list, &files)
    guard !settingNames.acceptsMissingConfigurations,
      !settingNames.configurations.hasVariables
    else { return }
    for (key, value) in tree.entries(of: list)
    where tree.isText(value) && !tree.hasVariables(key) {
      let name = tree.string(key)
      if settingNames.configurations.contains(name) { continue }
      refuseMissing(
        .unknownConfiguration("'configFiles' names", name), at: key, help: help(for: name))
    }
  }

  /// Reports cycles of included configuration files, which crash XcodeGen.
  private mutating func checkConfigFileCycles(_ list: NodeID, _ files: inout ConfigurationFiles) {
    for (key, value) in tree.entries(of: list)
    where tree.isText(value) && settingNames.configurations.contains(tree.string(key)) {
      let path = Path.join(spec.folder, tree.string(value))
      guard let cycle = files.cycle(from: path) else { continue }
      let isInside = !cycle.contains { Path.leadsOutside($0) }
      refuse(.configFileCycle(isInside ? cycle : []), at: value)
    }
  }

  private mutating func checkDefaultConfiguration(of root: NodeID) {
    guard tree.has(.defaultConfig), let options = tree.value(of: root, for: .options),
      let value = tree.textNode(of: options, for: .defaultConfig), !tree.hasVariables(value),
      !settingNames.configurations.hasVariables
    else { return }
    let name = tree.string(value)
    guard !settingNames.configurations.contains(name) else { return }
    refuseMissing(
      .unknownConfiguration("'defaultConfig' names", name), at: value, help: help(for: name))
  }

  private mutating func checkGroups(_ list: NodeID) {
    let known = settingNames.groups
    for element in tree.elements(of: list) where tree.isText(element) {
      if tree.hasVariables(element) || namesGroup(element) { continue }
      let name = tree.string(element)
      if let known, group(named: name) != nil || tree.hasVariables(known) { continue }
      let names = maySearchNearest ? tree.entries(of: known).map { tree.string($0.key) } : []
      let nearest = nearest(to: name, among: { names })
      refuseMissing(
        .unknownGroup(name), at: element, help: nearest.map { [.didYouMean($0)] } ?? [])
    }
  }

  /// Whether a value equals the name of a group byte for byte, as in most specs.
  private func namesGroup(_ value: NodeID) -> Bool {
    guard let groups = settingNames.groups else { return false }
    var entries = tree.startOfEntries(of: groups)
    while let (key, group) = tree.nextEntry(&entries) {
      if tree.hasSameText(key, value) { return tree.isMapping(group) }
    }
    return false
  }

  /// Returns the settings group with a name, in any Unicode form.
  func group(named name: String) -> NodeID? {
    guard let groups = settingNames.groups else { return nil }
    if let entry = tree.entry(of: groups, named: name) {
      return tree.isMapping(entry.value) ? entry.value : nil
    }
    // A name with other bytes may still be equal in another Unicode form.
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    return tree.entries(of: groups).first {
      tree.string($0.key) == name && tree.isMapping($0.value)
    }?
    .value
  }

  /// Suggests the nearest configuration, or lists them if there are few.
  mutating func help(for configuration: String) -> [Diagnostic.Message] {
    let names = settingNames.configurations.names
    if let nearest = nearest(to: configuration, among: { names }) {
      return [.didYouMean(nearest)]
    }
    return names.count <= 6 ? [.configurations(names)] : []
  }
}

extension Diagnostic.Message {
  fileprivate static let moveIntoConfigs: Self =
    "move them into 'configs', and what all configurations share into 'base'"

  fileprivate static func leaveOut(_ config: String) -> Self {
    "leave '\(config)' out, or write '\(config): {}'"
  }
  fileprivate static func configIsNoMapping(_ config: String) -> Self {
    "the settings of configuration '\(config)' must be a mapping"
  }
  fileprivate static func belongsInConfigs(_ name: String) -> Self {
    "'\(name)' looks like a configuration: settings for a single configuration belong in 'configs'"
  }
  // The subject includes its verb.
  static func unknownConfiguration(_ subject: String, _ name: String) -> Self {
    "\(subject) the configuration '\(name)', which does not exist"
  }
  fileprivate static func unknownGroup(_ name: String) -> Self {
    "settings name the group '\(name)', which does not exist"
  }
  // The first file is repeated at the end.
  fileprivate static func configFileCycle(_ paths: [String]) -> Self {
    let most = 8
    let shown =
      paths.count <= most ? paths : paths.prefix(most - 1) + ["…", paths[paths.count - 1]]
    let list = shown.joined(separator: " → ")
    return "configuration files include each other in a cycle\(list.isEmpty ? "" : ": ")\(list)"
  }
  private static func quotedList(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
  fileprivate static func configurations(_ names: [String]) -> Self {
    "the configurations are \(quotedList(names))"
  }
}
