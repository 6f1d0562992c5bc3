internal import Diagnostics
internal import Specs

/// What a fix may change in what specs resolve to, and nothing else.
struct FixEffect {
  /// Whether targets may come to have dependencies that the spec had under another name.
  var isOfWholeBlock = false
  /// How many dependencies of a target may go, come, and be said in another way.
  var removed = 0
  var added = 0
  var changed = 0
  /// Whether what a target depends on, each counted once, stays.
  var keepsDistinct = false
  /// The targets that a finding is about, by their specs.
  var owners: [String: Set<String>] = [:]

  init(of fix: Diagnostic.Fix, rule: RuleID, owners: [String: Set<String>]) {
    self.owners = owners
    switch rule {
    case .duplicateDependency: (removed, keepsDistinct) = (.max, true)
    case .unknownKey: isOfWholeBlock = true
    case .duplicateKey, .includeCase: break
    default:
      for change in fix.changes {
        switch change {
        case .remove, .removeMapping: removed += 1
        case .addDependency: added += 1
        case .set, .removeKey, .rename, .replaceDependency: changed += 1
        case .replace: break
        }
      }
    }
  }

  /// - Throws: What else is different in a spec at `path`.
  func check(_ old: SpecDump?, _ new: SpecDump?, of path: String) throws(FixRefusal) {
    guard let old, let new else { throw .isUnresolved }
    if isOfWholeBlock { return }
    guard old.name == new.name, old.targets.map(\.name) == new.targets.map(\.name),
      old.targets.map(\.facts) == new.targets.map(\.facts)
    else { throw .changesMore }
    var strangers: [String] = []
    for (old, new) in zip(old.targets, new.targets) where old != new {
      if old.dependencies == new.dependencies { throw .changesPhases(of: old.name) }
      try check(old.dependencies, new.dependencies)
      if !keepsDistinct, owners[path]?.contains(old.name) != true { strangers.append(old.name) }
    }
    if !strangers.isEmpty { throw .isUsed(by: strangers) }
  }

  private func check(
    _ old: [SpecDump.Dependency], _ new: [SpecDump.Dependency]
  ) throws(FixRefusal) {
    if keepsDistinct {
      guard Set(old) == Set(new), new.count < old.count else { throw .changesMore }
      return
    }
    let (gone, come) = Self.countChanges(from: old, to: new)
    let pairs = min(gone, come, changed)
    guard gone - pairs <= removed, come - pairs <= added else { throw .changesMore }
  }

  /// How many dependencies are gone, and how many are new.
  ///
  /// - Complexity: O(*n*) where they are neighbours, else that of a difference.
  private static func countChanges(
    from old: [SpecDump.Dependency], to new: [SpecDump.Dependency]
  ) -> (gone: Int, come: Int) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (old, new) = (old[start...].dropLast(end), new[start...].dropLast(end))
    if old.isEmpty || new.isEmpty { return (old.count, new.count) }
    let difference = new.difference(from: old)
    return (difference.removals.count, difference.insertions.count)
  }
}
