internal import Diagnostics
internal import Graph
internal import Text

/// The build settings of a target in one configuration.
struct BuildSettings: Sendable {
  enum Lookup: Hashable, Sendable {
    case unset
    case value(String)
    /// Depends on conditions, on settings that are not in the project, or on a missing file.
    case unknown

    var text: String? { if case .value(let text) = self { text } else { nil } }
  }

  /// The levels, highest priority first: the first that has a setting wins.
  let levels: [SettingLevel]
  /// The settings that were looked up, but those that are unset.
  private var values: [(key: SettingKey, value: Lookup)] = []
  /// Whether the values follow from the settings that modlint reads.
  let isClosed: Bool

  init(
    _ keys: [SettingKey], at levels: [SettingLevel], of names: SettingSearch.Names,
    others: SettingSearch.Others
  ) {
    self.levels = levels
    var search = SettingSearch(levels, names)
    for key in keys where levels.contains(where: { $0.lacksFile || $0[key] != nil }) {
      let value = search.lookup(key.rawValue, key, others)
      if value != .unset { values.append((key, value)) }
    }
    isClosed = !search.readsOthers
  }

  /// Whether settings at other levels have the same values.
  func areSame(at others: [SettingLevel]) -> Bool {
    isClosed && levels.count == others.count
      && zip(levels, others).allSatisfy {
        $0.settings == $1.settings && $0.lacksFile == $1.lacksFile
      }
  }

  /// Looks up a setting and expands all references in its value.
  func lookup(_ key: SettingKey) -> Lookup {
    values.first { $0.key == key }?.value ?? .unset
  }

  /// Returns the place of a setting at the nearest level that has it.
  func place(of key: SettingKey) -> SourceRange? {
    for level in levels {
      if let value = level[key] { return value.place ?? level.place }
    }
    return nil
  }

  /// Returns the linkage that Xcode builds; unknown if a condition changes it.
  func linkage(of type: ProductType) -> Linkage {
    let usual: Linkage =
      switch type {
      case .framework, .dynamicLibrary, .xcFramework: .dynamic
      case .staticFramework, .staticLibrary: .static
      default: .none
      }
    guard usual != .none else { return .none }
    func linkage(_ text: String?) -> Linkage {
      switch text {
      case nil: usual
      case "staticlib", "mh_object": .static
      case "mh_dylib": .dynamic
      default: .unknown
      }
    }
    let value = lookup(.machOType)
    guard value == .unknown else { return linkage(value.text) }
    // Conditions matter only if they name another linkage.
    var conditional: [String] = []
    var text: String?
    for level in levels where text == nil {
      if level.lacksFile { return .unknown }
      conditional += level[.machOType]?.conditional ?? []
      text = level[.machOType]?.text
    }
    let kinds = Set((conditional + [text]).map(linkage))
    return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
  }
}

/// Looks up settings that refer to each other, each once at a level.
struct SettingSearch {
  typealias Lookup = BuildSettings.Lookup
  typealias Names = (target: String?, project: String?)
  /// Looks up a setting that modlint does not read otherwise, in the table of a level.
  typealias Others = (_ name: String, _ table: Int) -> SettingValue

  private let levels: [SettingLevel]
  private let names: Names
  /// Whether a value refers to a setting that modlint does not read otherwise.
  private(set) var readsOthers = false
  private var known: [Place: Lookup] = [:]

  private struct Place: Hashable {
    var name: String
    var level: Int
  }

  /// The maximum number of settings with references; those of real targets have some dozens.
  private static let mostPlaces = 500

  init(_ levels: [SettingLevel], _ names: Names) { (self.levels, self.names) = (levels, names) }

  /// Returns the value of a setting, which has the `key` if modlint reads it.
  mutating func lookup(
    _ name: String, _ key: SettingKey?, from first: Int = 0, _ others: Others
  ) -> Lookup {
    if key == nil { readsOthers = true }
    var conditional: [String] = []
    var mayBeSet = false
    for number in levels.indices.dropFirst(first) {
      let level = levels[number]
      let found = key.map { level[$0] ?? SettingValue() } ?? value(of: name, at: level, others)
      if level.lacksFile, found.text == nil { mayBeSet = true }
      if !found.conditional.isEmpty { conditional += found.conditional }
      guard let text = found.text else { continue }
      // A condition with the same value changes nothing.
      if conditional.contains(where: { $0 != text }) { return .unknown }
      return text.hasVariable ? expanded(text, of: name, at: number, others) : .value(text)
    }
    return conditional.isEmpty && !mayBeSet ? .unset : .unknown
  }

  private func value(of name: String, at level: SettingLevel, _ others: Others) -> SettingValue {
    level.file?.value(of: name, nil) ?? level.table.map { others(name, $0) } ?? SettingValue()
  }

  /// Expands `$(inherited)` and `$(NAME)` in the value of a setting.
  private mutating func expanded(
    _ text: String, of setting: String, at level: Int, _ others: Others
  ) -> Lookup {
    let place = Place(name: setting, level: level)
    if let known = known[place] { return known }
    guard known.count < Self.mostPlaces else { return .unknown }
    // A setting that refers to itself has no value.
    known[place] = .unknown
    let expanded = text.expandingVariables { name in
      if name == "inherited" || name == setting {
        switch lookup(setting, SettingKey(rawValue: setting), from: level + 1, others) {
        case .value(let value): return value
        case .unset: return standard(setting, others) ?? ""
        case .unknown: return nil
        }
      }
      return self.expanded(reference: String(name), others)
    }
    let value = expanded.map { Lookup.value($0) } ?? .unknown
    known[place] = value
    return value
  }

  /// Returns the value of `NAME`, or of `NAME:operation`.
  private mutating func expanded(reference: String, _ others: Others) -> String? {
    let parts = reference.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return nil }
    let value: String?
    if let defined = defined(name) {
      value = defined
    } else {
      switch lookup(name, SettingKey(rawValue: name), others) {
      case .value(let text): value = text
      case .unset: value = standard(name, others)
      case .unknown: value = nil
      }
    }
    guard parts.count > 1 else { return value }
    return ["c99extidentifier", "identifier"].contains(parts[1]) ? value?.moduleIdentifier : nil
  }

  /// Returns the value of a setting that Xcode defines.
  private func defined(_ name: String) -> String? {
    switch name {
    case "TARGET_NAME", "TARGETNAME": names.target
    case "PROJECT_NAME": names.project
    // Paths keep it, whatever folder it is.
    case _ where Self.folders.contains(name): "$(\(name))"
    default: nil
    }
  }

  /// Returns the value of a setting that no level sets.
  private mutating func standard(_ name: String, _ others: Others) -> String? {
    switch name {
    case "PRODUCT_NAME": names.target
    case "PRODUCT_MODULE_NAME":
      expanded(reference: "PRODUCT_NAME:c99extidentifier", others)
    case "SWIFT_MODULE_NAME": expanded(reference: "PRODUCT_MODULE_NAME:identifier", others)
    default: nil
    }
  }

  private static let folders = String.foldersOfProject.union(String.foldersOfProducts).union([
    "BUNDLE_EXECUTABLE_FOLDER_PATH", "BUNDLE_CONTENTS_FOLDER_PATH", "CONTENTS_FOLDER_PATH",
    "EXECUTABLE_FOLDER_PATH",
  ])
}
