import TestSupport
import Testing

@testable import Rules

/// Requirements for one package, and whether SwiftPM finds a version for both.
@Suite struct VersionRequirementTests {
  @Test(arguments: [
    ("exact 5.3.0", "from 5.3.0", true),
    ("exact 5.3.0", "exact 5.3", true),
    ("exact v5", "exact 5.0.0", true),
    ("exact 5.3.0+12", "exact 5.3.0", true),
    ("exact 5.3.0", "exact 5.3.1", false),
    ("exact 6.0.0", "from 5.3.0", false),
    ("exact 5.2.9", "from 5.3.0", false),
    ("exact 0.9.0", "from 0.1.0", true),
    ("from 5.3.0", "from 5.9.0", true),
    ("from 5.3.0", "from 6.0.0", false),
    ("minor 5.3.0", "from 5.0.0", true),
    ("minor 5.3.0", "minor 5.4.0", false),
    ("minor 5.3.2", "from 5.3.9 to 5.4.0", true),
    ("from 1.0.0 to 2.0.0", "from 2.0.0", false),
    ("from 1.0.0 through 2.0.0", "from 2.0.0", true),
    ("from 1.0.0 through 2.0.0", "exact 2.0.0", true),
    ("from 2.0.0 to 1.0.0", "exact 1.5.0", false),
    ("exact 5.4.0-beta.1", "from 5.4.0-alpha", true),
    ("exact 5.4.0-beta.2", "from 5.4.0-beta.10", false),
    ("exact 5.4.0-beta.10", "from 5.4.0-beta.2", true),
    ("exact 5.4.0-1", "from 5.4.0-alpha", false),
    ("from 2.0.0-beta", "from 2.0.0", true),
    ("branch main", "branch main", true),
    ("branch main", "branch develop", false),
    ("branch main", "from 1.0.0", false),
    ("revision abc", "exact 1.0.0", false),
    ("from \(Int.max).0.0", "exact \(Int.max).1.0", false),
    ("from latest", "exact 1.0.0", true),
    ("exact 1.2.3.4", "exact 1.0.0", true),
    ("from ", "exact 1.0.0", true),
    ("", "branch main", true),
  ])
  func meeting(one: String, other: String, meet: Bool) {
    let (a, b) = (VersionRequirement.parsing(one), VersionRequirement.parsing(other))
    #expect(a.excludes(b) == !meet)
    #expect(b.excludes(a) == !meet)
  }

  /// Two ranges overlap if a version on a small grid, or a bound of one of them, is in both.
  @Test(arguments: 0..<20)
  func ranges(seed: Int) throws {
    var random = SplitMix64(state: UInt64(seed))
    let grid = (0..<3).flatMap { major in (0..<3).map { "\(major).\($0).0" } }
    for _ in 0..<50 {
      let pair = (0..<2).map { _ in
        let (low, high) = (random.pick(grid), random.pick(grid))
        return random.pick([
          "exact \(low)", "from \(low)", "minor \(low)", "from \(low) to \(high)",
          "from \(low) through \(high)",
        ])
      }.map(VersionRequirement.parsing)
      let meet = grid.contains { version in
        let exact = VersionRequirement.parsing("exact \(version)")
        return pair.allSatisfy { !$0.excludes(exact) }
      }
      #expect(pair[0].excludes(pair[1]) == !meet, "\(pair)")
    }
  }
}
