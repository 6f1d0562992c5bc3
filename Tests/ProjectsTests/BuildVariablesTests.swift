import Projects
import Testing

@Suite struct BuildVariablesTests {
  @Test(arguments: [
    ("$(A)${A}$[A]$A", "----"), ("$A.b$A_", "-.b="), ("$(A", "$(A"), ("$1 $ $", "$1 $ $"),
    ("$$A", "$$A"), ("$$(A)", "$$(A)"), ("é$(A)é", "é-é"), ("", ""),
  ])
  func replacesReferences(_ text: String, _ replaced: String) {
    let values: [Substring: String] = ["A": "-", "A_": "="]
    #expect(text.expandingVariables { values[$0] } == replaced)
  }

  @Test func findsReferences() {
    for text in ["$(A)", "a${A}", "$[A]", "$A", "$_"] { #expect(text.hasVariable) }
    for text in ["", "$", "$1", "$$A", "A$", "a$ b"] { #expect(!text.hasVariable) }
    let variable = "$SRCROOT/a".leadingVariable
    #expect(variable?.name == "SRCROOT" && variable?.rest == "/a")
    #expect("$(inherited)".isVariable("inherited") && !"$(inherited)/".isVariable("inherited"))
  }

  @Test func expandsWithinALimit() {
    let known = "a$(B)c".expandingVariables { _ in "b" }
    #expect(known == "abc")
    let unknown = "a$(B)c".expandingVariables { _ in nil }
    #expect(unknown == nil)
    let long = "$A$A".expandingVariables { _ in String(repeating: "x", count: 3_000) }
    #expect(long == nil)
  }
}
