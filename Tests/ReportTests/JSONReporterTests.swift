import Diagnostics
import Testing

@testable import Report

@Suite struct JSONReporterTests {
  @Test func writesAnEmptyReport() {
    let empty = Report(
      findings: [], sources: SourceMap(), summary: .init(gaps: [Gap(.nestedWorkspaces, "a")]))
    #expect(
      text(empty, as: Format.json.reporter()) == """
        {
          "version": 1,
          "findings": [],
          "summary": {"modules": 0, "links": 0, "layers": 0, "errors": 0, "warnings": 0, \
        "known": 0, "excepted": 0, "nestedWorkspaces": 1, \
        "notJudged": [{"module": "a", "why": "not read: own rules.yml; lint its folder"}]}
        }

        """)
  }
}
