import Diagnostics
@testable import Report
import Testing

private let knownCycle: Diagnostic = {
  var finding = cycle
  finding.state = .known
  return finding
}()

private func placed(_ findings: [Diagnostic]) -> Report {
  var result = report(findings)
  result.places = Places(root: "/home/me/iss/ios", prefix: "ios, 100%/")
  result.tool = Tool(name: "modlint", version: "9.8.7", address: "https://lint.example") { rule in
    rule == "own"
      ? RuleDescription(
        summary: "one owner", severity: .warning, page: "link-constraint",
        text: "# link-constraint\n")
      : nil
  }
  return result
}

@Suite struct GitHubReporterTests {
  @Test func writesCommandsForNewFindings() {
    #expect(
      text(placed([cycle, knownCycle]), as: GitHubReporter()) == """
        ::warning file=ios%2C 100%25/service/CosmonautService/project.yml,line=2,endLine=2,col=7,\
        endColumn=10,title=modlint (cycle)::'A' and 'Bee' link each other%0A\
        'A' links 'Bee'  ios, 100%25/service/CosmonautService/project.yml:2:7%0A\
        'Bee' links 'A'  ios, 100%25/service/CosmonautService/project.yml:23:9%0A\
        note: cut this one%0A\
        note: the other way  ios, 100%25/service/CosmonautService/project.yml:23:9
        31 modules, 56 links, 4 layers: 0 errors, 1 warning, 1 known

        """)
  }

  @Test func namesNoColumnsOfPlacesOnSeveralLines() {
    let finding = Diagnostic("r", .error, "m", at: range(2, 7..<8, endLine: 4))
    #expect(
      text(placed([finding]), as: GitHubReporter(hasSummary: false)) == """
        ::error file=ios%2C 100%25/service/CosmonautService/project.yml,line=2,endLine=4,\
        title=modlint (r)::m

        """)
  }

  @Test func namesNoFileWhereThereIsNone() {
    #expect(
      text(placed([placeless]), as: GitHubReporter(hasSummary: false)) == """
        ::error title=modlint (stale-baseline)::'x\\u{0A}\\u{1B}[0m\\u{2066}' is no longer there

        """)
  }
}

@Suite struct WorkflowCommandTests {
  @Test func leavesHarmlessTextAlone() {
    for text in [
      "a: b\n# [c]\n", "a::b\n: :c", "## [x]", "# #[x]", "##1[", "##[]".dropFirst() + "",
    ] {
      #expect(WorkflowCommands.disarmed(text) == text)
      #expect(text.escapedForXML.contains("&#35;") == false)
    }
  }

  @Test(arguments: [
    ("::set-output name=a::b\n", "\\u{3A}:set-output name=a::b\n"),
    ("x\n \t::error::\ny", "x\n \t\\u{3A}:error::\ny"), ("\u{2003}::e", "\u{2003}\\u{3A}:e"),
    ("\u{AD}:\u{AD}:e", "\u{AD}\\u{3A}\u{AD}:e"), ("::", "\\u{3A}:"),
  ])
  func breaksTheStartOfALine(_ text: String, _ safe: String) {
    #expect(WorkflowCommands.disarmed(text) == safe)
  }

  @Test(arguments: [
    ("##[add-mask]y", "#\\u{23}[add-mask]y"), ("x ##vso[task]", "x #\\u{23}vso[task]"),
    ("###[a", "##\\u{23}[a"), ("##VSO[", "#\\u{23}VSO["), ("##teamcity[", "#\\u{23}teamcity["),
    ("#é#vso[", "#é\\u{23}vso["), ("##v\u{2060}so[ ##[", "#\\u{23}v\u{2060}so[ #\\u{23}["),
  ])
  func breaksCommandsAnywhere(_ text: String, _ safe: String) {
    #expect(text.escapedForTerminal == safe)
    #expect(text.escapedForJSON == safe.replacing("\\u{23}", with: "\\u0023"))
    #expect(text.escapedForXML == safe.replacing("\\u{23}", with: "&#35;"))
    #expect(text.escapedForDOT == safe.replacing("\\u{23}", with: "&#35;"))
    #expect(!text.escapedForMermaid.contains("##"))
  }
}

