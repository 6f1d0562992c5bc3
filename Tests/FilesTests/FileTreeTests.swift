import Files
import Foundation
import TestSupport
import Testing

@Suite struct FileTreeTests {
  static let files = [
    "a.yml": "text", "b/C/d.yml": "d", "b/c.yml": "", "b/é ü.yml": "accents",
    "Case/File.yml": "1", "case/other.yml": "2", "Case/x": "", "case/X": "",
  ]

  /// The same answers of both trees, by what was asked.
  func answers(_ tree: some FileTree) -> [String] {
    let paths = [
      "", ".", "a.yml", "a.yml/x", "./b/../a.yml", "b", "b/C", "b/C/d.yml", "b/c.yml", "none",
      "B/c/D.YML", "b/É Ü.yml", "CASE/file.yml", "CASE/X", "case/X", "./case/X", "b/nul\0.yml",
    ]
    var answers: [String] = []
    for path in paths {
      let entries = Result { () throws(FileError) in try tree.entries(of: path) }
      var buffer: [UInt8] = [1, 2, 3]
      let read = Result { () throws(FileError) in
        try tree.read(path, limit: 100, into: &buffer)
      }
      let parts = [0, 1, 4, 5, Int.max].map { offset in
        Result { () throws(FileError) in try tree.bytes(of: path, at: offset, count: 2) }
      }
      answers += [
        "\(path): \(entries.map { $0.map { "\($0.name) \($0.kind)" } })",
        "\(path): \(read) \(buffer) \(parts)",
        "\(path): \(String(describing: tree.kind(of: path))) \(tree.resolvesInside(path))",
        "\(path): \(tree.spelling(of: path) ?? "nil")",
      ]
    }
    return answers
  }

