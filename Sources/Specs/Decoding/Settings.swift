internal import Diagnostics
internal import Files
internal import Graph
internal import YAML

/// What a build setting comes to.
enum SettingValue: Equatable {
  case unset
  case value(String)
  /// It has variables, or configurations disagree.
  case unknown
}

/// What is needed to look up build settings of one specification's targets.
struct SettingsReader {
  /// The names of the build configurations.
  private(set) var configurations = ["Debug", "Release"]
  /// The one that other projects look at.
  var defaultConfiguration = "Debug"
  var projectSettings: NodeID?
  var groups: NodeID?
  var projectConfigFiles: NodeID?
  /// The folder that configuration files are relative to.
  var folder: String
  /// The keys of the specification.
  private var keys: KeySet
  /// Whether there may be configuration files, in which any setting may occur.
  private var mayHaveFiles: Bool
  /// The settings that are looked up, and the keys that lead to them; `nil` if any may be.
  private var deciding: KeyBits?

  /// Whether `key` may occur, so that it is worth looking up.
  func mayHave(_ key: SpecKey) -> Bool { mayHaveFiles || keys.contains(key.id) }

  /// Whether it finds any setting, and not only those that decide about links.
  var isComplete: Bool { deciding == nil }

  /// Whether a mapping of settings may hold, or lead to, any that is looked up.
  func mayMatter(_ mapping: NodeID, in tree: borrowing Tree) -> Bool {
    guard let deciding else { return true }
    return tree.mayHave(deciding, in: mapping)
  }

  /// The settings that decide about links.
  private static let decidingKeys: [SpecKey] = [
    .machOType, .conditionalMachOType, .productNameSetting, .testHost, .otherLinkerFlags,
    .conditionalLinkerFlags, .disableDiamondDiagnostic,
  ]
  private static let linkBits = KeyBits(
    (decidingKeys + [.base, .configs, .groups, .presets]).map(\.id))

  /// A reader for the settings that decide about links; `nil` if none of them occurs, as in most
  /// specifications.
  init?(root: NodeID, folder: String, in tree: borrowing Tree) {
    var mayHaveAny = tree.has(.configFiles)
    for key in Self.decidingKeys where tree.has(key) { mayHaveAny = true }
    guard mayHaveAny else { return nil }
    self.init(allOf: root, folder: folder, in: tree)
    deciding = Self.linkBits
  }

  /// A reader for any setting, also where none of those that matter for links occurs.
  init(allOf root: NodeID, folder: String, in tree: borrowing Tree) {
    self.folder = folder
    keys = tree.keys
    mayHaveFiles = keys.contains(SpecKey.configFiles.id)
    projectSettings = tree.value(of: root, for: .settings)
    groups = Self.groups(of: root, in: tree)
    projectConfigFiles = tree.value(of: root, for: .configFiles)
    if let configs = tree.value(of: root, for: .configs) {
      let names = tree.entries(of: configs).map { tree.string($0.key) }
      if !names.isEmpty { configurations = names.sorted { $0.precedes($1) } }
    }
    let named = tree.value(of: root, for: .options)
      .flatMap { tree.text(of: $0, for: .defaultConfig) }
    defaultConfiguration =
      named.flatMap { configurations.contains($0) ? $0 : nil } ?? configurations[0]
  }

  /// Whether the settings under the configuration word `word` count for `configuration`: where the
  /// one contains the other, unless the word is exactly the name of another configuration.
  func applies(_ word: String, to configuration: String) -> Bool {
    // Mostly it is the name of one, and then there is nothing to look for in the other.
    if word == configuration { return true }
    return !configurations.contains(word) && configuration.lowercased().holds(word.lowercased())
  }

