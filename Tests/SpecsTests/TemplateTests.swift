import Diagnostics
import Projects
import Testing

@Suite struct TemplateTests {
  /// What the templates of target `T`, which names `named`, bring it, in order.
  static func order(_ templates: String, named: String) throws -> [String] {
    let resolved = Resolved(
      """
      targetTemplates:
      \(templates)
      targets:
        T: {type: framework, platform: iOS, templates: \(named), dependencies: [{sdk: own}]}
      """)
    #expect(resolved.errors == [])
    return try resolved.dependencies("T").map { String($0.dropFirst(4)) }
  }

  static let plain = """
      A: {dependencies: [{sdk: a}]}
      B: {templates: [A], dependencies: [{sdk: b}]}
      C: {templates: [D, B], dependencies: [{sdk: c}]}
      D: {templates: [C], dependencies: [{sdk: d}]}
    """

  @Test(arguments: [
    ("[A, B]", ["a", "b", "own"]), ("[B, A]", ["a", "b", "own"]),
    ("[C]", ["d", "a", "b", "c", "own"]),
    ("[D]", ["a", "b", "c", "d", "own"]), ("[nobody, A, nobody]", ["a", "own"]), ("[]", ["own"]),
    ("A", ["own"]), ("[A, 12]", ["own"]), ("[A, yes]", ["own"]), ("", ["own"]), ("{A: 1}", ["own"]),
  ])
  func order(_ named: String, _ expected: [String]) throws {
    #expect(try Self.order(Self.plain, named: named) == expected)
  }

  @Test(arguments: ["  E:", "  E: text", "  E: []"])
  func oneThatIsNoMappingDisablesAll(_ entry: String) throws {
    #expect(try Self.order(Self.plain + "\n" + entry, named: "[A]") == ["own"])
  }

  @Test func targetNameIsTheKeyAndReachesKeys() throws {
    let resolved = Resolved(
      """
      targetTemplates:
        T: {"${target_name}": 1, "dependencies": [{"${kind}": "${target_name}.${x}"}]}
      targets:
        Kit:
          {type: framework, platform: iOS, name: Other, templates: [T], templateAttributes: {kind: sdk, x: tbd}}
      """)
    #expect(try resolved.dependencies("Other") == ["sdk Kit.tbd"])
  }

  @Test func withoutATemplateNothingIsSubstituted() throws {
    let resolved = Resolved(
      """
      targetTemplates: {T: {}}
      targets:
        A: {type: framework, platform: iOS, dependencies: [{sdk: "${target_name}"}], templates: [nobody]}
        B: {type: framework, platform: iOS, dependencies: [{sdk: "${target_name}"}], templates: [T]}
      """)
    #expect(try resolved.dependencies("A") == ["sdk ${target_name}"])
    #expect(try resolved.dependencies("B") == ["sdk B"])
  }

  @Test func attributes() throws {
    let resolved = Resolved(
      """
      targetTemplates:
        T:
          templateAttributes: {a: default, b: "${target_name}Core", c: "${a}"}
          type: framework
          platform: iOS
          dependencies: [{sdk: "${a}"}, {sdk: "${b}"}, {sdk: "${c}"}, {sdk: "${d}"}, {sdk: "${a${b}}"}]
      targets:
        Kit: {templates: [T]}
        Own: {templates: [T], templateAttributes: {a: own}}
        Number: {templates: [T], templateAttributes: {d: 3}}
        Flag: {templates: [T], dependencies: [{sdk: x, link: "${a}"}], templateAttributes: {a: "false"}}
      """)
    // What is inserted is not scanned again, and a name reaches to the first brace.
    let kit = ["sdk default", "sdk KitCore", "sdk ${a}", "sdk ${d}", "sdk ${a${b}}"]
    #expect(try resolved.dependencies("Kit") == kit)
    #expect(try resolved.dependencies("Own").first == "sdk own")
    #expect(try resolved.dependencies("Number").prefix(2) == ["sdk ${a}", "sdk ${b}"])
    #expect(try resolved.declared("Flag").last?.link == nil)
  }

  @Test func leftoverReplacementsTakeEffect() throws {
    let resolved = Resolved(
      """
      targetTemplates:
        T: {type: framework, platform: iOS, dependencies: [{sdk: a}]}
        U: {templates: [T], dependencies:REPLACE: [{sdk: u}]}
      targets:
        A: {templates: [T], dependencies:REPLACE: [{sdk: own}]}
        B: {templates: [U], dependencies: [{sdk: own}]}
        C: {type: framework, platform: iOS, templates: [nobody], dependencies:REPLACE: [{sdk: own}]}
      """)
    #expect(try resolved.dependencies("A") == ["sdk own"])
    #expect(try resolved.dependencies("B") == ["sdk u", "sdk own"])
    #expect(try resolved.dependencies("C") == [])
  }

  @Test func aDependencyPointsToItsTemplate() throws {
    let resolved = Resolved(
      """
      targetTemplates:
        T: {dependencies: [{sdk: "${target_name}"}]}
      targets:
        A: {type: framework, platform: iOS, templates: [T], dependencies: [{sdk: own}]}
      """)
    let declared = try resolved.declared("A")
    #expect(
      declared.map { resolved.place($0.location) } == ["project.yml:3:22", "project.yml:5:70"])
    #expect(declared.map { $0.flags.contains(.inherited) } == [true, false])
  }

  @Test func anErrorOfATemplateIsReportedOnce() throws {
    let resolved = Resolved(
      """
      targetTemplates: {T: {type: framework, platform: iOS, dependencies: [text]}}
      targets: {A: {templates: [T]}, B: {templates: [T]}, C: {type: framework, platform: iOS}}
      """)
    #expect(resolved.errors == ["project.yml:2:70: dependency 'text' must be a mapping"])
    #expect(try resolved.names() == ["A", "B", "C"])
  }

  @Test func aLongChainOfTemplatesIsNoRecursion() throws {
    let chain = (0..<1500).map { "  T\($0): {templates: [T\($0 + 1)]}\n" }.joined()
    #expect(
      try Self.order(chain + "  T1500: {dependencies: [{sdk: last}]}", named: "[T0]") == [
        "last", "own",
      ])
  }

  @Test func templatesCannotMultiplyBeyondTheLimit() {
    var text = "a0: &a0 {x: '${target_name}'}\n"
    for level in 1...60 { text += "a\(level): &a\(level) {p: *a\(level - 1), q: *a\(level - 1)}\n" }
    text += "targetTemplates: {T: {big: *a60}, U: {big: *a60}}\n"
    text += "targets: {A: {type: framework, platform: iOS, templates: [T, U]}}\n"
    let errors = Resolved(text).errors
    #expect(errors.count == 1 && errors[0].contains("resolves to more than"))
  }
}
