internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// A change of an entry of rules.yml, or of the baseline.
struct SettingChange {
  /// The change as the subject of a sentence, such as `turning off 'upward'`.
  let words: String
  /// The entry, or the first line of rules.yml if it was removed; `nil` if the file was removed.
  let location: SourceRange?
  /// The rules and constraints whose findings alone the change may hide; empty for any.
  var rules: [RuleID] = []
  var exception: Configuration.Exception?
  /// Whether the change is of a whole file, which says nothing of the rules it concerns.
  var isOfFile = false

  struct Key: Hashable {
    var words: String
    var location: SourceRange?
  }

  /// What distinguishes the change from others.
  var key: Key { Key(words: words, location: location) }
}

/// The settings of rules.yml and baseline entries that differ from those of another revision.
///
/// Compares the content, not the spelling. A setting is looser if it may hide a finding of the
/// other revision, whether or not there is one today.
struct SettingChanges {
  private(set) var looser: [SettingChange] = []
  /// The changes that keep or raise strictness.
  private(set) var stricter: [SettingChange] = []
  /// The change of the baseline if it has more entries.
  private(set) var baseline: SettingChange?
  /// The changes of either kind that may hide findings of any rule.
  private var general: [SettingChange] = []
  private let layers: LayerChanges

  /// - Complexity: O(*n* log *n*) for *n* entries of both files, and the modules for each layer.
  init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    layers = LayerChanges(from: older.result.graph, to: newer.result.graph)
    guard newer.hasRules else {
      looser = [SettingChange(words: "removing rules.yml", location: nil, isOfFile: true)]
      return
    }
    looser = newer.takenFolders.map(SettingChange.workspace)
    let (before, today) = (older.configuration, newer.configuration)
    compare(before.settings(layers.names), today.settings(), in: nil)
    for (old, name) in layers.names.sorted(by: { $0.key.precedes($1.key) }) {
      let layer = today.layers.first { $0.name == name }
      let words = "the name of layer '\(name)', which was '\(old)'"
      stricter.append(SettingChange(words: words, location: layer?.location))
    }
    looser += layers.moves() + layers.linkChanges(isLooser: true)
    stricter += layers.linkChanges(isLooser: false)
    compareBaselines(older.baseline, newer.baseline)
    var told: Set<SettingChange.Key> = []
    looser.removeAll { !told.insert($0.key).inserted }
    stricter.removeAll { !told.insert($0.key).inserted }
    general = (looser + stricter).filter { change in
      // Imports that are not judged are not links.
      (change.rules.isEmpty || change.rules.contains(UndeclaredImport.id))
        && change.exception == nil && !change.isOfFile
    }
  }
}

// The causes of findings that are gone.
extension SettingChanges {
  /// Whether the changes do what the finding asks for: they give its module a layer.
  func resolve(_ finding: Diagnostic) -> Bool {
    finding.rule == UnassignedModule.id
      && finding.subject.identity.first.map { layers.assigned.contains($0) } ?? false
  }

  /// Returns the change that hides a finding of the older rules: an exception for it, else the only
  /// change of its rule, else the only one that may hide any finding.
  func cause(of finding: Diagnostic, in older: JudgedWorkspace) -> SettingChange? {
    let isConstraint = older.configuration.links.contains { $0.id == finding.rule }
    let exception = looser.first { change in
      guard let exception = change.exception else { return false }
      return exception.holds(on: older.result.graph.today)
        && exception.matches(finding, isConstraint: isConstraint, in: older.sources)
    }
    if let exception { return exception }
    let own = looser.filter {
      $0.rules.contains(finding.rule) || isConstraint && $0.rules.contains(LinkConstraint.id)
    }
    return [own, general].first { $0.count == 1 }?.first
  }
}

// The table of settings.
extension SettingChanges {
  /// The maximum number of entries to search for one that covers another.
  private static let mostCandidates = 64

