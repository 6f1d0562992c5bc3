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
  /// Whether it may hide a finding of the other revision, whether or not there is one today.
  var isLooser = true
  /// The rules and constraints whose findings alone the change may hide; empty for any.
  var rules: [RuleID] = []
  var exception: Configuration.Exception?
  /// Whether the change is of a whole file, which says nothing of the rules it concerns.
  var isOfFile = false
  /// The findings of the older rules that it hides or makes less severe.
  var affected: [Diagnostic] = []

  /// Whether the change may hide findings of any rule.
  fileprivate var isGeneral: Bool {
    // Imports that are not judged are not links.
    (rules.isEmpty || rules.contains(UndeclaredImport.id)) && exception == nil && !isOfFile
  }
}

/// The settings of rules.yml and baseline entries that differ from those of another revision.
///
/// Compares the content, not the spelling.
struct SettingChanges {
  private var changes: [SettingChange] = []
  /// The change of the baseline if it has more entries.
  private var baseline: Int?
  private let layers: LayerChanges

  /// The changes that may hide findings, and those that do.
  var looser: [SettingChange] { changes.filter { $0.isLooser || !$0.affected.isEmpty } }

  /// The changes that keep or raise strictness.
  var stricter: [SettingChange] { changes.filter { !$0.isLooser && $0.affected.isEmpty } }

  /// - Complexity: O(*n* log *n*) for *n* entries of both files, and the modules for each layer.
  init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    layers = LayerChanges(from: older.result.graph, to: newer.result.graph)
    guard newer.hasRules else {
      changes = [.removal]
      return
    }
    changes = newer.takenFolders.map(SettingChange.workspace)
    let (before, today) = (older.configuration, newer.configuration)
    compare(before.settings(against: today, layers.names), today.settings(against: before))
    changes += layers.renames() + layers.moves()
    changes += layers.linkChanges(isLooser: true) + layers.linkChanges(isLooser: false)
    compareBaselines(older.baseline, newer.baseline)
  }
}

// The causes of findings that are gone.
extension SettingChanges {
  /// Whether the changes do what the finding asks for: they give its module a layer.
  func resolve(_ finding: Diagnostic) -> Bool {
    finding.rule == UnassignedModule.id
      && finding.subject.identity.first.map { layers.assigned.contains($0) } ?? false
  }

  /// Adds a finding of the older rules that is missing or less severe to the change that explains
  /// it, else to the change of the whole file.
  mutating func add(
    _ finding: Diagnostic, isRecorded: Bool, from older: JudgedWorkspace, to newer: JudgedWorkspace
  ) {
    if let cause = isRecorded
      ? baseline ?? cause(of: finding, in: older) : cause(of: finding, in: older)
    {
      changes[cause].affected.append(finding)
      return
    }
    var whole =
      newer.hasRules ? newer.newWorkspaces.first.map(SettingChange.workspace) ?? .file : .removal
    if let number = changes.firstIndex(where: { $0.words == whole.words }) {
      changes[number].affected.append(finding)
    } else {
      whole.affected = [finding]
      changes.append(whole)
    }
  }

  /// Returns the change that hides a finding of the older rules: an exception for it, else the only
  /// change of its rule, else the only one that may hide any finding.
  private func cause(of finding: Diagnostic, in older: JudgedWorkspace) -> Int? {
    let isConstraint = older.configuration.links.contains { $0.id == finding.rule }
    let exception = changes.firstIndex { change in
      guard change.isLooser, let exception = change.exception else { return false }
      return exception.holds(on: older.result.graph.today)
        && exception.matches(finding, isConstraint: isConstraint, in: older.sources)
    }
    if let exception { return exception }
    let own = changes.indices.filter { number in
      let rules = changes[number].rules
      return changes[number].isLooser
        && (rules.contains(finding.rule) || isConstraint && rules.contains(LinkConstraint.id))
    }
    let general = changes.indices.filter { changes[$0].isGeneral }
    return [own, general].first { $0.count == 1 }?.first
  }
}

// The entries of rules.yml.
extension SettingChanges {
  /// The maximum number of entries to search for one that covers another.
  private static let mostCandidates = 64

  private mutating func compare(_ before: [Setting], _ today: [Setting]) {
    let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let kept = Set(today.map(\.id))
    let (oldByKey, newByKey) = (
      Dictionary(grouping: before, by: \.key), Dictionary(grouping: today, by: \.key)
    )
    for setting in today {
      if let then = old[setting.id] {
        if let change = setting.change(since: then) { changes.append(change) }
      } else if setting.key != .peers {
        let isNamed = [.layers, .layer, .link].contains(setting.key)
        let isCovered = Self.isCovered(setting, by: oldByKey[setting.key])
        changes.append(
          setting.change(
            isNamed ? "adding \(setting.words)" : setting.words,
            isLooser: setting.key.isLooserIfAdded && !isCovered))
      }
    }
    for setting in before where !kept.contains(setting.id) && setting.key != .peers {
      let isTestSupport = setting.key == .testSupport
      let isLooser = isTestSupport ? layers.loseTestSupport : setting.key.isLooserIfRemoved
      changes.append(
        SettingChange(
          words: "removing \(setting.words)", location: .rulesStart,
          isLooser: isLooser && !Self.isCovered(setting, by: newByKey[setting.key]),
          rules: isTestSupport ? [TestSupportInProduct.id] : setting.rules))
    }
  }

  private static func isCovered(_ setting: Setting, by others: [Setting]?) -> Bool {
    others?.prefix(mostCandidates).contains { $0.covers(setting) } ?? false
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
      baseline = changes.count
      changes.append(change)
    }
    let removed = (old?.entries ?? []).count {
      kept.isDisjoint(with: old?.readings(of: $0) ?? [])
    }
    if removed > 0 {
      let entries = removed == 1 ? "1 baseline entry" : "\(removed) baseline entries"
      let file = new?.groups.first?.location.file
      changes.append(
        SettingChange(
          words: "removing \(entries)", location: file.map { .start(of: $0) }, isLooser: false,
          isOfFile: true))
    }
  }
}

extension SettingChange {
  fileprivate static let removal = Self(words: "removing rules.yml", location: nil, isOfFile: true)
  fileprivate static let file = Self(
    words: "the change of rules.yml", location: .rulesStart, isOfFile: true)

  fileprivate static func workspace(_ folder: String) -> Self {
    Self(words: "a workspace of its own in '\(folder)'", location: nil)
  }
}
