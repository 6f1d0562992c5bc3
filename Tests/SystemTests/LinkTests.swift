import Foundation
import Testing

/// Follows the links between the files of the repository.
@Suite struct LinkTests {
  @Test func everyRelativeLinkLeadsToAFile() throws {
    var count = 0
    for path in RepositoryFiles.all where path.hasSuffix(".md") {
      let page = try Self.text(path).replacing(/(?ms)^ *```.*?^ *```/, with: "")
      for match in page.matches(of: /\]\(([^()\s]+)\)/) where !match.1.contains("://") {
        let parts = match.1.split(separator: "#", omittingEmptySubsequences: false)
        let folder = URL(filePath: "/" + path).deletingLastPathComponent()
        let target =
          parts[0].isEmpty
          ? path : String(folder.appending(path: parts[0]).standardizedFileURL.path.dropFirst())
        count += 1
        #expect(Self.exists(target), "\(path): \(match.1)")
        guard parts.count == 2, target.hasSuffix(".md"), Self.exists(target) else { continue }
        #expect(try Self.anchors(of: target).contains(String(parts[1])), "\(path): \(match.1)")
      }
    }
    #expect(count > 100)
  }

  /// Comments in scripts, workflows and sources name pages as well.
  @Test func everyPageThatAFileNamesExists() throws {
    for path in RepositoryFiles.all where !path.hasPrefix("Tests/") {
      let folder = path.hasPrefix("docs/") ? "(?:docs)" : "(?:docs|scripts|integrations)"
      let pointer = try Regex<(Substring, Substring)>(
        #"(?:^|[^\w./-])(\#(folder)/[\w/-]+\.(?:md|py|sh|yml))\b"#)
      for match in try Self.text(path).matches(of: pointer) {
        #expect(Self.exists(String(match.1)), "\(path): \(match.1)")
      }
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ManualPage.repository.appending(path: path), encoding: .utf8)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: ManualPage.repository.appending(path: path).path)
  }

  /// The anchors that GitHub gives the headings of a page.
  private static func anchors(of path: String) throws -> Set<String> {
    let headings = try text(path).matches(of: /^#+ (.*)$/.anchorsMatchLineEndings())
    return Set(
      headings.map { heading in
        heading.1.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
          .replacing(" ", with: "-")
      })
  }
}

/// The text files of the repository, without what is built and the workspaces of golden cases.
enum RepositoryFiles {
  static let all: [String] = {
    let files = FileManager.default.enumerator(atPath: ManualPage.repository.path)
    var paths: [String] = []
    while let path = files?.nextObject() as? String {
      let isBuilt = path.hasPrefix(".build") || ["dist", ".git"].contains(path)
      if isBuilt || ["Tests/GoldenTests/Cases", "Tests/SystemTests/Stories"].contains(path) {
        files?.skipDescendants()
      } else if isText(path) {
        paths.append(path)
      }
    }
    return paths.sorted()
  }()

  private static func isText(_ path: String) -> Bool {
    let endings = ["md", "swift", "yml", "yaml", "sh", "py", "rb", "js", "css", "json", "toml"]
    return endings.contains(URL(filePath: path).pathExtension)
      || ["Makefile", "Containerfile"].contains(path)
  }
}
