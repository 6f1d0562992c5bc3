import Files
import Foundation
import TestSupport
import Testing

@Suite struct ReplacementTests {
  private let old = Array("old".utf8)
  private let new = Array("new".utf8)

  private func text(_ path: String, in folder: TemporaryFolder) throws -> [UInt8] {
    try folder.tree.bytes(of: path, at: 0, count: 99)
  }

  @Test func keepsThePermissionsAndTheOwner() throws {
    let folder = try TemporaryFolder(["a": "old"])
    try folder.link("link", to: "a")
    #expect(chmod(folder.full("a"), 0o660) == 0)
    // Only the superuser gives files away.
    if geteuid() == 0 { #expect(chown(folder.full("a"), 4321, 1234) == 0) }
    try replaceFile(folder.full("link"), holding: old, with: new)
    #expect(try text("a", in: folder) == new)
    #expect(try folder.tree.entries(of: "").map(\.name) == ["a", "link"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.full("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o660)
    if geteuid() == 0 {
      #expect(attributes[.ownerAccountID] as? Int == 4321)
      #expect(attributes[.groupOwnerAccountID] as? Int == 1234)
    }
  }

  @Test(arguments: ["old and more", "ol", "", "odd"])
  func leavesWhatHasChanged(_ other: String) throws {
    let folder = try TemporaryFolder(["a": other])
    #expect(throws: FileError.notWritable("has changed meanwhile")) {
      try replaceFile(folder.full("a"), holding: old, with: new)
    }
    #expect(try text("a", in: folder) == Array(other.utf8))
    #expect(try folder.tree.entries(of: "").count == 1)
  }

  @Test func leavesFilesOfSeveralNames() throws {
    let folder = try TemporaryFolder(["a": "old"])
    try FileManager.default.linkItem(atPath: folder.full("a"), toPath: folder.full("b"))
    for name in ["a", "b"] {
      #expect(throws: FileError.self) {
        try replaceFile(folder.full(name), holding: old, with: new)
      }
    }
    #expect(try text("a", in: folder) == old)
    #expect(try folder.tree.entries(of: "").map(\.name) == ["a", "b"])
  }

  @Test func leavesWhatIsNoFile() throws {
    let folder = try TemporaryFolder(["a/b": "old"])
    #expect(throws: FileError.notARegularFile(.folder)) {
      try requireReplaceable(folder.full("a"), holding: [])
    }
    #expect(throws: FileError.notFound) { try requireReplaceable(folder.full("c"), holding: []) }
  }
}
