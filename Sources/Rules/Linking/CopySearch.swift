import Graph

/// Finds the chains of links by which images get their copies of static libraries.
///
/// The chains of one image are found by one search, and kept for its other libraries: an application
/// with hundreds of them would else be searched hundreds of times.
struct CopySearch {
  private let processes: PlatformLinkage
  /// The link by which the search from each image came to each module first.
  private var arrivals: [Int32: [Int32: Int32]] = [:]
  private var arrivalCount = 0
  /// Single searches of the same graph.
  lazy var paths = PathSearch(processes.graph.forward)

  /// Searches are forgotten when they have come to so many modules.
  private static let mostArrivals = 1_000_000

  init(of processes: PlatformLinkage) { self.processes = processes }

  /// The first of the shortest chains from `image` to `library`, as `PathSearch` has it; `nil` if there
  /// is none.
  ///
  /// - Complexity: O(*m*) for the *m* links of all that `image` absorbs, for most calls the length of
  ///   the chain.
  mutating func chain(from image: Int32, to library: Int32) -> [Int]? {
    let arrival = arrivals[image] ?? search(from: image)
    var chain: [Int] = []
    var node = library
    while node != image {
      guard let link = arrival[node] else { return nil }
      chain.append(Int(link))
      node = processes.graph.links[Int(link)].from.index
    }
    return chain.reversed()
  }

  private mutating func search(from image: Int32) -> [Int32: Int32] {
    let forward = processes.graph.forward
    var arrival: [Int32: Int32] = [:]
    var queue = [image]
    var next = 0
    while next < queue.count {
      for edge in forward.edges(from: queue[next]) where processes.uses[edge].contains(.absorbs) {
        let head = forward.heads[edge]
        guard head != image, arrival[head] == nil else { continue }
        arrival[head] = Int32(edge)
        queue.append(head)
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
