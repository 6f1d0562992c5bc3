internal import Architecture
internal import Diagnostics
import Graph

// XCTest in applications and extensions, which have none on a device.
extension LayeredGraph {
  /// Adds the modules that bring XCTest or Swift Testing into the processes of applications and
  /// extensions.
  func addShippedTestFrameworks(to findings: inout Findings) {
    let bringers = bringersOfTestFrameworks()
    guard !bringers.isEmpty else { return }
    var told: Set<String> = []
    let ordered = bringers.values.sorted { $0.module < $1.module }
    let views = findings.analyses.linkage(of: self).map { view in
      (view, graph.subgraph(of: ModuleSet(graph.modules)) { view.use(of: $0).isLoadedAtLaunch })
    }
    for isApp in [true, false] {
      for product in graph.builtModules where ships(product, isApp: isApp) {
        for bringer in ordered where !told.contains(graph.shownName(bringer.module)) {
          guard let chain = chain(from: product, to: bringer, views) else { continue }
          told.insert(graph.shownName(bringer.module))
          report(bringer, in: product, chain, &findings)
        }
      }
    }
  }

  private func ships(_ product: ModuleID, isApp: Bool) -> Bool {
    let roles = graph[product].roles
    return roles.contains(isApp ? .app : .appExtension) && !isTestSupport(product)
      && !isIgnored(product)
  }

  private func report(
    _ bringer: TestFrameworkBringer, in product: ModuleID, _ chain: [Link],
    _ findings: inout Findings
  ) {
    let (name, owner) = (graph.shownName(product), graph.shownName(bringer.module))
    var subject = subject(product, bringer.module)
    subject.chain = self.chain(chain)
    findings.add(
      product == bringer.module
        ? .has(name, bringer) : .reaches(name, owner, bringer), at: bringer.location,
      help: [.moveOut(owner, bringer)], subject: subject)
  }

  private func bringersOfTestFrameworks() -> [ModuleID: TestFrameworkBringer] {
    var found: [ModuleID: TestFrameworkBringer] = [:]
    for (module, known) in reading.imports?.testImports ?? [:] {
      found[module] = TestFrameworkBringer(
        module: module, name: known.name, verb: "imports", location: known.location,
        platforms: graph[module].platforms)
    }
    for framework in graph.externals where graph[framework].name == "XCTest" {
      guard graph[framework].external == .sdk else { continue }
      for link in graph.links(to: framework) where !link.flags.contains(.weak) {
        found[link.from] = TestFrameworkBringer(
          module: link.from, name: "XCTest", verb: "links", location: link.location,
          platforms: link.platforms.intersection(graph[link.from].platforms),
          configurations: link.configurations)
      }
    }
    return found.filter { entry in
      !isTest(entry.key) && !isTestSupport(entry.key) && !isIgnored(entry.key)
    }
  }

  /// The links through which a product loads at launch, or takes in, a module that brings the
  /// framework.
  private func chain(
    from product: ModuleID, to bringer: TestFrameworkBringer, _ views: [(PlatformLinkage, Subgraph)]
  ) -> [Link]? {
    for (view, loaded) in views
    where bringer.platforms.contains(view.platform)
      && graph[product].platforms.contains(view.platform)
      && !bringer.configurations.isDisjoint(with: view.configurations)
    {
      if product == bringer.module { return [] }
      if let chain = loaded.shortestPath(from: product, to: bringer.module) { return chain }
    }
    return nil
  }
}

/// A module that links or imports a framework for tests.
private struct TestFrameworkBringer {
  var module: ModuleID
  var name: String
  var verb: String
  var location: SourceRange
  var platforms: PlatformSet
  var configurations = ConfigurationSet.all
}

extension Diagnostic.Message {
  fileprivate static func has(_ product: String, _ bringer: TestFrameworkBringer) -> Self {
    "'\(product)' \(bringer.verb) \(bringer.name), which devices do not have"
  }

  fileprivate static func reaches(
    _ product: String, _ module: String, _ bringer: TestFrameworkBringer
  ) -> Self {
    """
    '\(product)' loads '\(module)', which \(bringer.verb) \(bringer.name), \
    which devices do not have
    """
  }

  fileprivate static func moveOut(_ module: String, _ bringer: TestFrameworkBringer) -> Self {
    bringer.verb == "imports"
      ? "move what needs \(bringer.name) out of '\(module)' into a module that only tests link"
      : "drop \(bringer.name) from '\(module)', or link it with `weak: true`"
  }
}