  @Test func workingDirectoryAndMemoryTreeAgree() throws {
    let folder = try TemporaryFolder(Self.files)
    let pairs = zip(answers(try folder.tree), answers(MemoryTree(Self.files)))
    for (disk, memory) in pairs { #expect(disk == memory) }
  }

  @Test func entriesAreOrderedByBytes() throws {
    let tree: MemoryTree = ["Z": "", "a": "", "é": "", "é": "", "b/c": "", "_": ""]
    let names = try tree.entries(of: "").map { Array($0.name.utf8) }
    #expect(names == names.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(try tree.entries(of: "b") == [FileEntry(name: "c", kind: .file)])
  }

  @Test func spelling() throws {
    let folder = try TemporaryFolder(Self.files)
    let tree = try folder.tree
    #expect(tree.spelling(of: "B/c/D.yml") == "b/C/d.yml")
    #expect(tree.spelling(of: "a.yml") == "a.yml")
    #expect(tree.spelling(of: "cASE/file.yml") == nil)
    #expect(tree.spelling(of: "CASE/x") == nil)
    #expect(tree.spelling(of: "case/X") == "case/X")
    #expect(tree.spelling(of: "nothing") == nil)
    let inside = try WorkingDirectory(folder.full("b"))
    #expect(inside.spelling(of: "../A.yml") == "../a.yml")
    #expect(inside.spelling(of: folder.full("A.YML")) == folder.full("a.yml"))
  }

  @Test func spellingThroughLinksThatDouble() throws {
    let folder = try TemporaryFolder(["b.yml": ""])
    for name in ["a", "A"] { try folder.link(name, to: ".") }
    let tree = try folder.tree
    let path = String(repeating: "a/", count: 40)
    #expect(tree.spelling(of: path + "B.yml") == path + "b.yml")
    #expect(tree.spelling(of: path + "c.yml") == nil)
    #expect(tree.spelling(of: path + "b.yml") == path + "b.yml")
  }

  /// Of the folder `around` nothing but `repository` may be opened or listed.
  @Test func staysInItsBoundary() throws {
    let folder = try TemporaryFolder([
      "around/repository/root/a/in.yml": "in", "around/repository/beside.yml": "beside",
      "around/out.yml": "out", "around/outside/x.yml": "x",
    ])
    let repository = "around/repository"
    try folder.link("\(repository)/root/a/file", to: "../../../out.yml")
    try folder.link("\(repository)/root/a/folder", to: "../../../outside")
    try folder.link("\(repository)/root/a/inner", to: "../../beside.yml")
    try folder.link("\(repository)/root/self", to: "..")
    let tree = try WorkingDirectory(
      folder.full("\(repository)/root"), within: folder.full(repository))
    for path in ["a/in.yml", "../beside.yml", "a/inner", "self/beside.yml", "a/../a/in.yml"] {
      var buffer: [UInt8] = []
      try tree.read(path, limit: 9, into: &buffer)
      #expect(try tree.bytes(of: path, at: 0, count: 9) == buffer && !buffer.isEmpty)
    }
    #expect(try tree.entries(of: "self").map(\.name) == ["beside.yml", "root"])
    #expect(throws: FileError.notFound) { try tree.entries(of: "a/none") }
    let outside = [
      "../../out.yml", "a/file", "a/folder/x.yml", "self/../out.yml", folder.full("around/out.yml"),
      "../../none.yml",
    ]
    for path in outside {
      var buffer: [UInt8] = []
      #expect(throws: FileError.outsideRoot) { try tree.read(path, limit: 9, into: &buffer) }
      #expect(throws: FileError.outsideRoot) { try tree.bytes(of: path, at: 0, count: 1) }
    }
    for path in ["../..", "a/folder", "self/..", "/", "a/folder/.."] {
      #expect(throws: FileError.outsideRoot) { try tree.entries(of: path) }
    }
    var buffer: [UInt8] = []
    try tree.readAnywhere("../../out.yml", limit: 9, into: &buffer)
    #expect(buffer == Array("out".utf8))
  }

  @Test func pathsAroundTheRoot() throws {
    let folder = try TemporaryFolder(Self.files)
    let tree = try WorkingDirectory(folder.full("b"))
    var buffer: [UInt8] = []
    try tree.read("../a.yml", limit: 4, into: &buffer)
    #expect(buffer == Array("text".utf8))
    try tree.read(folder.full("a.yml"), limit: 4, into: &buffer)
    #expect(buffer == Array("text".utf8))
    #expect(!tree.resolvesInside("../a.yml"))
    #expect(tree.resolvesInside("../b/c.yml"))
    #expect(tree.resolvesInside(folder.full("b/c.yml")))
    try folder.write("", to: "bb/x")
    #expect(!tree.resolvesInside("../bb/x"))
    let memory: MemoryTree = ["../a.yml": "text", "c.yml": "", "/abs/x": "x"]
    try memory.read("b/../../a.yml", limit: 4, into: &buffer)
    #expect(buffer == Array("text".utf8))
    #expect(!memory.resolvesInside("../a.yml"))
    #expect(try memory.entries(of: "") == [FileEntry(name: "c.yml", kind: .file)])
    #expect(try memory.bytes(of: "/abs/x", at: 0, count: 9) == [120])
  }

  @Test func readingKeepsTheCapacity() throws {
    let large = String(repeating: "0123456789", count: 30_000)
    let folder = try TemporaryFolder(["large": large, "small": "s"])
    let tree = try folder.tree
    var buffer: [UInt8] = []
    try tree.read("large", limit: .max, into: &buffer)
    #expect(buffer == Array(large.utf8))
    let capacity = buffer.capacity
    try tree.read("small", limit: 1, into: &buffer)
    #expect(buffer == [115] && buffer.capacity == capacity)
    try tree.read("large", limit: 300_000, into: &buffer)
    #expect(buffer.count == 300_000)
    #expect(throws: FileError.tooLarge(limit: 299_999)) {
      try tree.read("large", limit: 299_999, into: &buffer)
    }
    #expect(buffer.isEmpty)
  }

  @Test func whatIsNoFileIsNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    folder.pipe("pipe")
    let tree = try folder.tree
    var buffer: [UInt8] = []
    #expect(throws: FileError.notARegularFile(.other)) {
      try tree.read("pipe", limit: 9, into: &buffer)
    }
    #expect(throws: FileError.notARegularFile(.other)) {
      try tree.read("/dev/zero", limit: 9, into: &buffer)
    }
    #expect(throws: FileError.notARegularFile(.folder)) {
      try tree.bytes(of: "..", at: 0, count: 9)
    }
    #expect(FileError.notARegularFile(.folder).reason == "is a folder")
    #expect(tree.kind(of: "pipe") == .other)
  }

  @Test func links() throws {
    let folder = try TemporaryFolder(["a": "a"])
    try folder.link("link", to: "a")
    try folder.link("dangling", to: "b")
    try folder.link("loop", to: "loop")
    let tree = try folder.tree
    #expect(try tree.entries(of: "").map(\.kind) == [.file, .link, .link, .link])
    #expect(tree.kind(of: "link") == .file)
    #expect(tree.kind(of: "dangling") == nil && tree.kind(of: "loop") == nil)
    #expect(!tree.resolvesInside("dangling"))
    #expect(throws: FileError.notReadable("too many levels of symbolic links")) {
      try tree.bytes(of: "loop", at: 0, count: 1)
    }
  }
}
