public import Diagnostics
public import Graph
internal import Text

extension LayeredGraph {
  public func isKnown(_ link: Link, as rule: RuleID) -> Bool {
    !known.isEmpty
      && known.contains(rule, about: [graph.identity(link.from), graph.identity(link.to)])
  }
}

extension LayeredGraph {
  /// Whether a valid exception excludes `link` from `rule`.
  public func isExcepted(_ link: Link, from rule: RuleID) -> Bool {
    hasException(link, from: rule, whichHolds: true)
  }

  /// Whether an expired exception excluded `link` from `rule`.
  public func wasExcepted(_ link: Link, from rule: RuleID) -> Bool {
    hasException(link, from: rule, whichHolds: false)
  }

  private func hasException(_ link: Link, from rule: RuleID, whichHolds: Bool) -> Bool {
    guard !configuration.exceptions.isEmpty else { return false }
    let (tail, head) = (graph.shownName(link.from), graph.shownName(link.to))
    return exceptionIndex.candidates(rule, name: tail, linked: head).contains { number in
      let exception = configuration.exceptions[number]
      guard exception.holds(on: today) == whichHolds, case .link(let from, let to) = exception.about
      else { return false }
      return from.matches(tail) && to.matches(head)
    }
  }
}
