import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

/// Test bundles, clients outside the workspace, and paths within one image.
@Suite struct DuplicateStaticOptionsTests {
  private func check(
    _ workspace: LinkedWorkspace, _ levels: [String: Level] = [:]
  ) -> [String] {
    workspace.findings(
      of: DuplicateStatic.self, options: RuleOptions(severities: levels)
    ).map(\.brief)
  }

  private func harbor(hosted: Bool) -> LinkedWorkspace {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("HarborTests", .unitTestBundle, host: hosted ? "Harbor" : nil)
    workspace.add("HarborUITests", .uiTestBundle)
    workspace.add("Tickets", .framework)
    workspace.add("Log", .staticFramework)
    workspace.link("HarborTests", "Harbor", kind: .target)
    workspace.link("HarborUITests", "Harbor", "Log")
    workspace.link("HarborTests", "Log")
    return workspace
  }

  @Test func `hosted tests and their host`() throws {
    var workspace = harbor(hosted: true)
    workspace.link("Harbor", "Log")
    #expect(check(workspace) == ["warning Harbor -> Log [Harbor HarborTests] @4"])
    #expect(
      check(workspace, ["hosted-tests": .error])
        == ["error Harbor -> Log [Harbor HarborTests] @4"])
    #expect(check(workspace, ["hosted-tests": .off]) == [])
    #expect(
      workspace.findings(of: DuplicateStatic.self).first?.help.map(\.text)
        == ["drop 'Log' from 'HarborTests', or declare it there with `link: false`"])
  }

  @Test func `hosted tests and a framework that the host loads`() {
    var workspace = harbor(hosted: true)
    workspace.link("Harbor", "Tickets")
    workspace.link("Tickets", "Log")
    #expect(check(workspace) == ["warning Harbor -> Log [HarborTests Tickets] @4"])
  }

  @Test func `tests bring a framework that clashes with the host`() {
    var workspace = harbor(hosted: true)
    workspace.add("Store", .staticFramework)
    workspace.link("HarborTests", "Tickets")
    workspace.link("Tickets", "Store")
    workspace.link("Harbor", "Store")
    // The framework cannot find it in the application.
    #expect(check(workspace) == ["warning Harbor -> Store [Harbor Tickets] @7"])
  }

  @Test func `what the tests alone have twice is their own`() {
    var workspace = harbor(hosted: true)
    workspace.link("HarborTests", "Tickets")
    workspace.link("Tickets", "Log")
    #expect(check(workspace) == ["error HarborTests -> Log [HarborTests Tickets] @4"])
  }

  @Test func `tests without a host are a process of their own`() {
    var workspace = harbor(hosted: false)
    workspace.link("Harbor", "Log")
    #expect(check(workspace) == [])
    workspace.link("HarborTests", "Tickets")
    workspace.link("Tickets", "Log")
    #expect(check(workspace) == ["error HarborTests -> Log [HarborTests Tickets] @4"])
  }

  private var library: LinkedWorkspace {
    var workspace = LinkedWorkspace()
    for framework in ["Tickets", "Timetable"] { workspace.add(framework, .framework) }
    workspace.add("TicketsTests", .unitTestBundle)
    workspace.add("Log", .staticFramework)
    workspace.link("TicketsTests", "Tickets")
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    return workspace
  }

  @Test func `a client outside may load both frameworks`() {
    #expect(check(library) == ["warning Tickets -> Log [Tickets Timetable] @2"])
    #expect(check(library, ["outside-clients": .off]) == [])
  }

  @Test func `a framework that an app loads is for nobody outside`() {
    var workspace = library
    workspace.add("Harbor", .application)
    workspace.link("Harbor", "Tickets")
    #expect(check(workspace) == [])
  }

  @Test func `a test that loads both frameworks is a process`() {
    var workspace = library
    workspace.link("TicketsTests", "Timetable")
    #expect(check(workspace) == ["error TicketsTests -> Log [Tickets Timetable] @2"])
  }

  @Test func `two paths within one image`() throws {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    for name in ["Log", "Tickets", "Timetable"] { workspace.add(name, .staticFramework) }
    workspace.link("Harbor", "Tickets", "Timetable")
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    #expect(check(workspace) == [])
    #expect(
      check(workspace, ["same-image": .warning]) == ["warning Harbor -> Log [Harbor] @1"])
    let options = RuleOptions(severities: ["same-image": .error])
    let finding = workspace.findings(of: DuplicateStatic.self, options: options).first
    #expect(
      finding?.subject.chain.map { "\($0.from) \($0.to)" }
        == ["Harbor Tickets", "Tickets Log", "Harbor Timetable", "Timetable Log"])
  }

  @Test func `two paths within a framework belong to the app that loads it`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Kit", .framework)
    for name in ["Log", "Tickets"] { workspace.add(name, .staticFramework) }
    workspace.link("Harbor", "Kit")
    workspace.link("Kit", "Log", "Log", "Tickets")
    #expect(check(workspace, ["same-image": .warning]) == [])
    workspace.link("Tickets", "Log")
    #expect(check(workspace, ["same-image": .warning]) == ["warning Harbor -> Log [Kit] @2"])
  }
}
