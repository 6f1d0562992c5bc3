import Diagnostics
import Graph
import Testing

@testable import Report

/// Kit for iOS and macOS, which an application and each other's variant link in all ways.
@Suite struct GraphViewTests {
  private static let files = SourceMap(paths: ["app/project.yml", "kit/project.yml"])

  private static func place(_ line: UInt32, file: Int = 0) -> SourceRange {
    range(line, 9..<20, file: file)
  }

  private static func module(
    _ name: String, variantOf base: String? = nil, spec: Int, _ type: ProductType = .framework,
    _ platform: Platform = .iOS, roles: Module.Roles = []
  ) -> Module {
    Module(
      name: name, unsuffixedName: base, spec: spec, location: place(3, file: max(0, Int(spec))),
      type: type, platform: platform, platforms: PlatformSet(platform),
      linkage: spec < 0 ? .static : type == .framework ? .dynamic : .none, roles: roles,
      productName: name, external: spec < 0 ? .carthage : nil)
  }

  private static func link(
    _ from: Int, _ to: Int, _ line: UInt32, _ kind: Link.Kind = .target,
    _ flags: Link.Flags = [.linked]
  ) -> Link {
    Link(
      from: ModuleID(from), to: ModuleID(to), location: place(line), kind: kind, flags: flags,
      platforms: .all)
  }

  /// 0 App, 1 AppTests, 2 Kit_iOS, 3 Kit_macOS, 4 Maps.
  private static let graph = ModuleGraph(
    specs: [
      SpecInfo(file: FileID(index: 0), path: "app/project.yml", folder: "app", project: "App"),
      SpecInfo(file: FileID(index: 1), path: "kit/project.yml", folder: "kit", project: "Kit"),
    ],
    modules: [
      module("App", spec: 0, .application, roles: [.app, .executable]),
      module("AppTests", spec: 0, .unitTestBundle, roles: [.test, .executable]),
      module("Kit_iOS", variantOf: "Kit", spec: 1),
      module("Kit_macOS", variantOf: "Kit", spec: 1, .framework, .macOS),
      module("Maps", spec: -1, roles: [.external]),
    ],
    builtCount: 4,
    links: [
      link(0, 2, 10), link(0, 3, 11, .framework, [.embedded]), link(1, 0, 12), link(2, 3, 13),
      link(2, 4, 14, .carthage), link(3, 4, 14, .carthage), link(0, 4, 15, .carthage, [.derived]),
    ],
    unknownReferences: [])

  private static func view(_ findings: [Diagnostic] = []) -> GraphView {
    GraphView(
      of: graph, sources: files, layers: ["app", "kit"], findings: findings,
      traits: { $0 == "cycle" ? [.picksLink] : [] }
    ) {
      let name = graph[$0].name
      let layer = $0.number == 4 ? nil : name.hasPrefix("App") ? "app" : "kit"
      return (layer, name.hasPrefix("Kit"), false, false)
    }
  }

  @Test func writesEachModuleAndPairOnce() {
    #expect(
      Self.view().json() == """
        {
          "version": 1,
          "modules": [
            {"id": "app/project.yml#App", "name": "App", "type": "application", "platform": "iOS", \
        "linkage": "none", "layer": "app", "roles": ["app", "executable"], \
        "spec": "app/project.yml", \
        "project": {"kind": "xcodegen"}, "line": 3, "external": false},
            {"id": "app/project.yml#AppTests", "name": "AppTests", "type": "bundle.unit-test", \
        "platform": "iOS", "linkage": "none", "layer": "app", "roles": ["executable", "test"], \
        "spec": "app/project.yml", \
        "project": {"kind": "xcodegen"}, "line": 3, "external": false},
            {"id": "kit/project.yml#Kit", "name": "Kit", "type": "framework", \
        "platform": "iOS, macOS", "linkage": "dynamic", "layer": "kit", "roles": ["interface"], \
        "spec": "kit/project.yml", \
        "project": {"kind": "xcodegen"}, "line": 3, "external": false},
            {"id": "external:Maps", "name": "Maps", "type": "framework", "linkage": "static", \
        "roles": [], "external": true}
          ],
          "links": [
            {"from": "app/project.yml#App", "to": "kit/project.yml#Kit", "kind": "target", \
        "linked": true, "embedded": true, "file": "app/project.yml", "line": 10, "findings": []},
            {"from": "app/project.yml#AppTests", "to": "app/project.yml#App", "kind": "target", \
        "linked": true, "embedded": false, "file": "app/project.yml", "line": 12, "findings": []},
            {"from": "kit/project.yml#Kit", "to": "external:Maps", "kind": "carthage", \
        "linked": true, "embedded": false, "file": "app/project.yml", "line": 14, "findings": []}
          ]
        }

        """)
  }

  @Test func knowsTheModulesOfEachNode() {
    let view = Self.view()
    #expect(view.nodes.map { $0.modules.map(\.number) } == [[0], [1], [2, 3], [4]])
    #expect(view.nodes.map(\.project) == ["App", "App", "Kit", nil])
  }

  @Test func marksLinksThatFindingsAreAbout() {
    var known = Diagnostic(
      "upward", .error, "m", at: Self.place(11), subject: .init(from: "App", to: "Kit"))
    known.subject.link = 0
    known.state = .known
    #expect(Self.view([known]).edges.map(\.isKnown) == [true, false, false])
    // About a chain that ends elsewhere, whose first link is to be dropped.
    var through = Diagnostic(
      "no-legacy", .error, "m", at: Self.place(10), subject: .init(from: "App", to: "Old"))
    through.subject.link = 0
    var cut = Diagnostic(
      "cycle", .error, "m", at: Self.place(10), subject: .init(from: "App", to: "Kit"))
    cut.subject.link = 0
    let edge = Self.view([known, through, cut]).edges[0]
    #expect(edge.rules == ["cycle", "no-legacy", "upward"])
    #expect(edge.isCut && !edge.isKnown)
    // The same place, but about what the application lacks, or another module that gets it from a template.
    for from in ["App", "Kit"] {
      let other = Diagnostic(
        "missing-embed", .error, "m", at: Self.place(10), subject: .init(from: from, to: "Old"))
      #expect(Self.view([other]).edges.map(\.rules) == [[], [], []])
    }
  }

  @Test func survivesAnEmptyGraph() {
    let empty = GraphView(nodes: [], edges: [], layers: [])
    #expect(empty.json() == "{\n  \"version\": 1,\n  \"modules\": [],\n  \"links\": []\n}\n")
  }
}
