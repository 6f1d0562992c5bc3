internal import Architecture
internal import Diagnostics
internal import Graph

extension LayeredGraph {
  /// Returns the links that a rule on layers refuses, or `test-support-in-product`, and that are
  /// neither excepted nor known.
  func refusedLinks() -> LinkSet {
    guard !configuration.layers.isEmpty || !configuration.testSupport.isEmpty else { return [] }
    return LinkSet(
      graph.links.filter { link in
        let isSupport = isReportedAsTestSupport(link)
        guard let rule = isSupport ? .testSupportInProduct : layerViolation(of: link)
        else { return false }
        return configuration.severity(of: rule) != nil && !isExcepted(link, from: rule)
          && !isKnown(link, as: rule)
      }
      .map(\.id))
  }

  /// Returns the rule on layers that a link violates, whether or not the rule is on.
  ///
  /// Returns `nil` for links that `test-support-in-product` reports.
  func layerViolation(of link: Link) -> RuleID? {
    guard let from = layer(of: link.from), let to = layer(of: link.to) else { return nil }
    let violation: RuleID
    if to < from {
      violation = .upward
    } else {
      let isPeer = from == to
      let mayLink =
        isPeer
        ? mayLinkAsPeers(link.from, link.to, ofLayer: from) : configuration.mayReach(from, to)
      let free: ModuleFacts =
        isPeer ? [.executable, .resources, .interface] : [.executable, .resources]
      guard !mayLink, facts(of: link.to).isDisjoint(with: free) else { return nil }
      violation = isPeer ? .sameLayer : .layerReach
    }
    return isJudgedByLayers(link) && !isReportedAsTestSupport(link) ? violation : nil
  }

  func shipsTestSupport(_ link: Link) -> Bool {
    guard isTestSupport(link.to), isJudged(link) else { return false }
    let from = facts(of: link.from)
    guard from.isDisjoint(with: [.test, .testSupport, .unlayered]) else { return false }
    // A host or demo application may link the mocks of its project, since nothing can link it.
    return !(from.contains(.executable) && areOfOneProject(link.from, link.to))
      && !(facts(of: link.to).contains(.external) && isForTestsAlone(link.from))
  }

  /// Whether a target of a package is in no product and only tests link it, directly or not.
  ///
  /// It is test support of its own, for which another package's is meant.
  private func isForTestsAlone(_ module: ModuleID) -> Bool {
    func isVended(_ module: ModuleID) -> Bool {
      graph.spec(of: module)?.products.contains { $0.targets.contains(graph[module].name) } ?? true
    }
    guard graph[module].packageTarget == .library, !isVended(module) else { return false }
    let dependents = graph.reaching([module], along: { !$0.isImport })
    return dependents.contains { isTest($0) }
      && dependents.allSatisfy {
        isTest($0) || graph[$0].packageTarget == .library && !isVended($0)
      }
  }

  /// Whether `test-support-in-product` reports the link, in which case no other rule does.
  func isReportedAsTestSupport(_ link: Link) -> Bool {
    if let level = configuration.rules[.testSupportInProduct]?.level, level.severity == nil {
      return false
    }
    return shipsTestSupport(link) && !isExcepted(link, from: .testSupportInProduct)
  }
}
