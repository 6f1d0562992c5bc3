internal import Diagnostics
internal import Files
internal import Paths
internal import YAML

/// One of the places where Xcode looks for a build setting of a target, the nearest first: its own settings,
/// its configuration file, those of the project.
enum SettingLevel {
  /// Flat mappings of settings, of which the first that has a key counts.
  case mappings([NodeID])
  case file(ConfigurationFile, path: String, entry: NodeID)
}

/// What a configuration file says.
struct ConfigurationFile {
  /// The unconditional settings.
  var values: [String: Value] = [:]
  /// The values that hold under conditions, by the names of the settings.
  var conditional: [String: [String]] = [:]

  struct Value {
    var text: String
    /// The file, and the line from 1 on.
    var path: String
    var line: Int
    var length: Int
  }

  /// Takes over what a file that is included says.
  mutating func merge(_ other: ConfigurationFile) {
    values.merge(other.values) { $1 }
    conditional.merge(other.conditional) { $0 + $1 }
  }
}

extension SpecReader {
  /// The places where a setting of a target is looked for in one configuration.
  ///
  /// - Complexity: O(*n*) for *n* groups and entries of `configs`, once for all targets that share them.
  mutating func settingLevels(
    of target: NodeID, _ settings: SettingsReader, in configuration: String
  ) -> [SettingLevel] {
    ownLevels(of: target, settings, in: configuration)
      + projectLevels(settings, in: configuration)
  }

  /// Those of the places that are the target's own.
  mutating func ownLevels(
    of target: NodeID, _ settings: SettingsReader, in configuration: String
  ) -> [SettingLevel] {
    levels(
      tree.value(of: target, for: .settings), tree.value(of: target, for: .configFiles), settings,
      in: configuration)
  }

  /// Those of the places that all targets share.
  mutating func projectLevels(
    _ settings: SettingsReader, in configuration: String
  ) -> [SettingLevel] {
    levels(
      settings.projectSettings, settings.projectConfigFiles, settings, in: configuration)
  }

  private mutating func levels(
    _ own: NodeID?, _ files: NodeID?, _ settings: SettingsReader, in configuration: String
  ) -> [SettingLevel] {
    var levels: [SettingLevel] = []
    let mappings = flatSettings(own, settings, in: configuration)
    if !mappings.isEmpty { levels.append(.mappings(mappings)) }
    guard let files, let entry = tree.entry(of: files, named: configuration)?.value,
      let text = tree.textValue(entry)
    else { return levels }
    let path = Path.join(settings.folder, text)
    levels.append(.file(configurationFile(path), path: path, entry: entry))
    return levels
  }

  /// The flat mappings of `settings`, the one that wins first: of configurations, `base`, groups.
  mutating func flatSettings(
    _ node: NodeID?, _ settings: SettingsReader, in configuration: String
  ) -> [NodeID] {
    guard let node else { return [] }
    let key = SettingsKey(
      settings: node, configuration: configuration, isComplete: settings.isComplete)
    if let known = decoding.flatSettings[key] { return known }
    var mappings: [NodeID] = []
    var seen: Set<NodeID> = []
    swap(&seen, &decoding.seenSettings)
    collect(&mappings, from: node, settings, configuration, depth: 0, &seen)
    seen.removeAll(keepingCapacity: true)
    swap(&seen, &decoding.seenSettings)
    decoding.flatSettings[key] = mappings
    return mappings
  }

  // `seen`, since groups may name each other in cycles; what comes again adds nothing.
  private func collect(
    _ mappings: inout [NodeID], from node: NodeID, _ settings: SettingsReader,
    _ configuration: String, depth: Int, _ seen: inout Set<NodeID>
  ) {
    guard tree.isMapping(node), settings.mayMatter(node, in: tree), depth < Limits.nesting,
      seen.insert(node).inserted
    else { return }
    guard hasShape(node) else { return mappings.append(node) }
    if let configs = tree.value(of: node, for: .configs) {
      for (name, value) in tree.entries(of: configs).reversed()
      where settings.mayMatter(value, in: tree)
        && settings.applies(tree.string(name), to: configuration)
      {
        collect(&mappings, from: value, settings, configuration, depth: depth + 1, &seen)
      }
    }
    if let base = tree.value(of: node, for: .base), tree.isMapping(base),
      settings.mayMatter(base, in: tree)
    {
      mappings.append(base)
    }
    let list = tree.value(of: node, for: .groups) ?? tree.value(of: node, for: .presets)
    guard let list, let groups = settings.groups else { return }
    for name in tree.elements(of: list).reversed() where tree.isText(name) {
      guard let group = tree.entry(of: groups, named: name) else { continue }
      collect(&mappings, from: group.value, settings, configuration, depth: depth + 1, &seen)
    }
  }

  /// The value of `key` at the nearest of `levels` that has one.
  func text(of key: SpecKey, in levels: [SettingLevel]) -> [String]? {
    for level in levels {
      if let texts = text(of: key, in: level) { return texts }
    }
    return nil
  }

  /// The value of `key` at one level, the entries of a list one by one.
  func text(of key: SpecKey, in level: SettingLevel) -> [String]? {
    switch level {
    case .mappings(let mappings):
      // A closure would copy the whole reader for each lookup.
      for mapping in mappings {
        guard let value = tree.value(of: mapping, for: key) else { continue }
        guard tree.isSequence(value) else { return [settingText(value)] }
        var texts: [String] = []
        for element in tree.elements(of: value) where tree.isScalar(element) {
          texts.append(settingText(element))
        }
        return texts
      }
      return nil
    case .file(let file, _, _): return file.values[key.spelling].map { [$0.text] }
    }
  }

  /// The values that a setting has at one level under conditions; `key` stands for all of them.
  func texts(ofConditional key: SpecKey, in level: SettingLevel) -> [String] {
    switch level {
    case .mappings(let mappings):
      guard tree.has(key) else { return [] }
      return mappings.flatMap { tree.entries(of: $0) }.filter { tree.keyID(of: $0.key) == key.id }
        .map { settingText($0.value) }
    case .file(let file, _, _):
      return file.conditional[String(key.spelling.dropLast())] ?? []
    }
  }

  /// Where the value of `key` is written; in a file outside the root, the entry that leads there.
  mutating func place(of key: SpecKey, in level: SettingLevel) -> SourceRange? {
    switch level {
    case .mappings(let mappings):
      let mapping = mappings.first { tree.value(of: $0, for: key) != nil }
      return tree.entries(of: mapping).last { tree.keyID(of: $0.key) == key.id }
        .map { range(of: $0.key) }
    case .file(let file, _, let entry):
      guard let value = file.values[key.spelling] else { return nil }
      guard !Path.leadsOutside(value.path) else { return range(of: entry) }
      let start = Position(line: UInt32(value.line), column: 1)
      let end = Position(line: start.line, column: UInt32(value.length + 1))
      return SourceRange(file: fileID(for: value.path), start: start, end: end)
    }
  }

  func settingText(_ node: NodeID) -> String {
    switch tree.type(of: node) {
    case .bool(let value): return value ? "YES" : "NO"
    case .int(let number): return "\(number)"
    case .float(let number): return "\(number)"
    case .text, .timestamp, .data, .null, nil: break
    }
    if tree.isSequence(node) {
      return tree.elements(of: node).map { tree.string($0) }.joined(separator: " ")
    }
    return tree.string(node)
  }
}

/// Settings of the specification that is being read, in one configuration.
struct SettingsKey: Hashable {
  var settings: NodeID
  var configuration: String
  /// Whether mappings without any setting that decides about links are among them.
  var isComplete: Bool
}
