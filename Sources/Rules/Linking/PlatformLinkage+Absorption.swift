import Graph

// What ends up in which image.
extension PlatformLinkage {
  /// A static module and the images that absorb it.
  struct Absorbed: Sendable {
    var library: Int32
    /// In order.
    var owners: [Int32]
  }

  /// The static modules that two images absorb which may meet, in order.
  ///
  /// Most statics of a workspace are in one image, or in an application and in test bundles, which
  /// never meet. So the statics are cut down to those with two owners of which one is a dynamic
  /// image, or a hosted test bundle and one a host; the owners to those that may have another one in
  /// their process. What is left is looked for from all images at once, 64 statics at a time.
  ///
  /// - Complexity: O(*n* + *m*), and for every 64 such statics the links that absorb.
  func sharedStatics() -> [Absorbed] {
    let candidates = staticsOfSeveral()
    guard !candidates.isEmpty else { return [] }
    let images = meetingImages(absorbing: candidates)
    let wanted = wantedStatics(among: candidates, absorbedBy: images)
    guard !wanted.isEmpty else { return [] }
    let leads = marked(reaching: wanted) { $0.contains(.absorbs) }
    let owners = images.filter { leads[Int($0)] }

    var nodes = NodeSubset(count: kinds.count)
    for owner in owners { nodes.insert(owner) }
    for node in kinds.indices where leads[node] && kinds[node].contains(.isStatic) {
      nodes.insert(Int32(node))
    }
    let reachability = Reachability(nodes.adjacency(of: self, by: .absorbs))
    var shared: [Absorbed] = []
    for start in stride(from: 0, to: wanted.count, by: Reachability.width) {
      let batch = wanted[start..<min(start + Reachability.width, wanted.count)]
      var found = batch.map { Absorbed(library: $0, owners: []) }
      let words = reachability.reaching(batch.map { nodes.number(of: $0) })
      for owner in owners {
        var word = words[Int(nodes.number(of: owner))]
        while word != 0 {
          found[word.trailingZeroBitCount].owners.append(owner)
          word &= word - 1
        }
      }
      shared += found.filter { $0.owners.count > 1 }
    }
    return shared
  }

  /// The statics that two images or more absorb, in order.
  ///
  /// Hands the one owner of each static down the components in their order, until a second one comes.
  private func staticsOfSeveral() -> [Int32] {
    var nodes = NodeSubset(count: kinds.count)
    for node in kinds.indices where kinds[node].contains(.isStatic) { nodes.insert(Int32(node)) }
    let adjacency = nodes.adjacency(of: self, by: .absorbs)
    let components = adjacency.stronglyConnectedComponents()
    var owners = [Owner](repeating: .nobody, count: components.count)
    for image in 0..<Int32(graph.builtCount) where kinds[Int(image)].contains(.isImage) {
      for edge in graph.forward.edges(from: image) where uses[edge].contains(.absorbs) {
        let library = nodes.number(of: graph.forward.heads[edge])
        owners[Int(components.componentOf[Int(library)])].add(.one(image))
      }
    }
    for component in (0..<components.count).reversed() {
      for node in components.members(of: Int32(component)) {
        for edge in adjacency.edges(from: node) {
          let head = Int(components.componentOf[Int(adjacency.heads[edge])])
          owners[head].add(owners[component])
        }
      }
    }
    return nodes.nodes.enumerated().filter {
      owners[Int(components.componentOf[$0.offset])] == .several
    }.map(\.element)
  }

  /// The images that absorb any of `libraries` and may meet another such image, in order.
  private func meetingImages(absorbing libraries: [Int32]) -> [Int32] {
    let leads = marked(reaching: libraries) { $0.contains(.absorbs) }
    let absorbing = (0..<Int32(graph.builtCount)).filter { node in
      leads[Int(node)] && kinds[Int(node)].contains(.isImage)
    }
    let dynamic = absorbing.filter { kinds[Int($0)].contains(.isDynamic) }
    let loadsDynamic = marked(reaching: dynamic) { $0.contains(.loads) }
    let isTestedInHost = hostsAndGuests()
    return absorbing.filter { image in
      let kind = kinds[Int(image)]
      guard kind.contains(.isExecutable) else { return kind.contains(.isDynamic) }
      return loadsDynamic[Int(image)] || isTestedInHost[Int(image)]
    }
  }

  /// Marks the hosted test bundles and their hosts.
  private func hostsAndGuests() -> [Bool] {
    var isMarked = [Bool](repeating: false, count: kinds.count)
    for module in 0..<Int32(graph.builtCount) {
      guard let host = host(of: module) else { continue }
      isMarked[Int(module)] = true
      isMarked[Int(host)] = true
    }
    return isMarked
  }

  /// Those of `libraries` that a dynamic image absorbs, or a hosted test bundle and a host.
  private func wantedStatics(
    among libraries: [Int32], absorbedBy images: [Int32]
  ) -> [Int32] {
    let dynamic = images.filter { kinds[Int($0)].contains(.isDynamic) }
    let inDynamic = marked(from: dynamic) { $0.contains(.absorbs) }
    let guests = images.filter { host(of: $0) != nil }
    guard !guests.isEmpty else { return libraries.filter { inDynamic[Int($0)] } }
    let inGuests = marked(from: guests) { $0.contains(.absorbs) }
    let inHosts = marked(from: guests.compactMap { host(of: $0) }) { $0.contains(.absorbs) }
    return libraries.filter { inDynamic[Int($0)] || inGuests[Int($0)] && inHosts[Int($0)] }
  }
}

/// Who absorbs a static module.
private enum Owner: Equatable {
  case nobody
  case one(Int32)
  case several

  mutating func add(_ other: Self) {
    if self == other || other == .nobody { return }
    self = self == .nobody ? other : .several
  }
}
