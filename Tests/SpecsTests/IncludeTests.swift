import Diagnostics
import Files
import Projects
@testable import SpecDecoding
@testable import SpecReading
import TestSupport
import Testing

@Suite struct IncludeTests {
  /// A target `T` whose dependencies tell which files were read, in which order.
  static func marked(_ name: String, include: String = "") -> String {
    "\(include)\ntargets: {T: {dependencies: [{sdk: \(name).tbd}]}}\n"
  }

  /// The order in which the files of a tree whose root has `include` are merged.
  static func order(
    _ include: String, _ files: [String: String], variables: [String: String] = [:]
  ) throws -> [String] {
    var files = files
    files["project.yml"] =
      "name: P\n" + include
      + "\ntargets: {T: {type: framework, platform: iOS, dependencies: [{sdk: root.tbd}]}}\n"
    let resolved = Resolved(MemoryTree(files), variables: variables)
    // A file that is merged twice doubles its dependencies, which is reported.
    #expect(resolved.errors.filter { !$0.contains("[duplicate-dependency]") } == [])
    return try resolved.dependencies("T").map { String($0.dropFirst(4).dropLast(4)) }
  }

  @Test(arguments: [
    ("include: a.yml", ["a", "root"]), ("include: {path: a.yml}", ["a", "root"]),
    ("include: [b.yml, {path: a.yml}]", ["b", "a", "root"]), ("include: []", ["root"]),
    ("include: 12", ["root"]), ("include: {file: a.yml}", ["root"]),
    ("include: [12, {file: a.yml}, {path: 3}, [a.yml], yes, a.yml]", ["a", "root"]),
    ("include: [a.yml, a.yml, ./a.yml, .//a.yml]", ["a", "root"]),
  ])
  func forms(_ include: String, _ expected: [String]) throws {
    let files = ["a.yml": Self.marked("a"), "b.yml": Self.marked("b")]
    #expect(try Self.order(include, files) == expected)
  }

  @Test(arguments: [
    ("true", true), ("yes", true), ("On", true), ("false", false), ("no", false), ("OFF", false),
    ("\"true\"", true), ("\"YES\"", true), ("\"y\"", true), ("\"T\"", true), ("\"1\"", true),
    ("\"  -007\"", true), ("\"on\"", false), ("\"off\"", false), ("\"0\"", false), ("\"\"", false),
    ("", false), ("~", false), ("null", false), ("\"${UNSET}\"", false), ("\"${SET}\"", true),
    ("0", true), ("1", true), ("0.0", true), ("[]", true), ("{}", true),
  ])
  func enabled(_ value: String, _ isEnabled: Bool) throws {
    let order = try Self.order(
      "include: [{path: a.yml, enable: \(value)}]", ["a.yml": Self.marked("a")],
      variables: ["SET": "yes"])
    #expect(order == (isEnabled ? ["a", "root"] : ["root"]))
  }

  @Test func whatIsDisabledIsNotOpened() throws {
    #expect(try Self.order("include: [{path: missing.yml, enable: no}]", [:]) == ["root"])
  }

  @Test func nestedIncludesComeFirstEachFileOnce() throws {
    let order = try Self.order(
      "include: [a.yml, b.yml]",
      [
        "a.yml": Self.marked("a", include: "include: [c.yml, d.yml]"),
        "b.yml": Self.marked("b", include: "include: [d.yml, a.yml]"), "c.yml": Self.marked("c"),
        "d.yml": Self.marked("d", include: "include: c.yml"),
      ])
    #expect(order == ["c", "d", "a", "b", "root"])
  }

  @Test func identityIsTheTextOfThePath() throws {
    let files = ["x/b.yml": "", "a.yml": Self.marked("a"), "x/a.yml": Self.marked("xa")]
    #expect(try Self.order("include: [a.yml, x/../a.yml, ./a.yml]", files) == ["a", "a", "root"])
    #expect(try Self.order("include: [x/a.yml, x//a.yml, ./x/./a.yml]", files) == ["xa", "root"])
  }

