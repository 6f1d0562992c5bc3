import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct PackageInStaticTests {
  private func check(_ workspace: LinkedWorkspace) -> [String] {
    workspace.findings(of: PackageInStatic.self).map(\.brief)
  }

  private func workspace(_ linkage: Linkage = .unknown) -> LinkedWorkspace {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Tickets", .framework)
    workspace.add("Net", .staticFramework)
    workspace.addExternal("Alamofire", linkage, .package(identity: "alamofire"))
    workspace.link("Net", "Alamofire", kind: .package)
    return workspace
  }

  @Test func `a dynamic framework of the process links it too`() throws {
    var workspace = workspace()
    workspace.link("Harbor", "Tickets", "Net")
    #expect(check(workspace) == [])
    workspace.link("Tickets", "Alamofire", kind: .package)
    let finding = try #require(workspace.findings(of: PackageInStatic.self).first)
    #expect(finding.brief == "warning Net -> Alamofire @1")
    #expect(
      finding.message.text
        == "static 'Net' contains the package product 'Alamofire', which 'Tickets' links too")
    #expect(
      finding.help.map(\.text)
        == ["declare `link: false` in the dependency of 'Net' on 'Alamofire'"])
  }

  @Test func `the application links it too`() {
    var workspace = workspace()
    workspace.link("Harbor", "Net")
    workspace.link("Harbor", "Alamofire", kind: .package)
    #expect(check(workspace) == ["warning Net -> Alamofire @1"])
  }

  @Test func `in two processes`() {
    var workspace = workspace()
    workspace.add("Pier", .application)
    workspace.link("Harbor", "Net")
    workspace.link("Pier", "Tickets")
    workspace.link("Tickets", "Alamofire", kind: .package)
    #expect(check(workspace) == [])
  }

  @Test func `two dynamic frameworks swallow nothing`() {
    var workspace = workspace()
    workspace.add("Timetable", .framework)
    workspace.link("Harbor", "Tickets", "Timetable")
    workspace.link("Tickets", "Alamofire", kind: .package)
    workspace.link("Timetable", "Alamofire", kind: .package)
    #expect(check(workspace) == [])
  }

  @Test func `a dynamic product is swallowed by nobody`() {
    var workspace = workspace(.dynamic)
    workspace.link("Harbor", "Tickets", "Net")
    workspace.link("Tickets", "Alamofire", kind: .package)
    #expect(check(workspace) == [])
  }
}

@Suite struct EmbeddedStaticTests {
  @Test func `an app embeds a static framework`() {
    var workspace = LinkedWorkspace()
    workspace.add("Harbor", .application)
    workspace.add("Log", .staticFramework)
    workspace.add("Kit", .framework)
    workspace.link("Harbor", "Kit", "Log")
    #expect(workspace.findings(of: EmbeddedStatic.self) == [])
    workspace.link("Harbor", "Log", embed: true)
    #expect(
      workspace.findings(of: EmbeddedStatic.self).map(\.brief) == ["warning Harbor -> Log @3"])
    #expect(EmbeddedStatic.defaultSeverity == nil)
  }
}

@Suite struct DuplicateModuleTests {
  private func check(_ workspace: LinkedWorkspace) -> [String] {
    workspace.findings(of: DuplicateModule.self).map(\.message.text)
  }

  @Test func `one product of two targets`() {
    var workspace = LinkedWorkspace()
    workspace.add("Kit", .framework)
    workspace.add("Anchor", .framework, project: "Zoo", productName: "Kit")
    workspace.add("KitStatic", .staticFramework, productName: "Kit")
    #expect(
      check(workspace) == [
        "'KitStatic' builds 'Kit.framework' for iOS, as 'Kit' does",
        "'Anchor' builds 'Kit.framework' for iOS, as 'Kit' does",
      ])
  }

  @Test func `other platforms, other files and other types do not clash`() {
    var workspace = LinkedWorkspace()
    workspace.add("Kit_iOS", .framework, productName: "Kit")
    workspace.add("Kit_macOS", .framework, platforms: .macOS, productName: "Kit")
    workspace.add("Kit", .staticLibrary)
    workspace.add("Demo", .application, productName: "Kit")
    workspace.add("KitTests", .unitTestBundle, productName: "Kit")
    #expect(check(workspace) == [])
  }
}
