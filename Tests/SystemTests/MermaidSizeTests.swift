import Foundation
import ProgramRuns
import TestSupport
import Testing

/// What is said of charts that Mermaid does not draw.
@Suite struct MermaidSizeTests {
  private func chart(of modules: [(name: String, links: [String])], _ arguments: [String] = [])
    throws
    -> String
  {
    let targets = modules.map { name, links in
      let links = links.map { "{ target: \($0) }" }.joined(separator: ", ")
      return "  \(name): { type: framework, platform: iOS, dependencies: [\(links)] }\n"
    }
    let folder = try TemporaryFolder(["project.yml": "name: Rope\ntargets:\n\(targets.joined())"])
    return try GoldenCase.modlint(
      ["graph", "--format", "mermaid"] + arguments, in: URL(filePath: folder.path))
  }

  private func standardError(_ printed: String) -> String? {
    printed.components(separatedBy: "--- stderr\n").dropFirst().first
  }

  @Test func saysSoOfTooManyLinks() throws {
    // Each links all before it: count · (count − 1) / 2 links.
    let modules = { (count: Int) in
      (0..<count).map { number in (name: "M\(number)", links: (0..<number).map { "M\($0)" }) }
    }
    #expect(try standardError(chart(of: modules(32))) == nil)
    let printed = try chart(of: modules(33))
    #expect(printed.hasPrefix("flowchart TB\n"))
    #expect(
      standardError(printed) == """
        modlint: warning: the chart has 528 links, and Mermaid draws 500 at most, as on GitHub; \
        --collapse and --focus draw less
        --- exit 0

        """)
    #expect(try standardError(chart(of: modules(33), ["--collapse", "project"])) == nil)
  }

  @Test func saysSoOfTooMuchText() throws {
    let modules = (0..<700).map { number in
      (name: String(repeating: "Rope", count: 20) + "\(number)", links: [String]())
    }
    #expect(try standardError(chart(of: Array(modules.prefix(400)))) == nil)
    let printed = try standardError(chart(of: modules))
    #expect(printed?.contains(" characters, and Mermaid reads 50000 at most") == true)
  }
}
