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
    let difference = new.difference(from: old)
    var (gone, come): ([SpecDump.Dependency], [SpecDump.Dependency]) = ([], [])
    for change in difference {
      switch change {
      case .remove(_, let dependency, _): gone.append(dependency)
      case .insert(_, let dependency, _): come.append(dependency)
      }
    }
    let pairs = min(gone.count, come.count, changed)
    guard gone.count - pairs <= removed, come.count - pairs <= added else { throw .changesMore }
  }
}