  /// Compares the entries of rules.yml, or the parts of one.
  private mutating func compare(_ before: [Setting], _ today: [Setting], in whole: Setting?) {
    let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let new = Dictionary(today.map { ($0.id, $0) }) { first, _ in first }
    let oldByKey = Dictionary(grouping: before, by: \.key)
    let newByKey = Dictionary(grouping: today, by: \.key)
    let places = Dictionary(today.map { ($0.words, $0.location) }) { first, _ in first }
    for setting in today {
      if let then = old[setting.id] {
        compare(setting, since: then, in: whole)
        continue
      }
      let isCovered = Self.isCovered(setting, by: oldByKey[setting.key])
      let isLooser = setting.key.isLooserIfAdded && !isCovered
      let isNamed = [.layers, .layer, .link].contains(setting.key)
      add(isNamed ? "adding \(setting.words)" : setting.words, setting, whole, isLooser: isLooser)
    }
    for var setting in before where new[setting.id] == nil {
      let isLooser =
        setting.key == .testSupport ? layers.loseTestSupport : setting.key.isLooserIfRemoved
      if setting.key == .testSupport { setting.rules = [TestSupportInProduct.id] }
      let isCovered = Self.isCovered(setting, by: newByKey[setting.key])
      // Other patterns of a tag are at its place.
      setting.location = places[setting.words] ?? whole?.location ?? .rulesStart
      add("removing \(setting.words)", setting, whole, isLooser: isLooser && !isCovered)
    }
  }

  private static func isCovered(_ setting: Setting, by others: [Setting]?) -> Bool {
    others?.prefix(mostCandidates).contains { $0.covers(setting) } ?? false
  }

  /// Adds the change of a setting that both revisions have, if there is one.
  private mutating func compare(_ new: Setting, since old: Setting, in whole: Setting?) {
    if let was = old.level, let level = new.level, was != level {
      let verb = level.strictness < was.strictness ? "lowering" : "raising"
      let words =
        level == .off
        ? "turning off \(new.words)"
        : "\(verb) \(new.words) from '\(was.rawValue)' to '\(level.rawValue)'"
      add(words, new, whole, isLooser: level.strictness < was.strictness)
    } else if old.value != new.value || old.strictness != new.strictness {
      let isLooser = old.value != new.value || new.strictness < old.strictness
      add("the change of \(new.words)", new, whole, isLooser: isLooser)
    } else {
      compare(old.parts, new.parts, in: new)
    }
  }

  private mutating func add(
    _ words: String, _ setting: Setting, _ whole: Setting?, isLooser: Bool
  ) {
    let change = SettingChange(
      words: setting.key.isPart ? "the change of \(setting.words)" : words,
      location: setting.location, rules: setting.rules + (whole?.rules ?? []),
      exception: setting.exception)
    if isLooser { looser.append(change) } else { stricter.append(change) }
  }
}

// The baseline.
extension SettingChanges {
  private mutating func compareBaselines(_ old: Baseline?, _ new: Baseline?) {
    func readings(_ baseline: Baseline?) -> Set<Baseline.Entry> {
      Set((baseline?.entries ?? []).flatMap { baseline?.readings(of: $0) ?? [] })
    }
    let (known, kept) = (readings(old), readings(new))
    let added = (new?.groups.flatMap(\.entries) ?? []).filter { entry, _ in
      known.isDisjoint(with: new?.readings(of: entry) ?? [])
    }
    if let first = added.first {
      let entries = added.count == 1 ? "1 more entry" : "\(added.count) more entries"
      let change = SettingChange(
        words: old == nil ? "the new baseline" : "the baseline with \(entries)",
        location: first.location, isOfFile: true)
      looser.append(change)
      baseline = change
    }
    let removed = (old?.entries ?? []).count {
      kept.isDisjoint(with: old?.readings(of: $0) ?? [])
    }
    if removed > 0 {
      let entries = removed == 1 ? "1 baseline entry" : "\(removed) baseline entries"
      let file = new?.groups.first?.location.file
      stricter.append(
        SettingChange(
          words: "removing \(entries)", location: file.map { .start(of: $0) }, isOfFile: true))
    }
  }
}

extension SettingChange {
  static func workspace(_ folder: String) -> Self {
    Self(words: "a workspace of its own in '\(folder)'", location: nil)
  }
}
