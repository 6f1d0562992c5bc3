import Diagnostics
import Files
import Projects
@testable import SpecDecoding
@testable import SpecReading
import TestSupport
import Testing
import YAML

@Suite struct ParsedTextsTests {
  private static let text = """
    name: A
    name: B
    include: {path: ../shared.yml, enable: true}
    targets: {T: {templates: [Kit], platform: "${PLATFORM}", unknown: 1}}
    """
  private static let shared =
    "targetTemplates: {Kit: {type: framework, dependencies: [{target: Gone}]}}"

  private func read(_ tree: MemoryTree, _ paths: [String], _ parsed: ParsedTexts?) -> SpecReader {
    var options = SpecReader.Options(environment: { $0 == "PLATFORM" ? "iOS" : nil })
    options.parsedTexts = parsed
    var reader = SpecReader(source: tree, includes: IncludeCache(), options: options)
    for path in paths { reader.read(path) }
    return reader
  }

  private func targets(of reader: SpecReader) -> [Target] { reader.projects.flatMap(\.targets) }

  /// Whatever a reader does with a tree, the next one finds it as it was parsed.
  @Test func readersOfEqualTextsShareOnlyTheText() {
    let tree: MemoryTree = [
      "a/project.yml": Self.text, "b/project.yml": Self.text, "shared.yml": Self.shared,
    ]
    let parsed = ParsedTexts()
    for paths in [["a/project.yml"], ["b/project.yml", "a/project.yml"], ["a/project.yml"]] {
      let (own, shared) = (read(tree, paths, nil), read(tree, paths, parsed))
      #expect(own.diagnostics.count >= 2 * paths.count)
      #expect(shared.diagnostics == own.diagnostics)
      #expect(shared.sources.paths == own.sources.paths)
      let (sharedTargets, ownTargets) = (targets(of: shared), targets(of: own))
      #expect(sharedTargets.map(\.location) == ownTargets.map(\.location))
      #expect(
        sharedTargets.map { $0.dependencies.map(\.location) }
          == ownTargets.map { $0.dependencies.map(\.location) })
    }
  }

  @Test func aTextIsParsedOnce() throws {
    let (parsed, text) = (ParsedTexts(), Array("a: [1, 2]".utf8))
    var options = SpecReader.Options()
    options.parsedTexts = parsed
    var (parser, tree) = (SpecParser(options), Tree.spec)
    #expect(parsed.find(text, &tree, file: FileID(index: 0)) == nil)
    let root = try parser.parse(text, at: "a.yml", into: &tree, file: FileID(index: 0))
    var again = Tree.spec
    #expect(parsed.find(text, &again, file: FileID(index: 7)) == root)
    #expect(again.range(of: root).file == FileID(index: 7))
    #expect(again.elements(of: again.value(of: root, for: "a")).count == 2)
  }

  @Test func aBrokenTextIsBrokenAgain() {
    let tree: MemoryTree = ["project.yml": "name: ["]
    let parsed = ParsedTexts()
    let first = read(tree, ["project.yml"], parsed).diagnostics
    #expect(first.count == 1)
    #expect(read(tree, ["project.yml"], parsed).diagnostics == first)
  }
}
