import Architecture
import Diagnostics
import Graph
import Rules
import TestSupport
import Testing
import Workspace
import WorkspaceReading

/// Each file is read and parsed once, whatever the rules ask for.
@Suite struct ParsingTests {
  @Test func specsManifestsAndIncludesAreReadOnce() throws {
    let spec = """
      include: ../shared.yml
      packages: { Kit: { path: ../Kit } }
      targets:
        App: { type: application, platform: iOS, sources: [Code], dependencies: [{ package: Kit }] }
      """
    let tree = CountingTree(
      MemoryTree([
        "rules.yml": "version: 1\nrules: { undeclared-import: error, unused-link: error }\n",
        "shared.yml": "options: { bundleIdPrefix: org }\n",
        "a/project.yml": "name: A\n\(spec)\n",
        "b/project.yml": "name: B\n\(spec)\n",
        "a/Code/a.swift": "import Kit\n",
        "b/Code/b.swift": "import Kit\n",
        "Kit/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
          targets: [.target(name: "Kit")])
        """,
        "Kit/Sources/Kit/k.swift": "public struct Kit {}\n",
      ]))
    var rules: [UInt8] = []
    try tree.read("rules.yml", limit: .max, into: &rules)
    let configuration = try Configuration(
      rules: rules, file: FileID(index: 0), catalog: ruleCatalog)
    let workspace = try Workspace(
      reading: tree, configuration: configuration, known: SourceMap(paths: ["rules.yml"]),
      options: .init(jobs: 1, environment: { _ in nil })
    ).judgingImports(by: configuration, jobs: 1)
    let outcome = Linter.run(
      workspace.graph, configuration: configuration, readerFindings: workspace.diagnostics,
      sources: workspace.sources, today: try #require(Day("2026-01-01")),
      reading: workspace.reading)
    #expect(outcome.findings.isEmpty)
    #expect(workspace.graph.builtModules.count == 3)
    #expect(tree.reads.filter { $0.value != 1 } == [:])
    #expect(tree.reads.count == 9)
  }
}
