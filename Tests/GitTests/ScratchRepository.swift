import Files
import Foundation
import Git
import Paths
import TestSupport
import Testing

/// A git repository in a temporary folder; no configuration of the machine counts.
final class ScratchRepository {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  private static let environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@a.example",
    "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@a.example",
  ]

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder(files)
    try git("init", "--quiet", "--initial-branch=main")
    if !files.isEmpty { try commit() }
  }

  func write(_ text: String, to file: String) throws { try folder.write(text, to: file) }

  func link(_ file: String, to target: String) throws { try folder.link(file, to: target) }

  func remove(_ file: String) throws { try folder.remove(file) }

  @discardableResult
  func commit() throws -> String {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message=x")
    return try git("rev-parse", "HEAD")
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", path, "-c", "protocol.file.allow=always"] + arguments
    process.environment = Self.environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "git \(arguments) failed")
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func repository(in folder: String = "", environment: [String: String] = [:]) throws -> Repository
  {
    try Repository(
      of: folder.isEmpty ? path : Path.join(path, entry: folder), environment: { environment[$0] })
  }

  /// The files of `HEAD`.
  func tree(root: String = "", environment: [String: String] = [:]) throws -> GitTree {
    let repository = try repository()
    var notes: [String] = []
    return try repository.tree(of: repository.mergeBase(of: "HEAD"), root: root, notes: &notes)
  }

  func index(root: String = "") throws -> GitTree {
    var notes: [String] = []
    return try repository().index(root: root, notes: &notes)
  }
}

extension FileTree {
  /// The text of a file, or why there is none.
  func text(_ path: String) -> String {
    text(path) { path, bytes throws(FileError) in try read(path, limit: 1000, into: &bytes) }
  }

  /// The text of a file that an include names.
  func textAnywhere(_ path: String) -> String {
    text(path) { path, bytes throws(FileError) in
      try readAnywhere(path, limit: 1000, into: &bytes)
    }
  }

  private func text(
    _ path: String, _ read: (String, inout [UInt8]) throws(FileError) -> Void
  ) -> String {
    var bytes: [UInt8] = []
    do throws(FileError) { try read(path, &bytes) } catch {
      return "not read: \(error.reason)"
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func names(_ folder: String) throws -> [String] {
    try entries(of: folder).map { "\($0.name) \($0.kind)" }
  }
}
