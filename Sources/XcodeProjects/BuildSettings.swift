internal import Diagnostics
internal import Graph
internal import Projects

/// The build settings of a target in one configuration.
///
/// The levels are the target, its configuration file, the project and the project's configuration
/// file.
struct BuildSettings: Sendable {
  enum Lookup: Hashable, Sendable {
    case unset
    case value(String)
    /// Depends on conditions, on settings that are not in the project, or on a missing file.
    case unknown
  }

  /// The levels, highest priority first: the first that has a setting wins.
  let levels: [SettingLevel]
  /// Whether the values follow from the settings that modlint reads, all of which are in tables.
  private let isClosed: Bool
  /// `OTHER_LDFLAGS` at each level.
  let linkerFlags: [SettingValues]
  /// The settings that modlint reads, but those that are unset.
  private var values: [(key: SettingKey, value: Lookup)] = []

  init(levels: [SettingLevel], of target: String, project: String, tree: PropertyListTree) {
    self.levels = levels
    linkerFlags = levels.map { $0.values(of: SettingKey.linkerFlags.rawValue, in: tree) }
    var search = SettingSearch(levels: levels, target: target, project: project, tree: tree)
    var hostSearch = search
    hostSearch.definesFolders = true
    let tables = levels.compactMap(\.table)
    let areTables = tables.count == levels.count
    // A file may set any.
    let keys = areTables ? tables.flatMap { $0.settings.map(\.key) } : SettingKey.allCases
    for key in keys where key != .linkerFlags && !values.contains(where: { $0.key == key }) {
      let value = key == .testHost ? hostSearch.lookup(key.rawValue) : search.lookup(key.rawValue)
      if value != .unset { values.append((key, value)) }
    }
    isClosed = areTables && !search.readsOthers && !hostSearch.readsOthers
  }

  /// Whether settings at other levels have the same values.
  func areSame(at others: [SettingLevel]) -> Bool {
    isClosed && levels.count == others.count
      && zip(levels, others).allSatisfy { $0.table?.settings == $1.table?.settings }
  }

  /// Looks up a setting and expands all references in its value.
  func lookup(_ key: SettingKey) -> Lookup {
    values.first { $0.key == key }?.value ?? .unset
  }

  func value(_ key: SettingKey) -> String? { lookup(key).text }
}

/// Looks up settings that refer to each other, each once at a level.
private struct SettingSearch {
  typealias Lookup = BuildSettings.Lookup

  let levels: [SettingLevel]
  let target: String
  let project: String
  let tree: PropertyListTree
  /// Whether folders chosen by Xcode are empty, which do not matter for `TEST_HOST`.
  var definesFolders = false
  /// Whether a value refers to a setting that modlint does not read otherwise.
  private(set) var readsOthers = false
  private var known: [Place: Lookup] = [:]

  private struct Place: Hashable {
    var name: String
    var level: Int
  }

  /// The maximum number of settings with references; those of real targets have some dozens.
  private static let mostPlaces = 500

  init(levels: [SettingLevel], target: String, project: String, tree: PropertyListTree) {
    (self.levels, self.target, self.project, self.tree) = (levels, target, project, tree)
  }

  mutating func lookup(_ name: String, from first: Int = 0) -> Lookup {
    readsOthers = readsOthers || SettingKey(rawValue: name) == nil
    var conditional: [String] = []
    var mayBeSet = false
    for number in levels.indices.dropFirst(first) {
      let found = levels[number].values(of: name, in: tree)
      if !found.conditional.isEmpty { conditional += found.conditional }
      guard let text = found.text else {
        if case .missingFile = levels[number] { mayBeSet = true }
        continue
      }
      // A condition with the same value changes nothing.
      if conditional.contains(where: { $0 != text }) { return .unknown }
      return text.hasVariable ? expanded(text, of: name, at: number) : .value(text)
    }
    return conditional.isEmpty && !mayBeSet ? .unset : .unknown
  }

  /// Expands `$(inherited)` and `$(NAME)` in the value of a setting.
  private mutating func expanded(_ text: String, of setting: String, at level: Int) -> Lookup {
    let place = Place(name: setting, level: level)
    if let known = known[place] { return known }
    guard known.count < Self.mostPlaces else { return .unknown }
    // A setting that refers to itself has no value.
    known[place] = .unknown
    let expanded = text.expandingVariables { name in
      let isInherited = name == "inherited" || name == setting
      if !isInherited, let defined = defined(String(name)) { return defined }
      switch isInherited ? lookup(setting, from: level + 1) : lookup(String(name)) {
      case .value(let value): return value
      case .unset: return isInherited ? "" : nil
      case .unknown: return nil
      }
    }
    let value = expanded.map { Lookup.value($0) } ?? .unknown
    known[place] = value
    return value
  }

  /// Returns the value of a setting that Xcode defines.
  private func defined(_ name: String) -> String? {
    switch name {
    case "TARGET_NAME", "TARGETNAME": target
    case "PROJECT_NAME": project
    // Paths keep it, whatever folder it is.
    case _ where ProjectPaths.roots.contains(name): "$(\(name))"
    case _ where definesFolders && Self.folders.contains(name): ""
    default: nil
    }
  }

  private static let folders: Set = [
    "BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "BUNDLE_EXECUTABLE_FOLDER_PATH",
    "BUNDLE_CONTENTS_FOLDER_PATH", "CONTENTS_FOLDER_PATH", "EXECUTABLE_FOLDER_PATH",
  ]
}

/// The build settings of a target in all configurations.
struct ConfiguredSettings: Sendable {
  /// The settings of each configuration; those of one if all have the same.
  let all: [BuildSettings]
  let names: [String]

  /// Returns the value that all configurations agree on, or `unknown` if they differ.
  ///
  /// A configuration that does not set it has the value `standard`.
  func lookup(_ key: SettingKey, default standard: String? = nil) -> BuildSettings.Lookup {
    var result = BuildSettings.Lookup.unset
    for number in all.indices {
      var value = all[number].lookup(key)
      if value == .unset, let standard { value = .value(standard) }
      if number > 0, value != result { return .unknown }
      result = value
    }
    return result
  }

  func value(_ key: SettingKey, default standard: String? = nil) -> String? {
    lookup(key, default: standard).text
  }

  private static let judgedKeys: [(setting: JudgedSetting, key: SettingKey)] = [
    (.iOSMinimum, .iOSMinimum), (.tvOSMinimum, .tvOSMinimum), (.macOSMinimum, .macOSMinimum),
    (.watchOSMinimum, .watchOSMinimum), (.visionOSMinimum, .visionOSMinimum),
    (.bundleIdentifier, .bundleIdentifier),
  ]

  /// Returns the settings that rules compare: one row if all configurations agree, else a row for
  /// each.
  func judged(at location: SourceRange) -> [SettingFact] {
    var facts: [SettingFact] = []
    for (setting, key) in Self.judgedKeys {
      let value = lookup(key)
      if value == .unset { continue }
      if value != .unknown || all.allSatisfy({ $0.lookup(key) == .unknown }) {
        facts.append(SettingFact(setting, value.text, at: location))
      } else {
        facts += zip(names, all).map {
          SettingFact(setting, $1.lookup(key).text, in: $0, at: location)
        }
      }
    }
    return facts
  }
}

extension BuildSettings.Lookup {
  var text: String? { if case .value(let text) = self { text } else { nil } }
}
