public import Architecture
import Diagnostics
public import Graph

// Static modules and the images that contain them.
extension PlatformLinkage {
  struct Absorbed: Sendable {
    var library: ModuleID
    var owners: [ModuleID]
  }

  /// Returns the static modules in two images that one process may load, in order.
  ///
  /// Most static modules are in one image, or in an application and in test bundles, which are
  /// never loaded together. So only modules with two owners are searched, of which one is a dynamic
  /// image, or one a hosted test bundle and one a host; and only owners that may share a process
  /// with another.
  ///
  /// - Complexity: O(*n* + *m*), and for each such module the links to the modules that absorb it.
  func sharedStatics() -> [Absorbed] {
    let candidates = clashingStatics()
    guard !candidates.isEmpty else { return [] }
    let images = coLoadedImages(absorbing: candidates)
    let wanted = wantedStatics(among: candidates, absorbedBy: images)
    return wanted.map { library in
      let owners = ModuleSet(owners(of: library))
      return Absorbed(library: library, owners: images.filter { owners.contains($0) })
    }.filter { $0.owners.count > 1 }
  }

  /// Returns the static modules that several images absorb, and that may be in one process twice.
  func clashingStatics() -> [ModuleID] {
    let statics = graph.modules.filter { kinds[$0].contains(.isStatic) }
    let all = graph.modules.filter { kinds[$0].contains(.isImage) }
    // Requires only walks from some images, after which usually nothing is left.
    let mayClash = ModuleSet(wantedStatics(among: statics, absorbedBy: all))
    return mayClash.isEmpty ? [] : staticsOfSeveral(statics).filter { mayClash.contains($0) }
  }

  /// Returns the `statics` that two or more images absorb, in order; only `among` some if given.
  ///
  /// Propagates the only owner of each module in topological order of the components until it finds
  /// a second one.
  func staticsOfSeveral(
    _ statics: [ModuleID], among images: ModuleSet? = nil
  ) -> [ModuleID] {
    let absorbing = subgraph(of: ModuleSet(statics), along: .absorbs)
    let components = absorbing.stronglyConnectedComponents()
    var owners = [Owner](repeating: .noImage, count: components.count)
    for image in graph.modules where kinds[image].contains(.isImage) {
      guard images?.contains(image) ?? true else { continue }
      for link in graph.links(from: image) where does(.absorbs, link) {
        owners[components.component(of: link.to)].add(.one(image))
      }
    }
    for component in (0..<components.count).reversed() where owners[component] != .noImage {
      for module in components.members(of: component) {
        for link in absorbing.links(from: ModuleID(module)) {
          owners[components.component(of: link.to)].add(owners[component])
        }
      }
    }
    return statics.filter { owners[components.component(of: $0)] == .several }
  }

  /// Returns the images that absorb any of `libraries` and may be loaded with another, in order.
  private func coLoadedImages(absorbing libraries: [ModuleID]) -> [ModuleID] {
    let absorbing = reaching(libraries, along: .absorbs).filter { kinds[$0].contains(.isImage) }
    let loadsDynamic = reaching(
      absorbing.filter { kinds[$0].contains(.isDynamic) }, along: .loads)
    let hosted = hostedTests()
    let isTestedInHost = ModuleSet(hosted.keys).union(ModuleSet(hosted.values.joined()))
    return absorbing.filter { image in
      guard kinds[image].contains(.isExecutable) else { return kinds[image].contains(.isDynamic) }
      return loadsDynamic.contains(image) || isTestedInHost.contains(image)
    }
  }

  /// Returns the `libraries` that a dynamic image absorbs, or both a hosted test bundle and a host.
  private func wantedStatics(
    among libraries: [ModuleID], absorbedBy images: [ModuleID]
  ) -> [ModuleID] {
    let inDynamic = reachable(
      from: images.filter { kinds[$0].contains(.isDynamic) }, along: .absorbs)
    let hosted = images.filter { host(of: $0) != nil }
    guard !hosted.isEmpty else { return libraries.filter { inDynamic.contains($0) } }
    let inHosted = reachable(from: hosted, along: .absorbs)
    let inHosts = reachable(from: hosted.compactMap { host(of: $0) }, along: .absorbs)
    return libraries.filter {
      inDynamic.contains($0) || inHosted.contains($0) && inHosts.contains($0)
    }
  }

  /// Returns the images that absorb `module`, in order.
  ///
  /// - Complexity: O(*n* / 64), and the links to the modules that absorb it.
  func owners(of module: ModuleID) -> [ModuleID] {
    guard kinds[module].contains(.isStatic) else { return [] }
    return reaching([module], along: .absorbs).filter {
      kinds[$0].contains(.isImage) && !skips($0, module)
    }
  }

  /// Whether `image` copies nothing of `module`, which only archives in it autolink.
  func skips(_ image: ModuleID, _ module: ModuleID) -> Bool {
    !skipped.isEmpty && skipped[image]?.contains(module) ?? false
  }
}

/// The number of images that absorb a static module, with the image if there is one.
private enum Owner: Equatable {
  case noImage
  case one(ModuleID)
  case several

  mutating func add(_ other: Self) {
    if self == other || other == .noImage { return }
    self = self == .noImage ? other : .several
  }
}

extension LayeredGraph {
  /// Returns the images that absorb the static module `module` on some platform, in order.
  ///
  /// - Complexity: O(*n* + *m*).
  public func images(absorbing module: ModuleID) -> [ModuleID] {
    guard graph.mayBeStatic(module) else { return [] }
    return Array(ModuleSet(PlatformLinkage.views(of: self).flatMap { $0.owners(of: module) }))
  }
}

// Static modules that are linked into an image by more than one path.
extension PlatformLinkage {
  /// Returns the static modules that an image reaches through static modules by two or more paths.
  ///
  /// Paths that differ only within a cycle of static modules count as one.
  ///
  /// - Complexity: O(*n* + *m*) for each image.
  func repeatedStatics() -> [(image: ModuleID, library: ModuleID)] {
    let components = subgraph(of: ModuleSet(graph.modules), along: .absorbs)
      .stronglyConnectedComponents()
    return built(.isImage).flatMap { image in
      var entered: Set<Int> = []
      var twice: ModuleSet = []
      for module in reachable(from: [image], along: .absorbs) {
        var last: ModuleID?
        // The linker sees two dependencies on one module as one link.
        for link in graph.links(from: module) where does(.absorbs, link) && link.to != last {
          last = link.to
          let head = components.component(of: link.to)
          guard head != components.component(of: module) else { continue }
          if !entered.insert(head).inserted { twice.insert(link.to) }
        }
      }
      return reachable(from: twice, along: .absorbs).map { (image, $0) }
    }
  }
}