  @Test func includesStartAtTheirFileUnlessTheySayOtherwise() throws {
    let files = [
      "p/a.yml": Self.marked("pa", include: "include: [b.yml, {path: c.yml, relativePaths: no}]"),
      "p/b.yml": Self.marked("pb"), "b.yml": Self.marked("b"),
      "c.yml": Self.marked("c", include: "include: q/d.yml"), "q/d.yml": Self.marked("qd"),
      "p/q/d.yml": Self.marked("pqd"),
    ]
    #expect(try Self.order("include: p/a.yml", files) == ["pb", "qd", "c", "pa", "root"])
    let still = "include: {path: p/a.yml, relativePaths: false}"
    #expect(try Self.order(still, files) == ["b", "qd", "c", "pa", "root"])
  }

  @Test func aFileMetTwiceKeepsItsFirstBase() throws {
    let files = [
      "p/a.yml": Self.marked("pa", include: "include: b.yml"), "p/b.yml": Self.marked("pb"),
      "b.yml": Self.marked("b"),
    ]
    let first = "include: [{path: p/a.yml, relativePaths: no}, p/a.yml]"
    #expect(try Self.order(first, files) == ["b", "pa", "root"])
    let second = "include: [p/a.yml, {path: p/a.yml, relativePaths: no}]"
    #expect(try Self.order(second, files) == ["pb", "pa", "root"])
  }

  @Test func twoFilesUnderOneKeyLoseTheSecond() throws {
    let files = [
      "p/a.yml": Self.marked("pa", include: "include: [{path: b.yml, relativePaths: no}, b.yml]"),
      "p/b.yml": Self.marked("pb"), "b.yml": Self.marked("b"),
    ]
    #expect(try Self.order("include: p/a.yml", files) == ["b", "pa", "root"])
  }

  @Test func aFileMayIncludeOneOfItsNameFurtherUp() throws {
    let files = [
      "p/b.yml": Self.marked("pb", include: "include: {path: b.yml, relativePaths: no}"),
      "b.yml": Self.marked("b"),
    ]
    #expect(try Self.order("include: p/b.yml", files) == ["b", "pb", "root"])
  }

  @Test func JSONFilesAreIncludedByTheirEnding() throws {
    let text = #"{"targets": {"T": {"dependencies": [{"sdk": "json.tbd"}]}}}"#
    #expect(try Self.order("include: a.JSON", ["a.JSON": text]) == ["json", "root"])
    #expect(try Self.order("include: a.txt", ["a.txt": text]) == ["json", "root"])
  }

