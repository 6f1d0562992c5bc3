internal import Diagnostics
internal import SpecReading
internal import Text
internal import YAML

/// The build settings to look up in a spec, and the parts of the spec that all targets share.
struct SettingsScope {
  /// The names of the build configurations, in order.
  let configurations: [String]
  private let names: Set<String>
  /// The configuration that other projects use.
  let defaultConfiguration: String
  let projectSettings: NodeID?
  let groups: NodeID?
  let projectConfigFiles: NodeID?
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

  init(of spec: borrowing ResolvedSpec) { self.init(of: spec, wanted: nil) }

  private init(of spec: borrowing ResolvedSpec, wanted: KeyBits?) {
    let (tree, root) = (spec.tree, spec.root)
    self.wanted = wanted
    keys = tree.keys
    mayHaveFiles = tree.has(.configFiles)
    projectSettings = tree.value(of: root, for: .settings)
    groups = tree.settingGroups(of: root)
    projectConfigFiles = tree.value(of: root, for: .configFiles)
    configurations = Self.configurations(of: root, in: tree)
    let names = Set(configurations)
    let named = spec.option(.defaultConfig).flatMap { tree.textValue($0) }
    defaultConfiguration = named.flatMap { names.contains($0) ? $0 : nil } ?? configurations[0]
    self.names = names
  }

  /// Reads `configs`; ignores a configuration whose type is not text.
  private static func configurations(of root: NodeID, in tree: borrowing Tree) -> [String] {
    let configs = tree.has(.configs) ? tree.value(of: root, for: .configs) : nil
    let named = tree.entries(of: configs).filter { tree.isText($0.value) }
    return named.isEmpty
      ? ["Debug", "Release"] : named.map { tree.string($0.key) }.sorted { $0.precedes($1) }
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

  /// Whether settings under `word` in `configs` apply to a configuration, unless the word is the
  /// name of another.
  func applies(_ word: String, to configuration: String) -> Bool {
    if word == configuration { return true }
    guard !names.contains(word) else { return false }
    return word.isEmpty || configuration.lowercased().containsBytes(of: word.lowercased())
  }
}
