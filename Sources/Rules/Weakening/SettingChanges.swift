internal import Architecture
internal import Diagnostics
internal import Graph

/// The settings of rules.yml and baseline entries that differ from those of another revision.
///
/// Compares the content, not the spelling.
struct SettingChanges {
  /// The change of the whole file, for what no entry explains, followed by those of entries.
  private var changes: [SettingChange]
  /// The change of the baseline if it has more entries.
  private var baseline: Int?
  private let layers: LayerChanges

  /// The changes that may hide findings, and those that do.
  var looser: [SettingChange] { changes.filter { $0.isLooser || !$0.affected.isEmpty } }

  /// The changes that keep or raise strictness.
  var stricter: [SettingChange] {
    changes.dropFirst().filter { !$0.isLooser && $0.affected.isEmpty }
  }

  /// - Complexity: O(*n* log *n*) for *n* entries of both files, and the modules for each layer.
  init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    layers = LayerChanges(from: older.result.graph, to: newer.result.graph)
    changes = [Self.whole(newer)]
    guard newer.hasRules else { return }
    changes += newer.takenFolders.filter { $0 != newer.newWorkspaces.first }.map {
      .workspace($0, isNew: false)
    }
    let (before, today) = (older.configuration, newer.configuration)
    let names = Set(before.layers.map { layers.names[$0.name] ?? $0.name })
    let shared =
      before.layers.isEmpty || today.layers.isEmpty
      ? nil : names.intersection(today.layers.map(\.name))
    compare(
      before.settings(layers.names, sharing: shared), today.settings([:], sharing: shared))
    changes += layers.moves()
    compareBaselines(older.baseline, newer.baseline)
  }

  private static func whole(_ newer: JudgedWorkspace) -> SettingChange {
    guard newer.hasRules else { return .removal }
    guard let folder = newer.newWorkspaces.first else { return .file }
    return .workspace(folder, isNew: !newer.takenFolders.contains(folder))
  }
}

// The causes of findings that are gone.
extension SettingChanges {
  /// Whether the changes do what the finding asks for: they give its module a layer.
  func resolve(_ finding: Diagnostic) -> Bool {
    finding.rule == .unassignedModule
      && finding.subject.identity.first.map { layers.assigned.contains($0) } ?? false
  }

  /// Adds a finding of the older rules that is missing or less severe to the change that explains
  /// it, else to the change of the whole file.
  mutating func add(_ finding: Diagnostic, isRecorded: Bool, from older: JudgedWorkspace) {
    let cause = (isRecorded ? baseline : nil) ?? cause(of: finding, in: older) ?? 0
    changes[cause].affected.append(finding)
  }

  /// Returns the change that hides a finding of the older rules: an exception for it, else the only
  /// change of its rule, else the only one that may hide any finding.
  private func cause(of finding: Diagnostic, in older: JudgedWorkspace) -> Int? {
    let isConstraint = older.configuration.links.contains { $0.id == finding.rule }
    func isExcepted(_ change: Int) -> Bool {
      guard changes[change].isLooser, let exception = changes[change].exception else {
        return false
      }
      return exception.holds(on: older.result.graph.today)
        && exception.matches(finding, isConstraint: isConstraint, in: older.sources)
    }
    if let exception = changes.indices.first(where: isExcepted) { return exception }
    let own = changes.indices.filter {
      let rules = changes[$0].rules
      return changes[$0].isLooser
        && (rules.contains(finding.rule) || isConstraint && rules.contains(.linkConstraint))
    }
    let general = changes.indices.filter {
      let (change, rules) = (changes[$0], changes[$0].rules)
      // Imports that are not judged are not links.
      return (rules.isEmpty || rules.contains(.undeclaredImport)) && change.exception == nil
        && !change.isOfFile
    }
    return [own, general].first { $0.count == 1 }?.first
  }
}

// The entries of both files.
extension SettingChanges {
  private static let mostCandidates = 64

  private mutating func compare(_ before: [Setting], _ today: [Setting]) {
    let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let kept = Set(today.map(\.id))
    let oldByKey = Dictionary(grouping: before, by: \.key)
    let newByKey = Dictionary(grouping: today, by: \.key)
    func isCovered(_ setting: Setting, by others: [Setting]?) -> Bool {
      others?.prefix(Self.mostCandidates).contains { $0.covers(setting) } ?? false
    }
    for setting in today {
      if let then = old[setting.id] {
        changes += setting.changes(since: then)
      } else if !setting.key.isOfLayer {
        let isNamed = [.layers, .layer, .link].contains(setting.key)
        changes.append(
          setting.change(
            isNamed ? "adding \(setting.words)" : setting.words,
            isLooser: setting.key.isLooserIfAdded
              && !isCovered(setting, by: oldByKey[setting.key])))
      }
    }
    for setting in before where !kept.contains(setting.id) && !setting.key.isOfLayer {
      let isTestSupport = setting.key == .testSupport
      let isLooser = isTestSupport ? layers.loseTestSupport : setting.key.isLooserIfRemoved
      changes.append(
        SettingChange(
          words: "removing \(setting.words)", location: .rulesStart,
          isLooser: isLooser && !isCovered(setting, by: newByKey[setting.key]),
          rules: isTestSupport ? [.testSupportInProduct] : setting.rules))
    }
  }

  private mutating func compareBaselines(_ old: Baseline?, _ new: Baseline?) {
    let added = new?.entriesMissing(in: old) ?? []
    if let first = added.first {
      baseline = changes.count
      let entries = added.count == 1 ? "1 more entry" : "\(added.count) more entries"
      changes.append(
        SettingChange(
          words: old == nil ? "the new baseline" : "the baseline with \(entries)",
          location: first.location, isOfFile: true))
    }
    let removed = old?.entriesMissing(in: new) ?? []
    guard !removed.isEmpty else { return }
    let entries = removed.count == 1 ? "1 baseline entry" : "\(removed.count) baseline entries"
    changes.append(
      SettingChange(
        words: "removing \(entries)",
        location: (new?.groups.first?.location.file).map { .start(of: $0) }, isLooser: false,
        isOfFile: true))
  }
}

extension Baseline {
  fileprivate func entriesMissing(in other: Baseline?) -> [(entry: Entry, location: SourceRange)] {
    let known = Set(other?.entries.flatMap { other?.readings(of: $0) ?? [] } ?? [])
    return groups.flatMap(\.entries).filter { known.isDisjoint(with: readings(of: $0.entry)) }
  }
}
