internal import Diagnostics
internal import SpecReading
internal import YAML

/// The build settings to look up in a spec, and the parts of the spec that all targets share.
public struct SettingsScope {
  /// The names of the build configurations, in order.
  var configurations: [String] { all.names }
  private let all: BuildConfigurations
  /// The configuration that other projects use.
  let defaultConfiguration: String
  let projectSettings: NodeID?
  let groups: NodeID?
  let projectConfigFiles: NodeID?
  /// The keys of the spec.
  private let keys: KeySet
  /// Whether there may be configuration files, which can contain any setting.
  private let mayHaveFiles: Bool
  /// The settings to look up, and the keys that lead to them; `nil` for all settings.
  private let wanted: KeyBits?

  /// The settings that affect linking.
  private static let linkKeys: [SpecKey] = [
    .machOType, .conditionalMachOType, .productNameSetting, .testHost, .otherLinkerFlags,
    .conditionalLinkerFlags, .disableDiamondDiagnostic, .mergedBinaryType,
  ]
  private static let linkBits = KeyBits(
    (linkKeys + [.base, .configs, .groups, .presets]).map(\.id))

  /// Creates the scope of the settings that affect linking; `nil` if none occurs, as in most specs.
  init?(linkSettingsOf spec: borrowing ResolvedSpec) {
    let keys = spec.tree.keys
    guard
      keys.contains(SpecKey.configFiles.id)
        || Self.linkKeys.contains(where: { keys.contains($0.id) })
    else { return nil }
    self.init(of: spec, wanted: Self.linkBits)
  }

  /// Creates the scope of all settings.
  init(of spec: borrowing ResolvedSpec) { self.init(of: spec, wanted: nil) }

  private init(of spec: borrowing ResolvedSpec, wanted: KeyBits?) {
    let (tree, root) = (spec.tree, spec.root)
    self.wanted = wanted
    keys = tree.keys
    mayHaveFiles = tree.has(.configFiles)
    projectSettings = tree.value(of: root, for: .settings)
    groups = tree.settingGroups(of: root)
    projectConfigFiles = tree.value(of: root, for: .configFiles)
    let all = BuildConfigurations(of: root, in: tree)
    let named = spec.option(.defaultConfig).flatMap { tree.textValue($0) }
    defaultConfiguration = named.flatMap { all.contains($0) ? $0 : nil } ?? all.names[0]
    self.all = all
  }

  /// Whether `key` may occur, so that it is worth looking up.
  func mayContain(_ key: SpecKey) -> Bool { mayHaveFiles || keys.contains(key.id) }

  /// Whether all settings are found, and not only those that affect linking.
  var isComplete: Bool { wanted == nil }

  /// Whether a mapping of settings may contain, or lead to, a setting to look up.
  func mayMatter(_ mapping: NodeID, in tree: borrowing Tree) -> Bool {
    guard let wanted else { return true }
    return tree.mayContain(wanted, in: mapping)
  }

  /// Whether settings under `word` in `configs` apply to `configuration`.
  func applies(_ word: String, to configuration: String) -> Bool {
    all.applies(word, to: configuration)
  }
}
