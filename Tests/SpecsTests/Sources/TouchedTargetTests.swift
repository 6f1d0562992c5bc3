import Files
import SpecDecoding
import SpecReading
import TestSupport
import Testing

/// Which changed files touch which targets.
@Suite struct TouchedTargetTests {
  private func touched(
    by changes: [String], _ target: String, root: String = "", also files: [String] = []
  ) -> [String] {
    var tree = [
      "app/project.yml": target,
      "app/debug.xcconfig": "#include \"base.xcconfig\"", "app/base.xcconfig": "A = 1",
    ]
    for file in files + changes where tree[file] == nil && !file.hasPrefix("gone") {
      tree[file] = ""
    }
    var reader = SpecReader(
      source: MemoryTree(tree), options: .init(environment: { _ in nil }))
    var sources = reader.sources(of: "app/project.yml", in: root)
    let touched = sources?.touchedTargets(by: ChangedPaths(Set(changes))) ?? TouchedTargets()
    return touched.shared.union(touched.targets["T"] ?? []).sorted()
  }

  private func spec(_ target: String, _ rest: String = "") -> String {
    "name: P\n\(rest)\ntargets: {T: {type: framework, platform: iOS, \(target)}, U: {type: framework}}"
  }

  /// What of `changes` touches a target.
  private func expect(
    _ target: String, _ rest: String = "", touchedBy expected: [String], not others: [String] = [],
    root: String = "app", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = touched(by: expected + others, spec(target, rest), root: root)
    #expect(found == expected.sorted(), sourceLocation: sourceLocation)
  }

  @Test func sourcesStartFromTheProjectRoot() {
    expect("sources: [S]", touchedBy: ["app/S/a.swift", "app/project.yml"], not: ["S/a.swift"])
    expect(
      "sources: [S]", touchedBy: ["S/a.swift", "S/x/y.png"], not: ["app/S/a.swift"], root: "")
    expect(
      "sources: [../S], info: {path: I.plist}", touchedBy: ["S/a.swift", "app/I.plist"],
      not: ["app/S/a.swift"])
    expect("sources: [S]", "include: more.yml", touchedBy: ["more.yml", "S/a.swift"], root: "")
  }

  @Test func aListedFileTouchesItsTargetAlone() {
    let spec = """
      name: P
      targets:
        T: {type: framework, platform: iOS, sources: [t.swift]}
        U: {type: framework, platform: iOS, sources: [u.swift]}
      """
    let files = ["app/t.swift", "app/u.swift"]
    #expect(touched(by: ["app/t.swift"], spec, root: "app", also: files) == ["app/t.swift"])
    #expect(touched(by: ["app/u.swift"], spec, root: "app", also: files).isEmpty)
  }

  @Test func excludesAndIncludes() {
    expect(
      "sources: [{path: S, excludes: [Gen, '*.md', ./a.swift]}]",
      touchedBy: ["app/S/a.swift", "app/S/b/r.md"], not: ["app/S/Gen/x.swift", "app/S/r.md"])
    expect(
      "sources: [{path: S, includes: ['**/*.swift']}]",
      touchedBy: ["app/S/x/a.swift", "app/S/b.swift"], not: ["app/S/x/a.json", "app/S/r.md"])
    // All of a catalog is copied with it.
    expect(
      "sources: [{path: S, excludes: ['**/*.json']}]",
      touchedBy: ["app/S/A.xcassets/i.png", "app/S/A.xcassets/i.json"], not: ["app/S/x.json"])
    expect("sources: [S/Gen/a.swift, {path: S, excludes: [Gen]}]", touchedBy: ["app/S/Gen/a.swift"])
    expect(
      "sources: [{path: S, excludes: [a.swift]}, {path: S, type: syncedFolder}]",
      touchedBy: ["app/S/b.swift"], not: ["app/S/a.swift"])
  }

  @Test func excludedFilesThatMayBeNeededAllTheSame() {
    expect(
      "sources: [{path: S, excludes: ['*.h', I.plist]}], settings: {INFOPLIST_FILE: S/I.plist}",
      touchedBy: ["app/S/a.h", "app/S/I.plist"])
    expect(
      "sources: [{path: S, excludes: ['**']}], preBuildScripts: [{script: generate}]",
      touchedBy: ["app/S/t.stencil"], not: ["app/S/a.swift"])
  }

  @Test func removedFilesCountWhateverThePatterns() {
    let changes = ["gone/a.swift", "gone/Gen/b.swift"]
    let found = touched(by: changes, spec("sources: [{path: gone, includes: ['*.swift']}]"))
    #expect(found == changes.sorted())
  }

  @Test func inputsOfScripts() {
    expect(
      """
      preBuildScripts: [{path: g.sh, inputFiles: [$(SRCROOT)/l.txt, '${DWARF_DSYM_FOLDER_PATH}/x', \
      $(BUILT_PRODUCTS_DIR)/$(INFOPLIST_PATH), $(SRCROOT)/$(OBJROOT)/x, '$(TARGET_NAME)/t.txt', \
      'a/*.json', '$(PODS_ROOT)/M.lock'], inputFileLists: [in.xcfilelist]}]
      """,
      touchedBy: [
        "app/g.sh", "app/l.txt", "app/T/t.txt", "app/a/b.json", "app/a/c/d.json", "Pods/M.lock",
        "app/in.xcfilelist",
      ], not: ["x", "app/x", "app/a/b.txt", "Info.plist", "app/U/t.txt"])
    // Of a setting that is not known anything may be meant.
    expect("postBuildScripts: [{script: x, inputFiles: [$(SETTING)]}]", touchedBy: ["any/file"])
  }

  @Test func filesThatSettingsAndScriptsName() {
    expect(
      """
      settings: {SWIFT_OBJC_BRIDGING_HEADER: $(SRCROOT)/B.h,
        OTHER_SWIFT_FLAGS: -Xcc -fmodule-map-file=m.modulemap}
      """,
      touchedBy: ["app/B.h", "app/m.modulemap"], not: ["B.h", "app/C.h"])
    expect(
      "settings: {HEADER_SEARCH_PATHS: [$(inherited), include/**]}",
      touchedBy: ["app/include/a/b.h"],
      not: ["app/include/r.md", "app/other/b.h"])
    expect("postCompileScripts: [{script: 'sh ./x.sh'}]", touchedBy: ["app/x.sh"])
    expect("entitlements: {path: E}", touchedBy: ["app/E"])
  }

  @Test func settingsFilesOfOneTarget() {
    expect("configFiles: {Debug: debug.xcconfig}", touchedBy: ["app/base.xcconfig"])
    let other = "name: P\ntargets: {T: {}, U: {configFiles: {Debug: debug.xcconfig}}}"
    #expect(touched(by: ["app/base.xcconfig"], other, root: "app").isEmpty)
    expect("sources: []", "configFiles: {Debug: debug.xcconfig}", touchedBy: ["app/debug.xcconfig"])
  }

  @Test func submodules() {
    expect("sources: [lib/S]", touchedBy: ["app/lib"])
  }

  @Test func whatCannotBeRead() {
    #expect(touched(by: ["app/S/a.swift"], "targets: [").isEmpty)
    #expect(touched(by: ["app/project.yml"], "targets: [").isEmpty)
  }
}
