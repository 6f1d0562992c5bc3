import Files
import Projects
import SpecDecoding
import SpecReading
import TestSupport
import Testing

/// What the patterns of `excludes` and `includes` match.
@Suite struct SourceGlobTests {
  private static let files = [
    "S/a.swift", "S/b.m", "S/.hidden.swift", "S/[x].swift", "S/{y}.swift",
    "S/One/a.swift", "S/One/Two/b.swift", "S/One/Two/Deep/c.swift", "S/OneMore/d.swift",
    "S/.git/e.swift", "S/Pods/f.swift", "S/One/Pods/g.swift", "S/Tests/h.swift",
  ]

  private func rest(_ key: String, _ pattern: String) -> Set<String> {
    var tree = Dictionary(uniqueKeysWithValues: Self.files.map { ($0, "") })
    tree["project.yml"] = """
      name: P
      targets:
        T: {type: framework, platform: iOS, sources: [{path: S, \(key): ['\(pattern)']}]}
      """
    var reader = SpecReader(source: MemoryTree(tree), options: .init())
    let found = reader.targetSources(of: "T", in: "project.yml", folder: ".")
    return Set(found?.files.map { String($0.path.dropFirst(2)) } ?? [])
  }

  private func excluded(
    _ pattern: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let all = Set(Self.files.map { String($0.dropFirst(2)) })
    let gone = all.subtracting(rest("excludes", pattern)).sorted()
    #expect(gone == expected.sorted(), sourceLocation: sourceLocation)
  }

