internal import Diagnostics
internal import Graph
internal import SpecReading
internal import YAML

/// A setting that rules compare between modules, with its keys in specs.
struct JudgedKey: Sendable {
  var setting: JudgedSetting
  var key: SpecKey
  /// The key of the setting under any condition.
  var conditional: SpecKey
  /// The bits of both keys, which exclude most mappings without them.
  var bits: KeyBits

  init(_ setting: JudgedSetting, _ key: SpecKey, _ conditional: SpecKey) {
    self.setting = setting
    self.key = key
    self.conditional = conditional
    bits = KeyBits([key.id, conditional.id])
  }

  static let all = [
    JudgedKey(.iOSMinimum, .iOSMinimum, .conditionalIOSMinimum),
    JudgedKey(.tvOSMinimum, .tvOSMinimum, .conditionalTVOSMinimum),
    JudgedKey(.macOSMinimum, .macOSMinimum, .conditionalMacOSMinimum),
    JudgedKey(.watchOSMinimum, .watchOSMinimum, .conditionalWatchOSMinimum),
    JudgedKey(.visionOSMinimum, .visionOSMinimum, .conditionalVisionOSMinimum),
    JudgedKey(.bundleIdentifier, .bundleIdentifier, .conditionalBundleIdentifier),
  ]

  static let keySet = KeySet(
    all.map(\.key.id) + all.map(\.conditional.id) + [SpecKey.configFiles.id])

  /// The keys that divide settings into parts.
  static let shape = KeyBits([SpecKey.base, .configs, .groups, .presets].map(\.id))
}

/// The settings that rules compare and that occur in a spec.
struct JudgedSettings {
  /// The settings that the spec or a configuration file may contain: bit *i* for number *i* of all.
  private var found: UInt8 = 0
  private var groups: NodeID?
  /// The settings that each settings group may contain, in the same form and the order of `groups`.
  private var inGroups: [(group: NodeID, settings: UInt8)] = []
  let hasProjectLevels: Bool
  /// Whether configuration files of the project may have settings.
  let hasProjectFiles: Bool

  /// Returns `nil` if none of the settings occurs.
  init?(of root: NodeID, in tree: borrowing Tree) {
    guard tree.keys.containsAny(of: JudgedKey.keySet) else { return nil }
    let hasFiles = tree.has(.configFiles)
    for number in JudgedKey.all.indices {
      let key = JudgedKey.all[number]
      if hasFiles || tree.has(key.key) || tree.has(key.conditional) { found |= 1 << UInt8(number) }
    }
    hasProjectFiles = tree.value(of: root, for: .configFiles) != nil
    hasProjectLevels = hasProjectFiles || tree.value(of: root, for: .settings) != nil
    if tree.has(.settingGroups) || tree.has(.settingPresets),
      let groups = tree.settingGroups(of: root)
    {
      self.groups = groups
      var entries = tree.startOfEntries(of: groups)
      while let (_, group) = tree.nextEntry(&entries) {
        inGroups.append((group, settings(inGroup: group, of: tree)))
      }
    }
  }

  func mayContain(_ number: Int) -> Bool { found >> UInt8(number) & 1 == 1 }

  private func settings(inGroup group: NodeID, of tree: borrowing Tree) -> UInt8 {
    var mask = settings(in: group, of: tree)
    guard tree.mayContain(JudgedKey.shape, in: group) else { return mask }
    let others = tree.value(of: group, for: .groups) ?? tree.value(of: group, for: .presets)
    guard others == nil else { return found }
    if let base = tree.value(of: group, for: .base) { mask |= settings(in: base, of: tree) }
    guard let configs = tree.value(of: group, for: .configs) else { return mask }
    var entries = tree.startOfEntries(of: configs)
    while let (_, settings) = tree.nextEntry(&entries) {
      if tree.mayContain(JudgedKey.shape, in: settings) { return found }
      mask |= self.settings(in: settings, of: tree)
    }
    return mask
  }

  private func settings(in mapping: NodeID, of tree: borrowing Tree) -> UInt8 {
    var mask: UInt8 = 0
    for number in JudgedKey.all.indices where mayContain(number) {
      let key = JudgedKey.all[number]
      guard tree.mayContain(key.bits, in: mapping) else { continue }
      let hasValue = tree.value(of: mapping, for: key.key) != nil
      if hasValue || tree.has(key.conditional) { mask |= 1 << UInt8(number) }
    }
    return mask
  }

  /// Whether one of the groups that a target names may contain a setting.
  private func mayContain(
    _ number: Int, inGroupsOf settings: NodeID, in tree: borrowing Tree
  ) -> Bool {
    let list = tree.value(of: settings, for: .groups) ?? tree.value(of: settings, for: .presets)
    guard let list, let groups else { return false }
    return tree.elements(of: list).contains { name in
      guard tree.isText(name), let group = tree.entry(of: groups, named: name) else { return false }
      let settings = inGroups.first { $0.group == group.value }?.settings ?? found
      return settings >> UInt8(number) & 1 == 1
    }
  }

  /// A value of a target that is known without reading each configuration.
  enum Quick {
    case value(key: NodeID, NodeID)
    /// The target does not set the value.
    case absent
    case unknown
  }

  /// - Complexity: O(1) for most targets.
  func quickValue(
    _ number: Int, of parts: TargetParts, in tree: borrowing Tree
  ) -> Quick {
    let key = JudgedKey.all[number]
    guard parts.configFiles == nil, !tree.has(key.conditional) else { return .unknown }
    guard let settings = parts.settings else { return .absent }
    guard tree.mayContain(JudgedKey.shape, in: settings) else {
      return Self.entry(key, of: settings, in: tree) ?? .absent
    }
    if tree.value(of: settings, for: .configs) != nil { return .unknown }
    if let base = tree.value(of: settings, for: .base) {
      if let found = Self.entry(key, of: base, in: tree) { return found }
    } else if tree.value(of: settings, for: key.key) != nil {
      return .unknown
    }
    return mayContain(number, inGroupsOf: settings, in: tree) ? .unknown : .absent
  }

  private static func entry(
    _ key: JudgedKey, of mapping: NodeID, in tree: borrowing Tree
  ) -> Quick? {
    guard tree.value(of: mapping, for: key.key) != nil else { return nil }
    var found: Quick?
    var entries = tree.startOfEntries(of: mapping)
    while let (name, value) = tree.nextEntry(&entries) {
      if tree.keyID(of: name) == key.key.id { found = .value(key: name, value) }
    }
    return found
  }
}
