internal import Diagnostics
internal import Graph
internal import YAML

/// A setting that rules compare, as it is spelled.
private struct JudgedKey: Sendable {
  var setting: JudgedSetting
  var key: SpecKey
  /// Stands for the setting under any condition.
  var conditional: SpecKey
  /// Tells of most mappings that they have neither.
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

  /// The keys of all of them.
  static let keySet = KeySet(
    all.map(\.key.id) + all.map(\.conditional.id) + [SpecKey.configFiles.id])

  /// What divides settings into parts.
  static let shape = KeyBits([SpecKey.base, .configs, .groups, .presets].map(\.id))
}

/// The settings that rules compare, as far as a specification has them.
struct JudgedSettings {
  fileprivate let root: NodeID
  fileprivate let folder: String
  /// Those that occur in the specification, or in a configuration file: bit *i* for number *i* of all.
  private var found: UInt8 = 0
  /// Whether a group of settings, or the project, may have any of them.
  fileprivate private(set) var mayBeInGroups = false
  fileprivate let hasProjectLevels: Bool

  /// `nil` if none of the settings occurs.
  init?(root: NodeID, folder: String, in tree: borrowing Tree) {
    guard tree.keys.containsAny(of: JudgedKey.keySet) else { return nil }
    let hasFiles = tree.has(.configFiles)
    for number in JudgedKey.all.indices {
      let key = JudgedKey.all[number]
      if hasFiles || tree.has(key.key) || tree.has(key.conditional) { found |= 1 << UInt8(number) }
    }
    self.root = root
    self.folder = folder
    hasProjectLevels =
      tree.value(of: root, for: .settings) != nil || tree.value(of: root, for: .configFiles) != nil
    if tree.has(.settingGroups) || tree.has(.settingPresets),
      let groups = SettingsReader.groups(of: root, in: tree)
    {
      mayBeInGroups = occur(in: groups, of: tree)
    }
  }

  /// Whether a key may occur.
  fileprivate func mayHave(_ number: Int) -> Bool { found >> UInt8(number) & 1 == 1 }

  /// Looks any setting up.
  fileprivate func reader(in tree: borrowing Tree) -> SettingsReader {
    SettingsReader(allOf: root, folder: folder, in: tree)
  }

  private func occur(in groups: NodeID, of tree: borrowing Tree) -> Bool {
    var entries = tree.startOfEntries(of: groups)
    while let (_, group) = tree.nextEntry(&entries) {
      if mayHaveAny(group, in: tree) { return true }
      guard tree.mayHave(JudgedKey.shape, in: group) else { continue }
      if let base = tree.value(of: group, for: .base), mayHaveAny(base, in: tree) { return true }
      guard let configs = tree.value(of: group, for: .configs) else { continue }
      var others = tree.startOfEntries(of: configs)
      while let (_, settings) = tree.nextEntry(&others) {
        if mayHaveAny(settings, in: tree) || tree.mayHave(JudgedKey.shape, in: settings) {
          return true
        }
      }
    }
    return false
  }

  private func mayHaveAny(_ settings: NodeID, in tree: borrowing Tree) -> Bool {
    for number in JudgedKey.all.indices where mayHave(number) {
      let key = JudgedKey.all[number]
      guard tree.mayHave(key.bits, in: settings) else { continue }
      let hasValue = tree.value(of: settings, for: key.key) != nil
      if hasValue || tree.has(key.conditional) { return true }
    }
    return false
  }

  /// What can be told of a target without looking at each configuration.
  fileprivate enum Quick {
    case value(key: NodeID, NodeID)
    /// The target has no value of its own.
    case nothing
    case unknown
  }

