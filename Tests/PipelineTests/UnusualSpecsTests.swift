import Architecture
import Diagnostics
import Files
import Inference
import Rules
import TestSupport
import Testing
@testable import Workspace
import WorkspaceReading

/// Specs under other names, or run from another folder than theirs.
@Suite struct UnusualSpecsTests {
  private func read(_ tree: MemoryTree, _ rules: String = "version: 1\n") throws -> Workspace {
    try Workspace(
      reading: tree,
      configuration: Configuration(
        rules: Array(rules.utf8), file: FileID(index: 0), catalog: ruleCatalog),
      known: SourceMap(paths: ["rules.yml"]), options: .init(jobs: 1, environment: { _ in nil }))
  }

  private func survey(_ workspace: Workspace) -> SpecSurvey {
    SpecSurvey(
      graph: workspace.graph, diagnostics: workspace.diagnostics, sources: workspace.sources)
  }

  private func patterns(_ files: [String: String]) throws -> [String] {
    let tree = MemoryTree(files)
    return try survey(read(tree)).unusualSpecs(in: tree, jobs: 1).map { specs in
      specs.root.map { "\(specs.pattern) from \($0)" } ?? specs.pattern
    }
  }

  private func spec(_ name: String, include: String? = nil) -> String {
    (include.map { "include: \($0)\n" } ?? "")
      + "name: \(name)\ntargets:\n  \(name): {type: framework, platform: iOS}\n"
  }

  @Test func nothingIsUnusualAboutTheUsual() throws {
    #expect(try patterns(["A/project.yml": spec("A"), "other.yml": spec("B")]) == [])
    #expect(try patterns([:]) == [])
    #expect(try patterns(["notes.yml": "name: x\n", "jobs.yml": "targets: []\n"]) == [])
  }

  @Test func oneNameOfItsOwn() throws {
    #expect(try patterns(["app.yml": spec("A")]) == ["app.yml"])
    #expect(
      try patterns(["app.yaml": spec("A"), "apply.yml": spec("B")]) == ["app.yaml", "apply.yml"])
    #expect(
      try patterns(["A/app.yml": spec("A"), "B/kit.yml": spec("B"), ".hidden.yml": spec("C")])
        == ["A/app.yml", "B/kit.yml"])
  }

  @Test func namesThatStartAlike() throws {
    #expect(
      try patterns(["Project_App.yml": spec("A"), "Project_Kit.yml": spec("B")])
        == ["Project_*.yml"])
    #expect(try patterns(["App.yml": spec("A"), "Kit.yml": spec("B")]) == ["App.yml", "Kit.yml"])
  }

  @Test func workspacesOfTheirOwnAreLeftAlone() throws {
    #expect(
      try patterns(["app.yml": spec("A"), "In/rules.yml": "version: 1\n", "In/kit.yml": spec("B")])
        == ["app.yml"])
  }

  @Test(arguments: ["base.yml", "'base.yml'", "[\"base.yml\"]"])
  func includesThatStartFromTheRoot(_ include: String) throws {
    let files = [
      "base.yml": "settings: {}\n", "Apps/A/project.yml": spec("A", include: include),
      "Apps/B/project.yml": spec("B", include: include),
    ]
    #expect(try patterns(files) == ["Apps/*/project.yml from ."])
    var others = files
    others["Apps/C/project.yml"] = spec("C")
    #expect(
      try patterns(others) == ["Apps/A/project.yml from .", "Apps/B/project.yml from ."])
  }

  @Test func includesThatAreNowhere() throws {
    #expect(try patterns(["A/project.yml": spec("A", include: "base.yml")]) == [])
  }

  @Test func betterReadIsMoreOfTheSame() throws {
    let tree: MemoryTree = [
      "base.yml": "settings: {}\n", "A/project.yml": spec("A", include: "base.yml"),
      "B/project.yml": spec("B"),
    ]
    let usual = survey(try read(tree))
    let fromRoot = survey(
      try read(tree, "version: 1\nspecs: [{pattern: A/project.yml, root: .}, B/project.yml]\n"))
    let half = survey(try read(tree, "version: 1\nspecs: [{pattern: A/project.yml, root: .}]\n"))
    let none = survey(try read(tree, "version: 1\nspecs: [C/project.yml]\n"))
    #expect(fromRoot.isBetter(than: usual))
    #expect(!usual.isBetter(than: fromRoot) && !usual.isBetter(than: usual))
    #expect(!half.isBetter(than: usual))
    #expect(!none.isBetter(than: usual) && usual.isBetter(than: none))
  }
}
