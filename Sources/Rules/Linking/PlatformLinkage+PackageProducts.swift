import Graph

// Products of packages that leave it to Xcode whether they are static or dynamic.
extension PlatformLinkage {
  /// Makes those dynamic of which Xcode builds a framework.
  ///
  /// swift-build (`ProductPlan.resolveDiamondProblemsInPackages`) looks at each target T that is
  /// linked dynamically: where two of T, the dynamic targets that T links directly or through
  /// static ones, and the host of T take a product in, it builds the product as a framework, and
  /// looks again until nothing changes. It does not look beyond those dynamic targets. Targets for
  /// which the check is switched off are passed over.
  ///
  /// - Complexity: O(*n* + *m*) for each round, and for each group of products that one module alone
  ///   links and several of `meetingImages` absorb.
  mutating func decideAutomaticProducts() {
    var open = graph.modules.filter { kinds[$0].contains([.isAutomatic, .isStatic]) }
    guard !open.isEmpty else { return }
    let hostedTests = hostedTests()
    while !open.isEmpty {
      let images = meetingImages(hostedTests)
      guard !images.isEmpty else { return }
      // Products with one owner need no closer look, and nearly all have one.
      let shared = ModuleSet(
        staticsOfSeveral(graph.modules.filter { kinds[$0].contains(.isStatic) }, among: images))
      guard !shared.isEmpty else { return }
      // All are looked at before any becomes dynamic, as Xcode does.
      var last: [ModuleID: ModuleID] = [:]
      var known: [ModuleID: Bool] = [:]
      let dynamic = ModuleSet(
        open.filter {
          let end = outermost(from: $0, following: &last)
          return shared.contains(end) && isBuiltDynamically(end, images, hostedTests, &known)
        })
      guard !dynamic.isEmpty else { return }
      for product in dynamic { makeDynamic(product) }
      open.removeAll { dynamic.contains($0) }
    }
  }

  /// The test bundles that each application hosts.
  func hostedTests() -> [ModuleID: [ModuleID]] {
    var hostedTests: [ModuleID: [ModuleID]] = [:]
    for tests in graph.builtModules {
      if let host = host(of: tests) { hostedTests[host, default: []].append(tests) }
    }
    return hostedTests
  }

  /// The images of which `targetWithTwo` can find two: those that a target loads or that host
  /// tests, the images that load these, and hosted tests.
  ///
  /// The test bundles of packages, which absorb most products, are mostly not among them.
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

  private func isBuiltDynamically(
    _ module: ModuleID, _ images: ModuleSet, _ hostedTests: [ModuleID: [ModuleID]],
    _ known: inout [ModuleID: Bool]
  ) -> Bool {
    if let known = known[module] { return known }
    let owners = owners(of: module).filter { images.contains($0) }
    let isDynamic = owners.count > 1 && targetWithTwo(of: owners, hostedTests) != nil
    known[module] = isDynamic
    return isDynamic
  }

  /// The last of the static modules that each link alone what comes before: they all have the same
  /// owners.
  ///
  /// `last` has where the modules that were passed earlier end, so that a chain is followed once.
  private func outermost(
    from product: ModuleID, following last: inout [ModuleID: ModuleID]
  ) -> ModuleID {
    var module = product
    var passed: [ModuleID] = []
    var seen: ModuleSet = [product]
    while last[module] == nil, let user = onlyStaticUser(of: module), seen.insert(user).inserted {
      passed.append(module)
      module = user
    }
    let end = last[module] ?? module
    for module in passed { last[module] = end }
    return end
  }

  /// The static module that alone takes in a module, where it is one.
  private func onlyStaticUser(of module: ModuleID) -> ModuleID? {
    let users = graph.links(to: module).lazy.filter { does(.absorbs, $0) }.map(\.from)
    guard let user = users.first, users.allSatisfy({ $0 == user }),
      kinds[user].isDisjoint(with: .isImage), kinds[user].contains(.isStatic)
    else { return nil }
    return user
  }

  /// A target that is or links, directly or through statics, two of some images, or is a test of
  /// one, and one of the images that is another target.
  ///
  /// Each module keeps the first image that it sees, and is passed again for the second one alone.
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
          if kinds[module].isDisjoint(with: .isImage) { open.append(module) }
        }
        guard let module = open.popLast() else { break }
        met = graph.links(to: module).filter { does(.loads, $0) && !takesObjects($0) }.map(\.from)
      }
    }
    return nil
  }

  /// Whether a target of a package depends on one that a dynamic product holds: such a dependency
  /// takes the object file, and does not load the product.
  func takesObjects(_ link: Link) -> Bool {
    link.kind == .target && graph[link.from].packageTarget != nil
      && graph[link.to].packageTarget == .library && kinds[link.to].contains(.isDynamic)
      && graph[link.to].linkage == .dynamic
  }

  /// Whether Xcode has been set not to diagnose copies of package products in `image`.
  func acceptsPackageCopies(_ image: ModuleID) -> Bool {
    graph[image].acceptsPackageCopies.isSuperset(of: configurations)
  }
}
