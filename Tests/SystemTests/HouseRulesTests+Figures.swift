import Architecture
import Diagnostics
import Foundation
import Rules
import Testing

extension HouseRulesTests {
  /// Home-made turns of phrase in comments, for which the field has verbs: reports, reads, resolves, matches.
  private static let turns = pattern(
    #"\b(lies|lie|stands|stand|told|tells? (?:of|apart|from)|nobody|whoever|besides|anew|is none"#
      + "|are none|said of|asked for|taken for|comes to|goes by|called like|holds? .{1,40} against"
      + "|as far as|looked up anew|by hand|of today|what .{1,30} is called|behind it|beyond it)"
      + #"\b"#, .caseInsensitive)
  private static let mostTurns = 3.0

  @Test func commentsUseTheWordsOfTheField() throws {
    var (lines, count) = (0, 0)
    var worst: [(count: Int, path: String)] = []
    for (path, text) in try Self.sources() {
      let comments = text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("//") }
      let own = comments.reduce(0) { $0 + Self.count(of: Self.turns, in: String($1)) }
      (lines, count) = (lines + comments.count, count + own)
      if own > 0 { worst.append((own, path)) }
    }
    let share = 1000 * Double(count) / Double(max(1, lines))
    let listed = worst.sorted { $0.count > $1.count }.prefix(10).map { "\($0.count) \($0.path)" }
    #expect(
      share <= Self.mostTurns,
      "\(count) turns in \(lines) lines of comments:\n\(listed.joined(separator: "\n"))")
  }

  /// Files outside of `Rules` that name a rule on the graph, and why.
  private static let filesThatNameRules: [String: String] = [
    "Architecture/Baseline/Baseline.swift": "version 1 recorded duplicate-static differently",
    "modlint/Output/LoadedWorkspace+Report.swift": "links constraints to the page of their rule",
    "modlint/Fixing/FixState.swift": "runs undeclared-import where it is off",
    "modlint/Init.swift": "makes undeclared-import a warning",
    "Projects/LinkerArguments.swift": "reads -upward-l, an option of the linker",
    "modlint/Init+Reading.swift": "leaves out copies of modules",
  ]

  /// Facts of a rule are its `RuleTraits`; only its own file and the readers of files name it.
  @Test func factsOfARuleAreInTheRule() throws {
    let readers = ["Architecture/Configuration/", "WorkspaceReading/", "LockFiles/", "Workspace/"]
    let identifiers = try String(
      contentsOf: Self.root.appending(path: "Sources/Diagnostics/RuleID.swift"), encoding: .utf8)
    let names = allRules.map(\.info).flatMap { rule in
      let words = rule.id.name.split(separator: "-")
      let member = words[0] + words.dropFirst().map(\.capitalized).joined()
      // Single words are cases of other types, too.
      let start = words.count == 1 ? "(rule == |RuleID)" : ""
      return ["\"\(rule.id.name)\""]
        // A call is of a method.
        + (identifiers.contains("static let \(member): Self")
          ? ["\(start)\\.\(member)\\b(?!\\()"] : [])
    }
    let naming = Self.pattern(names.joined(separator: "|"))
    var found: Set<String> = []
    for (path, text) in try Self.sources()
    where !path.hasPrefix("Rules/") && !readers.contains(where: path.hasPrefix) {
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      if Self.count(of: naming, in: code.joined(separator: "\n")) > 0 { found.insert(path) }
    }
    // The identifiers themselves, and the list of embedded pages, which a test writes.
    found.subtract(["Diagnostics/RuleID.swift", "modlint/Output/RulePages.swift"])
    #expect(found.subtracting(Self.filesThatNameRules.keys) == [])
  }
}

extension HouseRulesTests {
  /// The Swift files below `Sources` with their texts, in order of path.
  private static func sources() throws -> [(path: String, text: String)] {
    let folder = root.appending(path: "Sources")
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }

  private static func pattern(
    _ text: String, _ options: NSRegularExpression.Options = []
  ) -> NSRegularExpression {
    guard let pattern = try? NSRegularExpression(pattern: text, options: options) else {
      preconditionFailure("not a pattern: \(text)")
    }
    return pattern
  }

  private static func count(of pattern: NSRegularExpression, in text: String) -> Int {
    pattern.numberOfMatches(in: text, range: NSRange(text.startIndex..., in: text))
  }
}
