import Files
import Graph
import Projects
@testable import SpecDecoding
import TestSupport
import Testing

@Suite struct EffectiveDependencyTests {
  static let targets = """
    packages: {Pkg: {url: x, from: 1.0.0}}
    targets:
      App: {type: application, platform: iOS, dependencies: &all [{target: Dyn}, {target: Sta}, {target: Lib},
        {target: Ext}, {target: Bun}, {framework: F.framework}, {sdk: S.framework}, {package: Pkg},
        {bundle: B.bundle}, {carthage: C}, {carthage: D, linkType: static}]}
      Fw: {type: framework, platform: iOS, dependencies: *all}
      SLib: {type: library.static, platform: iOS, dependencies: *all}
      Tests: {type: bundle.unit-test, platform: iOS, dependencies: *all}
      OC: {type: bundle.ocunit-test, platform: iOS, dependencies: *all}
      Watch: {type: application, platform: watchOS, dependencies: *all}
      Dyn: {type: framework, platform: iOS}
      Sta: {type: framework.static, platform: iOS}
      Lib: {type: library.static, platform: iOS}
      Ext: {type: app-extension, platform: iOS}
      Bun: {type: bundle, platform: iOS}
    """

  static let defaults: [(target: String, linked: [String], embedded: [String])] = [
    (
      "App", ["Dyn", "Sta", "Lib", "F.framework", "S.framework", "Pkg", "C", "D"],
      ["Dyn", "Ext", "Bun", "F.framework", "B.bundle", "C"]
    ),
    ("Fw", ["Dyn", "F.framework", "S.framework", "Pkg", "C", "D"], ["B.bundle"]),
    ("SLib", ["S.framework", "D"], []),
    (
      "Tests", ["Dyn", "Sta", "Lib", "F.framework", "S.framework", "Pkg", "C", "D"],
      ["Dyn", "Bun", "F.framework", "B.bundle", "C"]
    ),
    ("OC", ["Dyn", "F.framework", "S.framework", "Pkg", "C", "D"], ["B.bundle"]),
    (
      "Watch", ["Dyn", "Sta", "Lib", "F.framework", "S.framework", "Pkg", "C", "D"],
      ["Dyn", "Ext", "Bun", "F.framework", "B.bundle"]
    ),
  ]

  @Test(arguments: defaults)
  func defaultPhases(_ target: String, _ linked: [String], _ embedded: [String]) throws {
    let resolved = Resolved(Self.targets)
    #expect(try resolved.linked(target) == linked)
    #expect(try resolved.embedded(target) == embedded)
  }

  @Test func whatIsDeclaredWins() throws {
    let resolved = Resolved(
      """
      targets:
        App:
          type: application
          platform: iOS
          dependencies:
            - {target: Dyn, link: false, embed: false}
            - {target: Sta, link: false, embed: true}
            - {target: Other, link: true}
            - {framework: F.framework, link: no, embed: no}
            - {sdk: S.framework, link: false, embed: true}
            - {package: P, link: false, embed: true}
            - {bundle: B.bundle, link: true, embed: false}
        Other: {type: application, platform: iOS}
        Dyn: {type: framework, platform: iOS}
        Sta: {type: framework.static, platform: iOS}
      """)
    #expect(try resolved.linked("App") == ["Other", "S.framework"])
    #expect(try resolved.embedded("App") == ["Sta", "Other", "S.framework", "P", "B.bundle"])
  }

