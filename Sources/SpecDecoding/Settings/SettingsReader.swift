internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// A level at which Xcode looks up a build setting of a target.
///
/// The nearest level is first: the settings of the target, its configuration file, then those of
/// the project.
enum SettingLevel {
  /// Flat mappings of settings; the first that contains a key wins.
  case mappings([NodeID])
  /// A configuration file, and the entry of the spec with its path.
  case file(ConfigurationFile, entry: NodeID)
}

/// Looks up build settings of the targets of a spec.
struct SettingsReader: Sendable {
  public let spec: ResolvedSpec
  var files: ConfigurationFiles
  let numbers: FileNumbers
  /// The settings of projects, which specs of a repository share, by the places of all values that
  /// they depend on.
  ///
  /// Only few differ.
  var projectSettings: [(origins: [SourceRange], facts: [SettingFact])] = []
  /// Flattened settings, by configuration and by settings.
  private var flat: [String: [Int: [NodeID]]] = [:]
  /// The settings that a search has visited, kept to reuse the memory.
  private var seen: Set<NodeID> = []

  init(_ spec: ResolvedSpec, _ files: ConfigurationFiles, _ numbers: FileNumbers) {
    self.spec = spec
    self.files = files
    self.numbers = numbers
  }

  var tree: Tree { _read { yield spec.tree } }

  /// Returns the levels of a target in one configuration.
  ///
  /// - Complexity: O(*n*) for *n* groups and entries of `configs`, once for all targets that share
  ///   them.
  mutating func levels(
    of target: NodeID, _ scope: SettingsScope, in configuration: String
  ) -> [SettingLevel] {
    ownLevels(of: target, scope, in: configuration) + projectLevels(scope, in: configuration)
  }

  /// Returns the levels that belong to a target alone.
  mutating func ownLevels(
    of target: NodeID, _ scope: SettingsScope, in configuration: String
  ) -> [SettingLevel] {
    levels(
      tree.value(of: target, for: .settings), tree.value(of: target, for: .configFiles), scope,
      in: configuration)
  }

  /// Returns the levels that all targets share.
  mutating func projectLevels(_ scope: SettingsScope, in configuration: String) -> [SettingLevel] {
    levels(scope.projectSettings, scope.projectConfigFiles, scope, in: configuration)
  }

  private mutating func levels(
    _ settings: NodeID?, _ configFiles: NodeID?, _ scope: SettingsScope, in configuration: String
  ) -> [SettingLevel] {
    var levels: [SettingLevel] = []
    let mappings = flatSettings(settings, scope, in: configuration)
    if !mappings.isEmpty { levels.append(.mappings(mappings)) }
    guard let configFiles, let entry = tree.entry(of: configFiles, named: configuration)?.value,
      let text = tree.textValue(entry)
    else { return levels }
    levels.append(.file(files.file(at: Path.join(spec.folder, text)), entry: entry))
    return levels
  }

  /// Returns the flat mappings of `settings`, in order of precedence: configurations, `base`,
  /// groups.
  mutating func flatSettings(
    _ settings: NodeID?, _ scope: SettingsScope, in configuration: String
  ) -> [NodeID] {
    guard let settings else { return [] }
    // A complete scope includes mappings without any setting that affects linking.
    let key = scope.isComplete ? ~Int(settings.index) : Int(settings.index)
    if let known = flat[configuration]?[key] { return known }
    var mappings: [NodeID] = []
    seen.removeAll(keepingCapacity: true)
    collect(&mappings, from: settings, scope, configuration, depth: 0)
    flat[configuration, default: [:]][key] = mappings
    return mappings
  }

  // Groups may refer to each other in cycles: visited settings add nothing.
  private mutating func collect(
    _ mappings: inout [NodeID], from settings: NodeID, _ scope: SettingsScope,
    _ configuration: String, depth: Int
  ) {
    guard tree.isMapping(settings), scope.mayMatter(settings, in: tree), depth < Limits.nesting,
      seen.insert(settings).inserted
    else { return }
    guard spec.isStructured(settings) else { return mappings.append(settings) }
    if let configs = tree.value(of: settings, for: .configs) {
      for (name, value) in tree.entries(of: configs).reversed()
      where scope.mayMatter(value, in: tree)
        && scope.applies(tree.string(name), to: configuration)
      {
        collect(&mappings, from: value, scope, configuration, depth: depth + 1)
      }
    }
    if let base = tree.value(of: settings, for: .base), tree.isMapping(base),
      scope.mayMatter(base, in: tree)
    {
      mappings.append(base)
    }
    let list = tree.value(of: settings, for: .groups) ?? tree.value(of: settings, for: .presets)
    guard let list, let groups = scope.groups else { return }
    for name in tree.elements(of: list).reversed() where tree.isText(name) {
      guard let group = tree.entry(of: groups, named: name) else { continue }
      collect(&mappings, from: group.value, scope, configuration, depth: depth + 1)
    }
  }
}