  @Test func aProjectRootMovesIncludesAndPaths() throws {
    let resolved = Resolved(
      [
        "App/project.yml": """
        name: P
        include: Shared/a.yml
        targets: {T: {type: framework, platform: iOS, dependencies: [{framework: X.framework}]}}
        """,
        "Shared/a.yml": "targets: {T: {dependencies: [{framework: Y.framework}]}}",
      ], "App/project.yml", root: ".")
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.spec().folder == "")
    #expect(
      try resolved.dependencies("T") == ["framework Shared/Y.framework", "framework X.framework"])
  }

  @Test func aProjectRootMayLieBesideTheSpecification() throws {
    let resolved = Resolved(
      [
        "App/project.yml": """
        name: P
        include: a.yml
        targets: {T: {type: framework, platform: iOS}}
        """,
        "Shared/a.yml": "targets: {T: {dependencies: [{framework: Y.framework}]}}",
      ], "App/project.yml", root: "Shared")
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.dependencies("T") == ["framework Y.framework"])
  }

  @Test func errorsStandAtTheEntryOrInTheFile() {
    let files = [
      "missing": ["project.yml:2:10: [missing-include] include 'a.yml' does not exist"],
      "folder": ["project.yml:2:10: include 'p' cannot be read: is a folder"],
      "syntax": [
        "p/bad.yml:2:4: this list is missing a ',' between items or its closing ']'"
      ],
      "blank": ["project.yml:2:9: include '' cannot be read: is a folder"],
      "json": ["p/list.json:1:1: a JSON spec must be an object"],
    ]
    let includes = [
      "missing": "a.yml", "folder": "p", "syntax": "p/bad.yml", "blank": "", "json": "p/list.json",
    ]
    for (kind, expected) in files {
      let resolved = Resolved([
        "project.yml": "name: P\ninclude: \(includes[kind] ?? "")\n", "p/bad.yml": "a: b\nc: [\n",
        "p/list.json": "[]",
      ])
      #expect(resolved.errors == expected)
    }
  }

  @Test func whatCanBeReadIsReadAllTheSame() throws {
    let resolved = Resolved([
      "project.yml": """
      name: P
      include: [missing.yml, there.yml]
      targets: {A: {type: framework, platform: iOS}}
      """,
      "there.yml": "targets: {B: {type: framework, platform: iOS}}",
    ])
    #expect(resolved.errors.count == 1)
    #expect(try resolved.names() == ["A", "B"])
    #expect(try resolved.spec().gaps.contains(.isBroken))
  }

  @Test func includeCyclesAreErrors() {
    #expect(
      Resolved(["project.yml": "name: P\ninclude: project.yml"]).errors
        == ["project.yml:2:10: files include each other in a cycle: 'project.yml' → 'project.yml'"]
    )
    let longer = Resolved([
      "project.yml": "name: P\ninclude: a.yml", "a.yml": "include: [b.yml]",
      "b.yml": "include: a.yml",
    ])
    #expect(
      longer.errors == [
        "b.yml:1:10: files include each other in a cycle: 'a.yml' → 'b.yml' → 'a.yml'"
      ])
    let growing = Resolved(["project.yml": "name: P\ninclude: x/../project.yml", "x/y": ""])
    #expect(growing.errors.count == 1)
    #expect(growing.errors[0].contains("more than"))
  }

  @Test func aWrongCaseIsAWarningAndRead() throws {
    let resolved = Resolved([
      "project.yml": "name: P\ninclude: base.yml\n",
      "Base.yml": "targets: {A: {type: framework, platform: iOS}}",
    ])
    #expect(
      resolved.errors == [
        "project.yml:2:10: [include-case] include 'base.yml' exists only as 'Base.yml'"
      ])
    #expect(try resolved.names() == ["A"])
    #expect(try !resolved.spec().gaps.contains(.isBroken))
  }

  @Test func errorsOutsideOfTheRootStandAtTheEntry() throws {
    let resolved = Resolved([
      "project.yml": "name: P\ninclude: ../out.yml\n",
      "../out.yml": "targets: {A: {type: nope, platform: iOS}, B: {type: framework}}",
    ])
    let error = "project.yml:2:10: the included file has something that XcodeGen does not load"
    #expect(resolved.errors == [error, error])
  }

  @Test func errorsOutsideOfTheRootStandAtTheEntryOfEachSpec() throws {
    let files: MemoryTree = [
      "a/project.yml": "name: A\ninclude: ../../out.yml\n",
      "b/project.yml": "name: B\ninclude:   ../../out.yml\n",
      "../out.yml": "targets: {T: {type: tool, platform: macOS, plattform: x}}",
    ]
    var resolved = Resolved(files, "a/project.yml")
    resolved.reader.read("b/project.yml")
    let error = "[unknown-key] the included file has a key that XcodeGen does not know"
    #expect(
      resolved.ignoredKeys == ["a/project.yml:2:10: \(error)", "b/project.yml:2:12: \(error)"])
  }

  @Test func anErrorOfAnIncludedFileIsReportedOnce() throws {
    let files: MemoryTree = [
      "a/project.yml": "name: A\ninclude: ../shared.yml",
      "b/project.yml": "name: B\ninclude: ../shared.yml",
      "shared.yml": "targets: {T: {type: nope, platform: iOS}}",
    ]
    var resolved = Resolved(files, "a/project.yml")
    resolved.reader.read("b/project.yml")
    #expect(resolved.errors == ["shared.yml:1:21: target 'T' has the unknown type 'nope'"])
    #expect(resolved.projects.map { $0.gaps.contains(.isBroken) } == [true, true])
  }

  @Test func aSharedFileIsReadOnce() throws {
    let tree = CountingTree([
      "a/project.yml": "name: A\ninclude: ../shared.yml",
      "b/project.yml": "name: B\ninclude: ../shared.yml",
      "shared.yml": "targets: {T: {type: framework, platform: iOS}}",
    ])
    let first = SpecReader(source: tree, options: .init())
    for spec in ["a/project.yml", "b/project.yml"] {
      var reader = first
      reader.read(spec)
      let batch = reader.takeBatch()
      #expect(batch.notes.diagnostics.isEmpty)
      #expect(batch.projects.flatMap(\.targets).count == 1)
      #expect(batch.notes.includedPaths == ["shared.yml"])
    }
    #expect(tree.reads == ["a/project.yml": 1, "b/project.yml": 1, "shared.yml": 1])
  }
}
