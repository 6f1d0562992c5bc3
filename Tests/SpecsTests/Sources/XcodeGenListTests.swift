import Projects
import SpecDecoding
import SpecReading
import TestSupport
import Testing

/// The trees and the build phases that XcodeGen's own tests of its source lists have.
///
/// Of groups and names nothing is said here, since they do not decide which files are compiled.
@Suite struct XcodeGenListTests {
  /// The files of the sources of a target in `Test`, and their phases.
  private func list(
    _ sources: String, options: String = "{}", of files: [String]
  ) -> [String: SourceFile.Phase] {
    var tree = Dictionary(uniqueKeysWithValues: files.map { ("Test/\($0)", "") })
    tree["Test/project.yml"] = """
      name: Test
      options: \(options)
      targets:
        Test: {type: application, platform: iOS, sources: \(sources)}
      """
    var reader = SpecReader(source: MemoryTree(tree), options: .init())
    let found = reader.targetSources(of: "Test", in: "Test/project.yml", folder: "Test")
    let pairs = (found?.files ?? []).map { file in
      (
        file.path.hasPrefix("Test/") ? String(file.path.dropFirst(5)) : "../\(file.path)",
        file.phase
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private func sources(_ sources: String, options: String = "{}", of files: [String]) -> [String] {
    list(sources, options: options, of: files).filter { $0.value == .sources }.keys.sorted()
  }

  @Test func groupsAndNames() {
    let files = ["Sources/A/a.swift", "Sources/A/B/b.swift"]
    #expect(sources("[Sources]", of: files) == files.sorted())
    let alike = ["Sources/a.swift", "Sources/a/a.swift", "Sources/a/a/a.swift"]
    #expect(sources("[Sources]", of: alike) == alike.sorted())
    let renamed = ["OtherSource/b.swift", "Sources/a.swift"]
    let entries = "[{path: Sources, name: NewSource}, {path: OtherSource/b.swift, name: c.swift}]"
    #expect(sources(entries, of: renamed) == renamed)
    #expect(sources("[Sources/A/a.swift, Sources/A/a.swift]", of: files) == ["Sources/A/a.swift"])
  }

  @Test func groupsOfAnyKind() {
    let files = [
      "Sources/A/b.swift", "Sources/F/G/h.swift", "Sources/B/b.swift", "Sources/B/C/c.swift",
    ]
    let entries = """
      [{path: Sources/A/b.swift, group: Custom}, Sources/F/G/h.swift, \
      {path: Sources/B, group: Other, createIntermediateGroups: false}]
      """
    #expect(
      sources(entries, options: "{createIntermediateGroups: true}", of: files) == files.sorted())
  }

  @Test func excludes() {
    let excludes = [
      "B", "d.m", "E/F/*.swift", "G/H/", "types/*.[hx]", "numbers/file[2-3].a", "partial/*_part",
      "ignore.file", "*.ignored", "*.xcodeproj", "*.playground", "**/*.ignored",
      "A/B/**/*.alsoIgnored",
    ].map { "'\($0)'" }.joined(separator: ", ")
    let kept = [
      "A/a.swift", "A/a.alsoIgnored", "A/B/b.swift", "D/d.h", "D/d.m", "E/e.jpg", "E/e.m", "E/e.h",
      "types/a.swift", "types/a.m", "numbers/file1.a", "numbers/file4.a",
    ]
    let gone = [
      "B/b.swift", "E/F/f.swift", "G/H/h.swift", "types/a.h", "types/a.x", "numbers/file2.a",
      "numbers/file3.a", "partial/file_part", "a.ignored", "ignore.file",
      "project.xcodeproj/project.pbxproj", "a.playground/Sources/a.swift", "A/a.ignored",
      "A/B/b.ignored", "A/B/b.alsoIgnored",
    ]
    let found = list(
      "[{path: Sources, excludes: [\(excludes)]}]", of: (kept + gone).map { "Sources/\($0)" })
    #expect(found.keys.sorted() == kept.map { "Sources/\($0)" }.sorted())
    let hidden = ["Sources/A/a.swift", "Sources/A/.DS_Store", "Sources/A/a.swift.orig"]
    #expect(list("[Sources]", of: hidden).keys.sorted() == ["Sources/A/a.swift"])
  }

  @Test func includes() {
    let files = [
      "file3.swift", "file3Tests.swift", "file2.swift", "file2Tests.swift", "group2/file.swift",
      "group2/fileTests.swift", "group/file.swift", "group3/group4/group5/file.swift",
      "group3/group4/group5/file5Tests.swift", "group3/group4/group5/file6Tests.m",
      "group3/group4/group5/file6Tests.h",
    ].map { "Sources/\($0)" }
    let tests = files.filter { $0.contains("Tests") }
    let found = list("[{path: Sources, includes: ['**/*Tests.*']}]", of: files)
    #expect(found.keys.sorted() == tests.sorted())
    #expect(list("[{path: Sources, includes: ['**/*NonExistent.*']}]", of: files).isEmpty)
    let both = list(
      "[{path: Sources, includes: ['**/*Tests.*'], excludes: [group2]}]", of: files)
    #expect(both.keys.sorted() == tests.filter { !$0.contains("group2") }.sorted())
  }

  @Test func filesByThemselves() {
    let files = [
      "Sources/A/a.swift", "Sources/A/B/b.swift", "Sources/A/D2.0/d.swift",
      "Sources/A/Assets.xcassets/x.json", "Sources/A/E.bundle/e.json", "Sources/A/B/c.jpg",
    ]
    let entries = """
      [Sources/A/a.swift, Sources/A/B/b.swift, Sources/A/D2.0/d.swift, Sources/A/Assets.xcassets, \
      Sources/A/E.bundle/e.json, Sources/A/B/c.jpg]
      """
    #expect(
      list(entries, of: files) == [
        "Sources/A/a.swift": .sources, "Sources/A/B/b.swift": .sources,
        "Sources/A/D2.0/d.swift": .sources, "Sources/A/Assets.xcassets": .resources,
        "Sources/A/E.bundle/e.json": .resources, "Sources/A/B/c.jpg": .resources,
      ])
    let folder = "[{path: Sources/A, type: folder}]"
    #expect(list(folder, of: ["Sources/A/a.resource", "Sources/A/a.swift"]).isEmpty)
  }

  @Test func whatLiesOutside() {
    let tree: MemoryTree = [
      "Test/project.yml": """
      name: Test
      targets:
        Test: {type: application, platform: iOS, sources: [Sources, ../Other]}
      """,
      "Test/Sources/Inside/a.swift": "", "Test/Sources/Inside/Inside2/b.swift": "",
      "Other/Outside/a.swift": "", "Other/Outside/Outside2/b.swift": "",
    ]
    var reader = SpecReader(source: tree, options: .init())
    let found = reader.targetSources(of: "Test", in: "Test/project.yml", folder: "Test")
    #expect(
      found?.files.map(\.path) == [
        "Other/Outside/Outside2/b.swift", "Other/Outside/a.swift",
        "Test/Sources/Inside/Inside2/b.swift", "Test/Sources/Inside/a.swift",
      ])
  }