  @Test func referencesWithSlashes() throws {
    let resolved = Resolved([
      "project.yml": """
      name: P
      projectReferences: {Q: {path: q/Q.xcodeproj}, R: {path: q/R.xcodeproj}, S: {path: nowhere/S.xcodeproj}}
      targets:
        App:
          type: application
          platform: iOS
          dependencies: [{target: Q/Kit}, {target: /Q//Gen/}, {target: S/Kit}, {target: X/Y}, {target: a/b/c},
            {target: Local/}, {target: R/Kit}]
        X/Y: {type: framework, platform: iOS}
        Local: {type: framework, platform: iOS}
      """,
      "q/project.yml": """
      name: Q
      include: ../shared.yml
      targets:
        Kit: {type: framework, platform: iOS, settings: {MACH_O_TYPE: staticlib}}
        Gen: {type: framework, platform: iOS, settings: {groups: [G]}}
      """,
      "q/other.yml": "name: R\ntargets: {Kit: {type: framework, platform: iOS}}",
      "shared.yml": "settingGroups: {G: {MACH_O_TYPE: staticlib}}",
    ])
    #expect(
      resolved.errors == [
        "project.yml:9:3: no dependency can refer to target 'X/Y': 'a/b' is target 'b' of project 'a'"
      ])
    #expect(try resolved.linked("App") == ["Q/Kit", "Q/Gen", "R/Kit"])
    // Both targets of Q are static from outside; the one of R is not.
    #expect(try resolved.embedded("App") == ["R/Kit"])
  }

  @Test func aProjectIsFoundByItsNameAndNeverByABrokenFile() throws {
    var resolved = Resolved(
      [
        "Kit/project.yml": "name: Kit\nprojectReferences: {Kit: {path: ../other/Kit.xcodeproj}}\n",
        "other/Kit/notes.yml": "a: 1", "other/bad.yml": "name: [",
        "Lib/fragment.yml": "targets: {}",
      ], "Kit/project.yml")
    let count = resolved.diagnostics.count
    #expect(resolved.reader.specification(of: "other/Kit.xcodeproj")?.name == nil)
    #expect(resolved.reader.specification(of: "Lib/Lib.xcodeproj")?.name == nil)
    #expect(resolved.reader.specification(of: "Kit/Kit.xcodeproj")?.name == "Kit")
    #expect(resolved.reader.specification(of: "Kit/Kit.txt")?.name == nil)
    #expect(resolved.diagnostics.count == count)
    resolved.reader.read("other/bad.yml")
    #expect(resolved.diagnostics.count == count + 1)
  }
}

@Suite struct TransitiveLinkingTests {
  static let text = """
    options: {transitivelyLinkDependencies: true}
    aggregateTargets: {Agg: {targets: [Hidden]}}
    targets:
      App: {type: application, platform: iOS, dependencies: [{target: Z}, {target: Ext}, {target: Agg}, {bundle: Own.bundle}]}
      Z:
        type: framework
        platform: iOS
        dependencies: [{target: M, link: false}, {sdk: S.framework, embed: true}, {bundle: Z.bundle},
          {framework: E.framework, embed: true}, {framework: F.framework}, {target: Q/T}, {target: nobody}]
      M: {type: framework, platform: iOS, dependencies: [{target: Z}, {target: Deep}, {target: Emb, embed: true}]}
      Deep: {type: library.static, platform: iOS}
      Emb: {type: framework, platform: iOS}
      Ext: {type: app-extension, platform: iOS, dependencies: [{target: FromExt}]}
      FromExt: {type: framework, platform: iOS}
      Hidden: {type: framework, platform: iOS}
      Tests: {type: bundle.unit-test, platform: iOS, dependencies: [{target: App}]}
      Off: {type: application, platform: iOS, transitivelyLinkDependencies: no, dependencies: [{target: Z}]}
    """

  @Test func breadthFirstInOrderOfName() throws {
    let resolved = Resolved(Self.text)
    #expect(
      try resolved.linked("App") == ["Deep", "F.framework", "FromExt", "S.framework", "Z"])
    #expect(try resolved.embedded("App").contains("M"))
    #expect(!(try resolved.embedded("App").contains("Emb")))
    #expect(try resolved.embedded("App").contains("Own.bundle"))
    #expect(!(try resolved.embedded("App").contains("Z.bundle")))
  }

  @Test func itStopsAtAppsAndCanBeSwitchedOff() throws {
    let resolved = Resolved(Self.text)
    #expect(try resolved.linked("Tests").isEmpty)
    #expect(try resolved.linked("Off") == ["Z"])
  }

  @Test func inACycleATargetDependsOnItself() throws {
    let resolved = Resolved(
      """
      options: {transitivelyLinkDependencies: true}
      targets:
        A: {type: framework, platform: iOS, dependencies: [{target: B}]}
        B: {type: framework, platform: iOS, dependencies: [{target: A}, {target: B, link: false}]}
      """)
    #expect(try resolved.linked("A") == ["A", "B"])
    #expect(try resolved.linked("B") == ["A"])
  }

  @Test func theFirstSeenOfAnIDWins() throws {
    let resolved = Resolved(
      """
      options: {transitivelyLinkDependencies: yes}
      packages: {P: {path: P}}
      targets:
        A: {type: framework, platform: iOS, dependencies: [{target: B}, {package: P, products: [X, Y]}, {sdk: B}]}
        B: {type: framework, platform: iOS, dependencies: [{package: P, products: [X, Y]}, {package: P, product: X}]}
      """)
    #expect(try resolved.linked("A") == ["B", "X", "X", "Y"])
  }
}

