import Diagnostics
import Testing

@testable import Report

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
                      "helpUri": "https://lint.example/blob/v9.8.7/docs/rules/link-constraint.md",
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
}

@Suite struct ToolTests {
  @Test func linksPagesToTheProject() {
    let tool = Tool(version: "1.0.0", address: "https://lint.example")
    #expect(
      tool.linkedPage("See [cycle](cycle.md#why), [keys](../configuration.md), [x](https://x.org).")
        == "See [cycle](https://lint.example/blob/v1.0.0/docs/rules/cycle.md#why), "
        + "[keys](https://lint.example/blob/v1.0.0/docs/configuration.md), [x](https://x.org).")
    #expect(
      Tool().linkedPage("See [cycle](cycle.md#why), [`k: v`](../k.md), [x](https://x.org/a.md).")
        == "See cycle, `k: v`, [x](https://x.org/a.md).")
    #expect(tool.linkedPage("none") == "none" && tool.linkedPage("") == "")
  }
}
