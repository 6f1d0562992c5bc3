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

  typealias Names = (target: String?, project: String?)
  /// Looks up a setting that modlint does not read otherwise, in the table of a level.
  typealias Others = (_ name: String, _ table: Int) -> SettingValue

  /// The levels, highest priority first: the first that has a setting wins.
  let levels: [SettingLevel]
  /// The settings that were looked up, but those that are unset.
  private var values: [(key: SettingKey, value: Lookup)] = []
  private let names: Names
  /// Whether the values follow from the settings that modlint reads.
  private var isClosed = true
  /// The number of references that may still be followed for one setting.
  private var room = 0

  init(_ keys: [SettingKey], at levels: [SettingLevel], of names: Names, others: Others) {
    self.levels = levels
    self.names = names
    for key in keys where levels.contains(where: { $0.lacksFile || $0[key] != nil }) {
      room = Self.mostReferences
      let value = lookUp(key.rawValue, key, others)
      if value != .unset { values.append((key, value)) }
    }
  }

  /// The maximum number of references in a value and all that it refers to, of which real settings
  /// have some dozens.
  private static let mostReferences = 500

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
    switch lookup(.machOType) {
    case .unset: return usual
    case .value("staticlib"), .value("mh_object"): return .static
    case .value("mh_dylib"): return .dynamic
    case .value, .unknown: return .unknown
    }
  }
}

// Settings that refer to each other.
extension BuildSettings {
  /// Returns the value of a setting, which has the `key` if modlint reads it.
  private mutating func lookUp(
    _ name: String, _ key: SettingKey?, from first: Int = 0, _ others: Others
  ) -> Lookup {
    if key == nil { isClosed = false }
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
    guard conditional.isEmpty, !mayBeSet else { return .unknown }
    return standard(name, others).map { .value($0) } ?? .unset
  }

  private func value(of name: String, at level: SettingLevel, _ others: Others) -> SettingValue {
    level.file?.settings[name] ?? level.table.map { others(name, $0) } ?? SettingValue()
  }

  /// Expands `$(inherited)` and `$(NAME)` in the value of a setting.
  private mutating func expanded(
    _ text: String, of setting: String, at level: Int, _ others: Others
  ) -> Lookup {
    let expanded = text.expandingVariables { name in
      // A setting that refers to itself has no value.
      guard room > 0 else { return nil }
      room -= 1
      guard name == "inherited" || name == setting else {
        return self.expanded(reference: String(name), others)
      }
      let value = lookUp(setting, SettingKey(rawValue: setting), from: level + 1, others)
      return value == .unset ? "" : value.text
    }
    return expanded.map { .value($0) } ?? .unknown
  }

  /// Returns the value of `NAME`, or of `NAME:operation`.
  private mutating func expanded(reference: String, _ others: Others) -> String? {
    let parts = reference.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return nil }
    let value = defined(name) ?? lookUp(name, SettingKey(rawValue: name), others).text
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

  private static let folders = String.foldersOfProject.union([
    "BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "CONFIGURATION_BUILD_DIR",
    "BUNDLE_EXECUTABLE_FOLDER_PATH", "BUNDLE_CONTENTS_FOLDER_PATH", "CONTENTS_FOLDER_PATH",
    "EXECUTABLE_FOLDER_PATH",
  ])
}
