internal import Diagnostics
internal import Specs

/// What fixes may change in what specs resolve to, and nothing else.
struct FixEffect {
  /// What fixes of one kind may change: those of different kinds are held against the specs one after the other.
  enum Kind: Int, CaseIterable {
    /// Targets may come to have dependencies that the spec had under another name.
    case wholeBlock
    /// What a target depends on, each counted once, stays.
    case keepsDistinct
    /// As many dependencies as there are changes.
    case counted

    init(of rule: RuleID) {
      switch rule {
      case .unknownKey: self = .wholeBlock
      case .duplicateDependency: self = .keepsDistinct
      default: self = .counted
      }
    }
  }

  /// How many dependencies of a target may go, come, and be said in another way.
  private struct Allowance {
    var removed = 0
    var added = 0
    var changed = 0

    init() {}

    init(_ fix: Diagnostic.Fix, rule: RuleID) {
      if rule == .duplicateKey || rule == .includeCase { return }
      for change in fix.changes {
        switch change {
        case .remove, .removeMapping: removed += 1
        case .addDependency: added += 1
        case .set, .removeKey, .rename, .replaceDependency: changed += 1
        case .replace: break
        }
      }
    }

    static func += (sum: inout Self, other: Self) {
      sum.removed += other.removed
      sum.added += other.added
      sum.changed += other.changed
    }
  }

  private let kind: Kind
  /// Of the targets that findings are about, by their specs.
  private var allowances: [String: [String: Allowance]] = [:]

  init(of kind: Kind) { self.kind = kind }

  /// Allows what a fix is meant to do to `owners`, the targets that its findings are about, by their specs.
  mutating func allow(_ fix: Diagnostic.Fix, rule: RuleID, owners: [String: Set<String>]) {
    let allowance = Allowance(fix, rule: rule)
    for (spec, names) in owners {
      for name in names { allowances[spec, default: [:]][name, default: .init()] += allowance }
    }
  }

  /// - Throws: What else is different in a spec at `path`.
  func check(_ old: SpecDump?, _ new: SpecDump?, of path: String) throws(FixRefusal) {
    guard let old, let new else { throw .isUnresolved }
    if kind == .wholeBlock { return }
    guard old.name == new.name, old.targets.map(\.name) == new.targets.map(\.name),
      old.targets.map(\.facts) == new.targets.map(\.facts)
    else { throw .changesMore }
    let allowances = allowances[path] ?? [:]
    var strangers: [String] = []
    for (old, new) in zip(old.targets, new.targets) where old != new {
      if old.dependencies == new.dependencies { throw .changesPhases(of: old.name) }
      if kind == .keepsDistinct {
        guard Set(old.dependencies) == Set(new.dependencies),
          new.dependencies.count < old.dependencies.count
        else { throw .changesMore }
      } else if let allowance = allowances[old.name] {
        try check(old.dependencies, new.dependencies, allowance)
      } else {
        strangers.append(old.name)
      }
    }
    if !strangers.isEmpty { throw .isUsed(by: strangers) }
  }

  private func check(
    _ old: [SpecDump.Dependency], _ new: [SpecDump.Dependency], _ allowed: Allowance
  ) throws(FixRefusal) {
    let (gone, come) = Self.countChanges(from: old, to: new)
    let pairs = min(gone, come, allowed.changed)
    guard gone - pairs <= allowed.removed, come - pairs <= allowed.added else {
      throw .changesMore
    }
  }

  /// How many dependencies are gone, and how many are new.
  ///
  /// - Complexity: O(*n*).
  private static func countChanges(
    from old: [SpecDump.Dependency], to new: [SpecDump.Dependency]
  ) -> (gone: Int, come: Int) {
    var counts: [SpecDump.Dependency: Int] = [:]
    for dependency in old { counts[dependency, default: 0] += 1 }
    for dependency in new { counts[dependency, default: 0] -= 1 }
    return counts.values.reduce(into: (0, 0)) { sum, count in
      sum.0 += max(0, count)
      sum.1 += max(0, -count)
    }
  }
}