  /// - Complexity: O(1) for most targets.
  fileprivate func quickValue(
    _ key: JudgedKey, of parts: TargetParts, in tree: borrowing Tree
  ) -> Quick {
    guard parts.configFiles == nil, !tree.has(key.conditional) else { return .unknown }
    guard let settings = parts.settings else { return .nothing }
    guard tree.mayHave(JudgedKey.shape, in: settings) else {
      return Self.entry(key, of: settings, in: tree) ?? .nothing
    }
    if tree.value(of: settings, for: .configs) != nil { return .unknown }
    if let base = tree.value(of: settings, for: .base) {
      if let found = Self.entry(key, of: base, in: tree) { return found }
    } else if tree.mayHave(key.bits, in: settings) {
      return .unknown
    }
    return mayBeInGroups ? .unknown : .nothing
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

/// What one place says of a setting.
private enum Written {
  case value(NameID, SourceRange)
  /// There is a value, which is unknown.
  case unknown(SourceRange)
}

// Settings that rules compare between modules.
extension SpecReader {
  /// Appends what a target says of settings that rules compare.
  ///
  /// A setting has a row for each configuration unless all have the same value.
  mutating func readJudgedSettings(
    of node: NodeID, _ parts: TargetParts, into target: inout Target, _ judged: JudgedSettings?
  ) {
    let first = batch.writtenSettings.count
    let minimum = JudgedSetting(minimumOf: target.platform)
    var isMinimumRead = false
    if let judged {
      for number in JudgedKey.all.indices where judged.mayHave(number) {
        let key = JudgedKey.all[number]
        if key.setting == .bundleIdentifier, !target.type.hasBundleIdentifier { continue }
        if key.setting == minimum { isMinimumRead = true }
        switch judged.quickValue(key, of: parts, in: tree) {
        case .value(let name, let value) where isPlain(value):
          append(key.setting, .value(intern(value), range(of: name)), in: nil)
        case .nothing where key.setting != minimum: break
        case .nothing:
          if let version = written(parts.deploymentTarget) {
            append(key.setting, version, in: nil)
          }
        case .value, .unknown:
          let version = key.setting == minimum ? written(parts.deploymentTarget) : nil
          readEachConfiguration(key, of: node, named: target.name, judged, orElse: version)
        }
      }
    }
    if !isMinimumRead, let minimum, let value = parts.deploymentTarget,
      let version = written(value)
    {
      append(minimum, version, in: nil)
    }
    target.settingRows = RowRange(first..<batch.writtenSettings.count)
  }

  private mutating func readEachConfiguration(
    _ key: JudgedKey, of node: NodeID, named name: NameID, _ judged: JudgedSettings,
    orElse fallback: Written?
  ) {
    let settings = judged.reader(in: tree)
    let names = ["TARGET_NAME": batch.names.string(name), "PRODUCT_NAME": batch.names.string(name)]
    let isMade =
      key.setting == .bundleIdentifier && option(.bundleIdPrefix, of: judged.root) != nil
    append(key.setting, of: settings.configurations) { reader, configuration in
      let own = reader.ownLevels(of: node, settings, in: configuration)
      let project = reader.projectLevels(settings, in: configuration)
      return reader.written(key, in: own, among: own + project, names) ?? fallback
    } orElse: { reader, configuration in
      if isMade { return nil }
      let project = reader.projectLevels(settings, in: configuration)
      return reader.written(key, in: project, among: project, names)
    }
  }

  /// Appends what the project and its options say of settings that rules compare.
  mutating func readProjectSettings(
    of root: NodeID, into spec: inout Spec, _ judged: JudgedSettings?
  ) {
    if judged?.hasProjectLevels != true, let known = rowsOfSameOptions(of: root) {
      spec.settingRows = known
      return
    }
    let first = batch.writtenSettings.count
    if let judged, judged.hasProjectLevels {
      let settings = judged.reader(in: tree)
      for (number, key) in JudgedKey.all.enumerated() where judged.mayHave(number) {
        append(key.setting, of: settings.configurations) { reader, configuration in
          let levels = reader.projectLevels(settings, in: configuration)
          return reader.written(key, in: levels, among: levels, [:])
        } orElse: { reader, _ in
          reader.optionVersion(key.setting, of: root)
        }
      }
    }
    let end = batch.writtenSettings.count
    if let prefix = option(.bundleIdPrefix, of: root), tree.isText(prefix) {
      append(.bundleIdentifierPrefix, .value(intern(prefix), range(of: prefix)), in: nil)
    }
    if let versions = option(.deploymentTarget, of: root), tree.isMapping(versions) {
      var entries = tree.startOfEntries(of: versions)
      while let (key, value) = tree.nextEntry(&entries) {
        guard tree.isText(key), let platform = platform(key),
          let setting = JudgedSetting(minimumOf: platform),
          !batch.writtenSettings[first..<end].contains(where: { $0.setting == setting }),
          let version = written(value)
        else { continue }
        append(setting, version, in: nil)
      }
    }
    spec.settingRows = RowRange(first..<batch.writtenSettings.count)
  }

  /// The rows of the specification before if both include the same options.
  private func rowsOfSameOptions(of root: NodeID) -> RowRange? {
    guard let last = batch.specs.indices.last else { return nil }
    let known = batch.specs[last].settingRows
    var row = known.rows.lowerBound
    func isNext(_ value: NodeID) -> Bool {
      guard row < known.rows.upperBound else { return false }
      defer { row += 1 }
      let written = batch.writtenSettings[row]
      return written.configuration == nil && written.location == range(of: value)
    }
    guard let options = tree.value(of: root, for: .options) else { return nil }
    if let prefix = tree.value(of: options, for: .bundleIdPrefix), !isNext(prefix) { return nil }
    if let versions = tree.value(of: options, for: .deploymentTarget) {
      guard tree.isMapping(versions) else { return nil }
      var entries = tree.startOfEntries(of: versions)
      while let (_, value) = tree.nextEntry(&entries) {
        if !isNext(value) { return nil }
      }
    }
    return row == known.rows.upperBound ? known : nil
  }

  private func option(_ key: SpecKey, of root: NodeID) -> NodeID? {
    guard tree.has(key), let options = tree.value(of: root, for: .options) else { return nil }
    return tree.value(of: options, for: key)
  }

  /// Whether a value is a text without variables.
  private func isPlain(_ value: NodeID) -> Bool {
    guard tree.isText(value) else { return false }
    let bytes = tree.text.span.extracting(tree.textRange(of: value))
    for place in bytes.indices where bytes[place] == UInt8(ascii: "$") { return false }
    return true
  }

  private mutating func optionVersion(_ setting: JudgedSetting, of root: NodeID) -> Written? {
    guard let versions = option(.deploymentTarget, of: root), tree.isMapping(versions) else {
      return nil
    }
    let entry = tree.entries(of: versions).last { entry in
      tree.isText(entry.key)
        && platform(entry.key).flatMap { JudgedSetting(minimumOf: $0) } == setting
    }
    return written(entry?.value)
  }

  /// XcodeGen ignores a version that is an integer.
  private mutating func written(_ value: NodeID?) -> Written? {
    guard let value else { return nil }
    switch tree.type(of: value) {
    case .text: return .value(intern(value), range(of: value))
    case .float: return .value(batch.names.intern(settingText(value)), range(of: value))
    default: return nil
    }
  }

  /// The value of a setting at the nearest of `levels`, its variables replaced by settings `among` all levels.
  private mutating func written(
    _ key: JudgedKey, in levels: [SettingLevel], among all: [SettingLevel],
    _ names: [String: String]
  ) -> Written? {
    for level in levels {
      let conditional = texts(ofConditional: key.conditional, in: level)
      let value = text(of: key.key, in: level)?.joined(separator: " ")
      guard value != nil || !conditional.isEmpty else { continue }
      let place = place(of: key.key, in: level) ?? place(ofConditional: key.conditional, in: level)
      guard let place else { return nil }
      // A condition that says the same changes nothing.
      guard let value, conditional.allSatisfy({ $0 == value }),
        let text = replacingVariables(of: value, names, all)
      else { return .unknown(place) }
      return .value(batch.names.intern(text), place)
    }
    return nil
  }

  private func place(ofConditional key: SpecKey, in level: SettingLevel) -> SourceRange? {
    switch level {
    case .mappings(let mappings):
      return mappings.lazy.flatMap { tree.entries(of: $0) }
        .first { tree.keyID(of: $0.key) == key.id }.map { range(of: $0.key) }
    case .file(_, _, let entry): return range(of: entry)
    }
  }

  /// A value with each `$(NAME)` replaced; `nil` if nothing here defines one of them.
  private func replacingVariables(
    of value: String, _ names: [String: String], _ levels: [SettingLevel], depth: Int = 0
  ) -> String? {
    guard value.hasVariable else { return value }
    guard depth < 10 else { return nil }
    var result = ""
    var rest = value[...]
    while let dollar = rest.firstIndex(of: "$") {
      let open = rest.index(after: dollar)
      guard open < rest.endIndex, rest[open] == "(" || rest[open] == "{",
        let close = rest[open...].firstIndex(of: rest[open] == "(" ? ")" : "}")
      else { return nil }
      let name = String(rest[rest.index(after: open)..<close])
      guard let text = text(named: name, in: levels) ?? names[name],
        let value = replacingVariables(of: text, names, levels, depth: depth + 1)
      else { return nil }
      result += rest[..<dollar] + value
      guard result.utf8.count <= Limits.nameLength else { return nil }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// The value of any setting at the nearest of `levels` that has one.
  private func text(named name: String, in levels: [SettingLevel]) -> String? {
    for level in levels {
      switch level {
      case .mappings(let mappings):
        for mapping in mappings {
          if let entry = tree.entry(of: mapping, named: name) { return settingText(entry.value) }
        }
      case .file(let file, _, _):
        if let value = file.values[name] { return value.text }
      }
    }
    return nil
  }
}

extension SpecReader {
  /// Appends the values that some configuration has, as one row if all have the same.
  ///
  /// The others have what `rest` says.
  private mutating func append(
    _ setting: JudgedSetting, of configurations: [String],
    own: (inout Self, String) -> Written?, orElse rest: (inout Self, String) -> Written?
  ) {
    let configurations = configurations.prefix(LinkSettings.mostConfigurations)
    var values: [Written?] = []
    for configuration in configurations { values.append(own(&self, configuration)) }
    guard let first = values.lazy.compactMap({ $0 }).first else { return }
    if values.allSatisfy({ $0?.isSame(as: first) ?? false }) {
      return append(setting, first, in: nil)
    }
    for (configuration, value) in zip(configurations, values) {
      let name = batch.names.intern(configuration)
      if let value = value ?? rest(&self, configuration) { append(setting, value, in: name) }
    }
  }

  private mutating func append(
    _ setting: JudgedSetting, _ value: Written, in configuration: NameID?
  ) {
    switch value {
    case .value(let value, let place):
      batch.writtenSettings.append(WrittenSetting(setting, value, in: configuration, at: place))
    case .unknown(let place):
      batch.writtenSettings.append(WrittenSetting(setting, nil, in: configuration, at: place))
    }
  }
}

extension Written {
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.value(let a, _), .value(let b, _)): a == b
    case (.unknown, .unknown): true
    case (.value, .unknown), (.unknown, .value): false
    }
  }
}