  @Test func buildPhases() {
    let few = ["file.swift", "file.xcassets/x", "file.h", "Sample.plist", "file.xcconfig"]
    let resources = list("[{path: A, buildPhase: resources}]", of: few.map { "A/\($0)" })
    #expect(resources.count == 5 && resources.values.allSatisfy { $0 == .resources })
    let none = list("[{path: A, buildPhase: none}]", of: few.map { "A/\($0)" })
    #expect(none.count == 5 && none.values.allSatisfy { $0 == .none })
    let phases: [SourceFile.Phase: [String]] = [
      .sources: [
        "file.swift", "file.m", "file.mm", "file.cpp", "file.c", "file.S", "file.metal",
        "file.mlmodel", "file.mlpackage", "Intent.intentdefinition", "WithPeriod2.0/file.swift",
        "Documentation.docc",
      ],
      .headers: [
        "file.h", "file.hh", "file.hpp", "file.ipp", "file.tpp", "file.hxx", "file.def",
      ],
      .none: ["file.xcconfig", "file.entitlements", "file.gpx", "file.apns"],
      .resources: [
        "file.123", "file.xcassets", "file.mlmodelc", "Configuration.storekit", "Settings.bundle",
        "Localizable.xcstrings",
      ],
      .frameworks: ["Foo.framework"],
    ]
    let folders = ["xcassets", "bundle", "mlpackage", "docc", "framework"]
    let files = phases.values.joined().map { name in
      folders.contains { name.hasSuffix(".\($0)") } ? "C/\(name)/en.lproj/x" : "C/\(name)"
    }
    let found = list("[C]", of: files)
    for (phase, names) in phases {
      #expect(found.filter { $0.value == phase }.keys.sorted() == names.map { "C/\($0)" }.sorted())
    }
    #expect(found.count == phases.values.joined().count)
  }

  @Test func fileTypes() {
    let options = """
      {fileTypes: {abc: {buildPhase: sources}, source1: {buildPhase: sources}, \
      resource1: {buildPhase: resources}, unphased1: {buildPhase: none}, swift: {buildPhase: resources}}}
      """
    let files = [
      "file.resource1", "file.source1", "file.abc/file.a", "file.unphased1", "ignored.swift",
    ]
    #expect(
      list("[A]", options: options, of: files.map { "A/\($0)" }) == [
        "A/file.abc": .sources, "A/file.source1": .sources, "A/file.resource1": .resources,
        "A/file.unphased1": .none, "A/ignored.swift": .resources,
      ])
  }

  /// Localized intents are compiled.
  @Test func localizedFiles() {
    let files = [
      "Base.lproj/Intents.intentdefinition", "en.lproj/Intents.strings", "ja.lproj/Intents.strings",
    ].map { "Sources/\($0)" }
    #expect(sources("[Sources]", of: files) == ["Sources/Base.lproj/Intents.intentdefinition"])
    #expect(sources("[{path: Sources, buildPhase: resources}]", of: files).isEmpty)
  }

  @Test func whatIsOptional() {
    let entries = """
      [{path: File1.swift, optional: true}, {path: Group, type: group, optional: true}, \
      {path: Folder, type: folder, optional: true}, a.swift]
      """
    #expect(sources(entries, of: ["a.swift"]) == ["a.swift"])
  }
}
