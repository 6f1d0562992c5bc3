internal import Diagnostics
internal import YAML

/// The build configurations of a spec.
struct BuildConfigurations {
  enum Kind: String {
    case debug
    case release
  }

  /// The configurations by name.
  let all: [(name: String, kind: Kind?)]
  /// The names in lower case.
  private let lowercased: [String]
  private let exact: Set<String>
  /// The length of the longest name in bytes.
  let longestName: Int
  /// Whether they are the default configurations.
  let areUsual: Bool
  /// Whether a name or a type contains an unset variable.
  let hasVariables: Bool

  /// The default configurations, shared because nearly all projects have them.
  static let usual = Self([("Debug", .debug), ("Release", .release)], areUsual: true)

  /// No configurations: the initial value before a spec is read.
  static let none = Self([])

  private init(
    _ all: [(name: String, kind: Kind?)], areUsual: Bool = false, hasVariables: Bool = false
  ) {
    self.all = all
    self.areUsual = areUsual
    self.hasVariables = hasVariables
    lowercased = all.map { $0.name.lowercased() }
    exact = Set(all.map(\.name))
    longestName = lowercased.reduce(0) { max($0, $1.utf8.count) }
  }

  /// Above this number, which no project reaches, every word matches: a search would take time for
  /// each name.
  private static let mostSearched = 100

  var areTooMany: Bool { all.count > Self.mostSearched }

  /// Reads `configs`; ignores a configuration whose type is not text.
  init(of root: NodeID, in tree: borrowing Tree) {
    let configs = tree.has(.configs) ? tree.value(of: root, for: .configs) : nil
    let named = tree.entries(of: configs).filter { tree.isText($0.value) }
    guard let configs, !named.isEmpty else {
      self = .usual
      return
    }
    let all = named.map { (tree.string($0.key), Kind(rawValue: tree.string($0.value))) }
    self.init(all.sorted { $0.0.precedes($1.0) }, hasVariables: tree.hasVariables(configs))
  }

  var names: [String] { all.map(\.name) }

  func contains(_ name: String) -> Bool { exact.contains(name) }

  func has(_ kind: Kind) -> Bool { all.contains { $0.kind == kind } }

  /// Whether settings under `word` apply to a configuration: the name contains the word, in any
  /// case.
  func matches(_ word: String) -> Bool {
    // Most words are exact names, or names in lower case.
    if areTooMany || lowercased.contains(word) || exact.contains(word) { return true }
    let word = word.lowercased()
    return lowercased.contains { $0.holds(word) }
  }

  /// Whether settings under `word` apply to a configuration, unless the word is the name of
  /// another.
  func applies(_ word: String, to name: String) -> Bool {
    if word == name { return true }
    return !exact.contains(word) && name.lowercased().holds(word.lowercased())
  }

  /// Whether there is a configuration of a type whose name is `variant`, apart from the type.
  func has(_ kind: Kind, of variant: String) -> Bool {
    if areTooMany { return true }
    let wanted = variant.lowercased()
    return zip(all, lowercased).contains { configuration, name in
      configuration.kind == kind
        && Self.trimmed(name.split(separator: kind.rawValue).joined()) == wanted
    }
  }

  private static func trimmed(_ name: String) -> Substring {
    let marks: Set<Character> = [" ", "-", "_", "(", ")"]
    var rest = name[...].drop { marks.contains($0) }
    while let last = rest.last, marks.contains(last) { rest.removeLast() }
    return rest
  }
}

extension String {
  /// Whether the text contains `word`.
  ///
  /// Names of configurations are short and mostly ASCII; the standard library's `contains` takes
  /// some ten thousand instructions for each.
  func holds(_ word: String) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }), word.utf8.allSatisfy({ $0 < 0x80 }) else {
      return contains(word)
    }
    var rest = utf8[...]
    while rest.count >= word.utf8.count {
      if rest.starts(with: word.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

/// The names that the settings of a spec can refer to.
struct SettingNames {
  var configurations: BuildConfigurations
  /// The mapping of settings groups.
  var groups: NodeID?
  /// Whether XcodeGen accepts missing configurations.
  var acceptsMissingConfigurations = false

  init(_ configurations: BuildConfigurations = .usual) { self.configurations = configurations }

  /// Reads the names of the next spec.
  mutating func read(_ root: NodeID, in tree: borrowing Tree) {
    // Threads that retain the shared configurations would slow each other down.
    if tree.has(.configs) || !configurations.areUsual {
      configurations = BuildConfigurations(of: root, in: tree)
    }
    (groups, acceptsMissingConfigurations) = (nil, false)
    if tree.has(.settingGroups) || tree.has(.settingPresets) {
      groups = SettingsScope.groups(of: root, in: tree)
    }
    guard tree.has(.disabledValidations), let options = tree.value(of: root, for: .options),
      let disabled = tree.value(of: options, for: .disabledValidations)
    else { return }
    acceptsMissingConfigurations = tree.elements(of: disabled).contains {
      tree.isText($0) && tree.text(of: $0, is: "missingConfigs")
    }
  }
}
