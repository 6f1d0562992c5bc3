import Imports
import Testing

/// Under which `#if` an import stands.
@Suite struct ConditionTests {
  private func expect(
    _ condition: String, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let source = "#if \(condition)\nimport A\n#endif"
    let suffix = expected == "true" ? "" : " if \(expected)"
    ImportsTests.expect(
      source, ["A \(source.split(separator: "\n").count - 1):8\(suffix)"],
      sourceLocation: sourceLocation)
  }

  @Test func operands() {
    expect("DEBUG", is: "DEBUG")
    expect("os(iOS)", is: "os(iOS)")
    expect("os( iOS )", is: "os(iOS)")
    expect("canImport(UIKit)", is: "canImport(UIKit)")
    expect("canImport(UIKit.UIView)", is: "canImport(UIKit)")
    expect("canImport(UIKit, _version: 1.2)", is: "canImport(UIKit)")
    expect("canImport(`Kit`)", is: "canImport(Kit)")
    expect("targetEnvironment(simulator)", is: "environment(simulator)")
    expect("true", is: "true")
    expect("false", is: "!true")
    expect("swift(>=5.9)", is: "swift(>=5.9)")
    expect("compiler(<6) && DEBUG", is: "(compiler(<6) && DEBUG)")
    expect("hasFeature(X)", is: "unknown")
    expect("arch(arm64)", is: "unknown")
  }

  @Test func operators() {
    expect("!DEBUG", is: "!DEBUG")
    expect("!(A || B)", is: "!(A || B)")
    expect("A && B || C", is: "((A && B) || C)")
    expect("A || B && C", is: "(A || (B && C))")
    expect("(A || B) && !os(iOS)", is: "((A || B) && !os(iOS))")
    expect("A // || B", is: "A")
    expect("A /* && B */ && C", is: "(A && C)")
    expect("A && (\n  B\n)", is: "(A && B)")
    expect("(A\n  || B)", is: "(A || B)")
  }

  @Test func whatIsNoCondition() {
    expect("A B", is: "unknown")
    expect("A >= 1", is: "unknown")
    // The compiler says that it is incomplete.
    expect("A &&", is: "unknown")
    expect("A ||\n  B", is: "unknown")
    expect("1", is: "unknown")
    expect(")", is: "unknown")
    expect(
      String(repeating: "(", count: 40) + "A" + String(repeating: ")", count: 40), is: "unknown")
    expect(String(repeating: "A && ", count: 300) + "A", is: "unknown")
  }

  @Test func branches() {
    ImportsTests.expect(
      """
      #if A
      import M1
      #elseif os(iOS)
      import M2
      #else
      import M3
      #endif
      import M4
      """,
      [
        "M1 2:8 if A", "M2 4:8 if (!A && os(iOS))", "M3 6:8 if (!A && !os(iOS))", "M4 8:8",
      ])
  }

  @Test func nested() {
    ImportsTests.expect(
      """
      #if A
      #if B
      @testable import M1
      #else
      import M2
      #endif
      import M3
      #endif
      #if A
      #endif
      import M4
      #endif
      import M5
      """,
      [
        "M1 3:18 if (A && B)", "M2 5:8 if (A && !B)", "M3 7:8 if A", "M4 11:8", "M5 13:8",
      ])
  }

  @Test func nestedTooDeep() {
    let source =
      String(repeating: "#if true\n", count: 40) + "import A\n"
      + String(repeating: "#endif\n", count: 40) + "import B"
    ImportsTests.expect(source, ["A 41:8 if unknown", "B 82:8"])
  }

  @Test func insideOfCode() {
    ImportsTests.expect(
      """
      struct S {
        #if A
        func f() {}
        #endif
      }
      x
        #if B
        .import()
        #endif
      import M
      """, ["M 10:8"])
  }
}
