import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct ExceptionTests {
  private func workspace(_ exceptions: String) -> Workspace {
    var workspace = Workspace("layers: [core]\nexceptions:\n" + exceptions)
    workspace.add("core/A", "A", links: ["B"])
    workspace.add("core/B", "B")
    return workspace
  }

  @Test func unusedIsToldUnlessSomethingCouldNotBeRead() throws {
    var workspace = workspace("  - { link: A -> Gone, rule: same-layer, reason: r }\n")
    #expect(try workspace.findings() == ["unused-exception", "same-layer A -> B"])
    workspace.reading.brokenSpecs = ["core/Gone/project.yml"]
    #expect(try workspace.findings() == ["same-layer A -> B"])
  }
}
