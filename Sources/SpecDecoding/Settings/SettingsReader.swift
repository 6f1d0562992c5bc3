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
  let source: any FileTree
  /// The names of the build configurations, in order, as many as are read.
  let configurations: [String]
  /// The configuration that other projects use.
  let defaultConfiguration: String
  let groups: NodeID?
  /// The settings that earlier specs share; only few differ.
  var known: SharedSettings.Known = []
  var shared: SharedSettings?
  /// The settings in large mappings, which are those of groups.
  private var large: [NodeID: [SettingLevel.Setting]] = [:]
  /// Whether the settings that were looked up last depend on the configuration.
  private var areConfigured = false

  init(_ spec: ResolvedSpec, _ files: ConfigurationFiles, in source: any FileTree) {
    self.spec = spec
    self.files = files
    self.source = source
    groups = spec.tree.settingGroups(of: spec.root)
    let names = Self.configurations(of: spec.root, in: spec.tree)
    let named = spec.option(.defaultConfig).flatMap { spec.tree.textValue($0) }
    defaultConfiguration = named.flatMap { names.contains($0) ? $0 : nil } ?? names[0]
    let isUsual = names.count <= LinkSettings.mostConfigurations
    configurations = isUsual ? names : Array(names.prefix(LinkSettings.mostConfigurations))
  }

  /// Exchanges what specs share.
  mutating func exchange(_ files: inout ConfigurationFiles, _ known: inout SharedSettings.Known) {
    swap(&self.files, &files)
    swap(&self.known, &known)
  }

  private static let standardConfigurations = ["Debug", "Release"]

  /// Reads `configs`; ignores a configuration whose type is not text.
  private static func configurations(of root: NodeID, in tree: borrowing Tree) -> [String] {
    guard tree.has(.configs), let configs = tree.value(of: root, for: .configs) else {
      return standardConfigurations
    }
    let named = tree.entries(of: configs).filter { tree.isText($0.value) }
    return named.isEmpty
      ? standardConfigurations
      : named.map { tree.string($0.key) }.sorted { $0.precedes($1) }
  }

  /// The numbers of tables in levels.
  static let (ofTarget, ofProject) = (0, 1)

  var tree: Tree { _read { yield spec.tree } }

  /// Looks up settings of a target in all configurations.
  mutating func settings(
    _ keys: [SettingKey], of target: NodeID, named name: String
  ) -> TargetSettings {
    let own = levels(
      tree.value(of: target, for: .settings), tree.value(of: target, for: .configFiles),
      table: Self.ofTarget)
    let shared = sharedSettings().levels
    let all = (0..<max(own.count, shared.count)).map {
      own.inConfiguration($0) + shared.inConfiguration($0)
    }
    return lookUp(keys, of: target, named: name, at: all)
  }

  // It changes nothing, but a call that cannot would copy the reader.
  mutating func lookUp(
    _ keys: [SettingKey], of target: NodeID?, named name: String?, at levels: [[SettingLevel]]
  ) -> TargetSettings {
    TargetSettings(
      keys, of: name, project: name == nil ? nil : tree.text(of: spec.root, for: .name),
      at: levels, in: configurations
    ) { name, table, configuration in
      var value = SettingValue()
      let owner = table == Self.ofTarget ? target : spec.root
      guard let owner, let settings = tree.value(of: owner, for: .settings) else { return value }
      var search = MappingSearch(configuration)
      collect(settings, &search)
      for mapping in search.mappings {
        guard let entry = tree.entry(of: mapping, named: name) else { continue }
        value.add(text(of: entry.value), isConditional: false)
        break
      }
      return value
    }
  }

  /// Returns the levels of `settings` and, below them, of a configuration file in each
  /// configuration, or in one for all.
  mutating func levels(
    _ settings: NodeID?, _ configFiles: NodeID?, table: Int
  ) -> [[SettingLevel]] {
    var all: [[SettingLevel]] = []
    areConfigured = configFiles != nil
    for configuration in configurations {
      var levels: [SettingLevel] = []
      if let settings { levels.append(level(of: settings, table: table, in: configuration)) }
      if let configFiles, let entry = tree.entry(of: configFiles, named: configuration)?.value,
        let text = tree.textValue(entry)
      {
        // A missing file has no settings, since that is not an error of the graph.
        var level = file(at: Path.join(spec.folder, text)).level
        level.place = spec.range(of: entry)
        levels.append(level)
      }
      all.append(levels)
      if !areConfigured { break }
    }
    return all
  }

  mutating func file(at path: String) -> (file: ConfigurationFile, level: SettingLevel) {
    files.file(at: path) { [source] in try? source.content(of: $0) }
  }

  /// Returns the level of `settings`.
  mutating func level(
    of settings: NodeID, table: Int, in configuration: String
  ) -> SettingLevel {
    var level = SettingLevel(table: table)
    var search = MappingSearch(configuration)
    search.isLimited = true
    collect(settings, &search)
    if search.foundConfigured { areConfigured = true }
    for mapping in search.mappings.reversed() { level.add(entries(of: mapping)) }
    return level
  }

  /// Whether settings may include one that modlint reads.
  ///
  /// - Complexity: O(1) for most.
  func mayBeRead(_ settings: NodeID, isGroup: Bool = false) -> Bool {
    guard tree.hasKnownKeys(settings) else { return false }
    guard spec.isStructured(settings) else { return isRead(settings) }
    if let base = tree.value(of: settings, for: .base), isRead(base) { return true }
    if let configs = tree.value(of: settings, for: .configs) {
      var entries = tree.startOfEntries(of: configs)
      while let (_, value) = tree.nextEntry(&entries) {
        if tree.hasKnownKeys(value) { return true }
      }
    }
    let list = tree.value(of: settings, for: .groups) ?? tree.value(of: settings, for: .presets)
    guard let list, let groups else { return false }
    if isGroup { return true }
    var names = tree.startOfElements(of: list)
    while let name = tree.nextElement(&names) {
      guard tree.isText(name), let group = tree.entry(of: groups, named: name) else { continue }
      if mayBeRead(group.value, isGroup: true) { return true }
    }
    return false
  }

  /// Whether a mapping has a setting that modlint reads.
  private func isRead(_ mapping: NodeID) -> Bool {
    guard tree.hasKnownKeys(mapping) else { return false }
    var entries = tree.startOfEntries(of: mapping)
    while let (name, _) = tree.nextEntry(&entries) {
      if SettingKey.isKey(tree.keyID(of: name)) { return true }
    }
    return false
  }

  private static let fewEntries = 16

  private mutating func entries(of mapping: NodeID) -> [SettingLevel.Setting] {
    var entries = tree.startOfEntries(of: mapping)
    let isLarge = tree.count(from: entries) > Self.fewEntries
    if isLarge, let known = large[mapping] { return known }
    var level = SettingLevel()
    while let (name, value) = tree.nextEntry(&entries) {
      let id = tree.keyID(of: name)
      guard let key = SettingKey(id) else { continue }
      level.add(
        key, text(of: value), isConditional: SettingKey.isConditional(id),
        at: spec.range(of: name))
    }
    if isLarge { large[mapping] = level.settings }
    return level.settings
  }

  /// A search for the flat mappings of `settings` in one configuration.
  private struct MappingSearch {
    let configuration: String
    /// Whether mappings count only if they have settings that modlint reads.
    var isLimited = false
    /// The mappings, nearest first: those of the configuration, `base`, and groups.
    var mappings: [NodeID] = []
    /// Whether there are mappings for some configurations.
    var foundConfigured = false
    /// The groups that name others, of which visited ones add nothing: there may be cycles.
    var seen: Set<NodeID> = []
    var depth = 0

    init(_ configuration: String) { self.configuration = configuration }
  }

  private func collect(_ settings: NodeID, _ search: inout MappingSearch) {
    guard tree.isMapping(settings), search.depth < Limits.nesting,
      !search.isLimited || tree.hasKnownKeys(settings)
    else { return }
    guard spec.isStructured(settings) else { return add(settings, to: &search) }
    let list = tree.value(of: settings, for: .groups) ?? tree.value(of: settings, for: .presets)
    if list != nil, search.depth > 0, !search.seen.insert(settings).inserted { return }
    search.depth += 1
    defer { search.depth -= 1 }
    if let configs = tree.value(of: settings, for: .configs) {
      for (name, value) in tree.entries(of: configs).reversed()
      where !search.isLimited || tree.hasKnownKeys(value) {
        search.foundConfigured = true
        if applies(tree.string(name), to: search.configuration) { collect(value, &search) }
      }
    }
    if let base = tree.value(of: settings, for: .base), tree.isMapping(base) {
      add(base, to: &search)
    }
    guard let list, let groups else { return }
    for name in tree.elements(of: list).reversed() where tree.isText(name) {
      guard let group = tree.entry(of: groups, named: name)?.value else { continue }
      collect(group, &search)
    }
  }

  private func add(_ mapping: NodeID, to search: inout MappingSearch) {
    if !search.isLimited || isRead(mapping) { search.mappings.append(mapping) }
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
    case .text, .timestamp, .null, nil: break
    }
    guard tree.isSequence(value) else { return tree.string(value) }
    return tree.elements(of: value).filter { tree.isScalar($0) }.map { text(of: $0) }
      .joined(separator: " ")
  }
}
