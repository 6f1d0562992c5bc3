import Diagnostics
@testable import LockFiles
import Testing

@Suite struct LockFileTests {
  private let file = FileID(index: 0)

  private func pods(_ text: String) -> LockFile {
    LockFile(named: "Podfile.lock", text: Array(text.utf8), file: file)
  }

  private func cartfile(_ text: String) -> LockFile {
    LockFile(named: "Cartfile.resolved", text: Array(text.utf8), file: file)
  }

  @Test func readsPodsWithTheirLinks() {
    let lock = pods(
      """
      PODS:
        - Moya (14.0.0):
          - Moya/Core (= 14.0.0)
        - Moya/Core (14.0.0):
          - Alamofire (~> 5.0)
          - Rope/Knots
        - "Rope/Knots (1.2.0-beta.1)":
          - Alamofire (< 6, >= 5)
          - Alamofire/Nested
        - Alamofire (5.4.0)
      DEPENDENCIES:
        - Moya (~> 14)
      COCOAPODS: 1.10.1
      """)
    #expect(lock.diagnostics.isEmpty)
    #expect(lock.packages.map(\.name) == ["Moya", "Rope", "Alamofire"])
    #expect(lock.packages.map(\.version) == ["14.0.0", "1.2.0-beta.1", "5.4.0"])
    #expect(
      lock.packages.map { $0.links.map(\.name) } == [["Alamofire", "Rope"], ["Alamofire"], []])
    #expect(lock.packages[1].location.start == Position(line: 7, column: 5))
    #expect(lock.packages[0].links[0].location.start == Position(line: 5, column: 7))
  }

  @Test func tellsCheckedOutRevisionsApart() {
    let lock = pods(
      """
      PODS:
        - Rope (1.0)
        - Knot (1.0)
      EXTERNAL SOURCES:
        Rope:
          :git: https://example.com/rope.git
          :branch: main
      CHECKOUT OPTIONS:
        Rope:
          :commit: 919903db
          :git: https://example.com/rope.git
      """)
    #expect(lock.packages.map(\.version) == ["1.0 at 919903db", "1.0"])
  }

  @Test(arguments: ["", "PODFILE CHECKSUM: d3a6\n\nCOCOAPODS: 1.10.1\n", "PODS: []\n"])
  func takesAFileWithoutPods(_ text: String) {
    let lock = pods(text)
    #expect(lock.packages.isEmpty)
    #expect(lock.diagnostics.isEmpty)
  }

  @Test func leavesOutWhatIsNoPod() {
    let lock = pods(
      """
      PODS:
        - Rope (1.0)
        - Knot
        - Loop ()
        - (2.0)
        - [Hitch (1.0)]
        - Bend (1.0): Rope
        - { Reef (1.0): [], Sheet (1.0): [] }
        - Noose (1.0):
          - [Rope]
          - /Rope
          - Rope
      """)
    #expect(lock.packages.map(\.name) == ["Rope", "Noose"])
    #expect(lock.packages[1].links.map(\.name) == ["Rope"])
    #expect(lock.diagnostics.compactMap { $0.location?.start.line } == [3, 4, 5, 6, 7, 8, 10, 11])
    #expect(lock.diagnostics.allSatisfy { $0.rule == "package-version-mismatch" })
  }

  @Test(arguments: [
    ("- Rope (1.0)\n", Position(line: 1, column: 1)),
    ("PODS: Rope (1.0)\n", Position(line: 1, column: 7)),
    ("PODS:\n  - Rope (1.0)\n<<<<<<< HEAD\n", Position(line: 3, column: 1)),
    ("PODS:\n  - \"Rope (1.0)\n", Position(line: 2, column: 5)),
    ("PODS:\n\u{0}", Position(line: 2, column: 1)),
  ])
  func placesTheErrorOfABrokenFile(_ text: String, _ place: Position) {
    let lock = pods(text)
    #expect(lock.packages.isEmpty)
    #expect(lock.diagnostics.map { $0.location?.start } == [place])
    #expect(lock.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test func survivesEveryTruncation() {
    let text = Array(
      "PODS:\n  - A/B (1.0):\n    - \"C (> 2)\"\n  - C (2.1)\nX:\n  Y: { :commit: é }\n".utf8)
    for end in text.indices {
      _ = LockFile(named: "Podfile.lock", text: Array(text[..<end]), file: file)
    }
  }

  @Test func stopsAtNestingBeyondTheLimit() {
    let deep = "PODS: " + String(repeating: "[", count: 100_000)
    #expect(pods(deep).diagnostics.count == 1)
  }

  @Test func namesFrameworksAsCocoaPodsDoes() {
    let lock = pods("PODS:\n  - XLPager-Strip (9.0)\n  - 1Password.Ext+ (1.8)\n")
    #expect(lock.packages.map(\.frameworkName) == ["XLPager_Strip", "_1Password_Ext_"])
  }
}

// Cartfile.resolved.
extension LockFileTests {
  @Test func readsCarthageDependencies() {
    let lock = cartfile(
      """
      # made by hand
      github "ReactiveX/RxSwift" "5.0.1"\r
      github "https://ghe.example.com/tools/Rope" "v1" # ours

        git "git@gitlab.example.com:team/Knot.git" "0f3c"
      git "https://example.com/Loop.git" "main"
      binary "https://example.com/Maps.json" "2.3.0"
      """)
    #expect(lock.diagnostics.isEmpty)
    #expect(lock.packages.map(\.name) == ["RxSwift", "Rope", "Knot", "Loop", "Maps"])
    #expect(lock.packages.map(\.version) == ["5.0.1", "v1", "0f3c", "main", "2.3.0"])
    #expect(lock.packages[2].location.start == Position(line: 5, column: 3))
    #expect(lock.packages[2].location.end == Position(line: 5, column: 52))
  }

  @Test(arguments: [
    "github \"Quick/Nimble\" \"8\"", "git \"https://github.com/quick/nimble.git\" \"8\"",
    "git \"git@github.com:Quick/Nimble.git\" \"8\"",
    "git \"ssh://git@github.com/Quick/Nimble\" \"8\"",
  ])
  func knowsARepositoryByAllItsAddresses(_ line: String) {
    #expect(cartfile(line).packages.map(\.identity) == ["https://github.com/quick/nimble"])
  }

  @Test(arguments: [
    "svn \"a\" \"1\"", "github", "github Quick \"1\"", "git \"a", "git \"\" \"1\"", "git \"a\"",
    "git \"a\" 1", "git \"a\" \"1\" 2", "<<<<<<< HEAD", "\u{0}", "é\"",
  ])
  func placesTheErrorOfALine(_ line: String) {
    let lock = cartfile("github \"a/b\" \"1\"\n\(line)\ngit \"c\" \"1\"\n")
    #expect(lock.packages.map(\.name) == ["b", "c"])
    #expect(lock.diagnostics.map { $0.location?.start } == [Position(line: 2, column: 1)])
  }

  @Test func stopsAfterTenErrors() {
    let lock = cartfile(String(repeating: "no\n", count: 100_000) + "git \"c\" \"1\"\n")
    #expect(lock.diagnostics.count == 10)
    #expect(lock.packages.isEmpty)
  }

  @Test func takesEachDependencyOnce() {
    let lock = cartfile("git \"a\" \"1\"\ngit \"a\" \"2\"\n\u{feff}")
    #expect(lock.packages.map(\.version) == ["1"])
  }
}
