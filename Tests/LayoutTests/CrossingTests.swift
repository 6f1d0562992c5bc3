import Testing

@testable import Layout

struct CrossingTests {
  @Test(arguments: 0..<40)
  func `Crossings are counted as by looking at all pairs`(seed: Int) {
    let layering = Layering(.random(seed: seed))
    #expect(layering.crossings(layering.places()) == layering.crossingsOfAllPairs)
  }

  @Test(arguments: 0..<40)
  func `Ordering a diagram adds no crossings`(seed: Int) {
    let layering = Layering(.random(seed: seed))
    let ordered = CrossingReduction.ordered(layering)
    #expect(ordered.crossingsOfAllPairs <= layering.crossingsOfAllPairs)
    #expect(zip(ordered.rows, layering.rows).allSatisfy { $0.sorted() == $1.sorted() })
  }

  @Test(arguments: 0..<40)
  func `Bundles keep the ends of arrows and add no crossings`(seed: Int) {
    let diagram = Diagram.random(seed: seed)
    let layering = CrossingReduction.ordered(Layering(diagram))
    let bundled = layering.bundled(diagram.arrows)
    #expect(bundled.crossingsOfAllPairs <= layering.crossingsOfAllPairs)
    for (chain, old) in zip(bundled.chains, layering.chains) {
      #expect(chain.first == old.first && chain.last == old.last && chain.count == old.count)
      #expect(zip(chain, chain.dropFirst()).allSatisfy { bundled.isStep($0, $1) })
    }
  }
}

extension Layering {
  fileprivate var crossingsOfAllPairs: Int {
    let places = places()
    var count = 0
    for row in rows {
      let segments = row.flatMap { node in
        below(node).map { (places[Int(node)], places[Int($0)]) }
      }
      for (number, a) in segments.enumerated() {
        count += segments[..<number].count { b in (a.0 - b.0) * (a.1 - b.1) < 0 }
      }
    }
    return count
  }

  /// Whether both are in one row, or `lower` in the row below with a segment between them.
  fileprivate func isStep(_ upper: Int, _ lower: Int) -> Bool {
    row[Int(upper)] == row[Int(lower)] || below(upper).contains(lower)
  }
}
