import Architecture
import Diagnostics
import Testing

@testable import Rules

/// What of two versions of rules.yml or of the baseline is looser, and what is not.
@Suite struct SettingChangesTests {
  private func changes(
    _ older: String, _ newer: String, baselines: [String] = []
  ) throws -> SettingChanges {
    let states = try [older, newer].enumerated().map { number, rules in
      var workspace = Workspace(rules)
      for name in ["app/A", "domain/B", "domain/C", "core/D", "core/EMock", "none/F"] {
        workspace.add(name, String(name.split(separator: "/")[1]))
      }
      let baseline =
        try baselines.isEmpty
        ? nil
        : Baseline(
          Array("version: 2\nfindings:\(baselines[number])\n".utf8), file: FileID(index: 1))
      return JudgedWorkspace(
        try workspace.run(), baseline: baseline, sources: workspace.sources)
    }
    return SettingChanges(from: states[0], to: states[1])
  }

  private func looser(_ older: String, _ newer: String) throws -> [String] {
    try changes(older, newer).looser.map(\.words)
  }

  /// For each key of rules.yml two values, the second of them looser.
  private static let layers = "layers: [app, domain, core]\n"
  private static let examples: [String: (String, String)] = [
    "layers": (layers, ""),
    "layers[].name": (layers, "layers: [app, domain]"),
    "layers[].modules": (
      "layers: [app, { name: domain, modules: [domain/**] }, core]",
      "layers: [{ name: app, modules: [app/**, domain/C] }, { name: domain, modules: [domain/B] }, core]"
    ),
    "layers[].reach": (
      "layers: [{ name: app, reach: [domain] }, domain, core]",
      "layers: [{ name: app, reach: [domain, core] }, domain, core]"
    ),
    "layers[].peers": (layers, "layers: [app, { name: domain, peers: allow }, core]"),
    "layers[].peers.within": (
      "layers: [{ name: app, peers: { within: a/* } }]",
      "layers: [{ name: app, peers: { within: a } }]"
    ),
    "interfaces": ("", "interfaces: [D]"),
    "test-support": ("", "test-support: [D]"),
    "exclude": ("", "exclude: [x]"),
    "ignore": ("", "ignore: [x]"),
    "externals": ("externals: { R: { linkage: static } }", ""),
    "externals.*.linkage": (
      "externals: { R: { linkage: static } }", "externals: { R: { linkage: dynamic } }"
    ),
    "externals.*.embedded": ("externals: { R: {} }", "externals: { R: { embedded: true } }"),
    "packages": ("", "packages: opaque"),
    "xcodegen": ("", "xcodegen: main"),
    "rules": ("", "rules: { same-layer: off }"),
    "links": ("links: [{ id: x, forbid: A -> B }]", ""),
    "links[].id": ("links: [{ id: x, forbid: A -> B }]", "links: [{ id: y, forbid: A -> B }]"),
    "links[].forbid": (
      "links: [{ id: x, forbid: A | C -> B }]", "links: [{ id: x, forbid: A -> B }]"
    ),
    "links[].only": ("links: [{ id: x, only: A -> B }]", "links: [{ id: x, only: A | C -> B }]"),
    "links[].severity": (
      "links: [{ id: x, forbid: A -> B }]",
      "links: [{ id: x, forbid: A -> B, severity: warning }]"
    ),
    "tags": (
      "tags: { t: [A, B] }\nlinks: [{ id: x, forbid: tag:t -> C }]",
      "tags: { t: [A] }\nlinks: [{ id: x, forbid: tag:t -> C }]"
    ),
    "exceptions": ("", "exceptions: [{ link: A -> B, rule: upward, reason: x }]"),
    "exceptions[].link": (
      "exceptions: [{ link: A -> B, rule: upward, reason: x }]",
      "exceptions: [{ link: A -> C, rule: upward, reason: x }]"
    ),
    "exceptions[].module": (
      "exceptions: [{ module: A, rule: orphan, reason: x }]",
      "exceptions: [{ module: '*', rule: orphan, reason: x }]"
    ),
    "exceptions[].file": ("", "exceptions: [{ file: a, rule: invalid-spec, reason: x }]"),
    "exceptions[].rule": (
      "exceptions: [{ link: A -> B, rule: upward, reason: x }]",
      "exceptions: [{ link: A -> B, rule: same-layer, reason: x }]"
    ),
    "exceptions[].until": (
      "exceptions: [{ link: A -> B, rule: upward, reason: x, until: 2026-02-01 }]",
      "exceptions: [{ link: A -> B, rule: upward, reason: x }]"
    ),
    "projects": ("", "projects: [A.xcodeproj]"),
    "specs": ("", "specs: [Apps/*.yml]"),
    "specs[].pattern": ("specs: [project.yml, a.yml]", "specs: [a.yml]"),
    "specs[].root": ("specs: [a.yml]", "specs: [{ pattern: a.yml, root: b }]"),
  ]

  /// Keys that change nothing that is reported.
  private static let words = [
    "version", "required-version", "links[].because", "links[].instead", "links[].url",
    "exceptions[].reason",
  ]

  /// A key without an example here is one that no comparison knows.
  @Test func knowsEachKey() throws {
    let keys = ConfigurationSection.file(ruleCatalog).paths.filter { !Self.words.contains($0) }
    #expect(Set(keys) == Set(Self.examples.keys))
    for key in keys {
      let (strict, loose) = try #require(Self.examples[key])
      #expect(try !looser(strict, loose).isEmpty, "\(key)")
      let back = try changes(loose, strict)
      #expect(!(back.looser + back.stricter).isEmpty, "\(key)")
      for text in [strict, loose] {
        let same = try changes(text, "# comment\n" + text)
        #expect((same.looser + same.stricter).isEmpty, "\(key)")
      }
    }
  }

