import Graph
import TestSupport
import Testing

/// Sets of modules against sets of the standard library.
@Suite struct IDSetTests {
  private func randomSets(_ seed: Int) -> (ModuleSet, Set<ModuleID>) {
    var random = SplitMix64(state: UInt64(seed))
    let highest = [1, 63, 64, 65, 200][seed % 5]
    let members = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      ModuleID(Int.random(in: 0..<highest, using: &random))
    }
    return (seed % 2 == 0 ? ModuleSet(members) : grown(members), Set(members))
  }

  /// The same with room that is not used, which must count for nothing.
  private func grown(_ members: [ModuleID]) -> ModuleSet {
    var set = ModuleSet(capacity: 1000)
    for member in members { set.insert(member) }
    return set
  }

  @Test(arguments: 0..<60) func oneSet(seed: Int) {
    let (set, expected) = randomSets(seed)
    #expect(Array(set) == expected.sorted())
    #expect(set.count == expected.count)
    #expect(set.isEmpty == expected.isEmpty)
    #expect(set.first == expected.min())
    for number in 0..<300 {
      #expect(set.contains(ModuleID(number)) == expected.contains(ModuleID(number)))
    }
  }

  @Test(arguments: 0..<60) func insertingAndRemoving(seed: Int) {
    var (set, expected) = randomSets(seed)
    var random = SplitMix64(state: UInt64(seed) + 99)
    for _ in 0..<50 {
      let module = ModuleID(Int.random(in: 0..<130, using: &random))
      if Bool.random(using: &random) {
        #expect(set.insert(module).inserted == expected.insert(module).inserted)
      } else {
        #expect(set.remove(module) == expected.remove(module))
      }
    }
    #expect(Array(set) == expected.sorted())
  }

  @Test(arguments: 0..<60) func twoSets(seed: Int) {
    let (a, x) = randomSets(seed)
    let (b, y) = randomSets(seed + 7)
    #expect(Array(a.union(b)) == x.union(y).sorted())
    #expect(Array(a.intersection(b)) == x.intersection(y).sorted())
    #expect(Array(a.subtracting(b)) == x.subtracting(y).sorted())
    #expect(a.isSubset(of: b) == x.isSubset(of: y))
    #expect(a.intersection(b).isSubset(of: a))
    #expect(a.isDisjoint(with: b) == x.isDisjoint(with: y))
    #expect((a == b) == (x == y))
  }

  @Test func unusedRoomTellsNoTwoSetsApart() {
    let (small, large) = (ModuleSet([ModuleID(3)]), grown([ModuleID(3)]))
    #expect(small == large)
    #expect(small.hashValue == large.hashValue)
    #expect(ModuleSet() == grown([]))
    #expect(ModuleSet().hashValue == grown([]).hashValue)
  }
}
