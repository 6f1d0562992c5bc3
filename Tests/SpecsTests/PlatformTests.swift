import Diagnostics
import Graph
import Projects
import Testing

@Suite struct PlatformTests {
  @Test func oneTargetPerPlatform() throws {
    let resolved = Resolved(
      """
      targets:
        Kit:
          type: framework
          platform: [iOS, tvOS]
          dependencies: [{target: "Core_${platform}"}, {sdk: x, platforms: [tvOS]}]
      """)
    #expect(try resolved.names() == ["Kit_iOS", "Kit_tvOS"])
    #expect(try resolved.dependencies("Kit_iOS") == ["target Core_iOS"])
    #expect(try resolved.dependencies("Kit_tvOS") == ["target Core_tvOS", "sdk x"])
    let target = try resolved.target("Kit_tvOS")
    #expect(target.platform == .tvOS)
    #expect(target.details.productName == "Kit")
    #expect(target.details.unsuffixedName == "Kit")
    #expect(target.builtProductName == "Kit")
    #expect(resolved.place(target.location) == "project.yml:3:3")
    #expect(try resolved.declared("Kit_iOS").allSatisfy { !$0.flags.contains(.inherited) })
  }

  @Test func prefixesAndSuffixes() throws {
    let resolved = Resolved(
      """
      targets:
        A: {type: framework, platform: [iOS], platformSuffix: ""}
        B: {type: framework, platform: [iOS, tvOS], platformPrefix: "${platform}-", platformSuffix: -x}
        C: {type: framework, platform: [iOS], platformSuffix: 4}
        "${platform}D": {type: framework, platform: [iOS]}
      """)
    #expect(try resolved.names() == ["${platform}D_iOS", "A", "C_iOS", "iOS-B-x", "tvOS-B-x"])
  }

  @Test func anEmptyListRemovesTheTarget() throws {
    let resolved = Resolved("targets: {A: {platform: []}, B: {type: framework, platform: iOS}}")
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.names() == ["B"])
  }

  @Test(arguments: [
    ("platform: [iOS, 4]", "project.yml:2:26: target 'A' has the unknown platform ''"),
    ("platform: [ios]", "project.yml:2:27: target 'A' has the unknown platform 'ios'"),
    ("type: framework", "project.yml:2:11: target 'A' has no 'platform'"),
    ("platform: 4", "project.yml:2:26: target 'A' has the unknown platform ''"),
    ("platform: ios", "project.yml:2:26: target 'A' has the unknown platform 'ios'"),
    ("supportedDestinations: iOS", "project.yml:2:11: target 'A' has no 'platform'"),
  ])
  func errors(_ target: String, _ error: String) {
    let found = Resolved("targets: {A: {x: 1, \(target)}}").errors
    #expect(found == [error.replacing(":26:", with: ":31:").replacing(":27:", with: ":32:")])
  }

  @Test func aListAndDestinationsExcludeEachOther() {
    let found = Resolved(
      "targets: {A: {platform: [iOS, tvOS], supportedDestinations: [iOS]}}"
    ).errors
    #expect(
      found == [
        "project.yml:2:61: target 'A' has both a list of platforms and 'supportedDestinations'"
      ])
  }

  @Test func twoVariantsOfOneNameAreAnError() throws {
    let resolved = Resolved(
      "targets: {A: {name: Kit, type: framework, platform: [iOS, tvOS, macOS]}}")
    #expect(resolved.errors == ["project.yml:2:11: duplicate target name 'Kit'"])
    #expect(try resolved.names() == ["Kit"])
  }

  @Test func destinations() throws {
    let resolved = Resolved(
      """
      targets:
        A: {type: framework, supportedDestinations: [iOS, macOS]}
        B: {type: framework, supportedDestinations: [macCatalyst]}
        C: {type: framework, supportedDestinations: [bogus]}
        D: {type: framework, platform: iOS, supportedDestinations: [iOS, 4]}
        E: {type: framework, platform: "", supportedDestinations: []}
      """)
    #expect(resolved.errors.isEmpty)
    #expect(
      try ["A", "B", "C", "D", "E"].map { try resolved.target($0).platform }
        == [.auto, .auto, .auto, .iOS, .auto])
    #expect(try resolved.target("A").platforms == [.iOS, .macOS])
    #expect(try resolved.target("B").platforms == [.iOS, .macCatalyst])
    #expect(try resolved.target("C").platforms == .all)
    #expect(try resolved.target("D").platforms == [.iOS])
  }

  @Test func templatesAreResolvedBetweenTwoExpansions() throws {
    let resolved = Resolved(
      """
      targetTemplates:
        Plain: {type: framework, dependencies: [{sdk: "${target_name}-${platform}"}]}
        List: {platform: [iOS, tvOS]}
        More: {platform: [macOS]}
      targets:
        Own: {platform: [iOS], templates: [Plain]}
        Theirs: {templates: [Plain, List]}
        Joined: {templates: [List, More, Plain]}
        Text: {templates: [List, Plain], platform: watchOS}
      """)
    // The list stands in the target: its variants are there before the template is looked at.
    #expect(try resolved.dependencies("Own_iOS") == ["sdk Own_iOS-${platform}"])
    #expect(try resolved.dependencies("Theirs_tvOS") == ["sdk Theirs-tvOS"])
    #expect(
      try resolved.names().filter { $0.hasPrefix("Joined") }
        == ["Joined_iOS", "Joined_macOS", "Joined_tvOS"])
    #expect(try resolved.dependencies("Text") == ["sdk Text-${platform}"])
  }

  @Test func productNameIsSetWhereThereIsNone() throws {
    let resolved = Resolved(
      """
      targets:
        A: {type: framework, platform: [iOS], settings: {base: {X: 1}}}
        B: {type: framework, platform: [iOS], settings: {PRODUCT_NAME: Own}}
        C: {type: framework, platform: [iOS], productName: Ignored, settings: text}
        D: {type: framework, platform: [iOS], settings: {configs: {Debug: {X: 1}}}}
      """)
    let built = try ["A", "B", "C", "D"].map { name in
      try resolved.target(name + "_iOS").builtProductName
    }
    #expect(built == ["A", "Own", "C", "D"])
    #expect(try resolved.target("C_iOS").details.productName == "C")
  }

  @Test func oneTargetThatIsNoMappingLeavesAllAsTheyAre() throws {
    let resolved = Resolved("targets: {A: {type: framework, platform: [iOS]}, B: text}")
    #expect(resolved.errors.count == 2)
    #expect(try resolved.names() == ["A"])
  }

  @Test func anErrorOfSeveralVariantsIsReportedOnce() {
    let resolved = Resolved(
      "targets: {A: {type: framework, platform: [iOS, tvOS], dependencies: [{sdk: 4}]}}")
    #expect(resolved.errors.count == 1)
  }
}
