internal import Graph
internal import Architecture
internal import Diagnostics

/// The patterns that tell interfaces and test support from other modules by their names.
struct RolePatterns {
  private(set) var interfaces: [String] = []
  private(set) var testSupport: [String] = []

  private let table: ModuleTable
  private var byName: [String: [Int]] = [:]
  /// What links each member.
  private var dependents: [[Int]]
  private let linked: Set<ModuleTable.Pair>

  /// Endings of interfaces, and how many pairs must agree before one is believed: `Core` and `API`
  /// end many a name that is not an interface.
  private static let interfaceEndings: [(ending: String, pairs: Int)] = [
    ("Abstractions", 1), ("API", 2), ("Contract", 1), ("Contracts", 1), ("Core", 2),
    ("Interface", 1), ("Interfaces", 1), ("Protocols", 1),
  ]

  /// Endings of libraries for tests.
  private static let helperEndings = [
    "Fake", "Fakes", "Mock", "Mocks", "Stub", "Stubs", "TestDoubles", "TestHelpers", "TestKit",
    "TestSupport", "TestUtilities", "TestUtils", "Testing",
  ]

  /// Endings of applications that tests run in; longer ones first, for `HostApp` ends them as well.
  private static let hostEndings = [
    "UITestsHostApp", "UnitTestsHostApp", "TestsHostApp", "TestHostApp", "UITestsHost",
    "TestsHost", "TestHost", "HostApp",
  ]

  /// Endings of applications that show one module.
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

  /// An interface has the name of another module and an ending, and that module links it.
  private mutating func findInterfaces() {
    for (ending, needed) in Self.interfaceEndings {
      let matching = members(endingIn: ending).filter { !member($0).isExecutable }
      let paired = matching.filter { index in
        implementations(of: index, ending).contains { other in
          !member(other).isExecutable && linked.contains(.init(from: other, to: index))
        }
      }
      // A module that several specs build is one pair.
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
      // A few that products link are errors to report; many mean that the name means something else.
      guard sound.count * 2 > matching.count else { continue }
      testSupport.append("*" + ending)
      known.formUnion(matching)
    }
    let others = table.members.indices.filter { index in
      !known.contains(index) && !member(index).isTest
        && (isPlainDemo(index) || linksXCTest(index) || isForTestsOnly(index) || isTestHost(index))
    }
    testSupport += Set(others.map { RulesFile.pattern(name: member($0).name) }).sorted {
      $0.precedes($1)
    }
  }

  /// Whether an application is named for a demonstration alone, and shows a module of its own spec.
  private func isPlainDemo(_ index: Int) -> Bool {
    Self.demoEndings.contains(member(index).name) && isHost(index, "", needsStem: false)
      && linked.contains { link in
        link.from == index && !member(link.to).isExecutable
          && member(link.to).spec == member(index).spec
      }
  }

  /// Whether an application is named for tests, and only tests of its own spec run in it.
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

  /// Whether tests of other modules link it and nothing else does.
  private func isForTestsOnly(_ index: Int) -> Bool {
    let name = member(index).name
    return !member(index).isExecutable && !dependents[index].isEmpty
      && dependents[index].allSatisfy { member($0).isTest && !member($0).name.hasPrefix(name) }
      && Set(dependents[index]).count > 1
  }

  /// Whether a library helps tests: nothing that ships links it, and a test does, or it is named
  /// after a module.
  private func isHelper(_ index: Int, _ ending: String) -> Bool {
    guard !member(index).isExecutable else { return false }
    let isShipped = dependents[index].contains { other in
      !member(other).isTest && !isNamedAsHelper(other)
        && !(member(other).isExecutable && member(other).spec == member(index).spec)
    }
    return !isShipped
      && (dependents[index].contains { member($0).isTest } || !stems(of: index, ending).isEmpty)
  }

  /// Whether an application only serves tests and demonstrations: nothing but tests and helpers of
  /// its own project link it.
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

  /// The members named after the interface `index`: `Net`, `NetImpl`, `NetLive`.
  private func implementations(of index: Int, _ ending: String) -> [Int] {
    let stem = member(index).name.dropLast(ending.count)
    return ["", "Impl", "Implementation", "Live"].flatMap { byName[stem + $0] ?? [] }
  }

  /// The members whose name is that of `index` without the ending.
  private func stems(of index: Int, _ ending: String) -> [Int] {
    byName[String(member(index).name.dropLast(ending.count))] ?? []
  }
}
