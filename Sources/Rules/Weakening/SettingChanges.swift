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
  /// The identities of the modules that have a layer now.
  private let assigned: Set<String>

  private static let mostCandidates = 64

  /// The changes that may hide findings, and those that do.
  var looser: [SettingChange] { changes.filter { $0.isLooser || !$0.affected.isEmpty } }

  /// The changes that keep or raise strictness.
  var stricter: [SettingChange] {
    changes.dropFirst().filter { !$0.isLooser && $0.affected.isEmpty }
  }

  /// - Complexity: O(*n* log *n*) for *n* entries of both files, and the modules for each layer.
  init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    let (then, now) = (older.result.graph, newer.result.graph)
    assigned = Set(now.graph.modules.filter { now.layer(of: $0) != nil }.map(now.graph.identity))
    changes = [Self.whole(newer)]
    guard newer.hasRules else { return }
    changes += newer.takenFolders.filter { $0 != newer.newWorkspaces.first }.map(Self.workspace)
    let (before, today) = (older.configuration, newer.configuration)
    let shared =
      before.layers.isEmpty || today.layers.isEmpty
      ? nil : Set(before.layers.map(\.name)).intersection(today.layers.map(\.name))
    let modules = Set(then.graph.modules.map(then.graph.identity))
      .intersection(now.graph.modules.map(now.graph.identity))
    compare(
      before.settings(sharing: shared, of: then.layerMembers(among: modules)),
      today.settings(sharing: shared, of: now.layerMembers(among: modules)))
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
      let isLooser =
        setting.key.isLooser.ifRemoved && !isCovered(setting, by: newByKey[setting.key])
      changes.append(
        SettingChange(
          words: "removing \(setting.words)", location: .rulesStart, isLooser: isLooser,
          rules: setting.key == .testSupport ? [.testSupportInProduct] : setting.rules))
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
      && finding.subject.identity.first.map { assigned.contains($0) } ?? false
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
    let isLooser = old.demandsMore(than: self)
    // What a layer gains another one loses, unless it was in no layer.
    guard demands != old.demands, isLooser || key != .layer else { return nil }
    return change("the change of \(words)", isLooser: isLooser)
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
    if key == .specs { return pattern.matches(path: narrow.text) }
    return pattern.text == "**" || pattern.covers(narrow)
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

extension LayeredGraph {
  /// Returns the identities of some modules by the name of their layer.
  fileprivate func layerMembers(among modules: Set<String>) -> [String: Set<String>] {
    var members: [String: Set<String>] = [:]
    for module in graph.modules where modules.contains(graph.identity(module)) {
      guard let layer = layerName(of: module) else { continue }
      members[layer, default: []].insert(graph.identity(module))
    }
    return members
  }
}
