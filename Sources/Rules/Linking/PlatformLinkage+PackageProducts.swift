import Graph

// Products of packages that leave it to Xcode whether they are static or dynamic.
extension PlatformLinkage {
  /// Makes those dynamic of which Xcode builds a framework.
  ///
  /// swift-build (`ProductPlan.resolveDiamondProblemsInPackages`) looks at each target T that is linked
  /// dynamically: where two of T, the dynamic targets that T links directly or through static ones, and the
  /// host of T take a product in, it builds the product as a framework, and looks again until nothing
  /// changes. It does not look beyond those dynamic targets. Targets for which the check is switched off
  /// are passed over.
  ///
  /// - Complexity: O(*n* + *m*) without such products, else that for each of them and each round.
  mutating func decideAutomaticProducts() {
    var open = graph.modules.filter { kinds[$0].contains([.isAutomatic, .isStatic]) }
    while !open.isEmpty {
      // All are looked at before any becomes dynamic, as Xcode does.
      let dynamic = open.filter { isBuiltDynamically($0) }
      guard !dynamic.isEmpty else { return }
      for product in dynamic { makeDynamic(product) }
      open.removeAll { dynamic.contains($0) }
    }
  }

  private func isBuiltDynamically(_ product: ModuleID) -> Bool {
    let owners = owners(of: product)
    guard owners.count > 1 else { return false }
    var counts: [ModuleID: Int] = [:]
    for owner in owners {
      for target in targetsThatSee(owner) where !acceptsPackageCopies(target) {
        counts[target, default: 0] += 1
        if counts[target] == 2 { return true }
      }
    }
    return false
  }

  /// The image itself, the images that link it directly or through statics, and the tests that it hosts.
  private func targetsThatSee(_ image: ModuleID) -> ModuleSet {
    var seen: ModuleSet = [image]
    var open = [image]
    while let module = open.popLast() {
      for link in graph.links(to: module) where does(.loads, link) {
        guard seen.insert(link.from).inserted, !kinds[link.from].contains(.isImage) else {
          continue
        }
        open.append(link.from)
      }
    }
    if kinds[image].contains(.isApp) {
      for tests in graph.builtModules where host(of: tests) == image { seen.insert(tests) }
    }
    return seen
  }

  /// Whether Xcode has been set not to diagnose copies of package products in `image`.
  func acceptsPackageCopies(_ image: ModuleID) -> Bool {
    graph[image].acceptsPackageCopies.isSuperset(of: configurations)
  }
}