  /// `settingPresets` is the old name, which also counts where one of the groups is not a mapping.
  static func groups(of root: NodeID, in tree: Tree) -> NodeID? {
    let presets = tree.value(of: root, for: .settingPresets)
    guard let groups = tree.value(of: root, for: .settingGroups), tree.isMapping(groups) else {
      return presets
    }
    var entries = tree.startOfEntries(of: groups)
    while let (_, group) = tree.nextEntry(&entries) {
      if !tree.isMapping(group) { return presets }
    }
    return groups
  }
}

extension SpecReader {
  /// What XcodeGen takes a target for: it looks at the type and at the target's own base settings.
  func linkage(of type: ProductType, settings: NodeID?) -> Linkage {
    switch type {
    case .staticFramework, .staticLibrary: return .static
    case .dynamicLibrary: return .dynamic
    case .framework, .xcFramework:
      guard tree.has(.machOType), let settings,
        let base = hasShape(settings) ? tree.value(of: settings, for: .base) : settings,
        let value = tree.textNode(of: base, for: .machOType)
      else { return .dynamic }
      return tree.text(of: value, is: "staticlib") ? .static : .dynamic
    default: return .none
    }
  }

  /// Whether settings are divided into `base`, `configs` and `groups` rather than flat.
  func hasShape(_ settings: NodeID) -> Bool {
    tree.value(of: settings, for: .base) != nil || tree.value(of: settings, for: .configs) != nil
      || tree.value(of: settings, for: .groups) != nil
  }

  /// Fills in what Xcode will make of the target, going by all settings that can be seen.
  mutating func readBuildSettings(
    of node: NodeID, into target: inout Target, _ settings: SettingsReader
  ) {
    if target.type == .framework || target.type == .xcFramework, settings.mayHave(.machOType) {
      let own = tree.value(of: node, for: .settings)
      let mappings = flatSettings(own, settings, in: settings.defaultConfiguration)
      let value = text(of: .machOType, in: .mappings(mappings))?.joined(separator: " ")
      target.generatedLinkage = value == "staticlib" ? .static : .dynamic
    }
    readLinkSettings(of: node, into: &target, settings)
    if target.type == .unitTestBundle { readTestHost(of: node, into: &target, settings) }
    switch setting(.productNameSetting, of: node, settings) {
    case .unset: break
    case .unknown: target.hasUnknownProductName = true
    case .value(let name):
      let targetName = batch.names.string(target.name)
      let resolved = name.replacingVariable("TARGET_NAME", with: targetName)
      if !resolved.hasVariable, !resolved.isEmpty {
        target.builtProductName = batch.names.intern(resolved)
      } else {
        target.hasUnknownProductName = true
      }
    }
  }
}

// Looking a setting up.
extension SpecReader {
  /// The value of `key` for a target: its own settings and groups, its configuration file, the
  /// project's settings, the project's configuration file, whichever has it first; the same in all
  /// configurations or unknown.
  private mutating func setting(
    _ key: SpecKey, of target: NodeID, _ settings: SettingsReader
  ) -> SettingValue {
    guard settings.mayHave(key) else { return .unset }
    var result: SettingValue?
    for configuration in settings.configurations {
      let value = setting(key, of: target, settings, in: configuration)
      if let known = result, known != value { return .unknown }
      result = value
    }
    return result ?? .unset
  }

  mutating func setting(
    _ key: SpecKey, of target: NodeID, _ settings: SettingsReader, in configuration: String
  ) -> SettingValue {
    let levels = settingLevels(of: target, settings, in: configuration)
    return text(of: key, in: levels).map { .value($0.joined(separator: " ")) } ?? .unset
  }
}

extension String {
  /// Whether it refers to other settings.
  var hasVariable: Bool {
    var isBehindDollar = false
    for byte in utf8 {
      if isBehindDollar, byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }

  /// The text with `$(name)` and `${name}` replaced.
  func replacingVariable(_ name: String, with value: String) -> String {
    guard hasVariable else { return self }
    return split(separator: "$(\(name))", omittingEmptySubsequences: false).joined(separator: value)
      .split(separator: "${\(name)}", omittingEmptySubsequences: false).joined(separator: value)
  }
}
