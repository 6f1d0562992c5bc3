internal import Paths
import Projects
import SpecDecoding
import SpecReading
import TestSupport
import Testing

/// The files of a target, as XcodeGen lists them.
@Suite struct SourceListTests {
  /// What a target `T` with these `sources` gets of some files, as `path phase`.
  private func list(
    _ sources: String, options: String = "{}", spec: String = "project.yml", of files: [String]
  ) -> [String] {
    let found = read(sources, options: options, spec: spec, of: files)
    return found.files.map { $0.phase == .sources ? $0.path : "\($0.path) \($0.phase)" }
  }

  private func read(
    _ sources: String, options: String = "{}", spec: String = "project.yml", of files: [String]
  ) -> TargetSources {
    var tree = Dictionary(uniqueKeysWithValues: files.map { ($0, "") })
    tree[spec] = """
      name: P
      options: \(options)
      targets:
        T: {type: framework, platform: iOS, sources: \(sources)}
      """
    var reader = SpecReader(source: MemoryTree(tree), options: .init())
    let folder = Path.parent(spec)
    return reader.targetSources(of: "T", in: spec, folder: folder) ?? TargetSources(target: "none")
  }

  @Test func oneFolder() {
    let files = [
      "S/a.swift", "S/sub/b.m", "S/sub/c.h", "S/Info.plist", "S/i.xcassets/x.json", "o.swift",
    ]
    let expected = [
      "S/Info.plist resources", "S/a.swift", "S/i.xcassets resources", "S/sub/b.m",
      "S/sub/c.h headers",
    ]
    #expect(list("S", of: files) == expected)
    #expect(list("[S]", of: files) == expected)
    #expect(list("[{path: S}]", of: files) == expected)
    #expect(list("[{path: S, type: group, name: Other}]", of: files) == expected)
    #expect(list("{path: S}", of: files).isEmpty, "a mapping is no list")
    let others = """
      [{path: S, group: Other, compilerFlags: [-w], createIntermediateGroups: true, headerVisibility: private, \
      resourceTags: [a], destinationFilters: [iOS], inferDestinationFiltersByPath: true, attributes: [b], \
      excludes: [], includes: []}]
      """
    #expect(list(others, of: files) == expected, "what says nothing of which files they are")
    #expect(list("[S, S, S/a.swift]", of: files) == expected)
  }

