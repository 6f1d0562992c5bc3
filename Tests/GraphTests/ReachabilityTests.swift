@testable import Graph
import Testing

@Suite struct ReachabilityTests {
  @Test func diamondFromItsSides() {
    let reachability = Reachability(diamond)
    #expect(reachability.reached(from: [1, 2]) == [0b00, 0b01, 0b10, 0b11])
    #expect(reachability.reaching([1, 2]) == [0b11, 0b01, 0b10, 0b00])
  }

  @Test func aCycleSharesItsWord() {
    let reachability = Reachability(cyclesSharingNode)
    #expect(reachability.reached(from: [1]) == [1, 1, 1])
    #expect(reachability.reaching([2]) == [1, 1, 1])
  }

  @Test func nothingAskedNothingReached() {
    #expect(Reachability(selfLoop).reached(from: []) == [0, 0])
  }

  @Test func oneNodeManyTimes() {
    #expect(Reachability(selfLoop).reached(from: [0, 1, 0]) == [0b101, 0b111])
  }

  @Test func leftOutEdges() {
    let part = diamond.subgraph { diamond.heads[$0] != 1 }
    #expect(Reachability(part).reached(from: [0]) == [1, 0, 1, 1])
  }

  @Test func longChain() {
    let words = Reachability(chain(to: 99_999)).reached(from: [50_000])
    #expect(words.prefix(50_000).allSatisfy { $0 == 0 })
    #expect(words.dropFirst(50_000).allSatisfy { $0 == 1 })
  }

  @Test(arguments: 0..<20) func randomGraphsAgreeWithClosure(seed: Int) {
    let graph = randomGraph(nodes: 64, edges: 30 + 4 * seed, seed: seed)
    let reachability = Reachability(graph)
    let reaches = closure(of: graph)
    let all = Array<Int32>(0..<64)
    let forward = reachability.reached(from: all)
    let backward = reachability.reaching(all)
    for tail in 0..<64 {
      let row = reaches[tail].enumerated().reduce(UInt64(0)) {
        $1.element ? $0 | 1 << UInt64($1.offset) : $0
      }
      #expect(backward[tail] == row)
      let column = forward.enumerated().reduce(UInt64(0)) {
        $1.element & (1 << UInt64(tail)) != 0 ? $0 | 1 << UInt64($1.offset) : $0
      }
      #expect(column == row)
    }
  }
}