@Suite struct CarthageTests {
  @Test func itReachesAppsThroughTargetsOfTheirPlatformAndAggregates() throws {
    let resolved = Resolved(
      """
      aggregateTargets: {Agg: {targets: [TV]}}
      targets:
        App:
          type: application
          platform: iOS
          dependencies: [{target: Fw}, {target: TV}, {target: Agg}, {target: Cut, link: false, embed: false}]
        Fw: {type: framework, platform: iOS, dependencies: [{carthage: A}, {carthage: St, linkType: static}]}
        Cut: {type: framework, platform: iOS, dependencies: [{carthage: Never}]}
        TV: {type: framework, platform: tvOS, dependencies: [{carthage: B, link: false}, {carthage: N, embed: no}]}
      """)
    // The aggregate leads to a target of any platform.
    #expect(try resolved.embedded("App").filter { $0.count == 1 } == ["A", "B"])
    #expect(try resolved.linked("App") == ["Fw", "TV"])
    #expect(try resolved.linked("Fw") == ["A", "St"])
  }

  @Test func staticOnesAndLink() throws {
    let resolved = Resolved(
      """
      targets:
        Fw:
          type: framework
          platform: iOS
          dependencies:
            - {carthage: Dropped, linkType: static, link: false}
            - {carthage: Twice, linkType: static, link: true}
            - {carthage: Odd, linkType: bogus}
            - {carthage: Embeds, linkType: static, link: false, embed: true}
        App: {type: application, platform: iOS, dependencies: [{carthage: Kept, linkType: static, link: false}]}
      """)
    #expect(try resolved.linked("Fw") == ["Twice", "Odd", "Embeds", "Twice"])
    #expect(try resolved.linked("App") == ["Kept"])
  }

  @Test func versionFilesNameTheFrameworks() throws {
    let files: MemoryTree = [
      "project.yml": """
      name: P
      options: {findCarthageFrameworks: true, carthageBuildPath: Build}
      targets:
        A: {type: framework, platform: iOS, dependencies: [{carthage: Rx}, {carthage: None}, {carthage: Bad}]}
        B: {type: framework, platform: macOS, dependencies: [{carthage: Rx}]}
        C: {type: framework, platform: iOS, dependencies: [{carthage: Rx, findFrameworks: false}]}
        D: {type: framework, platform: tvOS, dependencies: [{carthage: Rx}]}
      """,
      "Build/.Rx.version": """
      {"commitish": "1", "iOS": [{"name": "RxSwift", "hash": "a"}, {"name": "RxCocoa", "hash": "b"}],
       "Mac": [{"name": "RxMac", "hash": "c"}]}
      """,
      // One entry that is not whole makes the file useless, for all platforms.
      "Build/.Bad.version": #"{"iOS": [{"name": "x", "hash": "a"}], "tvOS": [{"hash": "a"}]}"#,
    ]
    let resolved = Resolved(files)
    #expect(try resolved.linked("A") == ["RxCocoa", "RxSwift", "None", "Bad"])
    #expect(try resolved.linked("B") == ["RxMac"])
    #expect(try resolved.linked("C") == ["Rx"])
    #expect(try resolved.linked("D") == [])
  }

  @Test func aFrameworkThatTwoNameIsEmbeddedOnce() throws {
    let files: MemoryTree = [
      "project.yml": """
      name: P
      targets:
        App:
          type: application
          platform: iOS
          dependencies: [{carthage: A, findFrameworks: yes}, {carthage: B, findFrameworks: yes}, {carthage: X, embed: yes}]
      """,
      "Carthage/Build/.A.version": #"{"iOS": [{"name": "X", "hash": "1"}]}"#,
      "Carthage/Build/.B.version": #"{"iOS": [{"name": "X", "hash": "1"}]}"#,
    ]
    #expect(try Resolved(files).embedded("App") == ["X"])
  }
}
