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
  /// What the entry demands, where a lower number allows more, and nothing counts as 0.
  var demands: [String: Int] = [:]
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
    /// The peers of a layer, and the layers that it may not link, by name.
    ///
    /// They are compared only if both revisions have the layer.
    case peers, reach
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

    var isLooserIfAdded: Bool {
      [.interfaces, .testSupport, .exclude, .ignore, .externals, .exception].contains(self)
    }

    var isLooserIfRemoved: Bool {
      [.layers, .layer, .externals, .specs, .projects, .link].contains(self)
    }

    var isOfLayer: Bool { self == .peers || self == .reach }
  }

  var id: String { "\(key) \(name)" }
}

extension Setting {
  func changes(since old: Setting) -> [SettingChange] {
    guard key == .reach else { return change(since: old).map { [$0] } ?? [] }
    let (freed, forbidden) = (old.names(besides: self), names(besides: old))
    return (freed.isEmpty ? [] : [change("letting \(words) link \(freed)", isLooser: true)])
      + (forbidden.isEmpty
        ? [] : [change("forbidding \(words) to link \(forbidden)", isLooser: false)])
  }

  private func names(besides other: Setting) -> String {
    demands.keys.filter { other.demands[$0] == nil }.sorted { $0.precedes($1) }.quoted.joinedByAnd
  }

  private func change(since old: Setting) -> SettingChange? {
    if let was = old.level, let level, level != was {
      let isLooser = level.strictness < was.strictness
      let words =
        level == .off
        ? "turning off \(words)"
        : "\(isLooser ? "lowering" : "raising") \(words) from '\(was.rawValue)' to '\(level.rawValue)'"
      return change(words, isLooser: isLooser)
    }
    guard demands != old.demands else { return nil }
    return change("the change of \(words)", isLooser: old.demandsMore(than: self))
  }

  func change(_ words: String, isLooser: Bool) -> SettingChange {
    SettingChange(
      words: words, location: location, isLooser: isLooser, rules: rules, exception: exception)
  }

  private func demandsMore(than other: Setting) -> Bool {
    Set(demands.keys).union(other.demands.keys).contains {
      demands[$0, default: 0] > other.demands[$0, default: 0]
    }
  }

  /// Whether every file, module or link that `other` matches is matched by this setting.
  func covers(_ other: Setting) -> Bool {
    guard key == other.key, !demandsMore(than: other) else { return false }
    if let exception, let narrow = other.exception { return exception.covers(narrow) }
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
    guard rule == other.rule else { return false }
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

struct SettingChange {
  /// The change as the subject of a sentence, such as `turning off 'upward'`.
  let words: String
  /// The entry, or the first line of rules.yml if it was removed; `nil` if the file was removed.
  let location: SourceRange?
  /// Whether it may hide a finding of the other revision, whether or not there is one today.
  var isLooser = true
  /// The rules and constraints whose findings alone the change may hide; empty for any.
  var rules: [RuleID] = []
  var exception: Configuration.Exception?
  /// Whether the change is of a whole file, which says nothing of the rules it concerns.
  var isOfFile = false
  var affected: [Diagnostic] = []

  static let removal = Self(words: "removing rules.yml", location: nil, isOfFile: true)
  static let file = Self(
    words: "the change of rules.yml", location: .rulesStart, isLooser: false, isOfFile: true)

  static func workspace(_ folder: String, isNew: Bool) -> Self {
    Self(
      words: "a workspace of its own in '\(folder)'", location: nil, isLooser: !isNew,
      isOfFile: isNew)
  }
}

extension SourceRange {
  /// The first line of rules.yml, which is the first file that is read.
  static let rulesStart = start(of: FileID(index: 0))

  static func start(of file: FileID) -> SourceRange {
    let position = Position(line: 1, column: 1)
    return SourceRange(file: file, start: position, end: position)
  }
}
