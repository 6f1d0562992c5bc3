internal import Diagnostics
internal import Graph

/// Determines the modules that tests, test support and build tools belong to.
struct ModuleOwners {
  private let table: ModuleTable
  private let heads: Set<Int>
  private let headOfName: [[UInt8]: Int]

  /// The maximum number of linked modules among which the topmost one is searched for.
  private static let mostCompared = 64

  /// By default, all modules but tests and test support may be owners.
  init(_ table: ModuleTable, among heads: [Int]? = nil) {
    self.table = table
    let heads = heads ?? table.members.indices.filter { !table.members[$0].isCompanion }
    self.heads = Set(heads)
    headOfName = Dictionary(
      heads.map { (Array(table.members[$0].name.utf8), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the owner of a test, a test-support module or a build tool.
  ///
  /// The owner is the host of a test bundle, else the linked module that the member is named after,
  /// else the owner of a host that is test support, else the topmost linked module. That of an
  /// application is another one of its project.
  ///
  /// Without a link to a possible owner, it is the one that the member is named after.
  func owner(of member: Int) -> Int? {
    let host = table.host(of: member)
    if let host, heads.contains(host) { return host }
    let linked = table.linked(by: member).filter(heads.contains)
    let named = head(namedBy: table.members[member].name)
    if let named, linked.isEmpty || linked.contains(named) { return named }
    if let host, let owner = ownerOfHost(host) { return owner }
    if table.members[member].isExecutable, !table.members[member].isTest,
      let app = app(ofSpec: table.members[member].spec)
    {
      return app
    }
    return topmost(of: linked)
  }

  private func ownerOfHost(_ host: Int) -> Int? { heads.contains(host) ? host : owner(of: host) }

  private func app(ofSpec spec: Int) -> Int? {
    heads.filter { table.members[$0].spec == spec && table.members[$0].roles.contains(.app) }.min()
  }

  /// Returns the owner with the longest name that is a prefix of `name`.
  private func head(namedBy name: String) -> Int? {
    var start = Array(name.utf8)
    while !start.isEmpty {
      if let head = headOfName[start] { return head }
      start.removeLast()
    }
    return nil
  }

  /// Returns the module that reaches most of the others, or the first of several.
  private func topmost(of linked: [Int]) -> Int? {
    guard linked.count > 1, linked.count <= Self.mostCompared else { return linked.first }
    let wanted = Set(linked)
    var best: (head: Int, count: Int)?
    for head in linked {
      var (seen, open, count): (Set<Int>, [Int], Int) = ([head], [head], 0)
      while let member = open.popLast() {
        for next in table.linked(by: member) where seen.insert(next).inserted {
          open.append(next)
          if wanted.contains(next) { count += 1 }
        }
      }
      if count > best?.count ?? -1 { best = (head, count) }
    }
    return best?.head
  }
}

extension ModuleOwners {
  /// Moves tests and build tools to the units of their owners: those in folders of their own, and
  /// the hosted tests of layers.
  func attached(_ units: [LayerUnit]) -> [LayerUnit] {
    var unitOf: [Int: Int] = [:]
    for (number, unit) in units.enumerated() {
      for member in unit.members { unitOf[member] = number }
    }
    let tools = toolOwners()
    var result = units
    for (number, unit) in units.enumerated() {
      let isOfOthers = unit.members.allSatisfy {
        table.members[$0].isCompanion || tools[$0] != nil
      }
      let owners = unit.members.map { member in
        isOfOthers
          ? tools[member] ?? owner(of: member)
          : unit.isLayer ? table.host(of: member).flatMap { ownerOfHost($0) } : nil
      }.map { $0.flatMap { unitOf[$0] } }
      if unit.isLayer {
        for (member, home) in zip(unit.members, owners) {
          if let home, home != number { result.move(member, from: number, to: home) }
        }
      } else if let home = owners.first ?? nil, home != number {
        result[home].attach(unit)
        result[home].members = (result[home].members + unit.members).sorted()
        result[number].members = []
      }
    }
    return result.filter { !$0.members.isEmpty }
  }

  /// Returns the owner of each macro and plug-in: a module of its package that links it, else one
  /// that it links, else the first of the package.
  private func toolOwners() -> [Int: Int] {
    let tools = table.members.indices.filter { table.members[$0].isBuildTool }
    guard !tools.isEmpty else { return [:] }
    var owners: [Int: Int] = [:]
    func canOwn(_ owner: Int, _ tool: Int) -> Bool {
      heads.contains(owner) && !table.members[owner].isBuildTool
        && table.members[owner].spec == table.members[tool].spec
    }
    for link in table.links where table.members[link.to].isBuildTool && owners[link.to] == nil {
      if canOwn(link.from, link.to) { owners[link.to] = link.from }
    }
    for tool in tools where owners[tool] == nil {
      owners[tool] =
        table.linked(by: tool).first { canOwn($0, tool) }
        ?? table.members.indices.first { canOwn($0, tool) }
    }
    return owners
  }
}
