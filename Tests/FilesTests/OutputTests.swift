import Files
import Foundation
import TestSupport
import Testing

@Suite struct OutputTests {
  @Test func replacesAFile() throws {
    let folder = try TemporaryFolder(["old": "old text"])
    #expect(chmod(folder.full("old"), 0o640) == 0)
    try writeAtomically(Array("new".utf8), to: folder.full("old"))
    try writeAtomically([], to: folder.full("fresh"))
    let tree = try folder.tree
    #expect(try tree.bytes(of: "old", at: 0, count: 99) == Array("new".utf8))
    #expect(try tree.entries(of: "").map(\.name) == ["fresh", "old"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.full("old"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func followsALink() throws {
    let folder = try TemporaryFolder(["real/file": "old"])
    try folder.link("link", to: "real/file")
    try writeAtomically([120], to: folder.full("link"))
    let tree = try folder.tree
    #expect(try tree.bytes(of: "real/file", at: 0, count: 99) == [120])
    #expect(try tree.entries(of: "").map(\.kind) == [.link, .folder])
    #expect(try tree.entries(of: "real").count == 1)
  }

  @Test func leavesDevicesInPlace() throws {
    try writeAtomically([120], to: "/dev/null")
    #expect(try WorkingDirectory("/dev").kind(of: "null") == .other)
  }

  @Test func tellsWhyNot() throws {
    let folder = try TemporaryFolder(["a/b": ""])
    #expect(throws: FileError.notARegularFile(.folder)) {
      try writeAtomically([], to: folder.full("a"))
    }
    #expect(throws: FileError.notWritable("no such folder")) {
      try writeAtomically([], to: folder.full("none/x"))
    }
    #expect(throws: FileError.notFound) { try writeAtomically([], to: "") }
    let long = folder.full(String(repeating: "n", count: 256))
    #expect(throws: FileError.notWritable("file name too long")) {
      try writeAtomically([], to: long)
    }
    #expect(try folder.tree.entries(of: "").map(\.name) == ["a"])
  }

  @Test func takesANameForTheNewFileThatNothingHas() throws {
    let names = (0..<100).map { ".modlint-\(getpid())-\($0).tmp" }
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, "old") }))
    #expect(throws: FileError.notWritable("file exists")) {
      try writeAtomically([120], to: folder.full("new"))
    }
    try folder.remove(names[99])
    try writeAtomically([120], to: folder.full("new"))
    let tree = try folder.tree
    #expect(try tree.entries(of: "").map(\.name).sorted() == (names.dropLast() + ["new"]).sorted())
    #expect(try tree.bytes(of: names[98], at: 0, count: 9) == Array("old".utf8))
  }

  @Test func createsAFileWhereNothingIs() throws {
    let folder = try TemporaryFolder(["a": "old", "folder/x": ""])
    try folder.link("link", to: "none")
    try createFile([120], at: folder.full("new"))
    for name in ["a", "folder", "link", "new"] {
      #expect(throws: FileError.notWritable("exists, and is left as it is")) {
        try createFile([], at: folder.full(name))
      }
    }
    #expect(throws: FileError.notWritable("no such folder")) {
      try createFile([], at: folder.full("none/x"))
    }
    let tree = try folder.tree
    #expect(try tree.entries(of: "").map(\.name) == ["a", "folder", "link", "new"])
    #expect(try tree.bytes(of: "a", at: 0, count: 9) == Array("old".utf8))
    #expect(try tree.bytes(of: "new", at: 0, count: 9) == [120])
  }

  @Test func putsAFileInThePlaceOfALink() throws {
    let folder = try TemporaryFolder(["file": "old", "folder/x": ""])
    try folder.link("link", to: "file")
    try writeAtomically([120], to: folder.full("link"), followingLinks: false)
    #expect(throws: FileError.self) {
      try writeAtomically([120], to: folder.full("folder"), followingLinks: false)
    }
    let tree = try folder.tree
    #expect(try tree.entries(of: "").map(\.kind) == [.file, .folder, .file])
    #expect(try tree.bytes(of: "file", at: 0, count: 9) == Array("old".utf8))
    #expect(try tree.bytes(of: "link", at: 0, count: 9) == [120])
  }

  @Test func makesFoldersThatAreNotThere() throws {
    let folder = try TemporaryFolder(["file": ""])
    for _ in 1...2 { try makeFolders(folder.full("a/b/c")) }
    #expect(try folder.tree.kind(of: "a/b/c") == .folder)
    #expect(throws: FileError.notWritable("file exists")) { try makeFolders(folder.full("file")) }
    #expect(throws: FileError.notWritable("not a directory")) {
      try makeFolders(folder.full("file/x/y"))
    }
    #expect(throws: FileError.notFound) { try makeFolders("") }
  }

  @Test(.disabled(if: geteuid() == 0, "nothing is read-only to the superuser"))
  func leavesReadOnlyFilesAlone() throws {
    let folder = try TemporaryFolder(["locked": "old"])
    #expect(chmod(folder.full("locked"), 0o444) == 0)
    #expect(throws: FileError.notWritable("permission denied")) {
      try writeAtomically([], to: folder.full("locked"))
    }
    #expect(try folder.tree.bytes(of: "locked", at: 0, count: 9) == Array("old".utf8))
  }

  @Test func writesAllThroughAPipe() throws {
    let pipe = Pipe()
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let reader = Thread { _ = try? pipe.fileHandleForReading.readToEnd() }
    reader.start()
    #expect(writeAll(bytes, to: pipe.fileHandleForWriting.fileDescriptor))
    try pipe.fileHandleForWriting.close()
    #expect(!writeAll([1], to: -1))
  }

  /// As standard output is where another program at the same terminal or pipe made it so.
  @Test func waitsForRoomWhereWritingDoesNot() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let reader = Thread {
      usleep(20_000)
      let read = try? pipe.fileHandleForReading.readToEnd()
      #expect(read == Data(bytes))
    }
    reader.start()
    #expect(writeAll(bytes, to: descriptor))
    try pipe.fileHandleForWriting.close()
    while !reader.isFinished { usleep(1000) }
  }
}
