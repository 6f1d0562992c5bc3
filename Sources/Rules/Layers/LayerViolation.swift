internal import Architecture
internal import Diagnostics
internal import Graph

extension LayeredGraph {
  static let rulesOnLayers: [RuleID] = [.sameLayer, .upward, .layerReach]

  /// Returns the rule on layers that a link violates, whether or not the rule is on.
  ///
  /// Returns `nil` for links that `test-support-in-product` reports.
  func layerViolation(of link: Link) -> RuleID? {
    guard let violation = violation(of: link), !isReportedAsTestSupport(link) else { return nil }
    return violation
  }

  private func violation(of link: Link) -> RuleID? {
    guard let from = layer(of: link.from), let to = layer(of: link.to) else { return nil }
    if from == to { return linksPeer(link, in: from) ? .sameLayer : nil }
    if to < from { return isJudgedByLayers(link) ? .upward : nil }
    return exceedsReach(link, from: from, to: to) ? .layerReach : nil
  }

  private func linksPeer(_ link: Link, in layer: Int) -> Bool {
    guard isJudgedByLayers(link), !mayLinkAsPeers(link.from, link.to, ofLayer: layer) else {
      return false
    }
    return facts(of: link.to).isDisjoint(with: [.executable, .interface, .resources])
  }

  private func exceedsReach(_ link: Link, from: Int, to: Int) -> Bool {
    !configuration.mayReach(from, to) && isJudgedByLayers(link)
      && facts(of: link.to).isDisjoint(with: [.executable, .resources])
  }
}
