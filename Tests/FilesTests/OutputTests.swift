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
}
