internal import Graph

/// Determines the modules that tests, test support and build tools belong to.
struct ModuleOwners {
  private let table: ModuleTable
  private let heads: Set<Int>
  /// The first module of each name.
  private let headOfName: [[UInt8]: Int]

  /// The maximum number of linked modules among which the topmost one is searched for.
  private static let mostCompared = 64

  /// - Parameters:
  ///   - table: All modules.
  ///   - heads: The possible owners; defaults to all modules except tests and test support.
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
  /// else the topmost linked module.
  ///
  /// Without a link to a possible owner, it is the one that the member is named after.
  func owner(of member: Int) -> Int? {
    if let host = host(of: member), heads.contains(host) { return host }
    let linked = table.linked(by: member).filter(heads.contains)
    let named = head(namedBy: table.members[member].name)
    if linked.isEmpty { return named }
    return named.flatMap { linked.contains($0) ? $0 : nil } ?? topmost(of: linked)
  }

  /// Returns the application that a test bundle runs in.
  private func host(of test: Int) -> Int? {
    guard table.members[test].isTest else { return nil }
    return table.linked(by: test).first { table.members[$0].roles.contains(.app) }
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
  /// Moves tests and build tools in separate folders to the units of their owners.
  func attached(_ units: [LayerUnit]) -> [LayerUnit] {
    var unitOf: [Int: Int] = [:]
    for (number, unit) in units.enumerated() {
      for member in unit.members { unitOf[member] = number }
    }
    let tools = toolOwners()
    var result = units
    for (number, unit) in units.enumerated() where !unit.isLayer {
      guard let first = unit.members.first,
        unit.members.allSatisfy({ table.members[$0].isCompanion || tools[$0] != nil }),
        let owner = tools[first] ?? owner(of: first), let other = unitOf[owner], other != number
      else { continue }
      result[other].attach(unit)
      result[other].members = (result[other].members + unit.members).sorted()
      result[number].members = []
    }
    moveTests(in: units, to: &result, unitOf, tools)
    return result.filter { !$0.members.isEmpty }
  }

  /// Moves all members of a layer that contains only tests, and hosted tests of other layers.
  private func moveTests(
    in units: [LayerUnit], to result: inout [LayerUnit], _ unitOf: [Int: Int], _ tools: [Int: Int]
  ) {
    for number in units.indices where units[number].isLayer {
      let isOfTests = units[number].members.allSatisfy {
        table.members[$0].isCompanion || tools[$0] != nil
      }
      for member in units[number].members {
        let owner = isOfTests ? tools[member] ?? owner(of: member) : host(of: member)
        guard let owner, let other = unitOf[owner], other != number else { continue }
        result[number].members.removeAll { $0 == member }
        result[other].members = (result[other].members + [member]).sorted()
        result[other].named.append(member)
      }
    }
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
