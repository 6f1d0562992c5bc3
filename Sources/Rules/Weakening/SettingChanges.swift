internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// The settings of rules.yml and baseline entries that differ from those of another revision.
///
/// Compares the content, not the spelling. A setting is looser if it may hide a finding of the
/// other revision, whether or not there is one today.
struct SettingChanges {
  typealias Cause = WeakeningCause

  private(set) var looser: [Cause] = []
  /// The changes that keep or raise strictness.
  private(set) var stricter: [Cause] = []
  let before: Configuration
  let today: Configuration
  let roles: RoleChanges

  /// - Complexity: O(*n* log *n*) for *n* entries of both files, and the patterns of rules.yml for
  ///   each module that changes its layer.
  init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    before = older.configuration
    today = newer.configuration
    roles = RoleChanges(from: older.result.graph, to: newer.result.graph)
    guard newer.hasRules else {
      looser = [.removedRules]
      return
    }
    for folder in newer.takenFolders { looser.append(.workspace(folder)) }
    compareLayers()
    compareLists()
    comparePackages()
    compareXcodeGen()
    compareExternals()
    compareSpecs()
    compareRules()
    compareConstraints()
    compareTags()
    compareExceptions()
    compareBaselines(older.baseline, newer)
  }

  mutating func add(_ cause: Cause, isLooser: Bool) {
    if isLooser { looser.append(cause) } else { stricter.append(cause) }
  }

  /// The maximum number of entries to search for one that covers another.
  private static let mostCandidates = 64

  private static func anyCovers(_ patterns: [Pattern], _ pattern: Pattern) -> Bool {
    patterns.prefix(mostCandidates).contains { $0.covers(pattern) }
  }
}

// Lists of patterns, packages, externals and specs.
extension SettingChanges {
  private mutating func compareLists() {
    let lists = [
      ("interfaces", before.interfaces, today.interfaces),
      ("test-support", before.testSupport, today.testSupport),
      ("exclude", before.exclude, today.exclude), ("ignore", before.ignore, today.ignore),
    ]
    for (key, old, new) in lists {
      let (known, kept) = (Set(old.map(\.text)), Set(new.map(\.text)))
      for pattern in new where !known.contains(pattern.text) {
        add(.pattern(pattern, of: key), isLooser: !Self.anyCovers(old, pattern))
      }
      for pattern in old where !kept.contains(pattern.text) {
        let cause = Cause.removedPattern(pattern.text, of: key)
        add(cause, isLooser: roles.lost.contains(cause.entry))
      }
    }
  }

  private mutating func comparePackages() {
    guard before.packages != today.packages else { return }
    add(
      Cause(
        "packages", at: today.packagesLocation ?? .rulesStart,
        "'packages: \(today.packages.rawValue)'"),
      isLooser: today.packages == .opaque)
  }

  private mutating func compareXcodeGen() {
    guard before.xcodeGen != today.xcodeGen else { return }
    add(
      Cause(
        "xcodegen", at: today.xcodeGenLocation ?? .rulesStart,
        "'xcodegen: \(today.xcodeGen.rawValue)'"),
      isLooser: today.xcodeGen != .recorded)
  }

  private mutating func compareExternals() {
    let known = Dictionary(before.externals.map { ($0.pattern.text, $0) }) { first, _ in first }
    for external in today.externals {
      let old = known[external.pattern.text]
      guard old?.linkage != external.linkage || old?.isEmbedded != external.isEmbedded else {
        continue
      }
      let isStricter = old.map { $0.linkage == external.linkage && $0.isEmbedded } ?? false
      add(.external(external), isLooser: !isStricter)
    }
    let kept = Set(today.externals.map(\.pattern.text))
    for external in before.externals where !kept.contains(external.pattern.text) {
      let name = external.pattern.text
      looser.append(.removed("external \(name)", "the entry '\(name)' of 'externals'"))
    }
  }

  private mutating func compareSpecs() {
    let (old, new) = (Self.specs(of: before), Self.specs(of: today))
    for (text, root) in old.sorted(by: { $0.key.precedes($1.key) }) {
      guard let kept = new[text] else {
        let isWider = today.specs.prefix(Self.mostCandidates).contains {
          $0.root == root && $0.pattern.matches(path: text)
        }
        add(.removed("specs \(text)", "the pattern '\(text)' of 'specs'"), isLooser: !isWider)
        continue
      }
      guard kept != root else { continue }
      let pattern = today.specs.first { $0.pattern.text == text }?.pattern
      looser.append(
        Cause("specs", at: pattern?.location ?? .rulesStart, "the root of '\(text)' of 'specs'"))
    }
    for spec in today.specs where old[Self.name(spec)] == nil {
      stricter.append(.pattern(spec.pattern, of: "specs"))
    }
    let known = Set(before.projects.map(\.text))
    for pattern in today.projects where !known.contains(pattern.text) {
      stricter.append(.pattern(pattern, of: "projects"))
    }
    for text in known.subtracting(today.projects.map(\.text)).sorted(by: { $0.precedes($1) }) {
      looser.append(.removed("projects \(text)", "the pattern '\(text)' of 'projects'"))
    }
  }

  /// Returns the roots of the patterns of `specs`, by pattern; the default is `project.yml`.
  private static func specs(of configuration: Configuration) -> [String: String?] {
    guard !configuration.specs.isEmpty else { return ["project.yml": nil] }
    return Dictionary(configuration.specs.map { (name($0), $0.root) }) { first, _ in first }
  }

