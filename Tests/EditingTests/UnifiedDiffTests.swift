import Editing
import Testing

@Suite struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String, _ path: String = "a.yml") -> String {
    String(
      decoding: UnifiedDiff(of: path, from: Array(old.utf8), to: Array(new.utf8)).bytes(),
      as: UTF8.self)
  }

  @Test func showsThreeLinesAroundAChange() {
    let lines = (1...12).map { "\($0)\n" }
    var other = lines
    other[5] = "six\n"
    #expect(
      diff(lines.joined(), other.joined()) == """
        --- a/a.yml
        +++ b/a.yml
        @@ -3,7 +3,7 @@
         3
         4
         5
        -6
        +six
         7
         8
         9

        """)
  }

  @Test func farChangesAreHunksOfTheirOwn() {
    let lines = (1...20).map { "\($0)\n" }
    var other = lines
    other.remove(at: 17)
    other.insert("new\n", at: 1)
    let text = diff(lines.joined(), other.joined())
    #expect(text.contains("@@ -1,4 +1,5 @@\n 1\n+new\n 2\n"))
    #expect(text.contains("@@ -15,6 +16,5 @@\n 15\n 16\n 17\n-18\n 19\n 20\n"))
  }

  @Test func saysWhereTheLastLineHasNoEnd() {
    #expect(
      diff("a\nb", "a\nc")
        == "--- a/a.yml\n+++ b/a.yml\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
    )
    #expect(diff("a\n", "a\n").isEmpty)
  }

  @Test func namesWithBlanksEndWithATabAsInGit() {
    #expect(diff("a\n", "b\n", "my app/a.yml").hasPrefix("--- a/my app/a.yml\t\n"))
  }
}
