import Foundation
import ProgramRuns
import Testing

@testable import modlint

/// Holds what other repositories copy, and what modlint prints, against its version and its home.
@Suite struct AddressTests {
  @Test(arguments: [
    "action.yml", "integrations/modlint.gitlab-ci.yml", "Formula/modlint.rb", "docs/install.md",
    "docs/integrations/ci.md", "docs/integrations/git-hooks.md",
  ])
  func namesThisVersion(_ path: String) throws {
    // Except those of pinned actions.
    let text = try Self.text(path).replacing(/@[0-9a-f]{40} # v[\d.]+/, with: "")
    let versions = text.matches(of: /\bv?([0-9]+\.[0-9]+\.[0-9]+)\b/).map { String($0.1) }
    #expect(!versions.isEmpty)
    #expect(versions.allSatisfy { $0 == About.version }, "\(versions)")
  }

  /// Addresses in sources, embedded pages, the manual and everything that is copied: the hosts are known.
  @Test func everyAddressIsServed() throws {
    var hosts: Set<String> = []
    for path in RepositoryFiles.all where !path.hasPrefix("Tests/") {
      let text = try Self.text(path)
      for match in text.matches(of: /https?:\/\/([\w.-]+)(\/[\w.-]*)?/) {
        let host = String(match.1)
        if !host.contains(".") || host.hasPrefix("127.") { continue }
        hosts.insert(host)
        #expect(Self.served.contains(host), "\(path): \(match.0)")
        #expect(match.0 != "https://github.com/modlint", "\(path)")
      }
      // A release puts its own address there.
      #expect(About.home.isEmpty || !text.contains("YOUR-ORGANISATION"), "\(path)")
    }
    #expect(hosts.count > 5)
  }

  /// A page that is read beside another must not show an older release of the same action.
  @Test func actionsHaveOneVersionEach() throws {
    var versions: [String: Set<String>] = [:]
    for path in RepositoryFiles.all where path.hasSuffix(".md") || path.hasSuffix(".yml") {
      for match in try Self.text(path).matches(of: /uses: ([\w\/-]+)@(v[\w.]+)/) {
        versions[String(match.1), default: []].insert(String(match.2))
      }
    }
    #expect(versions.count > 3 && versions.allSatisfy { $0.value.count == 1 }, "\(versions)")
  }

  @Test func printsNoAddressWithoutAHome() throws {
    let broken = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: broken) }
    try FileManager.default.copyItem(
      at: ManualPage.repository.appending(path: "examples/broken"), to: broken)
    let formats = ["text", "json", "sarif", "markdown", "rdjson", "teamcity", "html", "gitlab"]
    var printed = try formats.map { try GoldenCase.modlint(["--format", $0], in: broken) }
    let commands = [["--help"], ["explain", "cycle", "--details"], ["baseline", "create"]]
    for arguments in commands {
      printed.append(try GoldenCase.modlint(arguments, in: broken))
    }
    for text in printed {
      let addresses = text.matches(of: /https?:\/\/([\w.-]+)[^\s"')]*/).filter { match in
        !["www.w3.org", "docs.oasis-open.org"].contains(match.1)
      }
      #expect(About.home.isEmpty ? addresses.isEmpty : true, "\(addresses.map(\.0))")
    }
  }

  /// `scripts/pack.py home` leaves no placeholder, and changes an address that is set already.
  @Test func releaseSetsTheHome() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: copy) }
    let paths = RepositoryFiles.all.filter { path in
      ["README.md", "docs/", "Formula/", "integrations/", "python/", "scripts/pack.py"]
        .contains { path.hasPrefix($0) } || path == "Sources/modlint/About.swift"
    }
    for path in paths {
      let file = copy.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: ManualPage.repository.appending(path: path), to: file)
    }
    for home in ["https://github.com/iss/modlint", "https://git.station.org/tools/modlint"] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "python3", "-B", copy.appending(path: "scripts/pack.py").path, "home", home,
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      for path in paths where path != "scripts/pack.py" {
        let text = try String(contentsOf: copy.appending(path: path), encoding: .utf8)
        #expect(!text.contains("YOUR-ORGANISATION") && !text.contains("without a home"), "\(path)")
        let isOld = home.contains("station") && text.contains("github.com/iss")
        #expect(!isOld, "\(path)")
        if path.hasSuffix("About.swift") {
          #expect(text.contains("static let home = \"\(home)\"\n"))
        }
        if path.hasSuffix("modlint.rb") { #expect(text.contains("url \"\(home).git\"")) }
      }
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ManualPage.repository.appending(path: path), encoding: .utf8)
  }

  /// Hosts of others that pages and sources may name.
  private static let served: Set = [
    "clang.llvm.org", "developer.apple.com", "docs.oasis-open.org", "docs.tuist.dev",
    "git-lfs.github.com", "github.com", "import-linter.readthedocs.io", "json-schema.org",
    "keepachangelog.com", "marketplace.visualstudio.com", "packaging.python.org", "pre-commit.com",
    "pypi.org", "pyyaml.org", "raw.githubusercontent.com", "realm.github.io", "semver.org",
    "www.gnu.org", "www.swift.org", "www.w3.org",
  ]
}
