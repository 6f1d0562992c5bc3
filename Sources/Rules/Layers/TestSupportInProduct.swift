public import Architecture
internal import Diagnostics
internal import Graph

/// Reports links to test support from modules that are neither test nor test support.
///
/// They ship mocks with the product: dead weight at best, fake responses at worst.
public struct TestSupportInProduct: Rule {
  public static let info = RuleInfo(
    id: "test-support-in-product",
    summary: "a module that is neither test nor test support links test support",
    traits: [.judgesLinks, .explains])

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    for link in layered.graph.links where layered.shipsTestSupport(link) {
      findings.add(
        .linksTestSupport(link.verb, layered.described(link.from), layered.described(link.to)),
        link: link,
        help: [.moveToTests(link, layered.graph.shownName(link.to))])
    }
    layered.addShippedTestFrameworks(to: &findings)
  }
}

extension LayeredGraph {
  /// Whether a link makes a product depend on test support.
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
    if let level = configuration.rules[TestSupportInProduct.id]?.level, level.severity == nil {
      return false
    }
    return shipsTestSupport(link) && !isExcepted(link, from: TestSupportInProduct.id)
  }
}

extension Diagnostic.Message {
  fileprivate static func linksTestSupport(
    _ verb: String, _ from: String, _ to: String
  ) -> Self {
    "\(from) \(verb) the test support \(to)"
  }

  fileprivate static func moveToTests(_ link: Link, _ module: String) -> Self {
    "\(link.isImport ? "import" : "link") '\(module)' from the test bundle that needs it"
  }
}
