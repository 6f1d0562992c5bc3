import Foundation
import ProgramRuns
import Testing

/// CODEOWNERS lies in the root of the repository, wherever in it the workspace is.
@Suite struct CodeOwnersRunTests {
  @Test func patternsStartFromTheRepository() throws {
    let repository = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: repository) }
    let files = [
      ".git/HEAD": "ref: refs/heads/main\n",
      "CODEOWNERS": "/Kit/ @wrong\n/ios/Kit/ @kit\n/ios/*.yml @rules\n",
      "ios/rules.yml": "version: 1\n",
      "ios/CODEOWNERS": "* @not-read\n",
      "ios/Kit/project.yml": "name: Kit\ntargets: {}\noptoins: {}\n",
    ]
    for (path, text) in files {
      let file = repository.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    for folder in ["ios", "ios/Kit"] {
      let printed = try GoldenCase.modlint(
        ["--format", "json"], in: repository.appending(path: folder))
      #expect(printed.contains("\"codeOwners\": {\"from\": [\"@kit\"], \"to\": []}"))
    }
  }
}