@Suite struct XcodeReporterTests {
  @Test func writesFirstLinesWithAbsolutePaths() {
    #expect(
      text(placed([placeless, sameLayer, knownCycle]), as: XcodeReporter()) == """
        error: 'x\\u{0A}\\u{1B}[0m\\u{2066}' is no longer there [stale-baseline]
        /home/me/iss/ios/service/CosmonautService/project.yml:23:9: error: 'ISSCosmonautService' \
        links 'ISSSpacesuitService' of its own layer 'service' [same-layer]

        """)
    #expect(text(report([]), as: XcodeReporter()) == "")
  }
}

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

@Suite struct XMLReporterTests {
  @Test func writesCheckstyleByFile() {
    #expect(
      text(placed([placeless, knownCycle, sameLayer]), as: CheckstyleReporter()) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="4.3">
          <file name="ios, 100%">
            <error line="1" severity="error" message="&#39;x\\u{0A}\\u{1B}[0m\\u{2066}&#39; is no longer there" \
        source="modlint.stale-baseline"/>
          </file>
          <file name="ios, 100%/service/CosmonautService/project.yml">
            <error line="2" column="7" severity="info" message="&#39;A&#39; and &#39;Bee&#39; link each other&#10;\
        &#39;A&#39; links &#39;Bee&#39;  ios, 100%/service/CosmonautService/project.yml:2:7&#10;\
        &#39;Bee&#39; links &#39;A&#39;  ios, 100%/service/CosmonautService/project.yml:23:9&#10;\
        note: cut this one&#10;\
        note: the other way  ios, 100%/service/CosmonautService/project.yml:23:9" \
        source="modlint.cycle"/>
            <error line="23" column="9" severity="error" message="&#39;ISSCosmonautService&#39; links \
        &#39;ISSSpacesuitService&#39; of its own layer &#39;service&#39;&#10;help: link the interface \
        &#39;ISSSpacesuitServiceCore&#39; instead" source="modlint.same-layer"/>
          </file>
        </checkstyle>

        """)
  }

  @Test func writesATestForEachFinding() {
    var again = sameLayer
    again.location = range(2, 7..<10)
    again.help = []
    let written = text(placed([again, sameLayer, knownCycle]), as: JUnitReporter())
    #expect(
      written.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="modlint" tests="4" failures="2" errors="0" skipped="1">
          <testsuite name="modlint" tests="1" failures="0" errors="0" skipped="0">
            <testcase classname="modlint" name="the workspace was checked">
              <system-out>31 modules, 56 links, 4 layers: 2 errors, 0 warnings, 1 known</system-out>
            </testcase>
          </testsuite>
          <testsuite name="cycle" tests="1" failures="0" errors="0" skipped="1">
            <testcase classname="cycle" name="&#39;A&#39; and &#39;Bee&#39; link each other" \
        file="ios, 100%/service/CosmonautService/project.yml" line="2">
              <skipped message="known: &#39;A&#39; and &#39;Bee&#39; link each other">
        """))
    #expect(
      written.contains(
        "name=\"&#39;ISSCosmonautService&#39; links &#39;ISSSpacesuitService&#39; of its own layer &#39;service&#39;\" file"
      ))
    #expect(
      written.contains(
        "of its own layer &#39;service&#39; (ios, 100%/service/CosmonautService/project.yml:23:9)\" file"
      ))
    #expect(written.contains("      <failure type=\"error\" message="))
  }
}

