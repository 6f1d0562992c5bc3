internal import Graph
internal import Rules

/// The modules that layers are made of, and what they link.
///
/// The platform variants of a target are one member; aggregates and what external tools build have
/// no layer duty and are left out.
struct Population {
  let graph: ModuleGraph
  /// In order of name, then of spec.
  private(set) var members: [Member] = []
  /// The declared links between members, each once, in order.
  private(set) var links: [Pair] = []
  /// The number of each module's member, or -1.
  private(set) var numbers: [Int32]

  struct Member {
    var id: ModuleID
    var name: String
    var spec: Int
    var roles: Module.Roles
    /// Test support by its name; known once naming is.
    var isTestSupport = false

    var isTest: Bool { roles.contains(.test) }
    var isExecutable: Bool { roles.contains(.executable) }
    var isApp: Bool { roles.contains(.app) || roles.contains(.appExtension) }
    /// Tests and what helps them: they follow the modules that they are about.
    var isCompanion: Bool { isTest || isTestSupport }
  }

  struct Pair: Hashable {
    var from: Int32
    var to: Int32
  }

  /// - Complexity: O(*n* + *m*).
  init(_ graph: ModuleGraph) {
    self.graph = graph
    numbers = Array(repeating: -1, count: graph.rows.count)
    var variants: [Variant: Int32] = [:]
    for id in graph.builtIDs {
      let module = graph[id]
      guard module.roles.isDisjoint(with: [.aggregate, .legacy]) else { continue }
      let variant = Variant(name: module.baseName, spec: module.spec)
      let number = variants[variant] ?? Int32(members.count)
      if variants.updateValue(number, forKey: variant) == nil {
        members.append(
          Member(id: id, name: module.baseName, spec: Int(module.spec), roles: module.roles))
      }
      numbers[Int(id.index)] = number
    }
    links = pairs { !$0.flags.contains(.derived) }
  }

  private struct Variant: Hashable {
    var name: String
    var spec: Int32
  }

  /// Between which members there is a link that `isWanted`, without those of a member to itself.
  func pairs(where isWanted: (Link) -> Bool) -> [Pair] {
    var seen: Set<Pair> = []
    var pairs: [Pair] = []
    for link in graph.links where isWanted(link) {
      let pair = Pair(
        from: numbers[Int(link.from.index)], to: numbers[Int(link.to.index)])
      guard pair.from >= 0, pair.to >= 0, pair.from != pair.to else { continue }
      if seen.insert(pair).inserted { pairs.append(pair) }
    }
    return pairs
  }

  /// Notes which members `layered` takes for test support.
  mutating func noteTestSupport(of layered: LayeredGraph) {
    for index in members.indices {
      members[index].isTestSupport = layered.isTestSupport(members[index].id)
    }
  }

  func folder(of member: Int) -> String { graph.spec(of: members[member].id)?.folder ?? "" }
}
