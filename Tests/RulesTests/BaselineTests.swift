import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct BaselineTests {
  private let file = FileID(index: 0)

  private func read(_ text: String) throws -> Baseline {
    try Baseline(Array(text.utf8), file: file)
  }

  private func places(_ baseline: Baseline) -> [String] {
    baseline.problems.map { problem in
      let start = problem.location?.start ?? Position(line: 0, column: 0)
      return "\(start.line):\(start.column) \(problem.message.text)"
    }
  }

  private let head = "version: 1\nfindings:\n"

  @Test func anyNameSurvives() throws {
    let names = [
      "Über/Käse 🧀", "a, b]/[c: d", "x # y/z", "\"q\"/'s'\\t", "tab\t/new\nline\r/\0", "no", "1/2",
      "~",
      "- a/b", "& */!", "\u{202e}rtl/\u{2066}x", "\u{feff}/\u{fffe}\u{ffff}", " lead/trail ",
      "{a}/%b@`",
      "\u{1B}[0m/\u{85}\u{2028}", "---", "...", "a:/b", "<<", "=", "..", "é/e\u{301}",
    ]
    let entries = names.map { Baseline.Entry(rule: "same-layer", names: [$0, "P/" + $0, $0]) }
    let text = Baseline().text(of: entries, documentation: "https://example.com")
    let baseline = try read(text)
    #expect(baseline.problems.isEmpty)
    #expect(Set(baseline.entries) == Set(entries))
    #expect(baseline.text(of: baseline.entries.reversed(), documentation: "") == text)
    // One entry a line: what breaks lines is escaped.
    #expect(text.unicodeScalars.count { $0 == "\n" } == 5 + names.count)
    #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0 == "\u{202e}" })
  }

  @Test func linesAreInTheOrderOfTheirBytes() throws {
    let names = ["A/A", "A/A+", "A/A B", "A/AB", "a/a", "Z/Z", "é/é", "A.B/C", "1/1"]
    let entries = names.shuffled().flatMap { name in
      ["upward", "cycle"].map { Baseline.Entry(rule: RuleID($0), names: [name, "B/B"]) }
    }
    let text = Baseline().text(of: entries, documentation: "")
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("    - ") }.map { Array($0.utf8) }
    for group in [lines.prefix(names.count), lines.suffix(names.count)] {
      #expect(
        Array(group) == group.sorted { $0.lexicographicallyPrecedes($1) },
        "what 'sort' would make of the lines")
    }
  }

  @Test func emptyAndBlank() throws {
    #expect(try read("version: 1\nfindings: {}\n").problems.isEmpty)
    #expect(try read("version: 1\nfindings: {}\n").entries.isEmpty)
    #expect(try places(read("version: 1\nfindings:\n")).map { $0.prefix(3) } == ["2:1"])
    #expect(throws: Diagnostic.self) { try read("") }
    #expect(throws: Diagnostic.self) { try read("findings: {}\n") }
    #expect(throws: Diagnostic.self) { try read("version: 1\n") }
    #expect(throws: Diagnostic.self) { try read("[]") }
  }

  @Test func lineEndsAreNotJudged() throws {
    let text = head + "  cycle:\n    - [A/A, B/B]\n"
    #expect(
      try read(text.split(separator: "\n").joined(separator: "\r\n") + "\r\n").problems.isEmpty)
    #expect(try places(read(text + "\n")) == ["5:1 \(foreign)"])
    #expect(try read(String(text.dropLast())).problems.isEmpty)
    #expect(try places(read(text + "# by hand\n")) == ["5:1 \(foreign)"])
  }

  private let foreign = "from here on, the file differs from what 'modlint baseline' writes"

  @Test func orderAndRepetition() throws {
    let baseline = try read(
      head
        + "  upward:\n    - [B/B, C/C]\n    - [A/A, C/C]\n    - [B/B, C/C]\n  cycle:\n    - [A/A]\n"
    )
    #expect(places(baseline) == ["3:1 \(foreign)"])
    #expect(Set(baseline.entries).count == 3)
  }

  @Test func conflictsKeepBothSides() throws {
    let text = """
      version: 1
      findings:
        same-layer:
          - [A/A, B/B]
      <<<<<<< HEAD
          - [C/C, D/D]
      ||||||| base
          - [X/X, Y/Y]
      =======
          - [E/E, F/F]
        upward:
          - [A/A, B/B]
      >>>>>>> other

      """
    let baseline = try read(text)
    #expect(baseline.isConflicted)
    #expect(!baseline.lacksEntries)
    #expect(places(baseline) == ["5:1 unresolved merge conflict"])
    #expect(
      baseline.entries.inOrder.map { "\($0.rule.name) \($0.text)" } == [
        "same-layer [A/A, B/B]", "same-layer [C/C, D/D]", "same-layer [E/E, F/F]",
        "upward [A/A, B/B]",
      ])
    // A conflict that was cut off has a second side without an end.
    let cut = try read(text.replacing(">>>>>>> other\n", with: ""))
    #expect(cut.entries.count == 4)
    // Neither side has more lines than the file.
    let broken = "version: 1\n<<<<<<< HEAD\nfindings: [\n======="
    let error = #expect(throws: Diagnostic.self) { try read(broken) }
    #expect(error?.location?.end.line ?? 5 <= 4)
  }

  @Test func marksAreMarksAtTheBeginningOfALineOnly() throws {
    let baseline = try read(head + "  cycle:\n    - [\"<<<<<<< A\", \"=======\"]\n")
    #expect(!baseline.isConflicted)
    #expect(baseline.problems.isEmpty)
  }

  @Test func changeTellsWhatWritingWouldDo() throws {
    var workspace = Workspace("layers: [core]\n")
    workspace.add("core/A", "A", links: ["B"])
    workspace.add("core/B", "B")
    workspace.add("core/C", "C", links: ["A"])
    let baseline = try read(
      head + "  same-layer:\n    - [A/A, B/B]\n    - [A/A, B/B]\n    - [A/A, Gone/Gone]\n")
    let change = BaselineChange(
      from: baseline, to: try workspace.run().findings, in: SourceMap(), Configuration())
    #expect(change.kept.map(\.text) == ["[A/A, B/B]"])
    #expect(change.added.map(\.text) == ["[C/C, A/A]"])
    #expect(change.removed.map(\.text) == ["[A/A, B/B]", "[A/A, Gone/Gone]"])
  }
}
