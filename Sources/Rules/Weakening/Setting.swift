internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// An entry of rules.yml, as it is compared with another revision.
struct Setting {
  let key: Key
  /// Distinguishes the entry from others of the same key.
  let name: String
  let words: String
  let location: SourceRange
  var level: Level?
  /// Numbers of which a lower one allows more.
  var limits: [String: Int] = [:]
  /// What the entry allows.
  var allowed: Set<String> = []
  /// What the entry forbids or requires.
  var forbidden: Set<String> = []
  var pattern: Pattern?
  var exception: Configuration.Exception?
  /// The rules and constraints whose findings alone the entry decides; empty for any.
  var rules: [RuleID] = []

  init(_ key: Key, _ name: String, _ words: String, at location: SourceRange) {
    self.key = key
    self.name = name
    self.words = words
    self.location = location
  }

  enum Key: String {
    case layers
    case layer
    /// The peers of a layer, which are compared only if both revisions have it.
    case peers
    case interfaces
    case testSupport = "test-support"
    case exclude
    case ignore
    case externals
    case packages
    case xcodegen
    case specs
    case projects
    case rule
    case link
    case exception

    /// Whether an additional entry allows more.
    var isLooserIfAdded: Bool {
      [.interfaces, .testSupport, .exclude, .ignore, .externals, .exception].contains(self)
    }

    /// Whether the rules allow more without the entry.
    var isLooserIfRemoved: Bool {
      [.layers, .layer, .externals, .specs, .projects, .link].contains(self)
    }
  }

  var id: String { "\(key) \(name)" }
}

extension Setting {
  /// Returns how the entry changed since another revision; `nil` if it did not.
  func change(since old: Setting) -> SettingChange? {
    if let was = old.level, let level, level != was {
      let isLooser = level.strictness < was.strictness
      let verb = isLooser ? "lowering" : "raising"
      let words =
        level == .off
        ? "turning off \(words)"
        : "\(verb) \(words) from '\(was.rawValue)' to '\(level.rawValue)'"
      return change(words, isLooser: isLooser)
    }
    if limits != old.limits {
      let isLooser = limits.contains { $0.value < old.limits[$0.key] ?? .min }
      return change("the change of \(words)", isLooser: isLooser)
    }
    if allowed == old.allowed, forbidden == old.forbidden { return nil }
    let isStricter = allowed.isSubset(of: old.allowed) && old.forbidden.isSubset(of: forbidden)
    return change("the change of \(words)", isLooser: !isStricter)
  }

  func change(_ words: String, isLooser: Bool) -> SettingChange {
    SettingChange(
      words: words, location: location, isLooser: isLooser, rules: rules, exception: exception)
  }

  /// Whether every file, module or link that `other` matches is matched by this setting.
  func covers(_ other: Setting) -> Bool {
    guard key == other.key, forbidden == other.forbidden else { return false }
    if let exception, let narrow = other.exception {
      return exception.rule == narrow.rule && exception.covers(narrow)
        && !limits.contains { $0.value > other.limits[$0.key] ?? .min }
    }
    guard let pattern, let narrow = other.pattern else { return false }
    return key == .specs ? pattern.matches(path: narrow.text) : pattern.covers(narrow)
  }
}

extension Configuration.Exception {
  /// Names with wildcards must be equal.
  fileprivate func covers(_ other: Self) -> Bool {
    func covers(_ wide: Glob, _ narrow: Glob) -> Bool {
      narrow.literal.map { wide.matches($0[...]) } ?? (wide.text == narrow.text)
    }
    switch (about, other.about) {
    case (.link(let from, let to), .link(let otherFrom, let otherTo)):
      return covers(from, otherFrom) && covers(to, otherTo)
    case (.module(let module), .module(let other)): return covers(module, other)
    default: return false
    }
  }
}

extension Level {
  var strictness: Int {
    switch self {
    case .off: 0
    case .warning: 1
    case .error: 2
    }
  }
}
