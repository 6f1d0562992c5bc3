import Files
import Foundation
import Testing

/// A folder of its own for a test, removed at the end.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "modlint files 🗂 \(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (file, text) in files { try write(text, to: file) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var tree: WorkingDirectory {
    get throws { try WorkingDirectory(path) }
  }

  func full(_ file: String) -> String { path + "/" + file }

  func write(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: full(file))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func link(_ file: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: full(file), withDestinationPath: target)
  }

  func pipe(_ file: String) { #expect(mkfifo(full(file), 0o600) == 0) }
}

/// Notes all that a walk tells it, as lines that can be sorted.
struct Recorder: WalkWorker {
  var lines: [String] = []
  var buffer: [UInt8] = []
  var excluded = "excluded"

  func interest(in name: borrowing Name) -> Interest {
    name == "project.yml" ? .wanted : name == "rules.yml" ? .boundary : .none
  }

  func descends(into folder: String) -> Bool { folder != excluded }

  mutating func found(_ file: borrowing FoundFile) {
    do throws(FileError) {
      try file.read(limit: 1000, into: &buffer)
      lines.append("\(file.path): \(String(decoding: buffer, as: UTF8.self))")
    } catch {
      lines.append("\(file.path) not read: \(error.reason)")
    }
  }

  mutating func left(_ folder: String) { lines.append("\(folder) left") }

  mutating func failed(_ path: String, _ error: FileError) {
    lines.append("\(path) failed: \(error.reason)")
  }
}

/// What a walk tells, sorted.
func record(_ tree: some FileTree, jobs: Int = 1) throws -> [String] {
  try tree.walk(jobs: jobs) { Recorder() }.flatMap(\.lines).sorted()
}
