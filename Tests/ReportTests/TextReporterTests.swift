import Diagnostics
import Testing

@testable import Report

@Suite struct TextReporterTests {
  @Test func showsChainsNotesAndFindingsWithoutPlace() {
    var known = sameLayer
    known.state = .known
    let gaps = [Gap(.nestedWorkspaces, "a"), Gap(.nestedWorkspaces, "b")]
    #expect(
      text(report([placeless, cycle, known], excepted: 1, gaps: gaps)) == """
        error: 'x\\u{0A}\\u{1B}[0m\\u{2066}' is no longer there [stale-baseline]

        service/CosmonautService/project.yml:2:7: warning: 'A' and 'Bee' link each other [cycle]
            2 | name: Kit
              |       ^~~
            'A' links 'Bee'  service/CosmonautService/project.yml:2
            'Bee' links 'A'  service/CosmonautService/project.yml:23
          note: cut this one
          note: the other way  service/CosmonautService/project.yml:23:9

        31 modules, 56 links, 4 layers: 1 error, 1 warning, 1 known, 1 excepted, \
        2 nested workspaces not read: a, …

        """)
  }

  @Test func paintsWhenAsked() {
    let style = Style(color: true)
    #expect(
      text(report([cycle]), as: TextReporter(style: style)) == """
        \u{1B}[1mservice/CosmonautService/project.yml:2:7:\u{1B}[0m \u{1B}[1;33mwarning:\u{1B}[0m \
        'A' and 'Bee' link each other \u{1B}[2m[cycle]\u{1B}[0m
        \u{1B}[2m    2 |\u{1B}[0m name: Kit
        \u{1B}[2m      |\u{1B}[0m       \u{1B}[1;33m^~~\u{1B}[0m
            'A' links 'Bee'  service/CosmonautService/project.yml:2
            'Bee' links 'A'  service/CosmonautService/project.yml:23
          \u{1B}[1;36mnote:\u{1B}[0m cut this one
          \u{1B}[1;36mnote:\u{1B}[0m the other way  service/CosmonautService/project.yml:23:9

        31 modules, 56 links, 4 layers: \u{1B}[1;33m0 errors, 1 warning\u{1B}[0m

        """)
    #expect(text(report([]), as: TextReporter(style: style)) == text(report([])))
  }

  @Test func escapesHostilePaths() {
    let finding = Diagnostic("x\u{1B}", .error, "m", at: range(1, 1..<2, file: 1))
    #expect(
      text(report([finding])) == """
        a\\u{0A}\\u{1B}b/project.yml:1:1: error: m [x\\u{1B}]

        31 modules, 56 links, 4 layers: 1 error, 0 warnings

        """)
  }
}

/// The line of source and its underline, as the text report shows them.
@Suite struct ExcerptTests {
  private func excerpt(_ place: SourceRange, width: Int? = nil) -> [String] {
    let finding = Diagnostic("r", .error, "m", at: place)
    let all = text(report([finding]), as: TextReporter(style: Style(width: width)))
    return all.split(separator: "\n").dropFirst().prefix(2).map(String.init)
  }

  @Test func countsCellsOfWideCharacters() {
    #expect(
      excerpt(range(24, 20..<37)) == [
        "   24 |       - framework: 日本e\u{301}👩‍🚀.framework # wide",
        "      |                    ^~~~~~~~~~~~~~~~~",
      ])
    #expect(excerpt(range(24, 22..<24))[1] == "      |                        ^")
    #expect(excerpt(range(24, 24..<27))[1] == "      |                         ^~")
  }

  @Test func expandsTabs() {
    #expect(
      excerpt(range(25, 9..<14)) == [
        "   25 |     - sdk:  UIKit", "      |             ^~~~~",
      ])
  }

  @Test func underlinesToTheEndOfTheFirstLineOnly() {
    #expect(excerpt(range(23, 9..<12, endLine: 25))[1].utf8.count == 8 + 8 + 40)
  }

  @Test func escapesControlCharactersAndKeepsTheUnderlineRight() {
    #expect(
      excerpt(range(27, 13..<17)) == [
        "   27 | name: \\u{1B}[31m\\u{202E}evil", "      |                         ^~~~",
      ])
  }

  @Test func cutsAroundTheUnderlineToTheWidthOfTheTerminal() {
    let lines = excerpt(range(26, 63..<66), width: 60)
    #expect(
      lines == [
        "   26 | …aaaaaaaaaaa}, {target: Bad}, {target: Cccccccccccc…",
        "      |                         ^~~",
      ])
    #expect(excerpt(range(26, 7..<19), width: 60)[0].count == 60)
    #expect(excerpt(range(26, 7..<93), width: 60)[1].count <= 60)
  }

  @Test func fitsAnyWidthAndStaysBelowWhatItUnderlines() throws {
    let source = Array(try #require(spec[26]))
    for width in [28, 29, 37, 60, 104, 105, 106] {
      for start in 1...source.count {
        for length in [1, 2, 11, 45, 99] {
          let place = range(26, UInt32(start)..<UInt32(start + length))
          let rows = excerpt(place, width: width).map { Array($0) }
          #expect(rows.allSatisfy { $0.count <= width })
          let first = try #require(rows[1].firstIndex(of: "^"))
          #expect(rows[0][first] == source[start - 1])
        }
      }
    }
  }

  @Test func showsLittleOfAMinifiedFile() {
    let line = "{" + String(repeating: "日x", count: 100_000)
    let finding = Diagnostic("r", .error, "m", at: range(1, 90_000..<99_000))
    var output = ""
    TextReporter().write(report([finding]), lines: { _, _ in line }, to: &output)
    #expect(output.count < 1000)
  }

  @Test func survivesPlacesBeyondTheLine() {
    #expect(excerpt(range(28, 40..<50)) == ["   28 |", "      | ^"])
    #expect(excerpt(range(2, 40..<50))[1] == "      |          ^")
    #expect(excerpt(range(99, 1..<2)) == ["31 modules, 56 links, 4 layers: 1 error, 0 warnings"])
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