  private func included(
    _ pattern: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      rest("includes", pattern).sorted() == expected.sorted(), sourceLocation: sourceLocation)
  }

  private let one = [
    "One/a.swift", "One/Two/b.swift", "One/Two/Deep/c.swift", "One/Pods/g.swift",
  ]

  @Test func names() {
    excluded("a.swift", ["a.swift"])
    excluded("One/a.swift", ["One/a.swift"])
    excluded("a.swift/", [])
    excluded("nothing", [])
    excluded("a", [])
    excluded("", [])
  }

  @Test func folders() {
    excluded("One", one)
    excluded("One/", one)
    excluded("One/Two", ["One/Two/b.swift", "One/Two/Deep/c.swift"])
    included("One", one)
    included("One/Two", ["One/Two/b.swift", "One/Two/Deep/c.swift"])
  }

  @Test func wildcards() {
    excluded("*.swift", ["a.swift", "[x].swift", "{y}.swift"])
    excluded("*.m", ["b.m"])
    excluded("?.swift", ["a.swift"])
    excluded("One*", one + ["OneMore/d.swift"])
    excluded("*/a.swift", ["One/a.swift"])
    excluded("*/*/b.swift", ["One/Two/b.swift"])
    excluded(".*.swift", [".hidden.swift"])
    excluded("[ab].*", ["a.swift", "b.m"])
    excluded("[!a].*", ["b.m"])
    excluded("[a-c].swift", ["a.swift"])
    excluded("\\[x\\].swift", ["[x].swift"])
  }

  @Test func braces() {
    excluded("{a.swift,b.m}", ["a.swift", "b.m"])
    excluded("{One,OneMore}/{a,d}.swift", ["One/a.swift", "OneMore/d.swift"])
    excluded("O{ne{,More}}/d.swift", ["OneMore/d.swift"])
    excluded("\\{y\\}.swift", ["{y}.swift"])
    excluded("{a.swift", [])
  }

  @Test func anyFolders() {
    let swift = [
      "a.swift", "[x].swift", "{y}.swift", "One/a.swift", "One/Two/b.swift", "One/Two/Deep/c.swift",
      "OneMore/d.swift", ".git/e.swift", "One/Pods/g.swift", "Tests/h.swift",
    ]
    excluded("**/*.swift", swift)
    excluded("**/b.*", ["b.m", "One/Two/b.swift"])
    excluded("**/Two", ["One/Two/b.swift", "One/Two/Deep/c.swift"])
    excluded("**/Two/**", ["One/Two/b.swift", "One/Two/Deep/c.swift"])
    excluded("One/**", one)
    excluded("One/**/*.swift", one.filter { $0 != "One/Pods/g.swift" })
    excluded("One/**/Deep/*", ["One/Two/Deep/c.swift"])
    excluded("**", Self.files.map { String($0.dropFirst(2)) })
    excluded("**/", Self.files.map { String($0.dropFirst(2)) })
    excluded("**/{a,b}.swift", ["a.swift", "One/a.swift", "One/Two/b.swift"])
  }

  /// XcodeGen compares paths as they are spelled, but for those that `**` or the content of a folder makes.
  @Test func otherSpellings() {
    for pattern in ["./a.swift", "/a.swift", ".//a.swift", "One//a.swift", "One/./a.swift"] {
      excluded(pattern, [])
      included(pattern, [])
    }
    excluded("../S/a.swift", [])
    excluded("One/../a.swift", [])
    excluded("./*.swift", [])
    excluded("../S/One", [])
    excluded("./One", one)
    excluded("/One/", one)
    excluded("./One*", one + ["OneMore/d.swift"])
    excluded("One//Two", ["One/Two/b.swift", "One/Two/Deep/c.swift"])
    excluded("./**/b.*", ["b.m", "One/Two/b.swift"])
    excluded("/**/b.*", ["b.m", "One/Two/b.swift"])
    excluded("../S/**/b.*", ["b.m", "One/Two/b.swift"])
    excluded("**/../b.m", ["b.m"])
  }

  /// `.*` matches `.` as well, and so all that is in the folder.
  @Test func hiddenNames() {
    let all = Self.files.map { String($0.dropFirst(2)) }
    excluded(".*", all)
    excluded(".", all)
    excluded("./", all)
    excluded("One/.*", one)
    excluded(".[a-z]*", [".hidden.swift", ".git/e.swift"])
    excluded("..", [])
  }

  /// What is excluded is not known then, so that nothing is listed.
  @Test func patternsOfOneSpecificationShareALimit() {
    let tree: MemoryTree = [
      "project.yml": """
      name: P
      targets:
        T: {type: framework, platform: iOS, sources: [S]}
        U:
          type: framework
          platform: iOS
          sources: [{path: S, excludes: ['\(String(repeating: "{a,b}", count: 30))']}]
        V: {type: framework, platform: iOS, sources: [S]}
      """, "S/a.swift": "",
    ]
    var reader = SpecReader(source: tree, options: .init())
    let found = reader.targetSources(in: "project.yml", folder: ".")
    #expect(found.map(\.exceedsLimits) == [false, true, false])
    #expect(found.map(\.files.count) == [1, 0, 1])
    #expect(found.map(\.isIncomplete) == [false, true, false])
  }

  /// As XcodeGen has it: what stands before `**` is a folder by its name, and not a part of one.
  @Test func starsWithinANameOrBehindOthers() {
    excluded("**b.swift", ["One/Two/b.swift"])
    excluded("On**", [])
    excluded(
      "*/**", one.filter { !$0.isEmpty } + ["OneMore/d.swift", "Pods/f.swift", "Tests/h.swift"])
    excluded("*/**/b.swift", [])
    excluded("*/**/a.swift", ["One/a.swift"])
  }

  @Test func includesKeepWhatLeadsToThem() {
    included("a.swift", ["a.swift"])
    included("*.m", ["b.m"])
    included("**/b.*", ["b.m", "One/Two/b.swift"])
    included("One/Two/Deep/c.swift", ["One/Two/Deep/c.swift"])
    included("nothing", [])
  }

  @Test func excludesComeFirst() {
    let tree: MemoryTree = [
      "project.yml": """
      name: P
      targets:
        T: {type: framework, platform: iOS, sources: [{path: S, includes: [a*], excludes: [a1.swift]}]}
      """,
      "S/a1.swift": "", "S/a2.swift": "", "S/b.swift": "",
    ]
    var reader = SpecReader(source: tree, options: .init())
    let found = reader.targetSources(of: "T", in: "project.yml", folder: ".")
    #expect(found?.files.map(\.path) == ["S/a2.swift"])
  }

  /// The next path in order decides, so that a name that starts like another one goes with it.
  @Test func includesGoByHowPathsStart() {
    let tree: MemoryTree = [
      "project.yml": """
      name: P
      targets:
        T: {type: framework, platform: iOS, sources: [{path: S, includes: [ab.swift]}]}
      """,
      "S/ab.swift": "", "S/a": "", "S/ac.swift": "",
    ]
    var reader = SpecReader(source: tree, options: .init())
    let found = reader.targetSources(of: "T", in: "project.yml", folder: ".")
    #expect(found?.files.map(\.path) == ["S/a", "S/ab.swift"])
  }
}
