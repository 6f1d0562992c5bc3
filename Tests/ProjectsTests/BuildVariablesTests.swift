import Projects
import Testing

@Suite struct BuildVariablesTests {
  @Test(arguments: [
    ("$(A)${A}$[A]$A", "----"), ("$A.b$A_", "-.b$A_"), ("$(A", "$(A"), ("$1 $ $", "$1 $ $"),
    ("$$A", "$$A"), ("$$(A)", "$$(A)"), ("é$(A)é", "é-é"), ("$(B)", "$(B)"), ("", ""),
  ])
  func replacesReferences(_ text: String, _ replaced: String) {
    #expect(text.replacingVariable("A", with: "-") == replaced)
  }

  @Test func findsReferences() {
    #expect(["$(A)", "a${A}", "$[A]", "$A", "$_"].allSatisfy { $0.hasVariable })
    #expect(!["", "$", "$1", "$$A", "A$", "a$ b"].contains { $0.hasVariable })
    #expect("$SRCROOT/a".leadingVariable.map { [$0.name, $0.rest] } == ["SRCROOT", "/a"])
    #expect("$(inherited)".isVariable("inherited") && !"$(inherited)/".isVariable("inherited"))
  }

  @Test func expandsWithinALimit() {
    #expect("a$(B)c".expandingVariables { _ in "b" } == "abc")
    #expect("a$(B)c".expandingVariables { _ in nil } == nil)
    let long = String(repeating: "x", count: 3_000)
    #expect("$A$A".expandingVariables { _ in long } == nil)
  }
}
