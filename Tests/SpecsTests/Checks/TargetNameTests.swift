import Projects
@testable import SpecDecoding
import TestSupport
import Testing

@Suite struct TargetNameTests {
  private static let words = [
    "Kit", "kit", "Caf\u{e9}", "Cafe\u{301}", "\u{212b}ngstrom", "A\u{30a}ngstrom", "\u{c5}ngstrom",
    "A/B", "A/", "/A", "A", "A/B/C", "A//B",
  ]

  /// A reference means what Swift's own comparing of texts and its splitting say.
  @Test(arguments: 0..<40)
  func references(seed: Int) throws {
    var random = SplitMix64(state: UInt64(seed))
    var names: [String] = []
    for word in Self.words.shuffled(using: &random).prefix(7) where !names.contains(word) {
      names.append(word)
    }
    let wanted = (0..<8).map { _ in random.pick(Self.words) }
    let targets = names.map { "  \"\($0)\": {type: framework, platform: iOS}\n" }.joined()
    let links = wanted.map { "{target: \"\($0)\", link: true}" }.joined(separator: ",")
    let resolved = Resolved(
      "targets:\n" + targets
        + "  Top: {type: application, platform: iOS, dependencies: [\(links)]}\n")
    let found = try resolved.effective("Top").map { dependency in
      dependency.local.map { resolved.projects[0].targets[$0].name }
    }
    let expected = wanted.map { word in
      word.split(separator: "/").count > 1 ? nil : names.first { $0 == word }
    }
    #expect(found == expected, "\(names) \(wanted)")
  }

  @Test func namesThatNothingCanReferTo() {
    let resolved = Resolved(
      """
      targets:
        A/B: {type: framework, platform: [iOS, macOS]}
        C: {name: D/, type: framework, platform: iOS}
        "": {type: framework, platform: iOS}
        E: {name: "\t ", type: framework, platform: iOS}
        F: {name: 4, type: framework, platform: iOS}
      aggregateTargets:
        G/H: {targets: []}
      """)
    #expect(
      resolved.errors == [
        "project.yml:3:3: no dependency can refer to target 'A/B': 'a/b' is target 'b' of project 'a'",
        "project.yml:4:13: no dependency can refer to target 'D/': 'a/b' is target 'b' of project 'a'",
        "project.yml:5:3: a target has a blank name",
        "project.yml:6:13: a target has a blank name",
        "project.yml:9:3: no dependency can refer to target 'G/H': 'a/b' is target 'b' of project 'a'",
      ])
  }

  @Test func twoSpellingsOfOneNameAreOneName() throws {
    let resolved = Resolved(
      """
      targets:
        A: {name: "Caf\u{e9}", type: framework, platform: iOS}
        B: {name: "Cafe\u{301}", type: framework, platform: iOS}
      """)
    #expect(resolved.errors == ["project.yml:4:3: duplicate target name 'Cafe\u{301}'"])
    #expect(try resolved.names().map { Array($0.utf8) } == [Array("Caf\u{e9}".utf8)])
  }
}