  private static func name(_ spec: Configuration.SpecPattern) -> String {
    spec.pattern.text == "**/project.yml" ? "project.yml" : spec.pattern.text
  }
}

// Rules.
extension SettingChanges {
  private mutating func compareRules() {
    for rule in ruleCatalog {
      let (old, new) = (before.rules[rule.id], today.rules[rule.id])
      guard old != nil || new != nil else { continue }
      let levels = [before, today].map { Level($0.severity(of: rule.id)) }
      guard levels[0] == levels[1] else {
        addLevels(
          levels[0], levels[1], of: "'\(rule.id.name)'", "rule \(rule.id.name)", new?.location)
        continue
      }
      guard levels[1] != .off else { continue }
      let changes = Self.options(of: rule, old, new)
      guard !changes.isEmpty else { continue }
      add(
        Cause.options(rule.id, at: new?.location), isLooser: changes.contains { $0 })
    }
  }

  mutating func addLevels(
    _ old: Level, _ new: Level, of words: String, _ entry: String, _ location: SourceRange?
  ) {
    let location = location ?? .rulesStart
    if new == .off {
      looser.append(Cause(entry, at: location, "turning off \(words)"))
    } else if new == .warning, old == .error {
      looser.append(
        Cause(entry, at: location, "lowering \(words) from 'error' to 'warning'", verb: .weakens))
    } else {
      stricter.append(
        Cause(entry, at: location, "raising \(words) from '\(old.rawValue)' to '\(new.rawValue)'"))
    }
  }

  /// Returns, for each option that differs, whether it is looser.
  private static func options(
    of rule: RuleInfo, _ old: Configuration.RuleSettings?, _ new: Configuration.RuleSettings?
  ) -> [Bool] {
    let options = [old?.options ?? RuleOptions(), new?.options ?? RuleOptions()]
    var changes: [Bool] = rule.options.compactMap { option in
      switch option.kind {
      case .limit:
        let limits = options.map { $0.limit(option.name) ?? Int.max }
        return limits[0] == limits[1] ? nil : limits[1] > limits[0]
      case .severity(let standard):
        let levels = options.map { Level($0.severity(option.name, default: standard)).rank }
        return levels[0] == levels[1] ? nil : levels[1] < levels[0]
      }
    }
    let allows = [old, new].map { $0?.allowsBaseline ?? true }
    if allows[0] != allows[1] { changes.append(allows[1]) }
    return changes
  }
}

// Exceptions and the baseline.
extension SettingChanges {
  private mutating func compareExceptions() {
    let known = Dictionary(before.exceptions.map { ($0.key, $0) }) { first, _ in first }
    let kept = Set(today.exceptions.map(\.key))
    let byRule = Dictionary(grouping: before.exceptions, by: \.rule)
    for new in today.exceptions {
      guard let old = known[new.key] else {
        let isCovered = byRule[new.rule, default: []].prefix(Self.mostCandidates)
          .contains { $0.covers(new) && !new.holdsLonger(than: $0) }
        add(.exception(new), isLooser: !isCovered)
        continue
      }
      guard old.until != new.until else { continue }
      let isLooser = new.holdsLonger(than: old)
      let cause = Cause.exception(new)
      add(
        Cause(
          cause.entry, at: cause.location,
          "the \(isLooser ? "later" : "earlier") end of \(cause.words)"),
        isLooser: isLooser)
    }
    for old in before.exceptions where !kept.contains(old.key) {
      stricter.append(.removed(old.key, Cause.exception(old).words))
    }
  }

  private mutating func compareBaselines(_ old: Baseline?, _ newer: JudgedWorkspace) {
    let new = newer.baseline
    let known = Set((old?.entries ?? []).flatMap { old?.readings(of: $0) ?? [] })
    var kept: Set<Baseline.Entry> = []
    for (entry, location) in new?.groups.flatMap(\.entries) ?? [] {
      let readings = new?.readings(of: entry) ?? []
      kept.formUnion(readings)
      if known.isDisjoint(with: readings) {
        looser.append(.recorded(readings.first ?? entry, at: location))
      }
    }
    for group in old?.groups ?? [] {
      let count = group.entries.count { entry in
        kept.isDisjoint(with: old?.readings(of: entry.entry) ?? [])
      }
      guard count > 0 else { continue }
      let entries = count == 1 ? "1 baseline entry" : "\(count) baseline entries"
      let file = new?.groups.first?.location.file
      stricter.append(
        Cause(
          "baseline \(group.rule.name)", at: file.map { .start(of: $0) },
          "removing \(entries) of '\(group.rule.name)'"))
    }
  }
}

extension Configuration.Exception {
  /// Identifies the subject of the change.
  fileprivate var key: String {
    let kind =
      switch about {
      case .link: "link"
      case .module: "module"
      case .file: "file"
      }
    return "exception \(rule.name) \(kind) \(subject)"
  }

  fileprivate func holdsLonger(than other: Self) -> Bool {
    guard let end = other.until else { return false }
    return until.map { end < $0 } ?? true
  }

  /// Whether the exception covers all findings of `other`; names with wildcards must be equal.
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
  fileprivate var rank: Int {
    switch self {
    case .off: 0
    case .warning: 1
    case .error: 2
    }
  }
}
