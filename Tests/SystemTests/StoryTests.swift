import Foundation
import ProgramRuns
import Testing

/// Runs the scripts in `Stories`, each in an empty folder with the built `modlint` on the `PATH`, and
/// compares all they print with the file beside them.
///
/// `MODLINT_RECORD=1 swift test --filter StoryTests` rewrites what differs, and still fails.
@Suite struct StoryTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Stories")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".sh") && $0 != "story.sh" }
      .map { String($0.dropLast(3)) }.sorted()
  }()

  @Test(arguments: names)
  func goesAsItIsTold(_ name: String) throws {
    let actual = try run(name)
    let file = Self.folder.appending(path: "\(name).txt")
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard actual != expected else { return }
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      try actual.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(name) differs:\n\(GoldenCase.listing(expected, actual))")
  }

  @Test func areThere() { #expect(Self.names.count >= 4) }

  private func run(_ name: String) throws -> String {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "modlint story 📖 \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", ". \"$0/story.sh\"; . \"$0/$1.sh\"", Self.folder.path, name]
    process.currentDirectoryURL = scratch
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = [
      "PATH": "\(GoldenCase.binary.deletingLastPathComponent().path):\(path)"
    ].merging(GoldenCase.measurement) { $1 }
    process.standardInput = FileHandle.nullDevice
    let ending = try process.finish(.onePipe)
    let text = "\(ending.output)--- end \(ending.status)\n"
    return [scratch.resolvingSymlinksInPath().path, scratch.path].reduce(text) {
      $0.replacingOccurrences(of: $1, with: "<scratch>")
    }
  }
}
