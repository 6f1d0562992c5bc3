public import Architecture
internal import Diagnostics
internal import Graph

/// Reports links to test support from modules that are neither test nor test support.
///
/// They ship mocks with the product: dead weight at best, fake responses at worst.
public enum TestSupportInProduct: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    for link in layered.graph.links where layered.shipsTestSupport(link) {
      findings.add(
        .linksTestSupport(link.verb, layered.described(link.from), layered.described(link.to)),
        link: link,
        help: [.moveToTests(link, layered.graph.shownName(link.to))])
    }
    layered.addShippedTestFrameworks(to: &findings)
  }
}

// XCTest in applications and extensions: devices do not have it.
extension LayeredGraph {
  func addShippedTestFrameworks(to findings: inout Findings) {
    let uses = usesOfTestFrameworks()
    guard !uses.isEmpty else { return }
    var reported: Set<String> = []
    let views = findings.linkage()
    for isApp in [true, false] {
      for product in graph.builtModules where ships(product, isApp: isApp) {
        for use in uses where !reported.contains(graph.shownName(use.module)) {
          guard let chain = chain(from: product, to: use, views) else { continue }
          reported.insert(graph.shownName(use.module))
          report(use, in: product, chain, &findings)
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
    _ use: TestFrameworkUse, in product: ModuleID, _ chain: [Link],
    _ findings: inout Findings
  ) {
    let (name, owner) = (graph.shownName(product), graph.shownName(use.module))
    var subject = subject(product, use.module)
    subject.chain = self.chain(chain)
    findings.add(
      product == use.module
        ? .has(name, use) : .reaches(name, owner, use), at: use.location,
      help: [advice(on: use, of: owner)], subject: subject)
  }

  /// Returns how a module gets rid of a test framework, in the terms of its kind of project.
  private func advice(on use: TestFrameworkUse, of module: String) -> Diagnostic.Message {
    guard let framework = use.framework else { return .moveOut(module, use.name) }
    if let step = graph.advice(.remove, of: framework, in: use.module) {
      return "\(step.text), or set its status to 'Optional'"
    }
    return .dropOrWeaken(use.name, module)
  }

  /// Returns the uses of test frameworks outside of tests, in order of module, links first.
  private func usesOfTestFrameworks() -> [TestFrameworkUse] {
    var found: [TestFrameworkUse] = []
    for (module, known) in reading.imports?.testImports ?? [:] {
      found.append(
        TestFrameworkUse(
          module: module, name: known.name, verb: "imports", location: known.location,
          platforms: graph[module].platforms))
    }
    for framework in graph.externals where graph[framework].isTestFramework {
      for link in graph.links(to: framework) where !link.flags.contains(.weak) {
        found.append(
          TestFrameworkUse(
            module: link.from, name: "XCTest", verb: "links", framework: framework,
            location: link.location,
            platforms: link.platforms.intersection(graph[link.from].platforms),
            configurations: link.configurations))
      }
    }
    found.removeAll { isTest($0.module) || isTestSupport($0.module) || isIgnored($0.module) }
    return found.sorted { ($0.module, $1.verb, $0.location) < ($1.module, $0.verb, $1.location) }
  }

  /// Returns the links by which a product loads at launch, or links statically, a module that uses
  /// the framework.
  private func chain(
    from product: ModuleID, to use: TestFrameworkUse, _ views: [PlatformLinkage]
  ) -> [Link]? {
    for view in views
    where use.platforms.contains(view.platform)
      && graph[product].platforms.contains(view.platform)
      && !use.configurations.isDisjoint(with: view.configurations)
    {
      if product == use.module { return [] }
      let chain = graph.shortestPath(from: product, to: use.module) {
        view.uses[$0.id].isLoadedAtLaunch
      }
      if let chain { return chain }
    }
    return nil
  }
}

private struct TestFrameworkUse {
  var module: ModuleID
  var name: String
  var verb: String
  /// The framework that it links; `nil` for an import.
  var framework: ModuleID?
  var location: SourceRange
  var platforms: PlatformSet
  var configurations = ConfigurationSet.all
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

  fileprivate static func has(_ product: String, _ use: TestFrameworkUse) -> Self {
    "'\(product)' \(use.verb) \(use.name), which devices do not have"
  }

  fileprivate static func reaches(
    _ product: String, _ module: String, _ use: TestFrameworkUse
  ) -> Self {
    "'\(product)' loads '\(module)', which \(use.verb) \(use.name), which devices do not have"
  }

  fileprivate static func moveOut(_ module: String, _ framework: String) -> Self {
    "move what needs \(framework) out of '\(module)' into a module that only tests link"
  }

  fileprivate static func dropOrWeaken(_ framework: String, _ module: String) -> Self {
    "drop \(framework) from '\(module)', or link it weakly"
  }
}
