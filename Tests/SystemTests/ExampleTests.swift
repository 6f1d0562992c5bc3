import Foundation
import ProgramRuns
import Testing

/// Holds the examples against what the manual says of them.
@Suite struct ExampleTests {
  @Test(arguments: [
    "iss", "feature-modules", "modlint", "packages", "package", "xcodeproj", "xcproj",
  ])
  func isClean(_ example: String) throws {
    let printed = try modlint(["--strict"], in: example)
    #expect(printed.contains(/^[0-9]+ modules, [0-9]+ links, [0-9]+ layers: 0 errors, 0 warnings/))
    #expect(printed.hasSuffix("--- exit 0\n"))
  }

  @Test func projectInBothFormatsIsOneGraph() throws {
    let arguments = ["graph", "--format", "mermaid", "--tests", "--externals"]
    #expect(try modlint(arguments, in: "xcproj") == modlint(arguments, in: "xcodeproj"))
  }

  /// What modlint finds in Package.swift, each kind once: three names lead nowhere in three ways.
  @Test func breaksEachRuleAboutPackages() throws {
    let printed = try modlint(["--format", "xcode"], in: "packages-broken")
    let found = printed.matches(of: /: \w+: .* \[([a-z-]+)\]\n/).map { String($0.1) }
    #expect(
      found.sorted() == [
        "cycle", "duplicate-static", "features-use-services", "invalid-spec",
        "package-version-mismatch", "same-layer", "test-support-in-product", "unassigned-module",
        "unknown-module", "unknown-module", "unknown-module", "upward",
      ])
    #expect(printed.contains("'PlayerWidgets', which is not a product of package 'Player'"))
    #expect(printed.contains("product 'Player' names 'PlayerSkins', which is not a target"))
    #expect(printed.contains("'FeedsParser', which is not a target of its package"))
    #expect(printed.hasSuffix("--- exit 1\n"))
  }

  /// `init` finds the layers and slices that the example is written with.
  @Test func initFindsTheLayersOfThePackages() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.copyItem(at: Self.folder("examples/packages"), to: copy)
    let rules = copy.appending(path: "rules.yml")
    try FileManager.default.removeItem(at: rules)
    let printed = try GoldenCase.modlint(["init"], in: copy)
    #expect(printed.contains("No link breaks these layers."))
    #expect(
      try String(contentsOf: rules, encoding: .utf8).contains(
        """
        layers:
          - app
          - name: features
            peers: { within: "features/*" }
          - services
          - core

        """))
  }

  /// A feature that links the implementation of another gets a finding that names the interface.
  @Test func featuresKnowInterfacesAlone() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.copyItem(at: Self.folder("examples/feature-modules"), to: copy)
    let spec = copy.appending(path: "features/Checkout/project.yml")
    let text = try String(contentsOf: spec, encoding: .utf8)
    let wrong = text.replacing(
      "framework: CartInterface.framework", with: "framework: Cart.framework")
    #expect(wrong != text)
    try wrong.write(to: spec, atomically: true, encoding: .utf8)
    let source = copy.appending(path: "features/Checkout/Checkout/Checkout.swift")
    try String(contentsOf: source, encoding: .utf8)
      .replacing("import CartInterface", with: "import Cart")
      .write(to: source, atomically: true, encoding: .utf8)
    #expect(
      try GoldenCase.modlint([], in: copy) == """
        features/Checkout/project.yml:16:9: error: 'Checkout' links 'Cart' of its own layer 'features' [same-layer]
           16 |       - framework: Cart.framework
              |         ^~~~~~~~~~~~~~~~~~~~~~~~~
          help: link the interface 'CartInterface' instead

        25 modules, 63 links, 4 layers: 1 error, 0 warnings
        --- exit 1

        """)
  }

  /// `examples/modlint` has the modules, layers and links of the table in Package.swift.
  @Test func describesModlintItself() throws {
    let printed = try modlint(["graph", "--format", "json"], in: "modlint")
    let json = printed.replacing("--- exit 0\n", with: "")
    let graph = try JSONDecoder().decode(DrawnGraph.self, from: Data(json.utf8))
    let names = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, $0.name) })
    var links: [String: Set<String>] = [:]
    for link in graph.links {
      links[names[link.from] ?? "", default: []].insert(names[link.to] ?? "")
    }
    let drawn = graph.modules.map {
      PackageModule(name: $0.name, layer: $0.layer ?? "", links: links[$0.name] ?? [])
    }
    let table = try PackageModule.all(in: Self.text("Package.swift"))
    #expect(!table.isEmpty)
    #expect(Set(drawn).subtracting(table) == [], "more than Package.swift has")
    #expect(Set(table).subtracting(drawn) == [], "missing in the example")
  }

  /// SwiftPM accepts a link that no file needs, and an import of what a linked module links.
  @Test func tableHasTheLinksThatFilesImport() throws {
    let table = try PackageModule.all(in: Self.text("Package.swift"))
    for module in table {
      let files = FileManager.default.enumerator(
        at: Self.folder("Sources/\(module.name)"), includingPropertiesForKeys: nil)
      var imports: Set<String> = []
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        imports.formUnion(text.matches(of: /\bimport (\w+)\n/).map { String($0.1) })
      }
      #expect(imports.intersection(table.map(\.name)) == module.links, "\(module.name)")
    }
  }

  /// The pictures of examples in the manual are what modlint draws; `MODLINT_RECORD=1` updates them.
  @Test(arguments: [
    ("docs/architecture.svg", "examples/modlint", "modlint"),
    ("docs/iss.svg", "examples/iss", "ISS"),
  ])
  func isDrawnInTheManual(_ path: String, example: String, title: String) throws {
    let arguments = ["graph", "--format", "svg", "--title", title, example]
    let drawn = try GoldenCase.modlint(arguments, in: Self.folder(""))
      .replacing("--- exit 0\n", with: "")
    let picture = Self.folder(path)
    guard (try? String(contentsOf: picture, encoding: .utf8)) != drawn else { return }
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      try drawn.write(to: picture, atomically: true, encoding: .utf8)
    }
    Issue.record("\(path) is not what modlint draws")
  }

  /// The table and the chart in docs/history.md are those of the story; `MODLINT_RECORD=1` updates them.
  @Test func improvementIsInTheManual() throws {
    let story = try Self.text("Tests/SystemTests/Stories/improvement.txt")
    let table = try #require(
      story.firstMatch(of: /\$ modlint history[^\n]*\n[^$]*(?=--- exit 0\n)/)?.0)
    let chart = try #require(story.firstMatch(of: /<svg[^$]*<\/svg>\n/)?.0)
    let page = try Self.text("docs/history.md")
    let shown = try #require(page.firstMatch(of: /\$ modlint history[^`]*/)?.0)
    let picture = Self.folder("docs/history.svg")
    let drawn = try? String(contentsOf: picture, encoding: .utf8)
    guard shown != table || drawn != String(chart) else { return }
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      try page.replacing(shown, with: table)
        .write(to: Self.folder("docs/history.md"), atomically: true, encoding: .utf8)
      try String(chart).write(to: picture, atomically: true, encoding: .utf8)
    }
    Issue.record("docs/history.md does not show the history of the story")
  }

  private func modlint(_ arguments: [String], in example: String) throws -> String {
    try GoldenCase.modlint(arguments, in: Self.folder("examples/\(example)"))
  }

  private static func folder(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: path)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: folder(path), encoding: .utf8)
  }
}

/// A row of the table in Package.swift.
struct PackageModule: Hashable {
  var name: String
  var layer: String
  var links: Set<String>

  /// The rows, found by how they are written.
  static func all(in manifest: String) -> [PackageModule] {
    let layer = /\(\s*"(\w+)",\s*\[\s*(Module\([^()]*\),?\s*)+\]/
    let module = /Module\(\s*name: "(\w+)",\s*links: \[([^\]]*)\]\)/
    return manifest.matches(of: layer).flatMap { row in
      String(row.0).matches(of: module).map { match in
        PackageModule(
          name: String(match.1), layer: String(row.1),
          links: Set(match.2.matches(of: /\w+/).map { String($0.0) }))
      }
    }
  }
}

private struct DrawnGraph: Decodable {
  var modules: [Module]
  var links: [Link]

  struct Module: Decodable {
    var id: String
    var name: String
    var layer: String?
  }

  struct Link: Decodable {
    var from: String
    var to: String
  }
}
