import Diagnostics
import Graph
import Projects
import Testing

@Suite struct DependencyTests {
  /// A specification with one target `T` that has these dependencies.
  static func target(_ dependencies: String, platform: String = "iOS") -> Resolved {
    Resolved(
      "targets: {T: {type: framework, platform: \(platform), dependencies: \(dependencies)}}")
  }

  static let kinds: [(dependency: String, result: String)] = [
    ("target: A", "target A"), ("framework: A.framework", "framework A.framework"),
    ("carthage: A", "carthage A"),
    ("sdk: A", "sdk A"), ("package: A", "package A"), ("bundle: A", "bundle A"),
    ("target: ''", "target "),
    ("bundle: B, package: P, sdk: S, carthage: C, framework: F, target: T", "target T"),
    ("bundle: B, package: P, sdk: S, carthage: C, framework: F, target: 1", "framework F"),
    ("bundle: B, package: P, sdk: S, carthage: no, framework: 2.0", "sdk S"),
    ("target: ~", "target ~"), ("target: '12'", "target 12"), ("target: !!str yes", "target yes"),
    ("package: A, product: P", "package A/P"), ("package: A, products: []", "package A"),
    ("package: A, products: P", "package A"), ("package: A, product: 4", "package A"),
  ]

  @Test(arguments: kinds)
  func kind(_ dependency: String, _ result: String) throws {
    let resolved = Self.target("[{\(dependency)}]")
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.dependencies("T") == [result])
  }

  @Test func products() throws {
    let resolved = Self.target("[{package: A, products: [P, 4, Q], product: R}, {package: B}]")
    #expect(try resolved.dependencies("T") == ["package A/P", "package A/Q", "package B"])
    #expect(
      try resolved.declared("T").map { $0.flags.contains(.furtherProduct) } == [false, true, false])
  }

  @Test func orderAndRepetitionsAreKept() throws {
    let resolved = Self.target("[{sdk: b}, {target: a}, {sdk: b}]")
    #expect(try resolved.dependencies("T") == ["sdk b", "target a", "sdk b"])
  }

  static let wrong: [(list: String, error: String)] = [
    ("[text]", "2:62: dependency 'text' must be a mapping"),
    ("[[a]]", "2:62: a dependency must be a mapping"),
    ("[12]", "2:62: dependency '12' must be a mapping"),
    ("{target: A}", "2:61: 'dependencies' of target 'T' must be a list"),
    ("text", "2:61: 'dependencies' of target 'T' must be a list"),
    ("", "2:61: 'dependencies' of target 'T' must be a list"),
    (
      "[{Target: A}]",
      "2:62: a dependency names no target, framework, carthage, sdk, package or bundle"
    ),
    (
      "[{target: 12}]",
      "2:62: a dependency names no target, framework, carthage, sdk, package or bundle"
    ),
    (
      "[{carthage: Off}]",
      "2:62: a dependency names no target, framework, carthage, sdk, package or bundle"
    ),
    (
      "[{target: 2001-12-14}]",
      "2:62: a dependency names no target, framework, carthage, sdk, package or bundle"
    ),
    ("[{}]", "2:62: a dependency names no target, framework, carthage, sdk, package or bundle"),
    ("[{sdk: a, copy: {}}]", "2:77: 'copy' has no 'destination'"),
    ("[{sdk: a, copy: {destination: 4}}]", "2:77: 'copy' has no 'destination'"),
    (
      "[{sdk: a, copy: {destination: plugin}}]", "2:91: 'copy' has the unknown destination 'plugin'"
    ),
    ("[{sdk: a, platforms: [], copy: {}}]", "2:92: 'copy' has no 'destination'"),
  ]

  @Test(arguments: wrong)
  func errors(_ list: String, _ error: String) {
    #expect(Self.target(list).errors == ["project.yml:" + error])
  }

  @Test func whatIsFine() {
    for attribute in [
      "copy: text", "copy: {destination: plugins, subpath: 4}", "link: maybe", "weak: 1", "x: y",
    ] {
      #expect(Self.target("[{sdk: a, \(attribute)}]").errors.isEmpty)
    }
  }

  @Test func oneErrorDoesNotHideTheNext() throws {
    let resolved = Self.target("[{target: A}, text, {sdk: b}, {target: 1}]")
    #expect(resolved.errors.count == 2)
    #expect(try resolved.dependencies("T") == ["target A", "sdk b"])
  }

  @Test func booleansAreOnlyBooleans() throws {
    let values = ["yes", "On", "false", "NO", "'yes'", "1", "0", "~", "", "y", "\"${FLAG}\""]
    let list = values.map { "{sdk: a, link: \($0), embed: \($0)}" }.joined(separator: ", ")
    let declared = try Self.target("[\(list)]").declared("T")
    let expected: [Bool?] = [true, true, false, false, nil, nil, nil, nil, nil, nil, nil]
    #expect(declared.map(\.link) == expected)
    #expect(declared.map(\.embed) == expected)
  }

  @Test(arguments: [
    ("[iOS]", true), ("[tvOS, iOS, bogus]", true), ("[tvOS]", false), ("[]", false),
    ("[bogus]", false),
    ("[4]", false), ("iOS", true), ("tvOS", true), ("{iOS: 1}", true), ("", true),
  ])
  func platformsDropTheDependency(_ platforms: String, _ isKept: Bool) throws {
    #expect(
      try Self.target("[{sdk: a, platforms: \(platforms)}]").dependencies("T").isEmpty != isKept)
  }

  @Test func anAutomaticPlatformIsOneOfItsOwn() throws {
    let list = "[{sdk: a, platforms: [iOS]}, {sdk: b, platforms: [auto]}, {sdk: c}]"
    #expect(try Self.target(list, platform: "auto").dependencies("T") == ["sdk b", "sdk c"])
  }

  @Test func filtersOnlyMark() throws {
    let resolved = Self.target(
      """
      [{sdk: a, platformFilter: iOS}, {sdk: b, platformFilter: macOS}, {sdk: c, platformFilter: tvOS},
       {sdk: d, destinationFilters: [iOS, macCatalyst, bogus]}, {sdk: e, destinationFilters: []},
       {sdk: f, destinationFilters: iOS}]
      """)
    let platforms = try resolved.declared("T").map(\.platforms)
    #expect(
      platforms == [[.iOS], [.macCatalyst, .macOS], .all, [.iOS, .macCatalyst], .all, .all])
  }

  @Test func locationsReachFromTheEntryToTheReference() throws {
    let resolved = Resolved(
      """
      targets:
        T:
          type: framework
          platform: iOS
          dependencies:
            - target: Kit
              link: false
            - {embed: true, framework: Kit.framework}
          buildToolPlugins: [{plugin: P, package: K}]
      """)
    let ranges = try resolved.declared("T").map(\.location)
    #expect(
      ranges.map { resolved.place($0) } == [
        "project.yml:7:9", "project.yml:9:9", "project.yml:10:24",
      ])
    #expect(ranges.map { "\($0.end.line):\($0.end.column)" } == ["7:20", "9:47", "10:47"])
    #expect(try resolved.declared("T").allSatisfy { !$0.flags.contains(.inherited) })
  }

  @Test func whatAnAnchorElsewhereBringsIsInherited() throws {
    let resolved = Resolved(
      """
      common: &common
        - sdk: a
      targets:
        T: {type: framework, platform: iOS, dependencies: *common}
      """)
    let declared = try resolved.declared("T")
    #expect(declared.map { resolved.place($0.location) } == ["project.yml:3:5"])
    #expect(declared.map { $0.flags.contains(.inherited) } == [true])
  }

  @Test func helpNamesWhatIsMeant() {
    func help(_ list: String) -> [String] {
      Self.target(list).diagnostics.flatMap { $0.help.map(\.text) }
    }
    #expect(help("[Kit]") == ["write 'target: Kit'"])
    #expect(help("[{Target: Kit}]") == ["did you mean 'target'?"])
    #expect(help("[{target: 12}]") == ["write the name in quotes: target: \"12\""])
    #expect(help("") == ["drop the key, or write '[]'"])
  }

  @Test func aliasesCannotMultiplyDependencies() {
    let list = "[" + (0..<2000).map { "{sdk: a\($0)}" }.joined(separator: ", ") + "]"
    var text = "list: &list \(list)\ntargets:\n"
    for number in 0..<1200 {
      text += "  T\(number): {type: tool, platform: iOS, dependencies: *list}\n"
    }
    let errors = Resolved(text).errors
    #expect(errors.count == 1 && errors[0].contains("more than 500000 dependencies"))
  }

  @Test func aliasesCannotMultiplyProducts() {
    let products = (0..<2000).map { "P\($0)" }.joined(separator: ", ")
    var text = "names: &names [\(products)]\ntargets:\n"
    for number in 0..<1200 {
      let dependencies = "[{package: Kit, products: *names}]"
      text += "  T\(number): {type: tool, platform: iOS, dependencies: \(dependencies)}\n"
    }
    let errors = Resolved(text).errors.filter { $0.contains("more than 500000 dependencies") }
    #expect(!errors.isEmpty)
  }

  @Test func aliasesMayShareDependencies() {
    let list = "[" + (0..<20).map { "{sdk: a\($0).framework}" }.joined(separator: ", ") + "]"
    var text = "list: &list \(list)\ntargets:\n"
    for number in 0..<50 {
      text += "  T\(number): {type: tool, platform: iOS, dependencies: *list}\n"
    }
    let resolved = Resolved(text)
    #expect(resolved.errors.isEmpty)
    #expect(resolved.projects.flatMap { $0.targets.flatMap(\.dependencies) }.count == 1000)
  }
}
