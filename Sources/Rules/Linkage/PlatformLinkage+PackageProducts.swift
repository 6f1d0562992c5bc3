import Diagnostics
import Graph

// Package products whose linkage is up to Xcode.
extension PlatformLinkage {
  /// Makes the products dynamic that Xcode builds as frameworks.
  ///
  /// swift-build (`ProductPlan.resolveDiamondProblemsInPackages`) checks each target T that is
  /// linked dynamically: if two of T, the dynamic targets that T links directly or through static
  /// ones, and the host of T absorb a product, it builds the product as a framework, and repeats
  /// this until nothing changes. It does not search beyond those dynamic targets. Targets that
  /// disable the check are skipped.
  ///
  /// - Complexity: O(*n* + *m*) for each round, and for each product that several of
  ///   `meetingImages` absorb.
  mutating func decideAutomaticProducts() {
    var open = graph.modules.filter { kinds[$0].isSuperset(of: [.isAutomatic, .isStatic]) }
    guard !open.isEmpty else { return }
    let hostedTests = hostedTests()
    while !open.isEmpty {
      let images = meetingImages(hostedTests)
      guard !images.isEmpty else { return }
      // Nearly all products have one owner and need no further check.
      let shared = ModuleSet(
        staticsOfSeveral(graph.modules.filter { kinds[$0].contains(.isStatic) }, among: images))
      guard !shared.isEmpty else { return }
      // Checks all before any becomes dynamic, as Xcode does.
      let dynamic = ModuleSet(
        open.filter { product in
          shared.contains(product)
            && targetWithTwo(of: owners(of: product).filter(images.contains), hostedTests) != nil
        })
      guard !dynamic.isEmpty else { return }
      for product in dynamic { makeDynamic(product) }
      open.removeAll { dynamic.contains($0) }
    }
  }

  func hostedTests() -> [ModuleID: [ModuleID]] {
    var hostedTests: [ModuleID: [ModuleID]] = [:]
    for tests in graph.builtModules {
      if let host = host(of: tests) { hostedTests[host, default: []].append(tests) }
    }
    return hostedTests
  }

  /// Returns the images among which `targetWithTwo` can find two.
  ///
  /// They are loaded by a target, host tests, load one of these, or are hosted tests. Test bundles
  /// of packages, which absorb most products, are usually not among them.
  ///
  /// - Complexity: O(*n* + *m*).
  private func meetingImages(_ hostedTests: [ModuleID: [ModuleID]]) -> ModuleSet {
    let loaded = graph.links.lazy.filter {
      kinds[$0.to].contains(.isImage) && does(.loads, $0) && !takesObjects($0)
    }
    var seen = ModuleSet(loaded.map(\.to))
    for (host, tests) in hostedTests where kinds[host].contains(.isApp) {
      seen.insert(host)
      seen.formUnion(ModuleSet(tests))
    }
    return reaching(seen, along: .loads)
  }

  /// Returns a target with two of some images, and one of these that is not the target.
  ///
  /// A target has itself, the images that it links directly or through static modules, and its
  /// host. Each module keeps the first image that reaches it and is visited again only for the
  /// second.
  ///
  /// - Complexity: O(*n* + *m*)
  func targetWithTwo(
    of images: [ModuleID], _ hostedTests: [ModuleID: [ModuleID]]
  ) -> (target: ModuleID, other: ModuleID)? {
    var first: [ModuleID: ModuleID] = [:]
    var seeTwo: ModuleSet = []
    for image in images {
      var open = [image]
      var met = [image] + (kinds[image].contains(.isApp) ? hostedTests[image] ?? [] : [])
      while true {
        for module in met where first[module] != image && !seeTwo.contains(module) {
          if let seen = first[module] {
            guard acceptsPackageCopies(module) else {
              return (module, seen == module ? image : seen)
            }
            seeTwo.insert(module)
          } else {
            first[module] = image
          }
          if !kinds[module].contains(.isImage) { open.append(module) }
        }
        guard let module = open.popLast() else { break }
        met = graph.links(to: module).filter { does(.loads, $0) && !takesObjects($0) }.map(\.from)
      }
    }
    return nil
  }

  /// Whether a package target depends on a target of a dynamic product: such a dependency links the
  /// object file and does not load the product.
  func takesObjects(_ link: Link) -> Bool {
    link.kind == .target && graph[link.from].packageTarget != nil
      && graph[link.to].packageTarget == .library && kinds[link.to].contains(.isDynamic)
      && graph[link.to].linkage == .dynamic
  }

  /// Whether `image` disables Xcode's diagnosis of copies of package products.
  func acceptsPackageCopies(_ image: ModuleID) -> Bool {
    graph[image].acceptsPackageCopies.isSuperset(of: configurations)
  }
}
