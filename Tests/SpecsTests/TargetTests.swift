import Diagnostics
import Files
import Graph
import Projects
import TestSupport
import Testing

@Suite struct TargetTests {
  @Test func identityIsTheNameElseTheKey() throws {
    let resolved = Resolved(
      """
      targets:
        B: {type: framework, platform: iOS, productName: Product}
        Key: {name: A, type: framework, platform: iOS}
        C: {name: 3, type: framework, platform: iOS, productName: 4}
      """)
    #expect(try resolved.names() == ["A", "B", "C"])
    #expect(
      try ["A", "B", "C"].map { try resolved.target($0).details.productName }
        == [nil, "Product", nil])
  }

  @Test func twoOfOneNameAreAnError() throws {
    let resolved = Resolved(
      """
      targets:
        A: {type: framework, platform: iOS}
        B: {name: A, type: tool, platform: macOS}
      aggregateTargets: {A: {}, C: {name: A}}
      """)
    #expect(
      resolved.errors == [
        "project.yml:4:3: duplicate target name 'A'",
        "project.yml:5:27: duplicate target name 'A'",
      ])
    #expect(
      resolved.diagnostics[0].notes.first?.location.map { resolved.place($0) }
        == "project.yml:3:3")
    #expect(try resolved.target("A").type == .framework)
  }

  @Test(arguments: [
    ("application", "application"), ("com.apple.product-type.framework.static", "framework.static"),
    ("''", ""), ("", ""), ("12", ""), ("bundle.ocunit-test", "bundle.ocunit-test"),
  ])
  func types(_ written: String, _ type: String) throws {
    let resolved = Resolved("targets: {A: {platform: iOS, type: \(written)}}")
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.target("A").type.rawValue == type)
  }

  @Test(arguments: ["Framework", "com.apple.product-type.", "com.apple.product-type.x", "static"])
  func unknownTypes(_ written: String) {
    #expect(
      Resolved("targets: {A: {platform: iOS, type: \(written)}}").errors
        == ["project.yml:2:36: target 'A' has the unknown type '\(written)'"])
  }

  @Test(arguments: [
    "targets:", "targets: text", "targets: [A]", "aggregateTargets: [A]", "schemes: 4",
  ])
  func whatIsNoMappingIsNone(_ text: String) throws {
    let resolved = Resolved(text)
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.names().isEmpty)
  }

  @Test func aTargetThatIsNoMappingIsAnErrorAndHidesNoOther() throws {
    let resolved = Resolved("targets:\n  A:\n  B: {type: framework, platform: iOS}\n  C: text\n")
    #expect(
      resolved.errors == [
        "project.yml:3:5: target 'A' must be a mapping",
        "project.yml:5:6: target 'C' must be a mapping",
      ])
    #expect(try resolved.names() == ["B"])
    #expect(try resolved.spec().gaps.contains(.isBroken))
  }

  @Test func names() {
    #expect(
      Resolved(["project.yml": ""]).errors == ["project.yml:1:1: the spec has no 'name'"])
    #expect(
      Resolved(["project.yml": "- a"]).errors == [
        "project.yml:1:1: the spec has no 'name'"
      ])
    #expect(
      Resolved(["project.yml": "text"]).errors == [
        "project.yml:1:1: the spec has no 'name'"
      ])
    for value in ["1.0", "yes", "2001-12-14", "[a]"] {
      #expect(
        Resolved(["project.yml": "name: \(value)"]).errors
          == ["project.yml:1:7: the 'name' of a project must be a string"])
    }
    for value in ["'1.0'", "~", "null", "", "!!str 1", "!!null ~"] {
      #expect(Resolved(["project.yml": "name: \(value)"]).errors.isEmpty)
    }
  }

  @Test func shapes() {
    let table = [
      "options:": "2:9: 'options' must be a mapping",
      "options: [a]": "2:10: 'options' must be a mapping",
      "settings: {configs: {Debug: x}}":
        "2:29: the settings of configuration 'Debug' must be a mapping",
      "settingGroups: {A: {configs: {Debug: 1}}}":
        "2:38: the settings of configuration 'Debug' must be a mapping",
      "aggregateTargets: {A: text}": "2:23: target 'A' must be a mapping",
      "aggregateTargets: {A: {settings: {configs: {Debug: }}}}":
        "2:52: the settings of configuration 'Debug' must be a mapping",
      "targets: {A: {platform: iOS, buildToolPlugins: }}":
        "2:48: 'buildToolPlugins' must be a list of mappings",
      "targets: {A: {platform: iOS, buildToolPlugins: [{plugin: A}]}}":
        "2:49: a build-tool plug-in needs 'plugin' and 'package', both strings",
      "targets: {A: {platform: iOS, sources: [{name: x}]}}":
        "2:40: an entry of 'sources' has no 'path'",
    ]
    for (text, error) in table { #expect(Resolved(text).errors == ["project.yml:" + error]) }
    for text in [
      "settings:", "settings: text",
      "targets: {A: {platform: iOS, templates: , scheme: , sources: }}",
      "unknown: 1", "aggregateTargets:", "fileGroups: 4",
    ] { #expect(Resolved(text).errors.isEmpty, "\(text)") }
  }

  @Test func legacyTargetsHaveNoProduct() throws {
    let resolved = Resolved(
      """
      targets:
        Make: {type: framework, platform: macOS, legacy: {toolPath: /usr/bin/make}}
        Not: {type: framework, platform: macOS, legacy: {toolPath: 4}}
        App: {type: tool, platform: macOS, dependencies: [{target: Make}, {target: Not}]}
      """)
    #expect(try resolved.target("Make").kind == .legacy)
    #expect(try resolved.target("Not").kind == .plain)
    #expect(try resolved.linked("App") == ["Not"])
  }

  @Test func aggregates() throws {
    let resolved = Resolved(
      """
      targets: {A: {type: application, platform: iOS, dependencies: [{target: All}, {target: B}]}, B: {type: framework, platform: iOS}}
      aggregateTargets:
        All: {targets: [A, 12, "${target_name}"], templates: [T]}
        None: {targets: A}
        B: {}
      targetTemplates: {T: {targets: [x]}}
      """)
    #expect(try resolved.names() == ["A", "B", "All", "B", "None"])
    #expect(try resolved.dependencies("All") == ["target A", "target ${target_name}"])
    #expect(try resolved.dependencies("None").isEmpty)
    // A target and an aggregate may share a name; the target is meant.
    #expect(try resolved.linked("A") == ["B"])
  }

  @Test func JSONSpecifications() throws {
    let resolved = Resolved(
      [
        "p.json": """
        {"name": "P", "targets": {"A": {"type": "framework", "platform": "iOS",
          "dependencies": [{"sdk": "x", "embed": 1}, {"framework": "y", "link": 0, "embed": 2}]}}}
        """
      ], "p.json")
    #expect(resolved.errors.isEmpty)
    let declared = try resolved.declared("A")
    #expect(declared.map(\.link) == [nil, false])
    #expect(declared.map(\.embed) == [true, nil])
    let null = Resolved(
      ["p.json": #"{"name": "P", "targets": {"A": {"platform": "iOS", "dependencies": null}}}"#],
      "p.json")
    #expect(null.errors == ["p.json:1:68: 'dependencies' of target 'A' must be a list"])
    #expect(
      Resolved(["p.json": "[]"], "p.json").errors == [
        "p.json:1:1: a JSON spec must be an object"
      ])
    #expect(Resolved(["x/.json": "name: P"], "x/.json").errors.isEmpty)
  }

  @Test func aFileThatCannotBeReadIsAnError() {
    #expect(
      Resolved(["a/b": ""], "a").errors == ["a:1:1: cannot read the spec: is a folder"])
    #expect(
      Resolved([:], "x.yml").errors == ["x.yml:1:1: cannot read the spec: no such file"]
    )
  }
}
