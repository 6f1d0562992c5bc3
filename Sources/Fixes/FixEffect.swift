internal import Diagnostics
internal import Specs

/// The differences that fixes may make to resolved specs.
struct FixEffect {
  /// The differences that one kind of fix may make; kinds are checked one after the other.
  enum Kind: Int, CaseIterable {
    /// Targets may get dependencies that the spec had under another key.
    case wholeBlock
    /// The set of dependencies of a target stays the same.
    case keepsDistinct
    /// The number of changes limits the number of differing dependencies.
    case counted

    init(of rule: RuleID) {
      switch rule {
      case .unknownKey: self = .wholeBlock
      case .duplicateDependency: self = .keepsDistinct
      default: self = .counted
      }
    }
  }

  /// The numbers of dependencies of a target that may be removed, added and rewritten.
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
  /// The permitted differences by spec and target.
  private var allowances: [String: [String: Allowance]] = [:]

  init(of kind: Kind) { self.kind = kind }

  /// Permits the differences of a fix in `owners`: the targets of its findings, by their specs.
  mutating func allow(_ fix: Diagnostic.Fix, rule: RuleID, owners: [String: Set<String>]) {
    let allowance = Allowance(fix, rule: rule)
    for (spec, names) in owners {
      for name in names { allowances[spec, default: [:]][name, default: .init()] += allowance }
    }
  }

  /// - Throws: `FixRefusal` if anything else differs in the spec at `path`.
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

  /// Returns the numbers of removed and added dependencies.
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
