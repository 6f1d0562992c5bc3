import Foundation
import Testing

/// What CONTRIBUTING.md, SECURITY.md and the hooks say of the sources, held against them.
@Suite struct HouseRulesTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of Swift files below `Sources` with a line of code that `pattern` matches.
  private func files(matching pattern: some RegexComponent) throws -> [String] {
    let sources = Self.root.appending(path: "Sources")
    let paths = FileManager.default.subpaths(atPath: sources.path) ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().filter { path in
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      return text.split(separator: "\n").contains { line in
        let code = line.drop { $0 == " " }
        return !code.hasPrefix("//") && code.contains(pattern)
      }
    }
  }

  @Test func onlyThreadsAreUnchecked() throws {
    let unchecked = try files(matching: /@unchecked|nonisolated\(unsafe\)|unsafeBitCast/)
    #expect(unchecked == ["Files/Tree/Threads.swift"])
    let page = try String(contentsOf: Self.root.appending(path: "SECURITY.md"), encoding: .utf8)
    for path in unchecked { #expect(page.contains("`Sources/\(path)`")) }
  }

  @Test func onlyWhatMeetsCHandlesPointers() throws {
    let pointers = /Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|withUnsafe|\bunsafe[A-Z]/
    let unsafe = try files(matching: pointers)
    #expect(!unsafe.isEmpty)
    #expect(unsafe.filter { !$0.hasPrefix("Files/") && !$0.hasPrefix("YAML/") } == [])
  }

  /// SECURITY.md lists the commands of git that modlint runs.
  @Test func gitCommandsAreKnown() throws {
    let page = try String(contentsOf: Self.root.appending(path: "SECURITY.md"), encoding: .utf8)
    let sources = Self.root.appending(path: "Sources/Git")
    var commands: Set<Substring> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      commands.formUnion(text.matches(of: /\[\s*"([a-z]+(?:-[a-z]+)*)"[,\]]/).map(\.1))
    }
    let start = try #require(page.range(of: "with these commands only:")).upperBound
    let end = try #require(page.range(of: "in forms that do not write")).lowerBound
    #expect(Set(page[start..<end].matches(of: /`([a-z-]+)`/).map(\.1)) == commands)
  }

  @Test func nothingIsForced() throws {
    #expect(try files(matching: /\b(try|as)!\s/) == [])
    #expect(try files(matching: /^import Foundation|^(internal|public) import Foundation/) == [])
  }

  /// What several rules ask belongs to `LayeredGraph`.
  @Test func noRuleNamesAnother() throws {
    let names = try FileManager.default
      .contentsOfDirectory(atPath: Self.root.appending(path: "docs/rules").path)
      .map { $0.replacing(".md", with: "").replacing("-", with: "") }
    let rules = try files(matching: /public (?:enum|struct) \w+: Rule \{/)
    for path in rules {
      let text = try String(
        contentsOf: Self.root.appending(path: "Sources/\(path)"), encoding: .utf8)
      // Ids of one word are cases of other types, too.
      let named = text.matches(of: /\.([a-z]+[A-Z]\w+)/).map { $0.1.lowercased() }
        .filter(names.contains)
      #expect(named.allSatisfy { $0 == Self.name(of: path).lowercased() }, "\(path)")
    }
    #expect(rules.count > 20)
  }

  private static func name(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// No function has more than 40 lines, but for the list of pages that a test writes.
  @Test func functionsAreShort() throws {
    let sources = Self.root.appending(path: "Sources")
    let paths = FileManager.default.subpaths(atPath: sources.path) ?? []
    let start = /^( *)(?:[a-z@(][^ ]* )*(?:func|init|subscript)\b/
    var count = 0
    for path in paths.filter({ $0.hasSuffix(".swift") }).sorted()
    where path != "modlint/Output/RulePages.swift" {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where !line.hasSuffix("}") {
        guard let indent = line.firstMatch(of: start)?.1 else { continue }
        // The next line that is indented as the function is ends it, unless it belongs to the signature.
        let end = lines[(number + 1)...].firstIndex { other in
          guard other.hasPrefix(indent), let first = other.dropFirst(indent.count).first else {
            return false
          }
          return !" )#".contains(first)
        }
        guard let end, lines[end] == indent + "}" else { continue }
        count += 1
        #expect(end - number < 42, "\(path):\(number + 1)")
      }
    }
    #expect(count > 1_000)
  }

  /// A commit that only deletes files, or changes a lock file, runs them too.
  @Test func hooksRunForEveryCommit() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
    let hooks = text.split(separator: "\n- ").dropFirst()
    #expect(hooks.count == 3)
    for hook in hooks {
      #expect(
        hook.contains("\n  always_run: true\n") && hook.contains("\n  pass_filenames: false\n"))
      #expect(!hook.contains("\n  files:"))
    }
  }
}
