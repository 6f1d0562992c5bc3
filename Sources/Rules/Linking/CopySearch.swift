import Graph

/// Finds the chains of links through which images absorb static libraries.
///
/// One search finds all chains of an image and is cached: an application with hundreds of libraries
/// would otherwise be searched hundreds of times.
struct CopySearch {
  private let linkage: PlatformLinkage
  /// The link by which the search from each image first reached each module.
  private var arrivals: [ModuleID: [ModuleID: Link]] = [:]
  private var arrivalCount = 0

  /// The number of reached modules at which the cache is cleared.
  private static let mostArrivals = 1_000_000

  init(of linkage: PlatformLinkage) { self.linkage = linkage }

  /// Returns the first of the shortest chains from `image` to `library`, in the order of
  /// `ChainSearch`; `nil` if absent.
  ///
  /// - Complexity: O(*m*) for the *m* links of all modules that `image` absorbs; usually the length
  ///   of the chain.
  mutating func chain(from image: ModuleID, to library: ModuleID) -> [Link]? {
    let arrival = arrivals[image] ?? search(from: image)
    var chain: [Link] = []
    var module = library
    while module != image {
      guard let link = arrival[module] else { return nil }
      chain.append(link)
      module = link.from
    }
    return chain.reversed()
  }

  private mutating func search(from image: ModuleID) -> [ModuleID: Link] {
    var arrival: [ModuleID: Link] = [:]
    var queue = [image]
    var next = 0
    while next < queue.count {
      for link in linkage.graph.links(from: queue[next]) where linkage.does(.absorbs, link) {
        guard link.to != image, arrival[link.to] == nil else { continue }
        arrival[link.to] = link
        queue.append(link.to)
      }
      next += 1
    }
    arrivalCount += arrival.count
    if arrivalCount > Self.mostArrivals {
      arrivals.removeAll()
      arrivalCount = arrival.count
    }
    arrivals[image] = arrival
    return arrival
  }
}

extension PlatformLinkage {
  /// Returns a shortest path between the ends of `chain` that omits one of its links.
  ///
  /// - Complexity: O(*m*) for each link of the chain.
  func secondPath(besides chain: [Link]) -> [Link]? {
    guard let first = chain.first, let last = chain.last else { return nil }
    var best: [Link]?
    for left in chain {
      let path = graph.shortestPath(from: first.from, to: last.to) { other in
        // The linker sees two dependencies on one module as one link.
        does(.absorbs, other) && (other.to != left.to || other.from != left.from)
      }
      if let path, path.count < best?.count ?? .max { best = path }
    }
    return best
  }
}
