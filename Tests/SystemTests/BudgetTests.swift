import Foundation
import Testing

/// The lines of each module, of the tests and of the golden pages stay within budget.txt.
///
/// A figure may fall. A commit that raises one names the capability that pays for it.
/// `MODLINT_RECORD=1 swift test --filter BudgetTests` writes the figures as they are.
@Suite struct BudgetTests {
  private static let root = HouseRulesTests.root
  private static let page = root.appending(path: "budget.txt")
  private static let pages = "Tests/GoldenTests/Cases"

  /// Returns the lines of the files with an ending below a folder of the repository.
  private static func lines(of ending: String, below folder: String) throws -> Int {
    let base = root.appending(path: folder)
    let paths = FileManager.default.subpaths(atPath: base.path) ?? []
    return try paths.filter { $0.hasSuffix(ending) }.reduce(0) { sum, path in
      sum + (try Data(contentsOf: base.appending(path: path))).count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// The lines of all parts of the repository that have a budget.
  private static func counts() throws -> [(part: String, lines: Int)] {
    let modules = try FileManager.default
      .contentsOfDirectory(atPath: root.appending(path: "Sources").path).sorted()
    var counts = try modules.map {
      ("Sources/\($0)", try lines(of: ".swift", below: "Sources/\($0)"))
    }
    counts.append(("Tests", try lines(of: ".swift", below: "Tests")))
    counts.append((pages, try lines(of: ".txtar", below: pages)))
    counts.append(("\(pages)/over-\(mostLines)-lines", try longPages()))
    return counts.filter { $0.1 > 0 }
  }

  /// The number of lines above which a page is long.
  private static let mostLines = 250

  private static func longPages() throws -> Int {
    let base = root.appending(path: pages)
    let paths = FileManager.default.subpaths(atPath: base.path) ?? []
    return try paths.filter { $0.hasSuffix(".txtar") }.count { path in
      let text = try Data(contentsOf: base.appending(path: path))
      return text.count { $0 == UInt8(ascii: "\n") } > mostLines
    }
  }

  private static let heading = """
    # The most lines of Swift in each module and in the tests, and of golden pages; how many pages are long.
    # A figure may fall. A commit that raises one names the capability that pays for it.

    """

  private static func budget() throws -> [Substring: Int] {
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Int($0[1]) ?? 0) })
  }

  @Test func everythingStaysWithinItsBudget() throws {
    let counts = try Self.counts()
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      let rows = counts.map { "\($0.part) \($0.lines)\n" }.joined()
      try Data((Self.heading + rows).utf8).write(to: Self.page)
    }
    let budget = try Self.budget()
    for (part, lines) in counts {
      let limit = try #require(budget[part[...]], "budget.txt does not list \(part)")
      #expect(lines <= limit, "\(part) has \(lines) lines, its budget is \(limit)")
    }
    #expect(Set(budget.keys) == Set(counts.map { $0.part[...] }), "budget.txt lists what is gone")
  }
}
