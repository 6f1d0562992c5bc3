internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import SpecReading
internal import Text
internal import YAML

/// Makes levels of the build settings in a spec and its configuration files, and looks up the
/// settings of targets in them.
struct SettingsReader: Sendable {
  let spec: ResolvedSpec
  var files: ConfigurationFiles
  /// The settings in mappings of included files, by their places.
  var included: [SourceRange: [SettingLevel.Setting]] = [:]
  let source: any FileTree
  /// The names of the build configurations, in order, as many as are read.
  let configurations: [String]
  /// The configurations that may differ; the first if nothing tells them apart.
  let read: ArraySlice<String>
  /// The configuration that other projects use.
  let defaultConfiguration: String
  private let groups: NodeID?
  /// Whether a level that all targets share has a setting for linking.
  var projectAffectsLinking = false
  /// The levels that all targets share, by configuration.
  private var shared: [String: [SettingLevel]] = [:]

  init(_ spec: ResolvedSpec, _ files: ConfigurationFiles, in source: any FileTree) {
    (self.spec, self.files, self.source) = (spec, files, source)
    let tree = spec.tree
    groups = tree.settingGroups(of: spec.root)
    let names = Self.configurations(of: spec.root, in: tree)
    let named = spec.option(.defaultConfig).flatMap { tree.textValue($0) }
    defaultConfiguration = named.flatMap { names.contains($0) ? $0 : nil } ?? names[0]
    configurations = Array(names.prefix(LinkSettings.mostConfigurations))
    let mayDiffer = tree.has(.configs) || tree.has(.configFiles)
    read = configurations.prefix(mayDiffer ? configurations.count : 1)
  }

  /// Reads `configs`; ignores a configuration whose type is not text.
  private static func configurations(of root: NodeID, in tree: borrowing Tree) -> [String] {
    let configs = tree.has(.configs) ? tree.value(of: root, for: .configs) : nil
    let named = tree.entries(of: configs).filter { tree.isText($0.value) }
    return named.isEmpty
      ? ["Debug", "Release"] : named.map { tree.string($0.key) }.sorted { $0.precedes($1) }
  }

  var tree: Tree { _read { yield spec.tree } }

  /// Looks up settings of a target in all configurations.
  mutating func settings(
    _ keys: [SettingKey], of target: NodeID, named name: String
  ) -> TargetSettings {
    let settings = tree.value(of: target, for: .settings)
    let configFiles = tree.value(of: target, for: .configFiles)
    let own = read.map { levels(settings, configFiles, in: $0) }
    return lookUp(keys, of: name, in: zip(read, own).map { ($0, $1 + sharedLevels(in: $0)) })
  }

  func lookUp(
    _ keys: [SettingKey], of target: String?,
    in levels: [TargetSettings.ConfiguredLevels]
  ) -> TargetSettings {
    TargetSettings(
      keys, of: target, project: target == nil ? nil : tree.text(of: spec.root, for: .name),
      in: levels, names: configurations
    ) { name, tables, configuration in
      var value = SettingValue()
      let all = tables.flatMap { mappings(of: NodeID($0), in: configuration) }
      let entry = all.lazy.compactMap { tree.entry(of: $0, named: name) }.first
      if let entry { value.add(text(of: entry.value), isConditional: false) }
      return value
    }
  }

  /// Returns the levels that all targets share, of which the last is that of the options.
  mutating func sharedLevels(in configuration: String) -> [SettingLevel] {
    if let known = shared[configuration] { return known }
    let settings = tree.value(of: spec.root, for: .settings)
    let configFiles = tree.value(of: spec.root, for: .configFiles)
    let found = levels(settings, configFiles, in: configuration) + [optionLevel]
    shared[configuration] = found
    return found
  }

  /// Returns the levels of `settings` and, below them, of a configuration file.
  mutating func levels(
    _ settings: NodeID?, _ configFiles: NodeID?, in configuration: String
  ) -> [SettingLevel] {
    var levels: [SettingLevel] = []
    if let settings { levels.append(level(of: settings, in: configuration)) }
    guard let configFiles, let entry = tree.entry(of: configFiles, named: configuration)?.value,
      let text = tree.textValue(entry)
    else { return levels }
    // A missing file has no settings, since that is not an error of the graph.
    var level = file(at: Path.join(spec.folder, text)).level
    level.place = spec.range(of: entry)
    return levels + [level]
  }

