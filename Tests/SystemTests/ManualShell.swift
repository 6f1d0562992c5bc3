import Foundation
import ProgramRuns
import Testing

/// A copy of a folder of the repository, or of the workspace of a golden case, in which commands of the
/// manual run, one block after the other.
struct ManualShell: ~Copyable {
  private let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let folder: URL

  init(copyOf path: String) throws {
    let source = ManualPage.repository.appending(path: path)
    let isCase = source.pathExtension == "txtar"
    folder = scratch.appending(path: isCase ? "workspace" : source.lastPathComponent)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    if isCase {
      try GoldenCase(page: source).unpack(to: folder)
    } else {
      try FileManager.default.copyItem(at: source, to: folder)
    }
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  /// Makes the edit that a unified diff shows.
  func edit(_ difference: String) throws {
    let (outputs, status) = try run([
      "git apply -p0 --unidiff-zero - <<'END_OF_EDIT'\n\(difference)END_OF_EDIT"
    ])
    #expect(status == 0, "\(difference)\(outputs.joined())")
  }

  /// What each command prints, in one shell, so that `cd` and `$?` mean what they do for a reader, and
  /// the exit status of the last one.
  func run(_ commands: [String]) throws -> (outputs: [String], status: Int32) {
    let separator = "\u{1E}"
    let script = commands.map { command in
      "\(command)\nmanual_status=$?; printf '\\036'; (exit $manual_status)\n"
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script.joined()]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "\(GoldenCase.binary.deletingLastPathComponent().path):/usr/bin:/bin",
      "LC_ALL": "C.UTF-8", "HOME": scratch.path, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "you", "GIT_AUTHOR_EMAIL": "you@modlint.example",
      "GIT_COMMITTER_NAME": "you", "GIT_COMMITTER_EMAIL": "you@modlint.example",
    ].merging(GoldenCase.measurement) { $1 }
    process.standardInput = FileHandle.nullDevice
    let ending = try process.finish(.onePipe)
    // macOS reaches its temporary folder through a link, so both spellings are cut out.
    let printed = [scratch.resolvingSymlinksInPath().path, scratch.path]
      .reduce(ending.output) {
        $0.replacingOccurrences(of: $1, with: "/Users/me")
      }
    let outputs = printed.components(separatedBy: separator).dropLast()
    return (Array(outputs), ending.status)
  }
}
