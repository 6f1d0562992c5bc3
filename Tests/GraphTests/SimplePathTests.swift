@testable import Graph
import Testing

@Suite struct SimplePathTests {
  /// All paths by trying every edge, in the order that is promised.
  private func allPaths(of graph: Digraph, from starts: Set<Int>, to ends: Set<Int>) -> [[Int]] {
    var paths: [[Int]] = []
    func extend(_ path: [Int]) {
      guard let last = path.last else { return }
      if path.count > 1, ends.contains(last) { return paths.append(path) }
      for head in Set(graph.heads(from: last)) {
        let isEnd = ends.contains(head) && (head == path[0] || !path.contains(head))
        if isEnd || !starts.contains(head) && !path.contains(head) { extend(path + [head]) }
      }
    }
    for start in starts { extend([start]) }
    return paths.sorted { a, b in
      a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
    }
  }

  private func nodes(of path: [Int], in graph: Digraph) -> [Int] {
    path.prefix(1).map(graph.tail) + path.map(graph.head)
  }

  @Test(arguments: 0..<80)
  func findsAllPathsInOrder(_ seed: Int) {
    let count = 2 + seed % 6
    let graph = randomGraph(nodes: count, edges: count * 2, seed: seed)
    let starts = Set((0..<count).filter { $0 % 3 == seed % 3 })
    // Some of the time apart from the starts, some of the time overlapping them.
    let ends = Set(
      (0..<count).filter {
        seed % 2 == 0 ? $0 == count - 1 && !starts.contains($0) : $0 % 2 == 0
      })
    let expected = allPaths(of: graph, from: starts, to: ends)
    let found = graph.simplePaths(from: starts, to: ends, limit: 10_000)
    #expect(found.map { nodes(of: $0, in: graph) } == expected)
    let first = graph.simplePaths(from: starts, to: ends, limit: 3)
    #expect(first == Array(found.prefix(3)))
  }

  @Test func findsCyclesThroughOneNode() {
    let paths = cyclesSharingNode.simplePaths(from: [0], to: [0], limit: 9)
    #expect(paths.map { nodes(of: $0, in: cyclesSharingNode) } == [[0, 1, 0], [0, 2, 0]])
    #expect(selfLoop.simplePaths(from: [0], to: [0], limit: 9).count == 1)
  }

  /// Each of 40 nodes has two ways on: 2⁴⁰ paths.
  @Test func stopsAmongMorePathsThanCanBeCounted() {
    var edges: [Edge] = []
    for first in stride(from: 0, to: 120, by: 3) {
      edges += [(first, first + 1), (first, first + 2)]
      edges += [(first + 1, first + 3), (first + 2, first + 3)]
    }
    let graph = Digraph(nodeCount: 121, edges: edges)
    let paths = graph.simplePaths(from: [0], to: [120], limit: 50)
    #expect(paths.count == 50 && Set(paths).count == 50)
    #expect(paths.allSatisfy { $0.count == 80 })
  }

  @Test func findsNone() {
    let graph = chain(to: 2)
    #expect(graph.simplePaths(from: [2], to: [0], limit: 9) == [])
    let empty = Digraph(nodeCount: 0, edges: [])
    #expect(empty.simplePaths(from: [], to: [], limit: 9) == [])
  }
}

@Suite struct LadderTests {
  /// Two ways at each step: 2^40 paths, all equally long.
  @Test func findsTheFirstPathsOfALadder() {
    let rungs = 40
    var edges: [Edge] = []
    for rung in 0..<rungs {
      let (left, right) = (2 * rung, 2 * rung + 1)
      edges += [(left, left + 2), (left, left + 3), (right, right + 1), (right, right + 2)]
    }
    let count = 2 * rungs + 2
    let graph = Digraph(nodeCount: count, edges: edges)
    let paths = graph.simplePaths(from: [0], to: [count - 1], limit: 100)
    #expect(paths.count == 100)
    #expect(paths.allSatisfy { $0.count == rungs })
    let nodes = paths.map { $0.map(graph.head) }
    #expect(zip(nodes, nodes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(Array(nodes[0].dropLast()) == (1..<rungs).map { 2 * $0 })
  }
}
