internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// A change of an entry of rules.yml, or of the baseline.
struct SettingChange: Hashable {
  /// The change as the subject of a sentence, such as `turning off 'upward'`.
  let words: String
  /// The entry, or the first line of rules.yml if it was removed; `nil` if the file was removed.
  let location: SourceRange?
  /// Whether the change is of a whole file, which says nothing of the rules it concerns.
  var isOfFile = false
}

/// The settings of rules.yml and baseline entries that differ from those of another revision.
///
/// Compares the content, not the spelling. A setting is looser if it may hide a finding of the
/// other revision, whether or not there is one today.
struct SettingChanges {
  private(set) var looser: [SettingChange] = []
  /// The changes that keep or raise strictness.
  private(set) var stricter: [SettingChange] = []
  let layers: LayerChanges
  /// The looser changes by the ids of the settings that they concern.
  private var looserByID: [String: SettingChange] = [:]

  /// - Complexity: O(*n* log *n*) for *n* entries of both files, and the patterns of rules.yml for
  ///   each module that changes its layer.
  init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    layers = LayerChanges(from: older.result.graph, to: newer.result.graph)
    guard newer.hasRules else {
      looser = [.removedRules]
      return
    }
    for folder in newer.takenFolders { add(.workspace(folder), [], isLooser: true) }
    compare(older.configuration.settings(layers.names), newer.configuration.settings())
    for (old, name) in layers.names.sorted(by: { $0.key.precedes($1.key) }) {
      let layer = newer.configuration.layers.first { $0.name == name }
      let words = "the name of layer '\(name)', which was '\(old)'"
      add(SettingChange(words: words, location: layer?.location), [], isLooser: false)
    }
    for isLooser in [true, false] {
      for change in layers.linkChanges(
        from: older.configuration, to: newer.configuration, isLooser: isLooser)
      {
        add(change.change, change.ids, isLooser: isLooser)
      }
    }
    compareBaselines(older.baseline, newer.baseline)
    var told: Set<SettingChange> = []
    looser.removeAll { !told.insert($0).inserted }
    stricter.removeAll { !told.insert($0).inserted }
  }

  /// The id of the change of the baseline.
  static let baseline = "baseline"

  /// Returns the looser change of the first of `ids` that has one.
  func looserChange(among ids: [String]) -> SettingChange? {
    ids.lazy.compactMap { looserByID[$0] }.first
  }

  private mutating func add(_ change: SettingChange, _ ids: [String], isLooser: Bool) {
    guard isLooser else { return stricter.append(change) }
    looser.append(change)
    for id in ids where looserByID[id] == nil { looserByID[id] = change }
  }
}

// The table of settings.
extension SettingChanges {
  /// The maximum number of entries to search for one that covers another.
  private static let mostCandidates = 64

  private mutating func compare(_ before: [Setting], _ today: [Setting]) {
    let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let new = Dictionary(today.map { ($0.id, $0) }) { first, _ in first }
    let oldByKey = Dictionary(grouping: before, by: \.key)
    let newByKey = Dictionary(grouping: today, by: \.key)
    var changed: Set<String> = []
    for setting in today {
      let then = old[setting.id]
      if let whole = setting.whole, changed.contains(whole) {
        changed.insert(setting.id)
      } else if let then {
        guard note(setting, since: then) else { continue }
        changed.insert(setting.id)
      } else {
        changed.insert(setting.id)
        let isCovered = Self.isCovered(setting, by: oldByKey[setting.key])
        let isLooser = setting.key.isLooserIfAdded && !isCovered
        let isNamed = [.layers, .layer, .link].contains(setting.key)
        note(
          setting, isNamed ? "adding \(setting.words)" : setting.words,
          isLooser: isLooser || layers.moves.contains(setting.id))
      }
    }
    for setting in before where new[setting.id] == nil {
      let isPart = setting.whole.map { changed.contains($0) } ?? false
      changed.insert(setting.id)
      guard !isPart else { continue }
      let isCovered = Self.isCovered(setting, by: newByKey[setting.key])
      let isLooser = setting.key.isLooserIfRemoved && !isCovered
      var setting = setting
      setting.location = setting.whole.flatMap { new[$0]?.location } ?? .rulesStart
      note(
        setting, "removing \(setting.words)",
        isLooser: isLooser || layers.moves.contains(setting.id))
    }
  }

  private static func isCovered(_ setting: Setting, by others: [Setting]?) -> Bool {
    others?.prefix(mostCandidates).contains { $0.covers(setting) } ?? false
  }

  /// Adds the change of a setting that both revisions have, if there is one.
  private mutating func note(_ new: Setting, since old: Setting) -> Bool {
    if let (was, level) = old.level.flatMap({ was in new.level.map { (was, $0) } }) {
      guard was != level else { return false }
      let verb = level.strictness < was.strictness ? "lowering" : "raising"
      let words =
        level == .off
        ? "turning off \(new.words)"
        : "\(verb) \(new.words) from '\(was.rawValue)' to '\(level.rawValue)'"
      note(new, words, isLooser: level.strictness < was.strictness)
      return true
    }
    guard old.value != new.value || old.strictness != new.strictness else { return false }
    let isLooser = old.value != new.value || new.strictness < old.strictness
    note(new, "the change of \(new.words)", isLooser: isLooser)
    return true
  }

  private mutating func note(_ setting: Setting, _ words: String, isLooser: Bool) {
    guard setting.key.isPart, let whole = setting.whole else {
      return add(
        SettingChange(words: words, location: setting.location), [setting.id], isLooser: isLooser)
    }
    let change = SettingChange(words: "the change of \(setting.words)", location: setting.location)
    add(change, [whole], isLooser: isLooser)
  }
}

// The baseline.
extension SettingChanges {
  /// Adds one change for all new entries, and one for the removed entries of each rule.
  private mutating func compareBaselines(_ old: Baseline?, _ new: Baseline?) {
    let known = Set((old?.entries ?? []).flatMap { old?.readings(of: $0) ?? [] })
    var kept: Set<Baseline.Entry> = []
    var added: [(entry: Baseline.Entry, location: SourceRange)] = []
    for (entry, location) in new?.groups.flatMap(\.entries) ?? [] {
      let readings = new?.readings(of: entry) ?? []
      kept.formUnion(readings)
      guard known.isDisjoint(with: readings) else { continue }
      added.append((readings.first ?? entry, location))
    }
    if let first = added.first {
      let words =
        old == nil
        ? "the new baseline"
        : added.count == 1
          ? "the baseline entry for \(first.entry.names.quoted.joinedByAnd)"
          : "the baseline with \(added.count) more entries"
      let change = SettingChange(
        words: words, location: first.location, isOfFile: old == nil || added.count > 1)
      add(change, [Self.baseline], isLooser: true)
    }
    for group in old?.groups ?? [] {
      let count = group.entries.count { entry in
        kept.isDisjoint(with: old?.readings(of: entry.entry) ?? [])
      }
      guard count > 0 else { continue }
      let entries = count == 1 ? "1 baseline entry" : "\(count) baseline entries"
      let file = new?.groups.first?.location.file
      let change = SettingChange(
        words: "removing \(entries) of '\(group.rule.name)'", location: file.map { .start(of: $0) })
      add(change, [], isLooser: false)
    }
  }
}

extension SettingChange {
  static let removedRules = Self(words: "removing rules.yml", location: nil, isOfFile: true)

  static func workspace(_ folder: String) -> Self {
    Self(words: "a workspace of its own in '\(folder)'", location: nil)
  }
}
