import Testing

@testable import Projects

@Suite struct ConfigurationFileTests {
  private func file(_ texts: [String: String]) -> ConfigurationFile {
    ConfigurationFile(at: "0", FileNumbers()) { path in
      texts[path].map { ConfigurationText(Array($0.utf8), path: path) }
    }
  }

  @Test func laterSettingsWin() {
    let found = file([
      "0": "A = 0\n#include \"1\"\nB = 0\n#include \"2\"\n",
      "1": "A = 1\nB = 1\nPRODUCT_NAME = 1\n#include \"2\"\n",
      "2": "C = 2\nC[sdk=a] = 2\nD[sdk=a] = 2\nSDKROOT = 2\n#include \"1\"\n",
    ])
    let values = ["A", "B", "C", "D"].map { found.settings[$0] }
    #expect(values.map(\.?.text) == ["1", "1", "2", nil])
    #expect(values[2]?.conditional == ["2"])
    let places = ["PRODUCT_NAME", "SDKROOT"].map { found.settings[$0]?.place }
    #expect(places[0] != nil && places[0] != places[1])
  }

  /// Files that include the next one twice would double their settings each time.
  @Test func includesEachFileOnce() {
    var texts = ["60": "A[sdk=a] = 60\n"]
    for number in 0..<60 {
      texts["\(number)"] = "#include \"\(number + 1)\"\n#include \"\(number + 1)\"\n"
    }
    let found = file(texts)
    #expect(found.settings["A"]?.conditional == ["60"])
    #expect(!found.isIncomplete)
  }

  @Test func namesMissingFiles() {
    let found = file(["0": "#include \"a/1\"\n#include? \"2\"\n", "a/1": "#include \"../3\"\n"])
    #expect(found.missing == ["3"])
  }

  @Test func includesAreLimited() {
    var texts = ["0": (1...1_000).map { "#include \"\($0)\"\n" }.joined()]
    for number in 1...1_000 { texts["\(number)"] = "A\(number) = 1\n" }
    #expect(file(texts).isIncomplete)
  }
}