  @Test(arguments: Array(ruleCatalog))
  func knowsEachOption(_ rule: RuleInfo) throws {
    let name = rule.id.name
    // Rules that cannot be turned off and those that need a limit.
    guard rule.id != .invalidRules else { return }
    let limit = rule.options.first { if case .limit = $0.kind { true } else { false } }
    let on = "rules: { \(name): { severity: error\(limit.map { ", \($0.name): 3" } ?? "")"
    #expect(try looser(on + " } }", "rules: { \(name): off }") == ["turning off '\(name)'"])
    let never = on + ", baseline: never } }"
    #expect(try looser(never, on + " } }").count == 1)
    #expect(try changes(on + " } }", never).stricter.count == 1)
    for option in rule.options {
      if case .limit = option.kind {
        #expect(
          try looser(on + " } }", "rules: { \(name): { severity: error, \(option.name): 4 } }")
            .count == 1)
      } else {
        let texts = ["error", "warning"].map { "\(on), \(option.name): \($0) } }" }
        #expect(try looser(texts[0], texts[1]).count == 1)
        #expect(try changes(texts[1], texts[0]).looser.isEmpty)
      }
    }
  }

  /// Pairs of which neither is looser, and whether there is a change at all.
  @Test(arguments: [
    ("interfaces: ['*Core', A]", "interfaces: [\"A\", '*Core']", false),
    ("interfaces: &x [A]\ntest-support: [A]", "interfaces: [A]\ntest-support: &y [A]", false),
    ("ignore: ['B*']", "ignore: [Base]", true),
    ("exclude: [a/**]", "exclude: [a/b, a/c/**]", true),
    ("layers: [app, domain]", "layers: [{ name: app }, { name: domain, peers: forbid }]", false),
    ("layers: [app, domain]", "layers: [app, none, domain]", true),
    ("layers: [{ name: app, reach: next }, core]", layers(reach: "next"), true),
    ("specs: [project.yml]", "", false),
    ("specs: [project.yml]", "specs: ['**/project*.yml']", true),
    ("rules: { orphan: off }", "", false),
    ("rules: { upward: error }", "rules: { upward: { severity: error } }", false),
    ("links: [{ id: x, forbid: A -> B }]", "links: [{ id: x, forbid: A | C ->> B }]", true),
    (
      "tags: { t: [A] }\nlinks: [{ id: x, only: B -> tag:t }]",
      "tags: { t: [A, C] }\nlinks: [{ id: x, only: B -> tag:t }]", true
    ),
    (
      "exceptions: [{ link: '* -> B', rule: upward, reason: x }]",
      "exceptions: [{ link: A -> B, rule: upward, reason: y, until: 2027-01-01 }]", true
    ),
  ])
  func isNotLooser(_ older: String, _ newer: String, _ isChange: Bool) throws {
    let changes = try changes(older, newer)
    #expect(changes.looser.map(\.words) == [])
    #expect(changes.stricter.isEmpty != isChange)
  }

  private static func layers(reach: String) -> String {
    "layers: [{ name: app, reach: \(reach) }, domain, core]"
  }

  @Test(arguments: [
    (
      "layers: [a, b, c]", "layers: [b, c, a]",
      ["the change of what layer 'b' may link", "the change of what layer 'c' may link"]
    ),
    ("layers: [app, domain]", "layers: [domain]", ["removing layer 'app'"]),
    (
      "layers: [app, domain]", "layers: [app, { name: base, modules: [domain/**] }]",
      ["removing layer 'domain'"]
    ),
    (
      "layers: [app, { name: domain, modules: [domain/**] }, core]",
      "layers: [app, { name: domain, modules: [domain/C] }, { name: core, modules: [core/**, domain/B] }]",
      ["the change of layer 'domain'"]
    ),
    ("test-support: ['*Mock']", "", ["removing the pattern '*Mock' of 'test-support'"]),
    ("rules: { orphan: error }", "", ["turning off 'orphan'"]),
    (
      "rules: { upward: { severity: error, baseline: never } }", "rules: { upward: warning }",
      ["lowering 'upward' from 'error' to 'warning'"]
    ),
  ])
  func saysWhatIsLooser(_ older: String, _ newer: String, _ expected: [String]) throws {
    #expect(try looser(older, newer) == expected)
  }

  @Test func countsWhatTheBaselineRecords() throws {
    let records = ["\n  upward:\n    - [A/A, B/B]", "\n  same-layer:\n    - [B/B, C/C]"]
    let changes = try changes("", "", baselines: records)
    #expect(changes.looser.map(\.words) == ["the baseline with 1 more entry"])
    #expect(changes.stricter.map(\.words) == ["removing 1 baseline entry"])
  }
}

extension ConfigurationSection {
  /// The paths of all keys; those of rules are not free to differ.
  fileprivate var paths: [String] {
    keys.flatMap { key -> [String] in
      guard key.name != "rules", let inner = key.shape.inner else { return [key.name] }
      return [key.name] + inner.section.paths.map { key.name + inner.sign + $0 }
    }
  }
}

extension ConfigurationShape {
  fileprivate var inner: (section: ConfigurationSection, sign: String)? {
    switch self {
    case .section(let section): (section(), ".")
    case .list(let element): element.inner.map { ($0.section, "[].") }
    case .table(let element): element.inner.map { ($0.section, ".*.") }
    case .choice(_, _, let mapping): mapping?.inner
    default: nil
    }
  }
}
