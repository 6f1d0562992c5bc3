import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct ConfigurationTests {
  /// The problems of rules.yml as `line:column message`.
  private func problems(_ text: String, version: String = "version: 1\n") throws -> [String] {
    let configuration = try Configuration(
      rules: Array((version + text).utf8), file: FileID(index: 0), catalog: ruleCatalog)
    return configuration.problems.map { problem in
      let start = problem.location?.start ?? Position(line: 0, column: 0)
      #expect(problem.rule == "invalid-rules" && problem.severity == .error)
      return "\(start.line):\(start.column) \(problem.message.text)"
    }
  }

  @Test(arguments: [
    ("layer: [a]", "2:1 unknown key 'layer'; did you mean 'layers'?"),
    (
      "layers: a",
      "2:9 'layers' must be a list, each entry the name of a layer or a mapping with 'name', 'modules', 'reach', 'peers', not 'a'"
    ),
    ("layers: [a, b, a]", "2:16 layer 'a' is listed twice"),
    ("layers: [{ modules: ['x/**'] }]", "2:10 a layer is missing 'name'"),
    (
      "layers: [{ name: a, modles: [] }]",
      "2:21 a layer has no key 'modles'; did you mean 'modules'?"
    ),
    (
      "layers: [{ name: a, peers: alow }]",
      "2:28 'peers' must be 'forbid' or 'allow', not 'alow'; did you mean 'allow'?"
    ),
    (
      "layers: [{ name: a, reach: nxt }]",
      "2:28 'reach' must be 'below' or 'next', not 'nxt'; did you mean 'next'?"
    ),
    (
      "layers: [{ name: a, reach: [cor] }, core]",
      "2:29 unknown layer 'cor'; did you mean 'core'?"
    ),
    (
      "layers: [a, { name: b, reach: [a] }]",
      "2:32 layer 'b' cannot reach 'a', which is not below it"
    ),
    ("layers: [5]", "2:10 an entry of 'layers' must be the name of a layer, not the number 5"),
    ("interfaces: '*Core'", "2:13 'interfaces' must be a list, each entry a pattern, not '*Core'"),
    ("interfaces: ['[x']", "2:14 pattern '[x' has an unmatched bracket or brace"),
    (
      "externals: { Realm: { linkage: sttic } }",
      "2:32 'linkage' must be 'static', 'dynamic' or 'automatic', not 'sttic'; did you mean 'static'?"
    ),
    (
      "externals: { Realm: { embedded: yes } }",
      "2:33 'embedded' must be 'true' or 'false', not 'yes'; did you mean 'true'?"
    ),
    (
      "rules: { same-leyer: off }",
      "2:10 unknown rule 'same-leyer'; did you mean 'same-layer'?"
    ),
    (
      "rules: { cycle: eror }",
      "2:17 rule 'cycle' must be 'off', 'warning' or 'error', not 'eror'; did you mean 'error'?"
    ),
    (
      "rules: { orphan: on }",
      "2:18 rule 'orphan' must be 'off', 'warning' or 'error', not 'on'; did you mean 'error'?"
    ),
    (
      "rules: { max-depth: error }",
      "2:21 rule 'max-depth' needs 'limit', as in '{ severity: error, limit: 10 }'"
    ),
    (
      "rules: { max-depth: { limit: 0 } }",
      "2:30 'limit' must be a whole number of at least 1, not the number 0"
    ),
    ("rules: { cycle: error, cycle: off }", "2:24 the key 'cycle' is given twice"),
    ("links: [{ forbid: 'A -> B' }]", "2:9 a constraint is missing 'id'"),
    ("links: [{ id: x }]", "2:9 a constraint is missing 'forbid' or 'only'"),
    (
      "links: [{ id: x, forbid: 'A -> B', only: 'A -> B' }]",
      "2:36 a constraint can have only one of 'forbid' and 'only'"
    ),
    ("links: [{ id: cycle, forbid: 'A -> B' }]", "2:15 id 'cycle' is the name of a rule"),
    (
      "links: [{ id: x, forbid: 'A -> B' }, { id: x, forbid: 'B -> A' }]",
      "2:44 id 'x' is used twice"
    ),
    ("links: [{ id: x, forbid: 'A B' }]", "2:26 'A B' must contain one arrow, as in 'A -> B'"),
    ("links: [{ id: x, forbid: 'A -> ' }]", "2:26 'A -> ' must contain one arrow, as in 'A -> B'"),
    (
      "layers: [core]\nlinks: [{ id: x, forbid: 'layer:cor -> B' }]",
      "3:26 unknown layer 'cor'; did you mean 'core'?"
    ),
    (
      "tags: { old: [O] }\nlinks: [{ id: x, forbid: 'A -> tag:odl' }]",
      "3:26 unknown tag 'odl'; did you mean 'old'?"
    ),
    (
      "links: [{ id: x, forbid: 'A -> extrnal:B' }]",
      "2:26 a selector cannot start with 'extrnal:'; did you mean 'external'?"
    ),
    ("links: [{ id: x, forbid: 'A | -> B' }]", "2:26 selector 'A |' has an empty part"),
    ("exceptions: [{ link: 'A -> B', rule: cycle }]", "2:14 an exception is missing 'reason'"),
    ("exceptions: [{ link: 'A -> B', reason: r }]", "2:14 an exception is missing 'rule'"),
    (
      "exceptions: [{ rule: cycle, reason: r }]",
      "2:14 an exception is missing 'link', 'module' or 'file'"
    ),
    (
      "exceptions: [{ link: 'A -> B', rule: cicle, reason: r }]",
      "2:38 unknown rule 'cicle'; did you mean 'cycle'?"
    ),
    (
      "exceptions: [{ link: 'A', rule: cycle, reason: r }]",
      "2:22 'A' must contain one arrow, as in 'A -> B'"
    ),
    (
      "exceptions: [{ module: A, rule: orphan, reason: r, until: 2027-02-29 }]",
      "2:59 'until' must be a date, written YYYY-MM-DD, not '2027-02-29'"
    ),
    (
      "exceptions: [{ module: A, rule: orphan, reason: r, until: soon }]",
      "2:59 'until' must be a date, written YYYY-MM-DD, not 'soon'"
    ),
    ("specs: [{ root: x }]", "2:9 an entry of 'specs' is missing 'pattern'"),
  ])
  func tells(text: String, problem: String) throws {
    #expect(try problems(text) == [problem])
  }

  @Test(arguments: [
    ("", "1:1 rules.yml is missing 'version'"),
    ("version: 2\n", "1:10 'version' is 2, of a newer modlint: this one reads 1"),
    ("version: '1'\n", "1:10 'version' must be the number 1, not '1'"),
  ])
  func wantsItsVersion(text: String, problem: String) throws {
    #expect(try problems("layers: [a]\n", version: text) == [problem])
  }

  @Test(arguments: ["- a\n", "text\n", "a: [\n"])
  func refusesWhatIsNoMapping(text: String) {
    #expect(throws: Diagnostic.self) {
      try Configuration(rules: Array(text.utf8), file: FileID(index: 0), catalog: ruleCatalog)
    }
  }

  @Test func goesOnAfterEachProblem() throws {
    let found = try problems("lyers: []\nlayers: [a, 5, a]\nrules: { x: off, cycle: maybe }\n")
    #expect(found.count == 5)
  }

  @Test func readsEverything() throws {
    let configuration = try Configuration(
      rules: Array(
        """
        version: 1
        layers:
          - app
          - { name: domain, modules: ["domain/**"], reach: next }
          - { name: core, peers: allow, reach: [shared] }
          - shared
        interfaces: ["*Core"]
        test-support: ["*Mock"]
        exclude: ["fastlane/**"]
        ignore:
        externals:
          GoogleMaps: { linkage: static }
          "Firebase*": { linkage: static }
          Realm: { linkage: dynamic, embedded: true }
        rules:
          cycle: warning
          orphan: off
          max-depth: { limit: 4 }
          same-layer: { baseline: never }
        links:
          - id: no-legacy
            forbid: "layer:domain ->> tag:legacy"
            because: "Legacy goes away."
            severity: warning
        tags: { legacy: ["Old*"] }
        exceptions:
          - { link: "A -> B", rule: same-layer, reason: r, until: 2027-03-01 }
          - { file: "core/**", rule: include-case, reason: r }
          - { module: "*Kit", rule: no-legacy, reason: r }
        specs: [project.yml, { pattern: "*.xcodegen.yml", root: ".." }]
        """.utf8), file: FileID(index: 0), catalog: ruleCatalog)
    #expect(configuration.problems.isEmpty)
    #expect(configuration.layers.map(\.name) == ["app", "domain", "core", "shared"])
    #expect(configuration.layers[2].allowsAllPeers)
    #expect(configuration.external(named: "FirebaseAuth")?.linkage == .static)
    #expect(configuration.external(named: "Realm")?.isEmbedded == true)
    #expect(configuration.external(named: "Other") == nil)
    #expect(configuration.severity(of: "cycle") == .warning)
    #expect(configuration.severity(of: "orphan") == nil)
    #expect(configuration.severity(of: "upward") == .error)
    #expect(configuration.severity(of: "max-depth") == .error)
    #expect(!configuration.allowsBaseline(of: "same-layer"))
    #expect(configuration.links.first?.isTransitive == true)
    #expect(configuration.exceptions.first?.until == Day(year: 2027, month: 3, day: 1))
    #expect(configuration.exceptions.count == 3)
    #expect(configuration.specs.map(\.root) == [nil, ".."])
  }
}

@Suite struct SchemaTests {
  @Test func describesEveryKey() {
    let schema = rulesSchema(of: ruleCatalog)
    #expect(schema.hasPrefix("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\""))
    for key in ConfigurationSection.file(ruleCatalog).keys {
      #expect(schema.contains("\"\(key.name)\": {"))
    }
    for rule in ruleCatalog { #expect(schema.contains("\"\(rule.id.name)\": {")) }
  }
}
