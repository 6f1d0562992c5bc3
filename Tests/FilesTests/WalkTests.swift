import Files
import Foundation
import TestSupport
import Testing

@Suite struct WalkTests {
  static let files = [
    "project.yml": "root", "rules.yml": "", "README": "",
    "App 🚀/project.yml": "app", "App 🚀/Sources/main.swift": "",
    "App 🚀/Sources/deep/er/project.yml": "deeper",
    "excluded/project.yml": "x", "not/excluded/project.yml": "seen",
    ".hidden/project.yml": "x", "Pods/project.yml": "x", "a/Carthage/project.yml": "x",
    "a/DerivedData/project.yml": "x", "a/node_modules/b/project.yml": "x",
    "a/A.xcodeproj/project.yml": "x", "a/A.xcworkspace/project.yml": "x",
    "a/Podsy/project.yml": "podsy", "a/.xcodeproject": "",
    "nested/rules.yml": "", "nested/project.yml": "x", "nested/below/project.yml": "x",
    "empty/project.yml": "", "large/project.yml": String(repeating: "x", count: 1001),
    "other/project.yaml": "x", "other/xproject.yml": "x", "other/project.ym": "x",
  ]

  static let lines = [
    "App 🚀/Sources/deep/er/project.yml: deeper", "App 🚀/project.yml: app",
    "a/Podsy/project.yml: podsy", "empty/project.yml: ",
    "large/project.yml not read: is larger than 1000 bytes", "nested left",
    "not/excluded/project.yml: seen", "project.yml: root",
  ].sorted()

  @Test func workingDirectoryAndMemoryTreeTellTheSame() throws {
    let folder = try TemporaryFolder(Self.files)
    #expect(try record(folder.tree) == Self.lines)
    #expect(try record(folder.tree, jobs: 8) == Self.lines)
    #expect(try record(MemoryTree(Self.files)) == Self.lines)
  }

  @Test func theNumberOfJobsDoesNotMatter() throws {
    let folder = try TemporaryFolder()
    for index in 0..<600 {
      try folder.write("\(index)", to: "\(index % 7)/\(index % 31)/Module \(index)/project.yml")
    }
    let one = try record(folder.tree, jobs: 1)
    #expect(one.count == 600)
    for jobs in [0, 2, 8, 64] { #expect(try record(folder.tree, jobs: jobs) == one) }
    #expect(try folder.tree.walk(jobs: 1) { Recorder() }.count == 1)
    #expect(Walk.defaultJobs >= 8)
  }

  @Test(arguments: [1, 8]) func linksStayInside(jobs: Int) throws {
    let outside = try TemporaryFolder(["project.yml": "outside"])
    let folder = try TemporaryFolder(["shared/base.yml": "shared", "b/other.yml": ""])
    for name in ["in", "out", "away", "loop", "to folder", "to pipe", "to rules"] {
      try folder.write("", to: name + "/x")
    }
    try folder.link("in/project.yml", to: "../shared/base.yml")
    try folder.link("out/project.yml", to: outside.full("project.yml"))
    try folder.link("away/project.yml", to: "nothing")
    try folder.link("loop/again", to: "..")
    try folder.link("to folder/project.yml", to: "../shared")
    folder.pipe("to pipe/pipe")
    try folder.link("to pipe/project.yml", to: "pipe")
    try folder.link("to rules/rules.yml", to: "x")
    try folder.link("b/rules.yml", to: "nothing")
    try folder.write("b", to: "b/project.yml")
    let lines = [
      "away/project.yml failed: no such file", "b/project.yml: b", "in/project.yml: shared",
      "out/project.yml failed: leads outside the root", "to rules left",
    ]
    #expect(try record(folder.tree, jobs: jobs) == lines)
  }

  @Test func aPipeIsNoFile() throws {
    let folder = try TemporaryFolder(["a/project.yml": "a"])
    folder.pipe("project.yml")
    #expect(try record(folder.tree) == ["a/project.yml: a"])
  }

  @Test(.enabled(if: getuid() != 0, "root reads all"))
  func anUnreadableFolderIsTold() throws {
    let folder = try TemporaryFolder(["a/project.yml": "a", "b/project.yml": "b"])
    #expect(chmod(folder.full("a"), 0) == 0)
    defer { chmod(folder.full("a"), 0o700) }
    #expect(try record(folder.tree) == ["a failed: permission denied", "b/project.yml: b"])
  }

  @Test func anUnreadableRootIsThrown() throws {
    #expect(throws: FileError.notFound) { try WorkingDirectory("/nowhere/at all") }
    let folder = try TemporaryFolder(["file": ""])
    #expect(throws: FileError.notFound) { try WorkingDirectory(folder.full("file")) }
  }

  @Test func aDeepTree() throws {
    let folder = try TemporaryFolder()
    let deep = Array(repeating: "d", count: 300).joined(separator: "/")
    try folder.write("deep", to: deep + "/project.yml")
    #expect(try record(folder.tree, jobs: 8) == [deep + "/project.yml: deep"])
  }

  /// Paths that the system does not take are reported, and no descriptor stays open.
  @Test func aTreeDeeperThanAPathCanTell() throws {
    let folder = try TemporaryFolder(["project.yml": "root"])
    let name = String(repeating: "n", count: 250)
    var open = [Foundation.open(folder.path, O_RDONLY)]
    for _ in 0..<20 {
      #expect(mkdirat(try #require(open.last), name, 0o700) == 0)
      open.append(openat(try #require(open.last), name, O_RDONLY))
    }
    let lines = try record(folder.tree, jobs: 8)
    #expect(lines.count == 2 && lines[0].hasSuffix("failed: file name too long"))
    for parent in open.dropLast().reversed() {
      #expect(unlinkat(parent, name, AT_REMOVEDIR) == 0)
    }
    for descriptor in open { close(descriptor) }
  }

  @Test func aHugeFolderIsListedToTheEnd() throws {
    let folder = try TemporaryFolder(["rules.yml": ""])
    for index in 0..<3000 {
      try folder.write("", to: "huge/" + String(repeating: "f", count: 40) + "\(index)")
    }
    try folder.write("found", to: "huge/project.yml")
    #expect(try record(folder.tree) == ["huge/project.yml: found"])
    #expect(try folder.tree.entries(of: "huge").count == 3001)
  }

  #if os(Linux)
  @Test func aNameThatIsNotUTF8() throws {
    let folder = try TemporaryFolder(["project.yml": "root"])
    let bytes = Array((folder.path + "/").utf8CString.dropLast()) + [-1, 0]
    #expect(mkdir(bytes, 0o700) == 0)
    let lines = ["project.yml: root", "\u{FFFD} failed: name is not UTF-8"]
    #expect(try record(folder.tree) == lines)
    rmdir(bytes)
  }

  @Test func descriptorsAreClosed() throws {
    let folder = try TemporaryFolder(Self.files)
    let tree = try folder.tree
    for _ in 0..<2000 {
      _ = try tree.entries(of: "a")
      _ = try? tree.entries(of: "nowhere")
    }
    for _ in 0..<200 { _ = try record(tree, jobs: 8) }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #expect(open < 500)
  }
  #endif
}
