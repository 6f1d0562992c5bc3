import Diagnostics
import Testing

@testable import Report

@Suite struct MarkdownReporterTests {
  @Test func countsWhatNoJobSummaryHolds() {
    let whole = text(placed([cycle, sameLayer, knownCycle]), as: MarkdownReporter())
    let cut = text(placed([cycle, sameLayer, knownCycle]), as: MarkdownReporter(limit: 600))
    #expect(whole.hasPrefix(cut.prefix(while: { $0 != "`" })))
    #expect(cut.contains("#### [same-layer]") && !cut.contains("#### [cycle]"))
    #expect(
      cut.contains(
        "1 further finding not shown, since a job summary holds 1 MiB: `modlint lint` shows all."
      ))
    #expect(cut.hasSuffix("31 modules, 56 links, 4 layers: 1 error, 1 warning, 1 known\n"))
  }

  @Test func linksToWhereTheFilesCanBeLookedAt() {
    var report = placed([sameLayer])
    report.places.browser = "https://git.example/iss/blob/4f2"
    #expect(
      text(report, as: MarkdownReporter()).contains(
        "](https://git.example/iss/blob/4f2/ios%2C%20100%25/service/CosmonautService/project.yml#L23)"
      ))
  }

  @Test func namesCodeOwnersAndNotifiesNobody() {
    var (link, file) = (sameLayer, sameLayer)
    link.codeOwners = .init(from: ["@iss/crew", "a_b@iss.example"], to: ["@<b>"])
    file.subject = Diagnostic.Subject()
    file.codeOwners = .init(from: ["@\u{1B}"], to: [])
    let written = text(placed([link, file]), as: MarkdownReporter())
    #expect(
      written.contains(
        """
          - code owners of 'ISSCosmonautService'\\: \\@&#8203;iss/crew, a\\_b\\@&#8203;iss.example
          - code owners of 'ISSSpacesuitService'\\: \\@&#8203;\\<b\\>

        """))
    #expect(written.contains("  - code owners\\: \\@&#8203;\\\\u\\{1B\\}\n"))
  }

  @Test func fencesLinesThatHoldFences() {
    var output = ""
    MarkdownReporter().write(
      report([sameLayer]), lines: { _, _ in "````` </details>" }, to: &output)
    #expect(output.contains("  ``````text\n") && output.contains("\n  ``````\n"))
  }

  @Test func countsManyFindingsInATable() {
    let findings = [Diagnostic](repeating: sameLayer, count: 21)
    let written = text(placed(findings + [cycle]), as: MarkdownReporter())
    #expect(
      written.contains(
        """
        | rule | errors | warnings |
        |---|--:|--:|
        | [same-layer](https://lint.example/blob/v9.8.7/docs/rules/same-layer.md) | 21 | 0 |
        | [cycle](https://lint.example/blob/v9.8.7/docs/rules/cycle.md) | 0 | 1 |

        """))
    #expect(!text(placed([cycle]), as: MarkdownReporter()).contains("|---|"))
  }
}
