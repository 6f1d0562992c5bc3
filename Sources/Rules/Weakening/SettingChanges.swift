internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// A difference from another revision of rules.yml or the baseline.
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
}

/// The settings of rules.yml and baseline entries that differ from those of another revision.
///
/// Compares the content, not the spelling.
struct SettingChanges {
  /// The change of the whole file, for what no entry explains, followed by those of entries.
  private var changes: [SettingChange]
  /// The change of the baseline if it has more entries.
  private var baseline: Int?
  private let layers: LayerChanges

  private static let mostCandidates = 64

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
    changes += newer.takenFolders.filter { $0 != newer.newWorkspaces.first }.map(Self.workspace)
    let (before, today) = (older.configuration, newer.configuration)
    let shared =
      before.layers.isEmpty || today.layers.isEmpty
      ? nil : Set(before.layers.map(\.name)).intersection(today.layers.map(\.name))
    compare(before.settings(sharing: shared), today.settings(sharing: shared))
    changes += layers.moves()
    compareBaselines(older.baseline, newer.baseline)
  }

  private static func whole(_ newer: JudgedWorkspace) -> SettingChange {
    guard newer.hasRules else {
      return SettingChange(words: "removing rules.yml", location: nil, isOfFile: true)
    }
    guard let folder = newer.newWorkspaces.first else {
      return SettingChange(
        words: "the change of rules.yml", location: .rulesStart, isLooser: false, isOfFile: true)
    }
    var change = workspace(folder)
    change.isLooser = newer.takenFolders.contains(folder)
    change.isOfFile = !change.isLooser
    return change
  }

  private static func workspace(_ folder: String) -> SettingChange {
    SettingChange(words: "a workspace of its own in '\(folder)'", location: nil)
  }

  private mutating func compare(_ before: [Setting], _ today: [Setting]) {
    let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let new = Set(today.map(\.id))
    let (oldByKey, newByKey) = (
      Dictionary(grouping: before, by: \.key), Dictionary(grouping: today, by: \.key)
    )
    func isCovered(_ setting: Setting, by others: [Setting]?) -> Bool {
      others?.prefix(Self.mostCandidates).contains { $0.covers(setting) } ?? false
    }
    for setting in today {
      if let then = old[setting.id] {
        if let change = setting.change(since: then) { changes.append(change) }
      } else if ![.peers, .reach].contains(setting.key) {
        let isNamed = [.layers, .layer, .link].contains(setting.key)
        let isLooser =
          setting.key.isLooser.ifAdded && !isCovered(setting, by: oldByKey[setting.key])
        changes.append(
          setting.change(isNamed ? "adding \(setting.words)" : setting.words, isLooser: isLooser))
      }
    }
    for setting in before where !new.contains(setting.id) {
      if [.peers, .reach].contains(setting.key) { continue }
      let isTestSupport = setting.key == .testSupport
      let isLooser = isTestSupport ? layers.loseTestSupport : setting.key.isLooser.ifRemoved
      changes.append(
        SettingChange(
          words: "removing \(setting.words)", location: .rulesStart,
          isLooser: isLooser && !isCovered(setting, by: newByKey[setting.key]),
          rules: isTestSupport ? [.testSupportInProduct] : setting.rules))
    }
  }

  private mutating func compareBaselines(_ old: Baseline?, _ new: Baseline?) {
    func words(_ count: Int, _ one: String, _ many: String) -> String {
      count == 1 ? "1 \(one)" : "\(count) \(many)"
    }
    let added = new?.entriesMissing(in: old) ?? []
    if let first = added.first {
      baseline = changes.count
      let entries = words(added.count, "more entry", "more entries")
      changes.append(
        SettingChange(
          words: old == nil ? "the new baseline" : "the baseline with \(entries)",
          location: first.location, isOfFile: true))
    }
    let removed = old?.entriesMissing(in: new) ?? []
    guard !removed.isEmpty else { return }
    let place = new?.groups.first?.location.file
    changes.append(
      SettingChange(
        words: "removing \(words(removed.count, "baseline entry", "baseline entries"))",
        location: place.map { .start(of: $0) }, isLooser: false, isOfFile: true))
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
    let rules: Set<RuleID> = isConstraint ? [finding.rule, .linkConstraint] : [finding.rule]
    var (own, general): ([Int], [Int]) = ([], [])
    for (number, change) in changes.enumerated() {
      if let exception = change.exception {
        if change.isLooser, exception.holds(on: older.result.graph.today),
          exception.matches(finding, isConstraint: isConstraint, in: older.sources)
        {
          return number
        }
      } else if change.isLooser, !rules.isDisjoint(with: change.rules) {
        own.append(number)
      }
      // Imports that are not judged are not links.
      if change.exception == nil, !change.isOfFile,
        change.rules.isEmpty || change.rules.contains(.undeclaredImport)
      {
        general.append(number)
      }
    }
    return [own, general].first { $0.count == 1 }?.first
  }
}

extension Baseline {
  fileprivate func entriesMissing(in other: Baseline?) -> [(entry: Entry, location: SourceRange)] {
    let known = Set(other?.entries.flatMap { other?.readings(of: $0) ?? [] } ?? [])
    return groups.flatMap(\.entries).filter { known.isDisjoint(with: readings(of: $0.entry)) }
  }
}

extension Setting {
  func change(since old: Setting) -> SettingChange? {
    if let was = old.level, let level, level != was {
      let isLooser = level.strictness < was.strictness
      let words = "\(words) from '\(was.rawValue)' to '\(level.rawValue)'"
      return level == .off
        ? change("turning off \(self.words)", isLooser: isLooser)
        : change("\(isLooser ? "lowering" : "raising") \(words)", isLooser: isLooser)
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
    guard !demandsMore(than: other) else { return false }
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

/// The layers of modules, and the links between layers, that differ from another revision.
struct LayerChanges {
  private let older: LayeredGraph
  private let newer: LayeredGraph
  private let pairs: [(old: ModuleID, new: ModuleID)]
  /// The identities of the modules that have a layer.
  let assigned: Set<String>

  init(from older: LayeredGraph, to newer: LayeredGraph) {
    (self.older, self.newer) = (older, newer)
    let modules = Dictionary(newer.graph.modules.map { (newer.graph.identity($0), $0) }) {
      first, _ in first
    }
    assigned = Set(modules.filter { newer.layer(of: $0.value) != nil }.keys)
    pairs = older.graph.modules.compactMap { old in
      modules[older.graph.identity(old)].map { (old: old, new: $0) }
    }
  }

  var loseTestSupport: Bool {
    pairs.contains { older.isTestSupport($0.old) && !newer.isTestSupport($0.new) }
  }

  /// Returns one change for each layer that loses modules to another one, or to none.
  func moves() -> [SettingChange] {
    let places = Dictionary(newer.configuration.layers.map { ($0.name, $0.location) }) {
      first, _ in first
    }
    var moved: [Move: Set<String>] = [:]
    for (old, new) in pairs {
      guard let name = older.layerName(of: old), places[name] != nil,
        newer.layerName(of: new) != name
      else { continue }
      moved[Move(from: name, to: newer.layerName(of: new)), default: []]
        .insert(newer.graph.shownName(new))
    }
    return moved.map { move, modules in
      let what = modules.count == 1 ? "'\(modules.first ?? "")'" : "\(modules.count) modules"
      return SettingChange(
        words: move.to.map { "moving \(what) from layer '\(move.from)' to '\($0)'" }
          ?? "taking \(what) out of layer '\(move.from)'",
        location: places[move.to ?? move.from])
    }
  }

  private struct Move: Hashable {
    var from: String
    var to: String?
  }
}
