import Testing

import Text

@Suite struct GlobTests {
  @Test(arguments: [
    ("Kit", "Kit", true), ("Kit", "Kits", false), ("Kit", "kit", false),
    ("*Core", "ISSCore", true), ("*Core", "Core", true), ("*Core", "CoreX", false),
    ("ISS*", "ISSCore", true), ("ISS*", "ISS", true), ("ISS*", "xISS", false),
    ("*", "", true), ("**", "any/thing", true), ("", "", true), ("", "x", false),
    ("*a*b", "xaybzb", true), ("*a*b", "xaybz", false), ("a*a", "a", false),
    ("K?t", "Kit", true), ("K?t", "Kt", false), ("K?t", "Köt", true), ("K??t", "Köt", false),
    ("K[ia]t", "Kat", true), ("K[ia]t", "Kot", false), ("K[a-o]t", "Kot", true),
    ("K[!a-o]t", "Kot", false), ("K[!a-o]t", "Kzt", true), ("[]x]", "]", true),
    ("{A,B}Kit", "AKit", true), ("{A,B}Kit", "CKit", false), ("{A{1,2},B}*", "A2x", true),
    ("{,Old}Kit", "Kit", true),
  ])
  func matches(pattern: String, name: String, isMatch: Bool) throws {
    #expect(try #require(Glob(pattern)).matches(name) == isMatch)
  }

  @Test(arguments: ["[ab", "{a,b", "a}", "[z-a]", String(repeating: "{a,b}", count: 20)])
  func refuses(pattern: String) {
    #expect(Glob(pattern) == nil)
  }

  @Test func manyStarsTakeNoTime() throws {
    let glob = try #require(Glob(String(repeating: "*a", count: 200) + "*b"))
    #expect(!glob.matches(String(repeating: "a", count: 10_000)))
  }

  @Test func deepBracesDoNotOverflow() {
    let depth = 2000
    let glob = Glob(String(repeating: "{", count: depth) + String(repeating: "}", count: depth))
    #expect(glob != nil)
  }
}
