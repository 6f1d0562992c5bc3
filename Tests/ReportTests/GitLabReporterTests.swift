import Diagnostics
import Testing

@testable import Report

@Suite struct GitLabReporterTests {
  @Test func givesFindingsOfOneFingerprintDifferentOnes() {
    var moved = sameLayer
    moved.location = range(2, 7..<10)
    let written = text(placed([moved, sameLayer, sameLayer]), as: GitLabReporter())
    let fingerprint = sameLayer.fingerprint(in: sources)
    for suffix in ["\"", "-2\"", "-3\""] {
      #expect(written.contains("\"fingerprint\": \"\(fingerprint)\(suffix)"))
    }
  }

  @Test func writesAllThatCodeClimateHasAPlaceFor() {
    #expect(
      text(placed([knownCycle]), as: GitLabReporter()) == """
        [
          {
            "type": "issue",
            "check_name": "cycle",
            "description": "'A' and 'Bee' link each other",
            "categories": ["Style"],
            "severity": "info",
            "fingerprint": "\(cycle.fingerprint(in: sources))",
            "location": {"path": "ios, 100%/service/CosmonautService/project.yml", \
        "lines": {"begin": 2, "end": 2}},
            "content": {"body": "- 'A' links 'Bee'  ios, 100%/service/CosmonautService/project.yml\\\\:2\\\\:7\\n\
        - 'Bee' links 'A'  ios, 100%/service/CosmonautService/project.yml\\\\:23\\\\:9\\n\
        - note\\\\: cut this one\\n\
        - note\\\\: the other way  ios, 100%/service/CosmonautService/project.yml\\\\:23\\\\:9"},
            "other_locations": [
              {"path": "ios, 100%/service/CosmonautService/project.yml", "lines": {"begin": 2, "end": 2}},
              {"path": "ios, 100%/service/CosmonautService/project.yml", "lines": {"begin": 23, "end": 23}},
              {"path": "ios, 100%/service/CosmonautService/project.yml", "lines": {"begin": 23, "end": 23}}
            ]
          }
        ]

        """)
    #expect(text(report([]), as: GitLabReporter()) == "[]\n")
  }
}