  mutating func file(at path: String) -> (file: ConfigurationFile, level: SettingLevel) {
    files.file(at: path) { [source] in try? source.content(of: $0) }
  }

  /// Returns the level of `settings`.
  mutating func level(of settings: NodeID, in configuration: String) -> SettingLevel {
    var level = SettingLevel()
    level.tables = [Int(settings.index)]
    for mapping in mappings(of: settings, in: configuration, where: isRead).reversed() {
      level.add(entries(of: mapping))
    }
    return level
  }

  /// Whether a mapping contains a setting that modlint reads, or is divided into others.
  private func isRead(_ mapping: NodeID) -> Bool {
    if spec.isStructured(mapping) { return true }
    var entries = tree.startOfEntries(of: mapping)
    while let (name, _) = tree.nextEntry(&entries) {
      if SettingKey(tree.keyID(of: name)) != nil { return true }
    }
    return false
  }

  private mutating func entries(of mapping: NodeID) -> [SettingLevel.Setting] {
    // Most specs of a repository include the same settings: the place of a mapping in a file
    // determines what it contains.
    let place = tree.range(of: mapping)
    let isIncluded =
      place.file != spec.file && !tree.isGathered(mapping) && spec.outsideNote(of: mapping) == nil
    if isIncluded, let known = included[place] { return known }
    var level = SettingLevel()
    var entries = tree.startOfEntries(of: mapping)
    while let (name, value) = tree.nextEntry(&entries) {
      let id = tree.keyID(of: name)
      guard let key = SettingKey(id) else { continue }
      level.add(
        key, text(of: value), isConditional: SettingKey.isConditional(id),
        at: spec.range(of: key == .testHost ? value : name))
    }
    if isIncluded { included[place] = level.settings }
    return level.settings
  }

  /// Returns the flat mappings of `settings`, nearest first: those of the configuration, `base`, and
  /// groups.
  private func mappings(
    of settings: NodeID, in configuration: String, where isWanted: (NodeID) -> Bool = { _ in true }
  ) -> [NodeID] {
    var mappings: [NodeID] = []
    // Groups may refer to each other in cycles: visited settings add nothing.
    var seen: Set<NodeID> = []
    func collect(_ settings: NodeID, depth: Int) {
      guard tree.isMapping(settings), depth < Limits.nesting, isWanted(settings),
        depth == 0 || seen.insert(settings).inserted
      else { return }
      guard spec.isStructured(settings) else { return mappings.append(settings) }
      for (name, value) in tree.entries(of: settings, for: .configs).reversed()
      where isWanted(value) && applies(tree.string(name), to: configuration) {
        collect(value, depth: depth + 1)
      }
      if let base = tree.value(of: settings, for: .base), tree.isMapping(base), isWanted(base) {
        mappings.append(base)
      }
      let list = tree.value(of: settings, for: .groups) ?? tree.value(of: settings, for: .presets)
      guard let list, let groups else { return }
      for name in tree.elements(of: list).reversed() where tree.isText(name) {
        guard let group = tree.entry(of: groups, named: name)?.value else { continue }
        collect(group, depth: depth + 1)
      }
    }
    collect(settings, depth: 0)
    return mappings
  }

  /// Whether settings under `word` in `configs` apply to a configuration, unless the word is the
  /// name of another.
  private func applies(_ word: String, to configuration: String) -> Bool {
    if word == configuration { return true }
    guard !configurations.contains(word) else { return false }
    return word.isEmpty || configuration.lowercased().containsBytes(of: word.lowercased())
  }

  /// Returns the text that XcodeGen writes for the value of a setting.
  func text(of value: NodeID) -> String {
    switch tree.type(of: value) {
    case .bool(let value): return value ? "YES" : "NO"
    case .int(let number): return "\(number)"
    case .float(let number): return "\(number)"
    case .text, .timestamp, .data, .null, nil: break
    }
    guard tree.isSequence(value) else { return tree.string(value) }
    return tree.elements(of: value).filter { tree.isScalar($0) }.map { text(of: $0) }
      .joined(separator: " ")
  }
}
