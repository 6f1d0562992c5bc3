import Diagnostics
import Testing
import Text

@Suite struct NearestWordTests {
  private let keys = ["dependencies", "dependency", "platform", "platforms", "type"]

  @Test(arguments: [
    ("dependancies", "dependencies"), ("depedencies", "dependencies"), ("platfrom", "platform"),
    ("Platform", "platform"), ("tpye", "type"), ("platforms", "platforms"),
  ])
  func findsATypo(_ written: String, _ meant: String) {
    #expect(keys.nearest(to: written) == meant)
  }

  @Test(arguments: ["sources", "", "x", "typewriter"])
  func saysNothingWhereNothingIsNear(_ written: String) {
    #expect(keys.nearest(to: written) == nil)
  }

  @Test func caseCountsNotAtAllBeyondASCIIEither() {
    #expect(["Ubersicht", "ÜBERSICHT", "Sicht"].nearest(to: "übersicht") == "ÜBERSICHT")
  }

  @Test func longWordsWithTheSameLettersAreToldApart() {
    #expect(["levelled", "develops"].nearest(to: "devolves") == nil)
    #expect(["stressed", "desserts"].nearest(to: "stresesd") == "stressed")
  }

  @Test func ofEquallyNearOnesTheFirstInByteOrderWins() {
    #expect(["cat", "bat", "hat"].nearest(to: "mat") == "bat")
  }

  @Test func namesAreOrderedByTheirBytes() {
    let names = ["é", "e", "Z", "a", "𝄞", "ｚ"]
    #expect(names.sorted { $0.precedes($1) } == ["Z", "a", "e", "é", "ｚ", "𝄞"])
  }
}
