import Architecture
import Testing

@testable import Workspace

/// Trees that are built in layers from the start, under names that say nothing.
@Suite struct GeneratedTreeTests {
  @Test(arguments: [5, 12], 0..<12)
  func recoversTheOrder(layers count: Int, seed: Int) throws {
    let generated = GeneratedTree(layers: count, upwardPercent: 0, seed: seed)
    let inferred = try generated.tree.inferred()
    #expect(inferred.layers == generated.layers)
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
    #expect(inferred.rules.layers.allSatisfy { $0.modules == nil && !$0.allowsPeers })
  }

  @Test(arguments: [5, 12], 0..<12)
  func listsExactlyThePlantedLinks(layers count: Int, seed: Int) throws {
    let generated = GeneratedTree(layers: count, upwardPercent: 5, seed: seed)
    let inferred = try generated.tree.inferred()
    #expect(inferred.layers == generated.layers)
    #expect(inferred.brokenLinks == generated.planted)
    #expect(!generated.planted.isEmpty)
    #expect(inferred.errors == [])
  }

  @Test func recoversTheOrderBelowAPrefix() throws {
    let generated = GeneratedTree(layers: 5, upwardPercent: 5, seed: 3, prefix: "mobile/ios/")
    let inferred = try generated.tree.inferred()
    #expect(inferred.layers == generated.layers)
    #expect(inferred.brokenLinks == generated.planted)
  }
}

/// Layers of modules that link some of any lower layer, and a few that link up.
struct GeneratedTree {
  private(set) var tree = WrittenTree()
  /// From the top down.
  private(set) var layers: [String]
  private(set) var planted: [String] = []

  init(layers count: Int, upwardPercent: Int, seed: Int, prefix: String = "") {
    var dice = Dice(seed: seed)
    layers = (0..<count).map { "l\($0 * 7 % count)" }.shuffled(using: &dice)
    let names = layers.indices.map { layer in (0..<6).map { "M\(layer)x\($0)" } }
    var links: [(from: String, to: String)] = []
    for layer in layers.indices.dropLast() {
      for (number, name) in names[layer].enumerated() {
        // One into the next layer, so that there is only one order.
        links.append((name, names[layer + 1][number]))
        let lower = names[(layer + 1)...].joined()
        for other in lower.shuffled(using: &dice).prefix(4) where other != names[layer + 1][number]
        {
          links.append((name, other))
        }
      }
    }
    let upward = links.count * upwardPercent / 100
    while planted.count < upward {
      let ends = [
        Int.random(in: layers.indices, using: &dice), .random(in: layers.indices, using: &dice),
      ]
      guard let top = ends.min(), let low = ends.max(), top < low else { continue }
      let link = (
        from: names[low][Int.random(in: 0..<6, using: &dice)],
        to: names[top][Int.random(in: 0..<6, using: &dice)]
      )
      // A link in both ways would leave it open which of them leads up.
      let isOpen = links.contains { ($0.from, $0.to) == link || ($0.to, $0.from) == link }
      if isOpen { continue }
      links.append(link)
      planted.append("upward \(link.from) -> \(link.to)")
    }
    planted.sort()
    for layer in layers.indices {
      for name in names[layer] {
        tree.add(
          "\(prefix)\(layers[layer])/\(name)", name,
          links: links.filter { $0.from == name }.map(\.to).shuffled(using: &dice))
      }
    }
  }
}