@Suite struct SARIFReporterTests {
  @Test func describesTheRulesOfFindings() {
    var own = sameLayer
    own.rule = "own"
    let written = text(placed([own]), as: SARIFReporter())
    #expect(
      written.contains(
        """
                  "rules": [
                    {
                      "id": "own",
                      "shortDescription": {"text": "one owner"},
                      "helpUri": "https://lint.example/rules/link-constraint",
                      "help": {
                        "text": "one owner",
                        "markdown": "# link-constraint\\n"
                      },
                      "defaultConfiguration": {"enabled": true, "level": "warning"}
                    }
                  ]
        """))
  }

  @Test func encodesPathsAndRelatesPlaces() {
    let written = text(placed([knownCycle]), as: SARIFReporter())
    #expect(
      written.contains(
        "\"uri\": \"ios%2C%20100%25/service/CosmonautService/project.yml\", \"uriBaseId\": \"%SRCROOT%\""
      ))
    #expect(written.contains("\"baselineState\": \"unchanged\""))
    #expect(written.contains("{\"kind\": \"external\", \"status\": \"accepted\""))
    #expect(written.contains("\"message\": {\"text\": \"note: the other way\"}"))
  }

  @Test func makesNoLinksOfNames() {
    let finding = Diagnostic("r", .error, "'[a](1)' links '[b]'", at: nil)
    #expect(
      text(placed([finding]), as: SARIFReporter()).contains(
        "\"message\": {\"text\": \"'\\\\[a\\\\](1)' links '\\\\[b\\\\]'\"}"))
  }

  @Test func showsNoContextThatIsNotMoreThanThePlace() {
    let whole = Diagnostic("r", .error, "m", at: range(2, 1..<10))
    #expect(!text(report([whole]), as: SARIFReporter()).contains("contextRegion"))
    let part = Diagnostic("r", .error, "m", at: range(2, 1..<9))
    #expect(
      text(report([part]), as: SARIFReporter()).contains(
        "\"contextRegion\": {\"startLine\": 2, \"snippet\": {\"text\": \"name: Kit\"}}"))
    var output = ""
    SARIFReporter().write(
      report([part]), lines: { _, _ in String(repeating: "x", count: 1001) }, to: &output)
    #expect(!output.contains("contextRegion"))
  }
}

@Suite struct MarkdownReporterTests {
  @Test func writesFindingsUnderTheirRules() {
    #expect(
      text(placed([cycle, sameLayer, knownCycle]), as: MarkdownReporter()) == """
        ### modlint: 1 error, 1 warning, 1 known

        #### [same-layer](https://lint.example/rules/same-layer): 1 error

        - **error** 'ISSCosmonautService' links 'ISSSpacesuitService' of its own layer 'service'  \n\
          [service/CosmonautService/project.yml\\:23\\:9]\
        (ios%2C%20100%25/service/CosmonautService/project.yml#L23)

          ```text
             23 |       - framework: ISSSpacesuitService.framework
                |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ```
          - help: link the interface 'ISSSpacesuitServiceCore' instead

        #### [cycle](https://lint.example/rules/cycle): 1 warning

        - **warning** 'A' and 'Bee' link each other  \n\
          [service/CosmonautService/project.yml\\:2\\:7]\
        (ios%2C%20100%25/service/CosmonautService/project.yml#L2)

          ```text
              2 | name: Kit
                |       ^~~
          ```
          - 'A' links 'Bee': [service/CosmonautService/project.yml\\:2\\:7]\
        (ios%2C%20100%25/service/CosmonautService/project.yml#L2)
          - 'Bee' links 'A': [service/CosmonautService/project.yml\\:23\\:9]\
        (ios%2C%20100%25/service/CosmonautService/project.yml#L23)
          - note: cut this one
          - note: the other way: [service/CosmonautService/project.yml\\:23\\:9]\
        (ios%2C%20100%25/service/CosmonautService/project.yml#L23)

        31 modules, 56 links, 4 layers: 1 error, 1 warning, 1 known

        """)
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
    file.codeOwners = .init(from: ["@\u{1B}"])
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
    let findings = (0..<21).map { number in
      var finding = sameLayer
      finding.subject.from = number < 12 ? "Many" : "F|ew \(number % 3)"
      return finding
    }
    let written = text(placed(findings + [cycle]), as: MarkdownReporter())
    #expect(
      written.contains(
        """
        | rule | errors | warnings | most in |
        |---|--:|--:|---|
        | [same-layer](https://lint.example/rules/same-layer) | 21 | 0 | Many 12, F\\|ew 0 3, F\\|ew 1 3, \
        1 other |
        | [cycle](https://lint.example/rules/cycle) | 0 | 1 | A 1 |

        """))
    #expect(!text(placed([cycle]), as: MarkdownReporter()).contains("|---|"))
  }
}

@Suite struct ToolTests {
  @Test func linksPagesToTheProject() {
    let tool = Tool(address: "https://lint.example")
    #expect(
      tool.linkedPage("See [cycle](cycle.md#why), [keys](../configuration.md), [x](https://x.org).")
        == "See [cycle](https://lint.example/rules/cycle#why), "
        + "[keys](https://lint.example/configuration), [x](https://x.org).")
    #expect(tool.linkedPage("none") == "none" && tool.linkedPage("") == "")
  }
}
