import Diagnostics
import Testing

@testable import Report

@Suite struct JSONReporterTests {
  @Test func writesAllThatAFindingHas() {
    var known = sameLayer
    known.state = .known
    known.subject.owners = ["A", "B"]
    #expect(
      text(report([cycle, known], excepted: 2), as: JSONReporter()) == """
        {
          "version": 1,
          "findings": [
            {
              "rule": "cycle",
              "severity": "warning",
              "state": "new",
              "message": "'A' and 'Bee' link each other",
              "file": "service/CosmonautService/project.yml",
              "line": 2,
              "column": 7,
              "endLine": 2,
              "endColumn": 10,
              "from": "A",
              "to": "Bee",
              "chain": [
                {"from": "A", "to": "Bee", "file": "service/CosmonautService/project.yml", "line": 2},
                {"from": "Bee", "to": "A", "file": "service/CosmonautService/project.yml", "line": 23}
              ],
              "notes": [
                {"message": "cut this one"},
                {"message": "the other way", "file": "service/CosmonautService/project.yml", \
        "line": 23, "column": 9}
              ],
              "help": [],
              "fingerprint": "\(cycle.fingerprint(in: sources))"
            },
            {
              "rule": "same-layer",
              "severity": "error",
              "state": "known",
              "message": "'ISSCosmonautService' links 'ISSSpacesuitService' of its own layer \
        'service'",
              "file": "service/CosmonautService/project.yml",
              "line": 23,
              "column": 9,
              "endLine": 23,
              "endColumn": 49,
              "from": "ISSCosmonautService",
              "to": "ISSSpacesuitService",
              "fromLayer": "service",
              "toLayer": "service",
              "owners": ["A", "B"],
              "notes": [],
              "help": ["link the interface 'ISSSpacesuitServiceCore' instead"],
              "fingerprint": "\(sameLayer.fingerprint(in: sources))"
            }
          ],
          "summary": {"modules": 31, "links": 56, "layers": 4, "errors": 0, "warnings": 1, \
        "known": 1, "excepted": 2}
        }

        """)
  }

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
