import Architecture
import Diagnostics
import Files
import Graph
import Rules
import TestSupport
import Testing
@testable import Workspace
import WorkspaceReading

/// Where a workspace is judged by two rules.yml, it is read again only if that matters.
@Suite struct RereadingTests {
  /// Rules that read the workspace as `base` has it read.
  @Test(arguments: [
    base + "# a comment\n",
    base + "rules: { same-layer: off, orphan: error, upward: warning }\n",
    base + "exceptions: [{ link: 'A -> B', rule: same-layer, reason: x }]\n",
    base + "links: [{ id: none, forbid: 'A -> B', because: x }]\n",
    base.replacing("[top, low]", with: "[low, top]"),
    base.replacing("*Core", with: "*Interface"),
  ])
  func judgesWhatWasRead(rules: String) throws {
    let (base, other) = (try Self.configuration(Self.base), try Self.configuration(rules))
    #expect(base.readsLike(other, ruleCatalog))
    #expect(other.readsLike(base, ruleCatalog))
    let read = try Self.findings(of: Self.workspace(base), other)
    #expect(read == (try Self.findings(of: Self.workspace(other), other)))
    #expect(!read.isEmpty)
  }

  /// Rules that do not.
  @Test(arguments: [
    base.replacing("old/**", with: "older/**"),
    base.replacing("[top, low]", with: "[top, low, other]"),
    base.replacing("[top, low]", with: "[{ name: top, modules: ['top/*'] }, low]"),
    base.replacing("[top, low]", with: "[{ name: top, peers: { within: 'top/*' } }, low]"),
    base.replacing("linkage: static", with: "linkage: dynamic"),
    base.replacing("linkage: static", with: "linkage: static, embedded: true"),
    base.replacing("externals: { Vendor:", with: "externals: { 'Vendor*':"),
    base + "packages: opaque\n",
    base + "specs: ['*.yml']\n",
    base + "specs: [project.yml]\n",
    base + "ignore: ['low/sub/**']\n",
    base + "tags: { old: ['low/sub/**'] }\n",
    base + "links: [{ id: none, forbid: 'top/a/** -> B', because: x }]\n",
    base + "rules: { workspace-mismatch: error }\n",
    base + "rules: { undeclared-import: error }\n",
    base + "rules: { unused-link: { severity: error, tests: error } }\n",
  ])
  func readsAnew(rules: String) throws {
    let (base, other) = (try Self.configuration(Self.base), try Self.configuration(rules))
    #expect(!base.readsLike(other, ruleCatalog))
    #expect(!other.readsLike(base, ruleCatalog))
    #expect(other.readsLike(other, ruleCatalog))
  }

  private static let base = """
    version: 1
    layers: [top, low]
    interfaces: ["*Core"]
    exclude: ["old/**"]
    externals: { Vendor: { linkage: static } }

    """

  private static let files = [
    "top/a/project.yml": spec("A", "[{ framework: B.framework, implicit: true }]"),
    "top/b/project.yml": spec("B", "[{ framework: Vendor.framework }]"),
    "low/sub/project.yml": spec("C", "[{ framework: A.framework, implicit: true }]"),
    "old/project.yml": spec("D", "[]"),
  ]

  private static func spec(_ name: String, _ dependencies: String) -> String {
    "name: \(name)\ntargets:\n  \(name): { type: framework, platform: iOS, dependencies: \(dependencies) }\n"
  }

  private static func configuration(_ rules: String) throws -> Configuration {
    let configuration = try Configuration(
      rules: Array(rules.utf8), file: FileID(index: 0), catalog: ruleCatalog)
    #expect(configuration.problems.map(\.message.text) == [])
    return configuration
  }

  private static func workspace(_ configuration: Configuration) throws -> Workspace {
    try Workspace(
      reading: MemoryTree(files), configuration: configuration,
      known: SourceMap(paths: ["rules.yml"]), options: .init(jobs: 1, environment: { _ in nil })
    ).judgingImports(by: configuration, jobs: 1)
  }

  private static func findings(
    of workspace: Workspace, _ configuration: Configuration
  ) throws -> [String] {
    let result = Linter.run(
      workspace.graph, configuration: configuration, readerFindings: workspace.diagnostics,
      sources: workspace.sources, today: try #require(Day("2026-01-01")),
      reading: workspace.reading)
    return result.findings.map { finding in
      let place = finding.location.map { "\(workspace.sources[$0.file]):\($0.start)" } ?? ""
      return "\(place) \(finding.severity) \(finding.message.text)"
    }
  }
}
