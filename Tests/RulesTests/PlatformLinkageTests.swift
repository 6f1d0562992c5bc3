import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules
import TestSupport

/// The rules about linking against the definitions, followed to the letter on small workspaces.
@Suite struct PlatformLinkageTests {
  @Test(arguments: 0..<10)
  func `duplicate-static finds what the definitions say`(block: Int) {
    var total = 0
    for seed in (block * 150)..<(block * 150 + 150) {
      let graph = randomGraph(seed: seed)
      let options = RuleOptions(severities: ["hosted-tests": .warning, "outside-clients": .off])
      let found = findings(of: DuplicateStatic(options: options), in: graph).map {
        "\($0.subject.to ?? ""): \($0.subject.owners.joined(separator: " "))"
      }
      #expect(Set(found).count == found.count, "seed \(seed)")
      #expect(Set(found) == NaiveLinking(graph).duplicates(), "seed \(seed)")
      total += found.count
    }
    #expect(total > 0)
  }

  @Test(arguments: 0..<10)
  func `missing-embed finds what the definitions say`(block: Int) {
    var total = 0
    for seed in (block * 150)..<(block * 150 + 150) {
      let graph = randomGraph(seed: seed)
      let found = findings(of: MissingEmbed(options: .init()), in: graph).map {
        "\($0.subject.from ?? ""): \($0.subject.to ?? "")"
      }
      #expect(Set(found).count == found.count, "seed \(seed)")
      #expect(Set(found) == NaiveLinking(graph).missing(), "seed \(seed)")
      total += found.count
    }
    #expect(total > 0)
  }

  @Test(arguments: 0..<4)
  func `chains lead from the owner to the library`(block: Int) {
    for seed in (block * 150)..<(block * 150 + 150) {
      let options = RuleOptions(severities: ["same-image": .warning])
      let graph = randomGraph(seed: seed)
      for finding in findings(of: DuplicateStatic(options: options), in: graph) {
        var chains: [[Diagnostic.ChainLink]] = []
        for link in finding.subject.chain {
          if chains.last?.last?.to == link.from {
            chains[chains.count - 1].append(link)
          } else {
            chains.append([link])
          }
        }
        #expect(chains.allSatisfy { $0.last?.to == finding.subject.to }, "seed \(seed)")
        #expect(
          Set(chains.compactMap(\.first?.from)) == Set(finding.subject.owners), "seed \(seed)")
      }
    }
  }

  @Test func `workspaces without filters are one view`() {
    var workspace = LinkedWorkspace()
    let phone: PlatformSet = [.iOS, .macCatalyst]
    workspace.add("Harbor", .application, platforms: phone)
    workspace.add("Kit", .framework, platforms: phone)
    workspace.addExternal("Realm", .dynamic)
    workspace.link("Harbor", "Kit")
    workspace.link("Kit", "Realm")
    #expect(PlatformLinkage.views(of: LayeredGraph(workspace.graph)).count == 1)
    workspace.link("Kit", "Realm", platforms: .iOS)
    #expect(PlatformLinkage.views(of: LayeredGraph(workspace.graph)).count == 2)
  }

  private func findings(of rule: some Rule, in graph: ModuleGraph) -> [Diagnostic] {
    let layered = LayeredGraph(graph)
    var findings = Findings(of: type(of: rule).id, severity: .error, in: layered)
    rule.check(layered, &findings)
    return findings.diagnostics
  }
}

/// What linking.md defines, module by module and platform by platform, in sets.
private struct NaiveLinking {
  let graph: ModuleGraph

  init(_ graph: ModuleGraph) { self.graph = graph }

  private static let platforms = (0..<6).map { PlatformSet(rawValue: 1 << $0) }

  private func links(from id: ModuleID, on platform: PlatformSet) -> [Link] {
    graph.links(from: id).filter { link in
      // What is imported is linked, as far as frameworks go, also through archives that import it.
      let isAutolinked =
        link.flags.contains(.declaredUnlinked) && graph[link.to].type == .staticFramework
        && graph[link.to].linkage == .static
        && [.dynamic, .static].contains(graph[link.from].linkage)
      return (link.flags.contains(.linked) || isAutolinked)
        && !graph[link.to].roles.contains(.executable)
        && graph[link.to].linkage != .none
        && link.platforms.intersection(graph[link.from].platforms)
          .intersection(graph[link.to].platforms).contains(platform)
    }
  }

  private func absorbed(by image: ModuleID, on platform: PlatformSet) -> Set<ModuleID> {
    var found: Set<ModuleID> = []
    func visit(_ module: ModuleID) {
      for link in links(from: module, on: platform)
      where graph[link.to].linkage == .static && found.insert(link.to).inserted {
        visit(link.to)
      }
    }
    visit(image)
    return found
  }

  private func reached(from root: ModuleID, on platform: PlatformSet) -> Set<ModuleID> {
    var found: Set<ModuleID> = [root]
    func visit(_ module: ModuleID) {
      for link in links(from: module, on: platform) where found.insert(link.to).inserted {
        visit(link.to)
      }
    }
    visit(root)
    return found
  }

  func duplicates() -> Set<String> {
    var found: Set<String> = []
    for platform in Self.platforms {
      for root in graph.builtModules where graph[root].roles.contains(.executable) {
        var process = reached(from: root, on: platform)
        if let host = graph[root].host,
          graph[root].platforms.intersection(graph[host].platforms).contains(platform)
        {
          process.formUnion(reached(from: host, on: platform))
        }
        let images = process.filter { graph[$0].roles.contains(.image) }.sorted()
        var owners: [ModuleID: [ModuleID]] = [:]
        for image in images {
          for library in absorbed(by: image, on: platform) {
            owners[library, default: []].append(image)
          }
        }
        for (library, images) in owners where images.count > 1 {
          let names = images.map { graph.shownName($0) }.joined(separator: " ")
          found.insert("\(graph.shownName(library)): \(names)")
        }
      }
    }
    return found
  }

