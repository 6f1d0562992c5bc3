@testable import Graph
import Testing

@Suite struct SimplePathTests {
  /// All paths by trying every edge, in the order that is promised.
  private func allPaths(of graph: Adjacency, from starts: [Bool], to ends: [Bool]) -> [[Int32]] {
    var paths: [[Int32]] = []
    func extend(_ path: [Int32]) {
      guard let last = path.last else { return }
      if path.count > 1, ends[Int(last)] { return paths.append(path) }
      for head in Set(graph.edges(from: last).map { graph.heads[$0] }) {
        let isEnd = ends[Int(head)] && (head == path[0] || !path.contains(head))
        if isEnd || !starts[Int(head)] && !path.contains(head) { extend(path + [head]) }
      }
    }
    for start in starts.indices where starts[start] { extend([Int32(start)]) }
    return paths.sorted { a, b in
      a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
    }
  }

  private func nodes(of path: [Int], in graph: Adjacency) -> [Int32] {
    path.prefix(1).map { graph.tail(of: $0) } + path.map { graph.heads[$0] }
  }

  @Test(arguments: 0..<80)
  func findsAllPathsInOrder(_ seed: Int) {
    let count = 2 + seed % 6
    let graph = randomGraph(nodes: count, edges: count * 2, seed: seed)
    let starts = (0..<count).map { $0 % 3 == seed % 3 }
    // Some of the time apart from the starts, some of the time overlapping them.
    let ends = (0..<count).map { seed % 2 == 0 ? $0 == count - 1 && !starts[$0] : $0 % 2 == 0 }
    let expected = allPaths(of: graph, from: starts, to: ends)
    let found = graph.simplePaths(from: starts, to: ends, limit: 10_000)
    // Nodes that are both start and end come last among equals, so only their order may differ.
    let isOverlapping = zip(starts, ends).contains { $0 && $1 }
    let paths = found.map { nodes(of: $0, in: graph) }
    #expect(paths.map(\.count) == expected.map(\.count))
    #expect(Set(paths) == Set(expected))
    if !isOverlapping { #expect(paths == expected) }
    let first = graph.simplePaths(from: starts, to: ends, limit: 3)
    #expect(first == Array(found.prefix(3)))
  }

  @Test func findsCyclesThroughOneNode() {
    let node = [true, false, false]
    let paths = cyclesSharingNode.simplePaths(from: node, to: node, limit: 9)
    #expect(paths.map { nodes(of: $0, in: cyclesSharingNode) } == [[0, 1, 0], [0, 2, 0]])
    #expect(selfLoop.simplePaths(from: [true, false], to: [true, false], limit: 9).count == 1)
  }

  /// Each of 40 nodes has two ways on: 2⁴⁰ paths.
  @Test func stopsAmongMorePathsThanCanBeCounted() {
    var edges: [Edge] = []
    for first in stride(from: Int32(0), to: 120, by: 3) {
      edges += [(first, first + 1), (first, first + 2)]
      edges += [(first + 1, first + 3), (first + 2, first + 3)]
    }
    let graph = Adjacency(nodeCount: 121, edges: edges)
    let paths = graph.simplePaths(
      from: (0...120).map { $0 == 0 }, to: (0...120).map { $0 == 120 }, limit: 50)
    #expect(paths.count == 50 && Set(paths).count == 50)
    #expect(paths.allSatisfy { $0.count == 80 })
  }

  @Test func findsNone() {
    let graph = chain(to: 2)
    #expect(
      graph.simplePaths(from: [false, false, true], to: [true, false, false], limit: 9) == [])
    let empty = Adjacency(nodeCount: 0, edges: [])
    #expect(empty.simplePaths(from: [], to: [], limit: 9) == [])
  }
}

@Suite struct LadderTests {
  /// Two ways at each step: 2^40 paths, all equally long.
  @Test func findsTheFirstPathsOfALadder() {
    let rungs: Int32 = 40
    var edges: [Edge] = []
    for rung in 0..<rungs {
      let (left, right) = (2 * rung, 2 * rung + 1)
      edges += [(left, left + 2), (left, left + 3), (right, right + 1), (right, right + 2)]
    }
    let count = Int(2 * rungs + 2)
    let graph = Adjacency(nodeCount: count, edges: edges)
    let starts = (0..<count).map { $0 == 0 }
    let ends = (0..<count).map { $0 == count - 1 }
    let paths = graph.simplePaths(from: starts, to: ends, limit: 100)
    #expect(paths.count == 100)
    #expect(paths.allSatisfy { $0.count == Int(rungs) })
    let nodes = paths.map { $0.map { graph.heads[$0] } }
    #expect(zip(nodes, nodes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(Array(nodes[0].dropLast()) == (1..<rungs).map { 2 * $0 })
  }
}
