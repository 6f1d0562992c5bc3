internal import Architecture
internal import Diagnostics
internal import Text

/// An entry of rules.yml, as it is compared with another revision.
struct Setting {
  let key: Key
  /// Distinguishes the entry from others of the same key.
  let name: String
  let words: String
  var location: SourceRange
  /// If it differs, neither value is stricter.
  var value = ""
  var strictness = 0
  var level: Level?
  var pattern: Pattern?
  var exception: Configuration.Exception?
  /// The rules and constraints whose findings alone the entry decides; empty for any.
  var rules: [RuleID] = []
  /// What is compared only if both revisions have the entry.
  var parts: [Setting] = []

  init(_ key: Key, _ name: String, _ words: String, at location: SourceRange) {
    self.key = key
    self.name = name
    self.words = words
    self.location = location
  }

  enum Key: String {
    case layers
    case layer
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
    case option
    case link
    case linkOption
    /// A term that makes a constraint apply to more links.
    case wideningTerm
    /// A term that makes a constraint apply to fewer links.
    case narrowingTerm
    case exception
  }

  struct ID: Hashable {
    var key: Key
    var name: String
  }

  var id: ID { ID(key: key, name: name) }
}

extension Setting.Key {
  /// Whether an additional entry allows more.
  var isLooserIfAdded: Bool {
    switch self {
    case .interfaces, .testSupport, .exclude, .ignore, .externals, .exception, .narrowingTerm: true
    default: false
    }
  }

  /// Whether the rules allow more without the entry.
  var isLooserIfRemoved: Bool {
    switch self {
    case .layers, .layer, .externals, .specs, .projects, .link, .wideningTerm: true
    default: false
    }
  }

  /// Whether only a change of the whole entry is reported.
  var isPart: Bool {
    switch self {
    case .option, .linkOption, .wideningTerm, .narrowingTerm: true
    default: false
    }
  }
}

extension Setting {
  /// Whether every file, module or link that `other` matches is matched by this setting.
  func covers(_ other: Setting) -> Bool {
    guard key == other.key, value == other.value else { return false }
    if let exception, let narrow = other.exception {
      return exception.rule == narrow.rule && exception.covers(narrow)
        && strictness <= other.strictness
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
