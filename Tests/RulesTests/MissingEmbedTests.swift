import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct MissingEmbedTests {
  private func check(
    _ workspace: LinkedWorkspace, configuration: Configuration = .init()
  ) -> [String] {
    workspace.findings(of: MissingEmbed.self, configuration: configuration).map(\.brief)
  }

  private func help(_ workspace: LinkedWorkspace) -> [String] {
    workspace.findings(of: MissingEmbed.self).flatMap(\.help).map(\.text)
  }

  /// An application with a framework that links another one.
  private var harbor: LinkedWorkspace {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Tickets", .framework)
    workspace.add("Storage", .framework)
    workspace.link("Harbor", "Tickets")
    workspace.link("Tickets", "Storage")
    return workspace
  }

  @Test func `what a framework needs`() throws {
    let finding = try #require(harbor.findings(of: MissingEmbed.self).first)
    #expect(finding.brief == "error Harbor -> Storage @1")
    #expect(
      finding.message.text == "'Harbor' does not embed 'Storage', which 'Tickets' links")
    #expect(
      finding.subject.chain.map { "\($0.from) \($0.to)" } == ["Harbor Tickets", "Tickets Storage"])
    #expect(
      finding.help.map(\.text)
        == ["add to 'Harbor': `- { framework: Storage.framework, implicit: true }`"])
  }

  @Test func `embedded by the app`() {
    var workspace = harbor
    workspace.link("Harbor", "Storage")
    #expect(check(workspace) == [])
  }

  @Test func `embedded without being linked`() {
    var workspace = harbor
    workspace.link("Harbor", "Storage", linked: false)
    #expect(check(workspace) == [])
  }

  @Test func `embedded by a framework that the app embeds`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Tickets", .framework)
    workspace.add("Storage", .framework)
    workspace.link("Harbor", "Tickets")
    workspace.link("Tickets", "Storage", embed: true)
    #expect(check(workspace) == [])
  }

  @Test func `embedded by a clip is not in the app`() {
    var workspace = harbor
    workspace.add("Clip", .appClip)
    workspace.link("Harbor", "Clip", embed: true)
    workspace.link("Clip", "Storage")
    #expect(check(workspace) == ["error Harbor -> Storage @1"])
  }

  @Test func `through statics`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Log", .staticFramework)
    workspace.add("Storage", .framework)
    workspace.link("Harbor", "Log")
    workspace.link("Log", "Storage")
    #expect(check(workspace) == ["error Harbor -> Storage @1"])
  }

  @Test func `embed false is reported`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Storage", .framework)
    workspace.link("Harbor", "Storage", embed: false)
    #expect(check(workspace) == ["error Harbor -> Storage @1"])
    #expect(
      help(workspace)
        == ["drop `embed: false` from the dependency of 'Harbor' on 'Storage'"])
  }

  @Test func `an extension needs more than the app`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Widget", .appExtension)
    workspace.add("Storage", .framework)
    workspace.link("Harbor", "Widget", kind: .target)
    workspace.link("Widget", "Storage")
    #expect(check(workspace) == ["error Harbor -> Storage @1"])
    workspace.link("Harbor", "Storage", linked: false)
    #expect(check(workspace) == [])
  }

  @Test func `what an extension embeds is there for itself alone`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    for name in ["Share", "Widget"] { workspace.add(name, .appExtension) }
    workspace.add("Storage", .framework)
    workspace.link("Harbor", "Share", "Widget")
    workspace.link("Widget", "Storage", embed: true)
    #expect(check(workspace) == [])
    workspace.link("Share", "Storage")
    #expect(check(workspace) == ["error Harbor -> Storage @1"])
  }

  @Test func `the shortest chain, ties by name`() {
    var workspace = harbor
    workspace.add("Alarm", .framework)
    workspace.add("Widget", .appExtension)
    workspace.link("Harbor", "Widget")
    workspace.link("Widget", "Storage")
    #expect(check(workspace) == ["error Harbor -> Storage @1"])
    workspace.link("Harbor", "Alarm")
    workspace.link("Alarm", "Storage")
    #expect(check(workspace) == ["error Harbor -> Storage @5"])
  }

  @Test func `a watch app brings its own`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Watch", .watch2App, platforms: .watchOS)
    for name in ["Glance", "Storage"] { workspace.add(name, .framework, platforms: .watchOS) }
    workspace.link("Harbor", "Watch", embed: true)
    workspace.link("Watch", "Glance")
    workspace.link("Glance", "Storage")
    #expect(check(workspace) == ["error Watch -> Storage @2"])
  }

  @Test func `system frameworks, packages and unknown linkage`() {
    var workspace = harbor
    workspace.link("Harbor", "Storage")
    workspace.addExternal("CoreData", .dynamic, .sdk)
    workspace.addExternal("Collections", .dynamic, .package(identity: "x"))
    workspace.addExternal("Starscream", .unknown)
    workspace.addExternal("GoogleMaps", .static)
    workspace.add("Maybe", .framework, linkage: .unknown)
    workspace.link("Storage", "CoreData", "Collections", "Starscream", "GoogleMaps", "Maybe")
    #expect(check(workspace) == [])
  }

  @Test func `rules.yml says that it is embedded`() throws {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Tickets", .framework)
    workspace.addExternal("Realm", .dynamic)
    workspace.link("Harbor", "Tickets")
    workspace.link("Tickets", "Realm")
    #expect(check(workspace) == ["error Harbor -> Realm @1"])
    let pattern = try #require(Pattern("Realm", at: workspace.graph[ModuleID(0)].location))
    var configuration = Configuration()
    configuration.externals = [.init(pattern: pattern, linkage: nil, isEmbedded: true)]
    #expect(check(workspace, configuration: configuration) == [])
  }

  @Test func `weak links are not judged`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    for name in ["Tickets", "Storage"] { workspace.add(name, .framework) }
    workspace.link("Harbor", "Tickets")
    workspace.link("Tickets", "Storage", flags: .weak)
    #expect(check(workspace) == [])
    workspace.link("Harbor", "Storage", embed: false, flags: .weak)
    #expect(check(workspace) == [])
  }

  @Test func `an embed on another platform does not help`() {
    var workspace = LinkedWorkspace()
    let both: PlatformSet = [.iOS, .macOS]
    workspace.add("Harbor", .application, platforms: both)
    for name in ["Tickets", "Storage"] { workspace.add(name, .framework, platforms: both) }
    workspace.link("Harbor", "Tickets")
    workspace.link("Tickets", "Storage", platforms: .macOS)
    workspace.link("Harbor", "Storage", linked: false, platforms: .iOS)
    #expect(check(workspace) == ["error Harbor -> Storage @1"])
    workspace.link("Harbor", "Storage", linked: false, platforms: .macOS)
    #expect(check(workspace) == [])
  }

  @Test func `tools and test bundles are not judged`() {
    var workspace = harbor
    workspace.link("Harbor", "Storage")
    workspace.add("tide", .tool)
    workspace.add("Tests", .unitTestBundle)
    workspace.link("tide", "Tickets")
    workspace.link("Tests", "Tickets")
    #expect(check(workspace) == [])
  }

  @Test func `the fix has the form of the dependencies around it`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    for name in ["Tickets", "Storage"] { workspace.add(name, .framework) }
    workspace.add("Bell", .framework, project: "Harbor")
    workspace.add("Tide", .dynamicLibrary)
    workspace.addExternal("Realm", .dynamic, .file(path: "Vendor/Realm.framework"))
    workspace.addExternal("Starscream", .dynamic, .carthage)
    workspace.link("Harbor", "Tickets", kind: .target)
    workspace.link("Tickets", "Storage", "Bell", "Tide", "Realm", "Starscream")
    #expect(
      help(workspace) == [
        "add to 'Harbor': `- target: Bell`",
        """
        add to 'Harbor': `- target: Storage/Storage`, and to `projectReferences`: \
        `Storage: { path: ../Storage/Storage.xcodeproj }`
        """,
        "add to 'Harbor': `- { framework: Tide.dylib, implicit: true }`",
        "add to 'Harbor': `- framework: ../../Vendor/Realm.framework`",
        "add to 'Harbor': `- carthage: Starscream`",
      ])
  }
}
