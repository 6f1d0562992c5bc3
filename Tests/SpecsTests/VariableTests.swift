import Files
import Graph
import Projects
@testable import SpecDecoding
@testable import SpecReading
import TestSupport
import Testing

@Suite struct VariableTests {
  static let variables = ["A": "one", " A ": "spaced", "B": "${A}", "E": "", "a}": "never"]

  static let table: [(text: String, expanded: String)] = [
    ("${A}", "one"), ("x${A}y", "xoney"), ("${A}${A}", "oneone"), ("$${A}", "$one"),
    ("${ A }", "spaced"), ("${B}", "${A}"), ("${B}${A}", "${A}one"), ("${E}", ""),
    ("${X}", "${X}"), ("${X}${A}", "${X}one"), ("${}", "${}"), ("${}${A}", "${}one"),
    ("$A", "$A"), ("${A", "${A"), ("${A ${B}", "${A ${B}"), ("${A} ${B", "one ${B"),
    ("${a}}", "${a}}"), ("${x${A}}", "${x${A}}"), ("$", "$"), ("${", "${"), ("é${A}é", "éoneé"),
  ]

  @Test(arguments: table)
  func expands(_ text: String, _ expanded: String) {
    let result = expandVariables(in: Array(text.utf8)[...]) { Self.variables[$0] }
    #expect(result.map { String(decoding: $0, as: UTF8.self) } ?? text == expanded)
    #expect((result == nil) == (text == expanded))
  }

  @Test func environmentReachesKeysValuesAndIncludes() throws {
    let resolved = Resolved(
      [
        "project.yml": "name: ${NAME}\ninclude: ${FILE}.yml\n",
        "base.yml": """
        targets:
          ${NAME}Kit:
            type: framework
            platform: ${P}
            dependencies: [{"${KIND}": "${NAME}.framework", link: "${FLAG}"}]
        """,
      ],
      variables: [
        "NAME": "Zeta", "FILE": "base", "P": "iOS", "KIND": "framework", "FLAG": "false",
      ])
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.spec().name == "Zeta")
    #expect(try resolved.dependencies("ZetaKit") == ["framework Zeta.framework"])
    // The text "false" is no boolean.
    #expect(try resolved.declared("ZetaKit")[0].link == nil)
    #expect(try resolved.linked("ZetaKit") == ["Zeta.framework"])
  }

  @Test func whatIsInsertedIsTextAndNotParsed() throws {
    let resolved = Resolved(
      "targets: {A: {type: framework, platform: '${P}'}}", variables: ["P": "[iOS, tvOS]"])
    #expect(
      resolved.errors == ["project.yml:2:42: target 'A' has the unknown platform '[iOS, tvOS]'"])
  }

  @Test func withoutAnEnvironmentNothingIsExpanded() throws {
    var reader = SpecReader(
      source: ["project.yml": "name: ${HOME}"] as MemoryTree, options: .init())
    #expect(reader.read("project.yml")?.name == "${HOME}")
  }

  @Test func ofKeysThatBecomeOneTheLastWins() throws {
    let resolved = Resolved(
      """
      targets:
        ${K}: {type: framework, platform: iOS}
        Kit: {type: framework.static, platform: iOS}
      """, variables: ["K": "Kit"])
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.target("Kit").type == .staticFramework)
  }

  @Test func theEnvironmentWinsOverTemplates() throws {
    let resolved = Resolved(
      """
      targetTemplates: {T: {dependencies: [{sdk: "${target_name}.tbd"}]}}
      targets: {Kit: {type: framework, platform: [iOS], templates: [T], productName: "${platform}"}}
      """, variables: ["target_name": "env", "platform": "also"])
    #expect(try resolved.dependencies("Kit_iOS") == ["sdk env.tbd"])
  }

  @Test func setsStaySets() {
    let resolved = Resolved(
      """
      targetTemplates: {T: {}}
      targets: {A: {type: framework, platform: iOS, templates: [T], dependencies: !!set {"${target_name}"}}}
      """)
    #expect(resolved.errors == ["project.yml:3:77: 'dependencies' of target 'A' must be a list"])
  }
}
