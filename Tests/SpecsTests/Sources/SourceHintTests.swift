import Files
import Projects
import SpecDecoding
import SpecReading
import TestSupport
import Testing

/// What a specification says of where sources may lie, by which `--staged` and `--since` leave the others out.
@Suite struct SourceHintTests {
  /// However a path is written that leads out of the folder of `a/project.yml`.
  @Test(arguments: [
    ["a/project.yml": spec("sources: ../x")],
    ["a/project.yml": spec("sources: [Sources, ../x]")],
    ["a/project.yml": spec("sources: [{ path: Sources }, { path: Sources/../../x }]")],
    ["a/project.yml": spec("sources: /x")],
    ["a/project.yml": spec("sources: ['${OUT}']")],
    ["a/project.yml": spec("templates: [T]") + "targetTemplates: { T: { sources: [../x] } }\n"],
    [
      "a/project.yml": spec("templates: [T], templateAttributes: { place: ../x }")
        + "targetTemplates: { T: { sources: ['${place}'] } }\n"
    ],
    [
      "a/project.yml": spec("templates: [T]")
        + "targetTemplates: { T: { templates: [U] }, U: { sources: [{ path: ../x }] } }\n"
    ],
    ["a/project.yml": "include: ../b/more.yml\n" + spec(""), "b/more.yml": spec("sources: x")],
    [
      "a/project.yml": "include: ../b/more.yml\n" + spec("templates: [T]"),
      "b/more.yml": "targetTemplates: { T: { sources: [x] } }\n",
    ],
    [
      "a/project.yml": "include: [{ path: ../b/more.yml, relativePaths: false }]\n" + spec(""),
      "b/more.yml": spec("sources: ../x"),
    ],
    ["a/project.yml": spec("settings: { SWIFT_OBJC_BRIDGING_HEADER: ../x.h }")],
    ["a/project.yml": spec("settings: { GCC_PREFIX_HEADER: x.h }")],
  ])
  func sourcesMayLieElsewhere(files: [String: String]) {
    let outside = Self.hints(files).outside
    #expect(
      outside == nil || outside == ["x"] || outside == ["/x"] || outside == ["b/x"],
      "\(outside ?? [])")
  }

  @Test(arguments: [
    ["a/project.yml": spec("sources: x")],
    ["a/project.yml": spec("sources: [., ./x, x/../y, { path: z/ }]")],
    ["a/project.yml": spec("dependencies: [{ framework: ../X.framework }], sources: x")],
    ["a/project.yml": spec("templates: [T]") + "targetTemplates: { T: { sources: [x] } }\n"],
    [
      "a/project.yml": "include: ../b/more.yml\n" + spec("sources: x"),
      "b/more.yml": "options: {}\n",
    ],
  ])
  func sourcesLieInTheFolder(files: [String: String]) {
    #expect(Self.hints(files).outside == [])
  }

  @Test func pathsStartFromAnotherFolder() {
    let files = ["a/project.yml": Self.spec("sources: x")]
    #expect(Self.hints(files, projectRoot: "").outside == nil)
    #expect(Self.hints(files, projectRoot: "a/b").outside == nil)
    #expect(Self.hints(files, projectRoot: "a").outside == [])
  }

  private static func spec(_ target: String) -> String {
    "name: A\ntargets:\n  A: { type: framework, platform: iOS, \(target) }\n"
  }

  private static func hints(_ files: [String: String], projectRoot: String? = nil) -> SourceHints {
    var options = SpecReader.Options(environment: { $0 == "OUT" ? "../x" : nil })
    options.notesSourceHints = true
    var reader = SpecReader(source: MemoryTree(files), includes: IncludeCache(), options: options)
    reader.read(
      "a/project.yml", text: Array((files["a/project.yml"] ?? "").utf8), projectRoot: projectRoot)
    let specs = reader.takeBatch().projects
    #expect(specs.count == 1)
    return specs.first?.sourceHints ?? SourceHints()
  }
}