  @Test func foldersOfTheSpecification() {
    let files = ["app/S/a.swift", "lib/b.swift", "c.swift"]
    let spec = "app/project.yml"
    #expect(list("S", spec: spec, of: files) == ["app/S/a.swift"])
    #expect(
      list("[../lib, ./S/, ../c.swift]", spec: spec, of: files) == [
        "app/S/a.swift", "c.swift", "lib/b.swift",
      ])
    #expect(list("[{path: .., includes: [lib]}]", spec: spec, of: files) == ["lib/b.swift"])
    #expect(
      list(".", of: ["a.swift", "b/c.swift"]) == ["a.swift", "b/c.swift", "project.yml resources"])
  }

  @Test func filesByThemselves() {
    #expect(
      list("[a.swift, b.txt, c]", of: ["a.swift", "b.txt", "c"]) == [
        "a.swift", "b.txt resources", "c none",
      ])
    #expect(list("[{path: a.swift, excludes: [\"**\"]}]", of: ["a.swift"]) == ["a.swift"])
    #expect(list("[{path: S, type: file}]", of: ["S/a.swift"]) == ["S none"])
  }

  /// An extension makes a folder a file, whether anybody knows it or not.
  @Test func foldersWithAnExtension() {
    #expect(list("S.kit", of: ["S.kit/a.swift"]) == ["S.kit resources"])
    #expect(list("[{path: S.kit, type: group}]", of: ["S.kit/a.swift"]) == ["S.kit/a.swift"])
    // Within a group it must be known.
    let files = [
      "S/v1.2/a.swift", "S/Old.playground/b.swift", "S/M.xcdatamodeld/c", "S/D.docc/d.swift",
      "S/F.framework/e.h", "S/Vue.js/f.swift",
    ]
    #expect(
      list("S", of: files) == [
        "S/D.docc", "S/F.framework frameworks", "S/M.xcdatamodeld", "S/Old.playground resources",
        "S/Vue.js resources", "S/v1.2/a.swift",
      ])
  }

  @Test func buildPhases() {
    let files = ["S/a.swift", "S/b.h"]
    #expect(list("[{path: S, buildPhase: none}]", of: files) == ["S/a.swift none", "S/b.h none"])
    #expect(list("[{path: S, buildPhase: sources}]", of: files) == ["S/a.swift", "S/b.h"])
    #expect(
      list("[{path: S, buildPhase: {copyFiles: {destination: frameworks}}}]", of: files)
        == ["S/a.swift copyFrameworks", "S/b.h copyFrameworks"])
    #expect(
      list("[{path: S, buildPhase: {copyFiles: {destination: resources}}}]", of: files)
        == ["S/a.swift copyFiles", "S/b.h copyFiles"])
    // Whatever puts a file into the sources decides, then the first entry.
    #expect(
      list("[{path: S, buildPhase: none}, S, {path: S, buildPhase: resources}]", of: files) == [
        "S/a.swift", "S/b.h headers",
      ])
    #expect(
      list("[{path: S, buildPhase: resources}, {path: S, buildPhase: none}]", of: files)
        == ["S/a.swift resources", "S/b.h resources"])
  }

  @Test func foldersThatAreCopied() {
    let files = ["S/a.swift"]
    #expect(list("[{path: S, type: folder}]", of: files).isEmpty)
    #expect(list("S", options: "{defaultSourceDirectoryType: folder}", of: files).isEmpty)
    #expect(
      list("[{path: S, type: group}]", options: "{defaultSourceDirectoryType: folder}", of: files)
        == files)
    #expect(list("[{path: S, type: nonsense}]", of: files) == files)
  }

  @Test func syncedFolders() {
    let files = ["S/a.swift", "S/b/c.swift", "S/.d.swift", "S/e.xcassets/f", "S/g.txt"]
    let expected = ["S/a.swift", "S/b/c.swift", "S/e.xcassets resources", "S/g.txt resources"]
    #expect(list("[{path: S, type: syncedFolder}]", of: files) == expected)
    #expect(list("S", options: "{defaultSourceDirectoryType: syncedFolder}", of: files) == expected)
    #expect(
      list("[{path: S, type: syncedFolder, excludes: [b, \"*.txt\"]}]", of: files) == [
        "S/a.swift", "S/e.xcassets resources",
      ])
    #expect(list("[{path: S, type: syncedFolder, includes: [b]}]", of: files) == ["S/b/c.swift"])
  }

  @Test func fileTypes() {
    let files = ["S/a.swift", "S/b.proto", "S/c.kit/d.swift", "S/e.bundle/f.swift"]
    let options = """
      {fileTypes: {proto: {buildPhase: sources}, kit: {file: true}, bundle: {file: false}, \
      swift: {buildPhase: none}}}
      """
    #expect(
      list("S", options: options, of: files)
        == ["S/a.swift none", "S/b.proto", "S/c.kit resources", "S/e.bundle/f.swift none"])
    #expect(
      list("S", options: "{fileTypes: {swift: {file: true}}}", of: ["S/a.swift"]) == [
        "S/a.swift resources"
      ])
  }

  @Test func whatIsNeverListed() {
    #expect(
      list(
        "S",
        of: ["S/.DS_Store", "S/a.swift.orig", "S/.b.swift", "S/.c/d.swift", "S/x.entitlements"])
        == ["S/.b.swift", "S/.c/d.swift", "S/x.entitlements none"])
  }

  @Test func localizedFolders() {
    let files = [
      "S/Base.lproj/M.storyboard", "S/de.lproj/M.strings", "S/de.lproj/x/y.swift", "S/a.swift",
    ]
    #expect(
      list("S", of: files) == [
        "S/Base.lproj/M.storyboard resources", "S/a.swift", "S/de.lproj/M.strings resources",
      ])
    #expect(
      list("[{path: S, excludes: [\"**/*.storyboard\"]}]", of: files) == [
        "S/a.swift", "S/de.lproj/M.strings resources",
      ])
    #expect(list("[{path: S, type: syncedFolder}]", of: files) == list("S", of: files))
    #expect(
      list("[{path: S, type: syncedFolder, excludes: [Base.lproj]}]", of: files) == [
        "S/a.swift", "S/de.lproj/M.strings resources",
      ])
  }

  @Test func whatIsMissing() {
    #expect(read("[S, a.swift, T]", of: ["T/b.swift"]).missing == ["S", "a.swift"])
    #expect(read("[{path: S, optional: true}]", of: []).missing.isEmpty)
    #expect(read("[{path: S, optional: true}]", of: []).isIncomplete)
    #expect(read("[{path: s.swift, optional: true}]", of: []).isIncomplete)
    #expect(!read("[{path: s.plist, optional: true}]", of: []).isIncomplete)
    #expect(!read("[{path: s.swift, optional: true, buildPhase: none}]", of: []).isIncomplete)
    #expect(!read("[S]", of: ["S/a.swift"]).isIncomplete)
    #expect(read("[\"${UNSET}/S\"]", of: []).isIncomplete)
    #expect(read("[]", of: []) == TargetSources(target: "T", moduleName: "T"))
  }

  @Test func includesAndTemplates() {
    let tree: MemoryTree = [
      "app/project.yml": """
      name: P
      include: [../shared/base.yml]
      targetTemplates:
        Base: {sources: ["${target_name}/Sources"]}
      targets:
        T: {templates: [Base], type: framework, platform: iOS, sources: [Own]}
      """,
      "shared/base.yml": "targets: {T: {sources: [Shared]}}",
      "app/T/Sources/a.swift": "", "app/Own/b.swift": "", "shared/Shared/c.swift": "",
    ]
    var reader = SpecReader(source: tree, options: .init())
    let found = reader.targetSources(in: "app/project.yml", folder: "app")
    #expect(found.map(\.target) == ["T"])
    #expect(
      found.first?.files.map(\.path) == [
        "app/Own/b.swift", "app/T/Sources/a.swift", "shared/Shared/c.swift",
      ])
    #expect(reader.targetSources(of: "U", in: "app/project.yml", folder: "app") == nil)
    #expect(reader.targetSources(in: "nowhere.yml", folder: ".").isEmpty)
    #expect(reader.batch.notes.diagnostics.isEmpty)
  }
}
