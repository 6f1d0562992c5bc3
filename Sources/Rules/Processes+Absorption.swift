import Graph

// What ends up in which image.
extension Processes {
  /// A static module and the images that absorb it.
  struct Absorbed: Sendable {
    var library: Int32
    /// In order.
    var owners: [Int32]
  }

  /// The static modules that two images absorb which may meet, in order.
  ///
  /// Most statics of a workspace are in an application and in test bundles, which never meet. So
  /// the images are first cut down to those that may have another image in their process, and the
  /// statics to those that are in a dynamic image, or in a test bundle and a host. What is left is
  /// looked for from all images at once, 64 statics at a time.
  ///
  /// - Complexity: O(*n* + *m*), and for every 64 such statics the links that absorb.
  func sharedStatics() -> [Absorbed] {
    let images = meetingImages()
    let wanted = wantedStatics(among: images)
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

  /// The images that absorb anything and may meet another such image, in order.
  private func meetingImages() -> [Int32] {
    let absorbing = (0..<Int32(graph.builtCount)).filter { node in
      kinds[Int(node)].contains(.isImage)
        && graph.forward.edges(from: node).contains { uses[$0].contains(.absorbs) }
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

  /// The statics that a dynamic image absorbs, or a hosted test bundle and a host, in order.
  private func wantedStatics(among images: [Int32]) -> [Int32] {
    let dynamic = images.filter { kinds[Int($0)].contains(.isDynamic) }
    var isWanted = marked(from: dynamic) { $0.contains(.absorbs) }
    let guests = images.filter { host(of: $0) != nil }
    if !guests.isEmpty {
      let inGuests = marked(from: guests) { $0.contains(.absorbs) }
      let inHosts = marked(from: guests.compactMap { host(of: $0) }) { $0.contains(.absorbs) }
      for node in isWanted.indices where inGuests[node] && inHosts[node] { isWanted[node] = true }
    }
    return isWanted.indices.filter { isWanted[$0] && kinds[$0].contains(.isStatic) }
      .map { Int32($0) }
  }
}
