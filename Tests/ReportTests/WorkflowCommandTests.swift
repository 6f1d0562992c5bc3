import Testing

@testable import Report
@testable import Text

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
    ("#é#vso[", "#é\\u{23}vso["), ("##v\u{B7}so[ ##[", "#\\u{23}v\u{B7}so[ #\\u{23}["),
  ])
  func breaksCommandsAnywhere(_ text: String, _ safe: String) {
    #expect(text.escapedForTerminal == safe)
    #expect(text.escaped(by: .json) == safe.replacing("\\u{23}", with: "\\u0023"))
    #expect(text.escapedForXML == safe.replacing("\\u{23}", with: "&#35;"))
    #expect(text.escapedForDOT == safe.replacing("\\u{23}", with: "&#35;"))
    #expect(!text.escapedForMermaid.contains("##"))
  }
}
