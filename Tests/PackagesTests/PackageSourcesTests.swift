import Diagnostics
import Files
import Packages
import TestSupport
import Testing

/// The files of a package's targets, where SwiftPM looks for them.
@Suite struct PackageSourcesTests {
  private func read(
    _ targets: String, of files: [String], in folder: String = "P", target: Int = 0
  ) throws -> PackageSources {
    let manifest = """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "P", targets: [\(targets)])
      """
    let contents = ManifestReader.read(Array(manifest.utf8), file: FileID(index: 0))
    guard case .literal(let package) = contents else { throw NoManifest() }
    let tree = MemoryTree(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
    return PackageFolderTable(of: package, in: folder, tree).sources(of: package.targets[target])
  }

  private struct NoManifest: Error {}

  @Test func usualFolders() throws {
    for folder in ["Sources", "Source", "src", "srcs"] {
      let files = ["P/\(folder)/A/a.swift", "P/\(folder)/B/b.swift"]
      #expect(try read(#".target(name: "A")"#, of: files).files == ["P/\(folder)/A/a.swift"])
    }
    #expect(
      try read(#".testTarget(name: "A")"#, of: ["P/Tests/A/a.swift"]).files == ["P/Tests/A/a.swift"]
    )
    #expect(
      try read(#".testTarget(name: "A")"#, of: ["P/Sources/A/a.swift"]).files == [
        "P/Sources/A/a.swift"
      ])
    #expect(
      try read(#".executableTarget(name: "A")"#, of: ["P/Sources/A/a.swift"]).files == [
        "P/Sources/A/a.swift"
      ])
    #expect(
      try read(#".target(name: "A")"#, of: ["Sources/A/a.swift"], in: "").files == [
        "Sources/A/a.swift"
      ])
    // The first of them that is there is the one.
    let both = ["P/Sources/B/b.swift", "P/src/A/a.swift"]
    #expect(try read(#".target(name: "A"), .target(name: "B")"#, of: both).isIncomplete)
  }

  @Test func theOnlyTargetMayHaveAll() throws {
    #expect(
      try read(#".target(name: "A")"#, of: ["P/Sources/a.swift"]).files == ["P/Sources/a.swift"])
    #expect(
      try read(#".target(name: "A"), .target(name: "B")"#, of: ["P/Sources/a.swift"]).isIncomplete)
    // Tests, plug-ins and all others are counted apart.
    let kinds =
      #".target(name: "A"), .testTarget(name: "T"), .plugin(name: "G", capability: .buildTool())"#
    let files = ["P/Sources/a.swift", "P/Tests/t.swift", "P/Plugins/g.swift"]
    for (target, file) in files.enumerated() {
      #expect(try read(kinds, of: files, target: target).files == [file])
    }
    for other in [
      #".executableTarget(name: "B")"#, #".target(name: "B", path: "B")"#,
      #".systemLibrary(name: "B", path: "B")"#,
    ] {
      let targets = ".target(name: \"A\"), \(other)"
      #expect(try read(targets, of: ["P/Sources/a.swift", "P/B/b.swift"]).isIncomplete)
    }
    #expect(
      try read(
        #".testTarget(name: "T"), .testTarget(name: "U")"#, of: ["P/Tests/t.swift"]
      ).isIncomplete)
  }

  /// SwiftPM refuses tests that would have the sources of what they test.
  @Test func testsThatAreNotThere() throws {
    let targets = #".testTarget(name: "T"), .target(name: "A")"#
    for file in ["P/Sources/A/a.swift", "P/Sources/a.swift"] {
      #expect(try read(targets, of: [file]).isIncomplete)
      #expect(try read(targets, of: [file], target: 1).files == [file])
    }
    #expect(try read(#".testTarget(name: "T")"#, of: ["P/src/t.swift"]).files == ["P/src/t.swift"])
  }

  /// Storyboards and the like count wherever they are, but for what is excluded.
  @Test func resources() throws {
    let files = [
      "P/Sources/A/a.swift", "P/Sources/A/r/V.xib", "P/Sources/A/r/en.lproj/M.storyboard",
      "P/Sources/A/r/en.lproj/l.swift", "P/Sources/A/D.xcdatamodeld/D.xcdatamodel/contents",
      "P/Sources/A/B.bundle/V.xib", "P/Sources/A/N.nib/keyedobjects.nib", "P/Sources/A/I.plist",
    ]
    let resources = [
      "D.xcdatamodeld", "I.plist", "N.nib/keyedobjects.nib", "r/V.xib", "r/en.lproj/M.storyboard",
    ]
    func list(_ arguments: String) throws -> (files: [String], resources: [String]) {
      let found = try read(#".target(name: "A", \#(arguments))"#, of: files)
      #expect(!found.isIncomplete)
      return (
        found.files.map { String($0.dropFirst(12)) },
        found.resources.map { String($0.dropFirst(12)) }
      )
    }
    for arguments in [
      #"resources: [.process("r")]"#, #"resources: [.copy("r"), .copy("I.plist")]"#,
      #"sources: ["a.swift"]"#,
    ] {
      #expect(try list(arguments) == (["a.swift"], resources))
    }
    #expect(
      try list(#"exclude: ["r", "I.plist"]"#) == (
        ["a.swift"], Array(resources[...2]).filter { $0 != "I.plist" }
      ))
  }

  @Test func paths() throws {
    let files = ["P/x/a.swift", "P/x/y/b.swift", "P/c.swift"]
    #expect(
      try read(#".target(name: "A", path: "x")"#, of: files).files == [
        "P/x/a.swift", "P/x/y/b.swift",
      ])
    #expect(try read(#".target(name: "A", path: "./x/y/")"#, of: files).files == ["P/x/y/b.swift"])
    #expect(
      try read(#".target(name: "A", path: ".")"#, of: files).files == [
        "P/c.swift", "P/x/a.swift", "P/x/y/b.swift",
      ])
    #expect(try read(#".target(name: "A", path: "z")"#, of: files).isIncomplete)
  }

  @Test func excludesAndSources() throws {
    let files = [
      "P/Sources/A/a.swift", "P/Sources/A/b/c.swift", "P/Sources/A/b/d.swift", "P/Sources/A/e.m",
    ]
    func names(_ arguments: String) throws -> [String] {
      try read(#".target(name: "A", \#(arguments))"#, of: files).files.map {
        String($0.dropFirst(12))
      }
    }
    #expect(try names(#"exclude: ["b"]"#) == ["a.swift", "e.m"])
    #expect(try names(#"exclude: ["b/c.swift", "e.m"]"#) == ["a.swift", "b/d.swift"])
    #expect(try names(#"sources: ["b", "a.swift"]"#) == ["a.swift", "b/c.swift", "b/d.swift"])
    #expect(try names(#"exclude: ["b/d.swift"], sources: ["b"]"#) == ["b/c.swift"])
    #expect(try names(#"resources: [.copy("b"), .process("e.m")]"#) == ["a.swift"])
  }

  /// A target in the folder of another one is not part of it.
  @Test func nestedTargets() throws {
    let files = ["P/Sources/A/a.swift", "P/Sources/A/B/b.swift"]
    let targets = #".target(name: "A"), .target(name: "B", path: "Sources/A/B")"#
    #expect(try read(targets, of: files).files == ["P/Sources/A/a.swift"])
    #expect(try read(targets, of: files, target: 1).files == ["P/Sources/A/B/b.swift"])
    let root = #".target(name: "A", path: ""), .target(name: "B", path: "B")"#
    #expect(try read(root, of: ["a.swift", "B/b.swift"], in: "").files == ["a.swift"])
  }

  @Test func otherFiles() throws {
    let files = [
      "P/Sources/A/.x.swift", "P/Sources/A/.y/z.swift", "P/Sources/A/r.txt",
      "P/Sources/A/D.docc/d.swift", "P/Sources/A/include/h.h", "P/Sources/A/O.playground/o.swift",
    ]
    #expect(try read(#".target(name: "A")"#, of: files).files == ["P/Sources/A/include/h.h"])
    #expect(try read(#".binaryTarget(name: "A", path: "A.xcframework")"#, of: files).isIncomplete)
  }

  @Test func plugIns() throws {
    let files = ["P/Sources/A/a.swift"]
    #expect(
      try read(#".target(name: "A", plugins: [.plugin(name: "Gen", package: "g")])"#, of: files)
        .mayGenerateSources)
    #expect(
      try !read(
        #".target(name: "A", plugins: [.plugin(name: "SwiftLintPlugin", package: "g")])"#, of: files
      ).mayGenerateSources)
    #expect(try !read(#".target(name: "A")"#, of: files).mayGenerateSources)
  }
}
