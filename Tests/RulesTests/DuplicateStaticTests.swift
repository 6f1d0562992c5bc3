import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

/// The cases that the model of linking says are easily got wrong.
@Suite struct DuplicateStaticTests {
  private func check(_ workspace: LinkedWorkspace, _ options: RuleOptions = .init()) -> [String] {
    workspace.findings(of: DuplicateStatic.self, options: options).map(\.brief)
  }

  /// An application that links two frameworks, and a static library that nobody links yet.
  private var harbor: LinkedWorkspace {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Tickets", .framework)
    workspace.add("Timetable", .framework)
    workspace.add("Log", .staticFramework)
    workspace.link("Harbor", "Tickets", "Timetable")
    return workspace
  }

  @Test func `a diamond of statics is one copy`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    for name in ["Log", "Tickets", "Timetable"] { workspace.add(name, .staticLibrary) }
    workspace.link("Harbor", "Tickets", "Timetable", "Log")
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    #expect(check(workspace) == [])
  }

  @Test func `in the app and in a framework it links`() {
    var workspace = harbor
    workspace.link("Tickets", "Log")
    workspace.link("Harbor", "Log")
    #expect(check(workspace) == ["error Harbor -> Log [Harbor Tickets] @4"])
  }

  @Test func `in two frameworks of one app`() {
    var workspace = harbor
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    #expect(check(workspace) == ["error Harbor -> Log [Tickets Timetable] @3"])
  }

  @Test func `the finding names chains, fixes and owners`() throws {
    var workspace = harbor
    workspace.add("Store", .staticFramework)
    workspace.link("Tickets", "Store")
    workspace.link("Store", "Log")
    workspace.link("Harbor", "Log")
    let finding = try #require(workspace.findings(of: DuplicateStatic.self).first)
    #expect(
      finding.message.text
        == "static 'Log' ends up in 'Harbor' and 'Tickets', both in the process of 'Harbor'")
    #expect(
      finding.subject.chain.map { "\($0.from) \($0.to)" }
        == ["Harbor Log", "Tickets Store", "Store Log"])
    #expect(finding.subject.chain.map(\.location.start.line) == [5, 3, 4])
    #expect(finding.notes.isEmpty)
    #expect(
      finding.help.map(\.text) == [
        "keep 'Log' in 'Tickets' alone, which the others load: drop 'Log' from 'Harbor'"
      ])
    #expect(
      finding.subject.identity
        == ["Log/Log", "Harbor/Harbor", "Tickets/Tickets"])
  }

  @Test func `in frameworks of two apps`() {
    var workspace = LinkedWorkspace()
    for app in ["Harbor", "Pier"] { workspace.add(app, .application) }
    for framework in ["Tickets", "Timetable"] { workspace.add(framework, .framework) }
    workspace.add("Log", .staticFramework)
    workspace.link("Harbor", "Tickets")
    workspace.link("Pier", "Timetable")
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    #expect(check(workspace) == [])
  }

  @Test func `the first app by name stands for all with the same owners`() {
    var workspace = harbor
    workspace.add("Anchor", .application)
    workspace.link("Anchor", "Tickets", "Timetable")
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    workspace.add("Pier", .application)
    workspace.link("Pier", "Tickets", "Log")
    #expect(
      check(workspace) == [
        "error Pier -> Log [Pier Tickets] @8", "error Anchor -> Log [Tickets Timetable] @5",
      ])
  }

  @Test func `app and extension are two processes`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Widget", .appExtension)
    workspace.add("Log", .staticFramework)
    workspace.link("Harbor", "Widget", kind: .target)
    workspace.link("Harbor", "Log")
    workspace.link("Widget", "Log")
    #expect(check(workspace) == [])
  }

  @Test func `extension and a framework that both load`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Widget", .appExtension)
    workspace.add("Tickets", .framework)
    workspace.add("Log", .staticFramework)
    workspace.link("Harbor", "Widget", "Tickets")
    workspace.link("Widget", "Tickets", "Log")
    workspace.link("Tickets", "Log")
    #expect(check(workspace) == ["error Widget -> Log [Tickets Widget] @4"])
  }

  @Test func `only the framework has it`() {
    var workspace = harbor
    workspace.link("Tickets", "Log")
    #expect(check(workspace) == [])
  }

  @Test func `an app embeds another app and links it`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Clip", .appClip)
    workspace.add("Tickets", .framework)
    workspace.add("Log", .staticFramework)
    workspace.link("Harbor", "Clip", flags: .linked)
    workspace.link("Harbor", "Log")
    workspace.link("Clip", "Tickets")
    workspace.link("Tickets", "Log")
    #expect(check(workspace) == [])
  }

  @Test(arguments: [Linkage.static, .dynamic, .unknown])
  func `the linkage counts, not the type`(linkage: Linkage) {
    for type in [ProductType.framework, .staticFramework] {
      var workspace = harbor
      workspace.add("Store", type, linkage: linkage)
      workspace.link("Tickets", "Store")
      workspace.link("Timetable", "Store")
      let expected = ["error Harbor -> Store [Tickets Timetable] @3"]
      #expect(check(workspace) == (linkage == .static ? expected : []))
    }
  }

  @Test func `a framework that is static by its setting is no owner`() {
    var workspace = harbor
    workspace.add("Store", .framework, linkage: .static)
    workspace.link("Harbor", "Store", "Log")
    workspace.link("Store", "Log")
    #expect(check(workspace) == [])
  }

  @Test func `link false holds in an application, and not in a framework that imports it`() {
    var workspace = harbor
    workspace.link("Tickets", "Log")
    workspace.link("Harbor", "Log", linked: false)
    #expect(check(workspace) == [])
    workspace.link("Timetable", "Log", linked: false)
    #expect(check(workspace) == ["error Harbor -> Log [Tickets Timetable] @3"])
  }

  @Test func `routes on different platforms never meet`() {
    var workspace = LinkedWorkspace()
    let both: PlatformSet = [.iOS, .macOS]
    workspace.add("Harbor", .application, platforms: both)
    for framework in ["Tickets", "Timetable"] {
      workspace.add(framework, .framework, platforms: both)
    }
    workspace.add("Log", .staticFramework, platforms: both)
    workspace.link("Harbor", "Tickets", platforms: .iOS)
    workspace.link("Harbor", "Timetable", platforms: .macOS)
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    #expect(check(workspace) == [])
    workspace.link("Harbor", "Log", platforms: .macOS)
    #expect(check(workspace) == ["error Harbor -> Log [Harbor Timetable] @5"])
  }

  @Test func `a library for another platform is not absorbed`() {
    var workspace = harbor
    workspace.add("Mac", .staticFramework, platforms: .macOS)
    workspace.link("Tickets", "Mac")
    workspace.link("Timetable", "Mac")
    #expect(check(workspace) == [])
  }

  @Test func `tool and its test runner`() {
    var workspace = LinkedWorkspace()
    workspace.add("tide", .tool)
    workspace.add("TideTests", .unitTestBundle)
    workspace.add("Log", .staticLibrary)
    workspace.link("TideTests", "tide", "Log", kind: .target)
    workspace.link("tide", "Log")
    #expect(check(workspace) == [])
  }

  @Test func `a tool and its dynamic library`() {
    var workspace = LinkedWorkspace()
    workspace.add("tide", .tool)
    workspace.add("Almanac", .dynamicLibrary)
    workspace.add("Log", .staticLibrary)
    workspace.link("tide", "Almanac", "Log", kind: .target)
    workspace.link("Almanac", "Log", kind: .target)
    #expect(check(workspace) == ["error tide -> Log [Almanac tide] @2"])
  }

  @Test func `a plug-in bundle joins no process`() {
    var workspace = harbor
    workspace.add("Plugin", .bundle)
    workspace.link("Harbor", "Plugin")
    workspace.link("Plugin", "Log")
    workspace.link("Tickets", "Log")
    #expect(check(workspace) == [])
  }

  @Test func `binaries in the repository`() throws {
    var workspace = harbor
    workspace.addExternal("GoogleMaps", .static)
    workspace.addExternal("Realm", .dynamic)
    workspace.addExternal("Starscream", .unknown, .carthage)
    for framework in ["Tickets", "Timetable"] {
      workspace.link(framework, "GoogleMaps", "Realm", "Starscream")
    }
    let findings = workspace.findings(of: DuplicateStatic.self)
    #expect(findings.map(\.brief) == ["error Harbor -> GoogleMaps [Tickets Timetable] @3"])
    #expect(
      findings.first?.help.first?.text
        == """
        put 'GoogleMaps' into one dynamic framework, link that framework instead of 'GoogleMaps' \
        everywhere, and embed it in 'Harbor'
        """)
  }

  @Test func `a circle of statics`() {
    var workspace = harbor
    workspace.add("Store", .staticFramework)
    workspace.link("Log", "Store")
    workspace.link("Store", "Log")
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Store")
    #expect(
      check(workspace) == [
        "error Harbor -> Log [Tickets Timetable] @5",
        "error Harbor -> Store [Tickets Timetable] @3",
      ])
  }

  @Test func `links of ignored modules are not judged`() throws {
    var workspace = harbor
    workspace.link("Tickets", "Log")
    workspace.link("Timetable", "Log")
    var configuration = Configuration()
    let location = workspace.graph[ModuleID(0)].location
    configuration.ignore = [try #require(Pattern("Timetable", at: location))]
    #expect(check(workspace).count == 1)
    #expect(workspace.findings(of: DuplicateStatic.self, configuration: configuration) == [])
  }
}
