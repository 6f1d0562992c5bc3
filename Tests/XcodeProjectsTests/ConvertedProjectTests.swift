import Diagnostics
import Graph
import Projects
import TestSupport
import Testing

@testable import XcodeProjects

/// Projects in `project.xcproj`.
@Suite struct ConvertedProjectTests {
  /// The project of `ProjectReaderTests` in the other format.
  private static let museum = """
    {
      files: [
        { path: "<PRODUCTS>/Museum.app", id: "AP" },
        { path: "<PRODUCTS>/Exhibits.framework", id: "KP", "target-membership": [
          { "build-phase": "Museum/frameworks", "is-weak": true, platforms: ["ios", "macos"] },
          "Museum/copy/Embed",
        ] },
        { path: "<SDK>/usr/lib/libz.tbd", "target-membership": ["Museum/frameworks"] },
      ],
      configurations: ["Release"],
      targets: [
        { name: "Museum", id: "A", product: "Museum.app", "product-type": "application",
          dependencies: ["Exhibits"], "build-phases": [
            "frameworks", { kind: "copy", name: "Embed", "bundle-base-path": "frameworks-directory" },
          ] },
        { name: "Exhibits", id: "K", product: "Exhibits.framework", "product-type": "framework" },
      ],
      "build-settings": { SDKROOT: "iphoneos" },
    }
    """

  private func read(_ text: String, at name: String = "project.xcproj") throws -> XcodeProject {
    var reader = XcodeProjectReader(in: MemoryTree(["a/A.xcodeproj/" + name: text])) { _ in false }
    return try reader.read("a/A.xcodeproj", file: FileID(index: 0))
  }

  private func messages(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch {
      return (error as? InvalidProject)?.findings.map(\.message.text) ?? ["\(error)"]
    }
  }

  @Test func isTheProjectThatItWasConvertedFrom() throws {
    let converted = try read(Self.museum)
    let original = try read(ProjectReaderTests.museum, at: "project.pbxproj")
    #expect(converted.project.path == "a/A.xcodeproj/project.xcproj")
    #expect(converted.project.name == original.project.name)
    #expect(converted.project.folder == original.project.folder)
    #expect(converted.targetNumbers == original.targetNumbers)
    for (new, old) in zip(converted.targets, original.targets) {
      #expect(new.target.name == old.target.name)
      #expect(new.target.linkage == old.target.linkage)
      #expect(new.target.platforms == old.target.platforms)
      #expect(new.target.builtProductName == old.target.builtProductName)
      #expect(new.dependencies.map(\.destination) == old.dependencies.map(\.destination))
      #expect(new.dependencies.map(\.flags) == old.dependencies.map(\.flags))
      #expect(new.dependencies.map(\.platforms) == old.dependencies.map(\.platforms))
    }
    let place = converted.targets[0].dependencies[0].location
    #expect(place.start == Position(line: 5, column: 7))
    #expect(place.end.line == 5)
  }

  /// A target has all configurations of its project.
  @Test func settingsAreThoseOfEachConfiguration() throws {
    func linkage(_ settings: String, of configurations: String) throws -> Linkage? {
      try read(
        """
        { files: [], configurations: [\(configurations)], targets: [
          { name: "A", "product-type": "framework", "build-settings": {\(settings)} },
        ] }
        """
      ).targets.first?.target.linkage
    }
    let both = "'Debug', 'Release'"
    #expect(try linkage("MACH_O_TYPE: 'staticlib'", of: both) == .static)
    #expect(try linkage("'MACH_O_TYPE[config=*]': 'staticlib'", of: both) == .static)
    #expect(try linkage("'MACH_O_TYPE[config=Debug]': 'staticlib'", of: both) == .unknown)
    #expect(try linkage("'MACH_O_TYPE[config=Debug]': 'staticlib'", of: "'Debug'") == .static)
    #expect(try linkage("'MACH_O_TYPE[config=Beta]': 'staticlib'", of: both) == .dynamic)
    #expect(try linkage("'MACH_O_TYPE[arch=*][config=*]': 'staticlib'", of: both) == .unknown)
    #expect(try linkage("MACH_O_TYPE: 'staticlib'", of: "") == .static)
  }

  @Test func pathsStartAtTheirBase() throws {
    let project = try read(
      #"""
      { files: [
        { kind: "group", path: "In", children: [
          { path: "A.swift", "target-membership": ["T/compile-sources"] },
          { path: "<PROJECT>/B.swift", "target-membership": ["T/compile-sources"] },
          { path: "\\<C>.swift", "target-membership": ["T/compile-sources"] },
        ] },
      ], targets: [{ name: "T", "build-phases": ["compile-sources"] }] }
      """#)
    #expect(
      project.targets[0].sources.code == ["a/In/A.swift", "a/B.swift", "a/In/<C>.swift"])
    #expect(!project.targets[0].sources.isIncomplete)
    let elsewhere = try read(
      #"""
      { files: [{ path: "<USER:A\\>B>/C.swift", "target-membership": ["T/compile-sources"] }],
        targets: [{ name: "T", "build-phases": ["compile-sources"] }] }
      """#)
    #expect(
      elsewhere.targets[0].sources.code == [] && elsewhere.targets[0].sources.isIncomplete)
  }

  @Test func atMostTwentyReferencesAreReported() {
    let many = Array(repeating: "'Nobody'", count: 100).joined(separator: ", ")
    #expect(
      messages("{ files: [], targets: [{ name: 'A', dependencies: [\(many)] }] }").count == 20)
  }

  /// No prefix and no damaged text traps; what can be read keeps its places inside of the text.
  @Test func survivesDamage() throws {
    let whole = Array(Self.museum.utf8)
    var random = SplitMix64(state: 7)
    for number in 0..<600 {
      var text =
        number % 2 == 0 ? Array(whole[..<Int.random(in: 0...whole.count, using: &random)]) : whole
      for _ in 0..<Int.random(in: 0...4, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = Array("{}[]<>:,\"\\/*AK1".utf8).randomElement(using: &random) ?? 0
      }
      var reader = XcodeProjectReader(in: MemoryTree(["A.xcodeproj/project.xcproj": text])) { _ in
        false
      }
      do {
        _ = try reader.read("A.xcodeproj", file: FileID(index: 0))
      } catch {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          .count
        let places = (error as InvalidProject).findings.compactMap(\.location)
        #expect(!places.isEmpty && places.allSatisfy { $0.start <= $0.end && $0.end.line <= lines })
      }
    }
  }
}
