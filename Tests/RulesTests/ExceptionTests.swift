import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct ExceptionTests {
  private func workspace(_ exceptions: String) -> Workspace {
    var workspace = Workspace("layers: [core]\nexceptions:\n" + exceptions)
    workspace.add("core/A", "A", links: ["B"])
    workspace.add("core/B", "B")
    return workspace
  }

  @Test(arguments: ["A -> B", "* -> B", "{A,X}->B"])
  func holds(link: String) throws {
    let outcome = try workspace("  - { link: '\(link)', rule: same-layer, reason: r }\n").run()
    #expect(outcome.findings.isEmpty)
    #expect(outcome.excepted == 1)
  }

  @Test func holdsOnItsLastDay() throws {
    let text = "  - { link: A -> B, rule: same-layer, reason: why, until: 2027-03-01 }\n"
    #expect(try workspace(text).findings(on: "2027-03-01").isEmpty)
    let outcome = try workspace(text).run(on: "2027-03-02")
    #expect(outcome.findings.map(\.short) == ["expired-exception", "same-layer A -> B"])
    #expect(
      outcome.findings[1].notes.map(\.message.text)
        == ["its exception expired on 2027-03-01: why"])
    #expect(outcome.findings[0].location?.start.line == 4)
    #expect(outcome.excepted == 0)
  }

  @Test func unusedIsToldUnlessSomethingCouldNotBeRead() throws {
    var workspace = workspace("  - { link: A -> Gone, rule: same-layer, reason: r }\n")
    #expect(try workspace.findings() == ["unused-exception", "same-layer A -> B"])
    workspace.reading.brokenSpecs = ["core/Gone/project.yml"]
    #expect(try workspace.findings() == ["same-layer A -> B"])
  }

  @Test func moduleAndFile() throws {
    var workspace = Workspace(
      """
      layers: [core]
      exceptions:
        - { module: "L*", rule: unassigned-module, reason: r }
        - { file: "core/**", rule: include-case, reason: r }
      """)
    workspace.add("core/A", "A")
    workspace.add("Labs", "Lab")
    let place = SourceRange(
      file: FileID(index: 2), start: Position(line: 1, column: 1),
      end: Position(line: 1, column: 2))
    workspace.readerFindings = [Diagnostic("include-case", .warning, "x", at: place)]
    let outcome = try workspace.run()
    #expect(outcome.findings.isEmpty)
    #expect(outcome.excepted == 2)
  }
}
