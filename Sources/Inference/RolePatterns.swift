internal import Graph
internal import Architecture
internal import Diagnostics

struct RolePatterns {
  private(set) var interfaces: [String] = []
  private(set) var testSupport: [String] = []

  private let table: ModuleTable
  private var byName: [String: [Int]] = [:]
  private var dependents: [[Int]]
  private let linked: Set<ModuleTable.Pair>

  /// The suffixes of interfaces, with the number of pairs that must confirm them: `Core` and `API`
  /// have other meanings as well.
  private static let interfaceEndings: [(ending: String, pairs: Int)] = [
    ("Abstractions", 1), ("API", 2), ("Contract", 1), ("Contracts", 1), ("Core", 2),
    ("Interface", 1), ("Interfaces", 1), ("Protocols", 1),
  ]

  private static let helperEndings = [
    "Fake", "Fakes", "Mock", "Mocks", "Stub", "Stubs", "TestDoubles", "TestHelpers", "TestKit",
    "TestSupport", "TestUtilities", "TestUtils", "Testing",
  ]

  /// The suffixes of test hosts, the longest first.
  private static let hostEndings = [
    "UITestsHostApp", "UnitTestsHostApp", "TestsHostApp", "TestHostApp", "UITestsHost",
    "TestsHost", "TestHost", "HostApp",
  ]

  private static let demoEndings = [
    "DemoApp", "Demo", "ExampleApp", "Example", "PlaygroundApp", "Playground", "SampleApp",
    "Sample",
  ]

  /// - Complexity: O(*n* + *m*).
  init(of table: ModuleTable) {
    self.table = table
    linked = Set(table.links)
    dependents = Array(repeating: [], count: table.members.count)
    for link in table.links { dependents[link.to].append(link.from) }
    for (index, member) in table.members.enumerated() {
      byName[member.name, default: []].append(index)
    }
    findInterfaces()
    findTestSupport()
  }

  /// Finds the suffixes of interfaces, which are named after a module that links them.
  private mutating func findInterfaces() {
    for (ending, needed) in Self.interfaceEndings {
      let matching = members(endingIn: ending).filter { !member($0).isExecutable }
      let paired = matching.filter { index in
        implementations(of: index, ending).contains { other in
          !member(other).isExecutable && linked.contains(.init(from: other, to: index))
        }
      }
      // A module that several specs build counts once.
      let names = Set(paired.map { member($0).name })
      if names.count >= needed, paired.count * 2 >= matching.count {
        interfaces.append("*" + ending)
      }
    }
  }

  private mutating func findTestSupport() {
    var known: Set<Int> = []
    for ending in Self.helperEndings + Self.hostEndings + Self.demoEndings {
      let matching = members(endingIn: ending).filter { !known.contains($0) }
      let sound = matching.filter { index in
        if Self.helperEndings.contains(ending) { return isHelper(index, ending) }
        return isHost(index, ending, needsStem: Self.demoEndings.contains(ending))
      }
      // A few dependents among products are errors to report; many contradict the meaning of the
      // name.
      guard sound.count * 2 > matching.count else { continue }
      known.formUnion(matching)
      testSupport +=
        shipsExternal(endingIn: ending)
        ? names(of: matching) : ["*" + ending]
    }
    let others = table.members.indices.filter { index in
      !known.contains(index) && !member(index).isTest
        && (isPlainDemo(index) || linksXCTest(index) || isForTestsOnly(index) || isTestHost(index))
    }
    testSupport += names(of: others)
  }

  private func names(of members: [Int]) -> [String] {
    Set(members.map { RulesFile.pattern(name: member($0).name) }).sorted { $0.precedes($1) }
  }

  /// Whether a product links an external with this suffix, which a pattern would match as well.
  private func shipsExternal(endingIn ending: String) -> Bool {
    table.graph.links.contains { link in
      table.graph[link.to].external != nil && table.graph[link.to].name.hasSuffix(ending)
        && table.memberOf[link.from].map { !member($0).isTest && !isNamedAsHelper($0) } ?? false
    }
  }

  /// Whether an application has a plain demo name and links a module of its own spec.
  private func isPlainDemo(_ index: Int) -> Bool {
    Self.demoEndings.contains(member(index).name) && isHost(index, "", needsStem: false)
      && linked.contains { link in
        link.from == index && !member(link.to).isExecutable
          && member(link.to).spec == member(index).spec
      }
  }

  /// Whether an application is named for tests, and only tests of its own spec link it.
  private func isTestHost(_ index: Int) -> Bool {
    member(index).name.contains("Test") && isHost(index, "", needsStem: false)
      && !dependents[index].isEmpty
  }

  private func linksXCTest(_ index: Int) -> Bool {
    !member(index).isExecutable
      && table.graph.links(from: member(index).id).contains { link in
        let other = table.graph[link.to]
        return other.external == .sdk && ["XCTest", "Testing"].contains(other.name)
      }
  }

  /// Whether only tests of other modules link the member.
  ///
  /// A module of a package may be a product that others link.
  private func isForTestsOnly(_ index: Int) -> Bool {
    let name = member(index).name
    return !member(index).isExecutable && !table.isOfPackage(index) && !dependents[index].isEmpty
      && dependents[index].allSatisfy { member($0).isTest && !member($0).name.hasPrefix(name) }
      && Set(dependents[index]).count > 1
  }

  /// Whether a library is test support: products do not link it, and tests do or it is named after
  /// a module.
  private func isHelper(_ index: Int, _ ending: String) -> Bool {
    guard !member(index).isExecutable else { return false }
    let isShipped = dependents[index].contains { other in
      !member(other).isTest && !isNamedAsHelper(other)
        && !(member(other).isExecutable && member(other).spec == member(index).spec)
    }
    return !isShipped
      && (dependents[index].contains { member($0).isTest } || !stems(of: index, ending).isEmpty)
  }

  /// Whether an application serves only tests and demos: only tests of its own project link it.
  private func isHost(_ index: Int, _ ending: String, needsStem: Bool) -> Bool {
    guard member(index).roles.contains(.app) else { return false }
    let isAlone = dependents[index].allSatisfy {
      member($0).isTest && member($0).spec == member(index).spec
    }
    guard needsStem else { return isAlone }
    return isAlone
      && stems(of: index, ending).contains {
        member($0).spec == member(index).spec && !member($0).isExecutable
      }
  }

  private func isNamedAsHelper(_ index: Int) -> Bool {
    (Self.helperEndings + Self.hostEndings).contains { member(index).name.hasSuffix($0) }
  }

  private func member(_ index: Int) -> ModuleTable.Member { table.members[index] }

  private func members(endingIn ending: String) -> [Int] {
    table.members.indices.filter { index in
      let member = member(index)
      return !member.isTest && member.name.hasSuffix(ending)
        && member.name.utf8.count > ending.utf8.count
    }
  }

  /// Returns the members that the interface `index` is named after: `Net`, `NetImpl`, `NetLive`.
  private func implementations(of index: Int, _ ending: String) -> [Int] {
    let stem = member(index).name.dropLast(ending.count)
    return ["", "Impl", "Implementation", "Live"].flatMap { byName[stem + $0] ?? [] }
  }

  /// Returns the members with the name of `index` without the suffix.
  private func stems(of index: Int, _ ending: String) -> [Int] {
    byName[String(member(index).name.dropLast(ending.count))] ?? []
  }
}