// Values.
extension SettingsReader {
  /// Returns the value of `key` at the nearest level that has one.
  func text(of key: SpecKey, in levels: [SettingLevel]) -> String? {
    for level in levels {
      if let texts = texts(of: key, in: level) { return texts.joined(separator: " ") }
    }
    return nil
  }

  /// Returns the value of `key` at one level, as the elements of a list or a single text.
  func texts(of key: SpecKey, in level: SettingLevel) -> [String]? {
    switch level {
    case .mappings(let mappings):
      for mapping in mappings {
        if let value = tree.value(of: mapping, for: key) { return texts(of: value) }
      }
      return nil
    case .file(let file, _): return file.value(of: key.spelling).map { [$0.text] }
    }
  }

  private func texts(of value: NodeID) -> [String] {
    guard tree.isSequence(value) else { return [text(of: value)] }
    return tree.elements(of: value).filter { tree.isScalar($0) }.map { text(of: $0) }
  }

  /// Returns the conditional values of a setting at one level; `key` is the key for all conditions.
  func texts(ofConditional key: SpecKey, in level: SettingLevel) -> [String] {
    switch level {
    case .mappings(let mappings):
      guard tree.has(key) else { return [] }
      return mappings.flatMap { tree.entries(of: $0) }.filter { tree.keyID(of: $0.key) == key.id }
        .map { text(of: $0.value) }
    case .file(let file, _):
      return file.conditionalValues(of: String(key.spelling.dropLast()))
    }
  }

  /// Returns the value of any setting at the nearest level that has one.
  func text(named name: String, in levels: [SettingLevel]) -> String? {
    for level in levels {
      switch level {
      case .mappings(let mappings):
        for mapping in mappings {
          if let entry = tree.entry(of: mapping, named: name) { return text(of: entry.value) }
        }
      case .file(let file, _):
        if let value = file.value(of: name) { return value.text }
      }
    }
    return nil
  }

  /// Returns the range of the key of a setting, or of the line in a configuration file.
  ///
  /// For a file outside the root, it is the range of the entry with the path of the file.
  func range(of key: SpecKey, in level: SettingLevel) -> SourceRange? {
    switch level {
    case .mappings(let mappings):
      let mapping = mappings.first { tree.value(of: $0, for: key) != nil }
      return tree.entries(of: mapping).last { tree.keyID(of: $0.key) == key.id }
        .map { spec.range(of: $0.key) }
    case .file(let file, let entry):
      guard let value = file.value(of: key.spelling) else { return nil }
      guard !Path.leadsOutside(value.path) else { return spec.range(of: entry) }
      let start = Position(line: UInt32(value.line), column: 1)
      let end = Position(line: start.line, column: UInt32(value.length + 1))
      return SourceRange(file: numbers.number(of: value.path), start: start, end: end)
    }
  }

  /// Returns the range of the first conditional value of a setting.
  func range(ofConditional key: SpecKey, in level: SettingLevel) -> SourceRange? {
    switch level {
    case .mappings(let mappings):
      return mappings.lazy.flatMap { tree.entries(of: $0) }
        .first { tree.keyID(of: $0.key) == key.id }.map { spec.range(of: $0.key) }
    case .file(_, let entry): return spec.range(of: entry)
    }
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
    return tree.elements(of: value).map { tree.string($0) }.joined(separator: " ")
  }

  /// Returns the linkage that XcodeGen assumes, from the type and the base settings of the target.
  func linkage(of type: ProductType, settings: NodeID?) -> Linkage {
    switch type {
    case .staticFramework, .staticLibrary: return .static
    case .dynamicLibrary: return .dynamic
    case .framework, .xcFramework:
      guard tree.has(.machOType), let settings,
        let base = spec.isStructured(settings) ? tree.value(of: settings, for: .base) : settings,
        let value = tree.textNode(of: base, for: .machOType)
      else { return .dynamic }
      return tree.text(of: value, is: "staticlib") ? .static : .dynamic
    default: return .none
    }
  }
}
