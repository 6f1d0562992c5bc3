import Diagnostics
import Foundation
import Rules
import Testing

// Figures of the sources that may fall and never rise.
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

  /// No type has more than 1,000 lines with its extensions.
  @Test func typesAreSmall() throws {
    // Others add to these what their own module needs.
    let shared: Set = [
      "Array", "Collection", "Diagnostic", "Sequence", "String", "UInt8",
    ]
    var lines: [String: Int] = [:]
    for (_, text) in try Self.sources() {
      for type in Self.types(in: text) { lines[type.name, default: 0] += type.body.count + 2 }
    }
    let large = lines.filter { $0.value > 1_000 && !shared.contains($0.key) }
    #expect(large.isEmpty, "\(large)")
  }

  /// No struct with mutating methods has more than 16 stored properties.
  @Test func structsThatChangeAreNarrow() throws {
    let stored = Self.pattern(
      #"^  (@\w+ )*((public|package|internal|private|fileprivate) )?(\w+\(set\) )?"#
        + #"(var|let) \w+(: [^={]+)?( = .*)?$"#)
    var changing: Set<String> = []
    var counts: [String: Int] = [:]
    for (_, text) in try Self.sources() {
      for type in Self.types(in: text) {
        if type.body.contains(where: { $0.contains("mutating func ") }) {
          changing.insert(type.name)
        }
        guard type.kind == "struct" else { continue }
        let own = type.body.filter { Self.count(of: stored, in: String($0)) > 0 }.count
        counts[type.name] = max(own, counts[type.name] ?? 0)
      }
    }
    let wide = counts.filter { $0.value > 16 && changing.contains($0.key) }
    #expect(wide.isEmpty, "\(wide)")
  }

  /// Files outside of `Rules` that name a rule on the graph, and why.
  private static let filesThatNameRules: [String: String] = [
    "Architecture/Baseline/Baseline.swift": "version 1 recorded duplicate-static differently",
    "modlint/Loading/LoadedWorkspace+Report.swift": "links constraints to the page of their rule",
    "modlint/Fixing/FixState.swift": "runs undeclared-import where it is off",
    "modlint/Init.swift": "makes undeclared-import a warning",
  ]

  /// Facts of a rule are its `RuleTraits`; only its own file and the readers of files name it.
  @Test func factsOfARuleAreInTheRule() throws {
    let readers = ["Architecture/Configuration/", "Workspace/", "Specs/LockFiles/"]
    let identifiers = try String(
      contentsOf: Self.root.appending(path: "Sources/Diagnostics/RuleID.swift"), encoding: .utf8)
    let names = allRules.flatMap { rule in
      let words = rule.id.name.split(separator: "-")
      let member = words[0] + words.dropFirst().map(\.capitalized).joined()
      // Single words are cases of other types, too.
      let start = words.count == 1 ? "(rule == |RuleID)" : ""
      return ["\"\(rule.id.name)\"", "\\b\(rule)\\.id\\b"]
        + (identifiers.contains("static let \(member): Self") ? ["\(start)\\.\(member)\\b"] : [])
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

  private static let declaration = pattern(
    #"^(@\w+(\([^)]*\))? )*((public|package|fileprivate|private|internal|final|indirect) )*"#
      + #"(struct|enum|class|extension|actor) ([A-Z]\w*)"#)

  /// The types and extensions of a file that is formatted, without those nested in others.
  private static func types(
    in text: String
  ) -> [(kind: String, name: String, body: ArraySlice<Substring>)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var types: [(kind: String, name: String, body: ArraySlice<Substring>)] = []
    var start: (kind: String, name: String, line: Int)?
    for (number, line) in lines.enumerated() {
      if line == "}", let type = start {
        types.append((type.kind, type.name, lines[(type.line + 1)..<number]))
        start = nil
      } else if line.first != " ", let match = first(declaration, in: String(line)) {
        start = (match[5], match[6], number)
        if line.hasSuffix("}") { start = nil }
      }
    }
    return types
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

  /// The groups of the first match.
  private static func first(_ pattern: NSRegularExpression, in text: String) -> [String]? {
    let range = NSRange(text.startIndex..., in: text)
    guard let match = pattern.firstMatch(in: text, range: range) else { return nil }
    return (0..<match.numberOfRanges).map { group in
      Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
    }
  }
}
