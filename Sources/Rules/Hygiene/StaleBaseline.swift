internal import Architecture
internal import Diagnostics
internal import Text

extension Baseline {
  /// Returns a finding for each entry that matches none of `findings` and whose finding cannot be
  /// hidden.
  ///
  /// `findings` must be those of the whole workspace, before any filter.
  func staleEntries(
    among findings: [Diagnostic], in sources: SourceMap, _ configuration: Configuration,
    mayBeHidden: (Entry) -> Bool
  ) -> [Diagnostic] {
    let needed = Set(findings.compactMap { Entry($0, in: sources) })
    return groups.flatMap { group -> [Diagnostic] in
      if let message = configuration.reasonAgainst(group.rule) {
        return [Self.finding(message, at: group.location)]
      }
      return group.entries.filter {
        needed.isDisjoint(with: readings(of: $0.entry)) && !mayBeHidden($0.entry)
      }.map {
        Self.finding(.needsNoMore($0.entry), at: $0.location)
      }
    }
  }

  private static func finding(_ message: Diagnostic.Message, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .staleBaseline, .error, message, at: range, help: [.prune],
      fix: .init(safe: [.remove(range)]))
  }
}

extension Configuration {
  /// Returns the reason why entries of `rule` have no effect; `nil` if they have one.
  fileprivate func reasonAgainst(_ rule: RuleID) -> Diagnostic.Message? {
    let constraints = links.map(\.id)
    guard ruleCatalog[rule] != nil || constraints.contains(rule) else {
      let names = ruleCatalog.map(\.id.name) + constraints.map(\.name)
      return .isNoRule(rule, nearest: names.nearest(to: rule.name))
    }
    if !allowsBaseline(of: rule) { return .isNeverRecorded(rule) }
    return constraints.contains(rule) || severity(of: rule) != nil ? nil : .isOff(rule)
  }
}

extension Diagnostic.Message {
  fileprivate static let prune: Self = "run 'modlint baseline prune'"

  fileprivate static func needsNoMore(_ entry: Baseline.Entry) -> Self {
    let names = entry.names.quoted.joinedByAnd
    return "no '\(entry.rule.name)' finding matches the entry for \(names)"
  }

  fileprivate static func isNoRule(_ rule: RuleID, nearest: String?) -> Self {
    Self("unknown rule '\(rule.name)': its entries have no effect" + nearestSuffix(nearest))
  }

  fileprivate static func isOff(_ rule: RuleID) -> Self {
    "rule '\(rule.name)' is off, so its entries have no effect"
  }

  fileprivate static func isNeverRecorded(_ rule: RuleID) -> Self {
    "rules.yml says `baseline: never` for '\(rule.name)', so its entries have no effect"
  }
}