  private func embedded(by module: ModuleID, on platform: PlatformSet) -> Set<ModuleID> {
    Set(
      graph.links(from: module).filter { link in
        link.flags.contains(.embedded)
          && link.platforms.intersection(graph[module].platforms).contains(platform)
      }.map(\.to))
  }

  /// The dynamic frameworks that lie in the bundle of `root`, or in one that does.
  private func frameworks(inBundleOf root: ModuleID, on platform: PlatformSet) -> Set<ModuleID> {
    var found: Set<ModuleID> = []
    func visit(_ module: ModuleID) {
      for inner in embedded(by: module, on: platform)
      where graph[inner].type.isFramework && graph[inner].linkage != .static
        && found.insert(inner).inserted
      {
        visit(inner)
      }
    }
    visit(root)
    return found
  }

  /// What the load commands of `image` name: behind static modules, which are part of it.
  private func loaded(by image: ModuleID, on platform: PlatformSet) -> Set<ModuleID> {
    var found: Set<ModuleID> = []
    var parts: Set<ModuleID> = [image]
    func visit(_ module: ModuleID) {
      for link in links(from: module, on: platform) where !link.flags.contains(.weak) {
        if graph[link.to].linkage == .static {
          if parts.insert(link.to).inserted { visit(link.to) }
        } else if graph[link.to].linkage == .dynamic || graph[link.to].linkage == .unknown {
          found.insert(link.to)
        }
      }
    }
    visit(image)
    return found
  }

  func missing() -> Set<String> {
    var found: Set<String> = []
    for platform in Self.platforms {
      for app in graph.builtModules where graph[app].roles.contains(.app) {
        let extensions = embedded(by: app, on: platform).filter {
          graph[$0].roles.contains(.appExtension)
        }
        for root in [app] + extensions {
          for module in missing(in: app, launching: root, on: platform) {
            found.insert("\(graph.shownName(app)): \(graph.shownName(module))")
          }
        }
      }
    }
    return found
  }

  /// Launches `root`, which lies in the bundle of `app`, and follows all load commands.
  private func missing(
    in app: ModuleID, launching root: ModuleID, on platform: PlatformSet
  ) -> Set<ModuleID> {
    let direct = embedded(by: app, on: platform).union(embedded(by: root, on: platform))
    let umbrellas = frameworks(inBundleOf: app, on: platform)
      .union(frameworks(inBundleOf: root, on: platform))
    var missing: Set<ModuleID> = []
    var images: Set<ModuleID> = []
    func launch(_ image: ModuleID) {
      guard images.insert(image).inserted else { return }
      for framework in loaded(by: image, on: platform) {
        let isThere =
          direct.contains(framework)
          || image != root
            && umbrellas.contains { umbrella in
              embedded(by: umbrella, on: platform).contains(framework)
                && reached(from: umbrella, on: platform).contains(image)
            }
        if !isThere, graph[framework].linkage == .dynamic { missing.insert(framework) }
        launch(framework)
      }
    }
    launch(root)
    return missing
  }
}

/// A few random modules of all kinds with links, filters and hosts, also in circles.
///
/// All of them load whole archives: `link: false` then excuses no copy, which the definitions above
/// leave to the simulation of linking.
private func randomGraph(seed: Int) -> ModuleGraph {
  var random = SplitMix64(state: UInt64(seed))
  var workspace = LinkedWorkspace()
  workspace.loadsWholeArchives = true
  let types: [ProductType] = [
    .application, .application, .appExtension, .unitTestBundle, .uiTestBundle, .tool, .bundle,
    .framework, .framework, .framework, .framework, .dynamicLibrary, .staticFramework,
    .staticFramework, .staticFramework, .staticLibrary,
  ]
  let sets: [PlatformSet] = [
    .iOS, [.iOS, .macCatalyst], [.iOS, .macCatalyst], [.iOS, .macCatalyst, .macOS], .macOS, .all,
  ]
  let isFiltered = seed % 2 == 1
  var names: [String] = []
  var apps: [String] = []
  for number in 0..<Int.random(in: 4...12, using: &random) {
    let type = random.pick(types)
    let name = "M\(number < 10 ? "0" : "")\(number)"
    let isTest = type == .unitTestBundle && Bool.random(using: &random)
    let isUnknown = type.isFramework && Int.random(in: 0..<12, using: &random) == 0
    workspace.add(
      name, type, linkage: isUnknown ? .unknown : nil,
      platforms: isFiltered ? random.pick(sets) : .iOS,
      host: isTest ? apps.randomElement(using: &random) : nil)
    names.append(name)
    if type.isApp { apps.append(name) }
  }
  for (name, linkage) in [("Vendored", Linkage.static), ("Loaded", .dynamic), ("Unseen", .unknown)]
  {
    workspace.addExternal(name, linkage)
    names.append(name)
  }
  for _ in 0..<Int.random(in: 12...48, using: &random) {
    let tail = random.pick(names.dropLast(3))
    let lot = Int.random(in: 0..<12, using: &random)
    workspace.link(
      tail, random.pick(names), linked: lot > 1,
      embed: lot == 2 ? true : lot == 3 ? false : nil, flags: lot == 4 ? .weak : [],
      platforms: isFiltered && lot > 8 ? random.pick(sets) : .all)
  }
  return workspace.graph
}
