import Paths
import Projects
import TestSupport
import Testing
import YAML

@Suite struct PathRewritingTests {
  @Test func pathsOfIncludedFilesStartAtTheirFolder() throws {
    let resolved = Resolved([
      "project.yml": "name: P\ninclude: sub/a.yml\n",
      "sub/a.yml": """
      include: deep/b.yml
      options: {carthageBuildPath: Build}
      packages: {Local: {path: ../Local}, Net: {url: a/b, from: 1.0.0}}
      localPackages: [Inner, ../Outer]
      projectReferences: {Other: {path: Other.xcodeproj}}
      targets:
        T:
          type: framework
          platform: iOS
          dependencies:
            - framework: A.framework
            - {framework: B.framework, implicit: true}
            - framework: ../C.framework
            - framework: ../../D.framework
            - framework: /abs/E.framework
            - framework: ./x/../F.framework
            - bundle: G.bundle
            - sdk: H.framework
            - carthage: I
            - framework: ""
      """,
      "sub/deep/b.yml": """
      targetTemplates: {X: {dependencies: [{framework: T.framework}]}}
      targets: {T: {templates: [X], dependencies: [{framework: N.framework}]}}
      """,
    ])
    #expect(resolved.errors.isEmpty)
    #expect(
      try resolved.dependencies("T") == [
        "framework sub/deep/T.framework", "framework sub/deep/N.framework",
        "framework sub/A.framework",
        "framework sub/B.framework", "framework C.framework", "framework ../D.framework",
        "framework /abs/E.framework", "framework sub/x/../F.framework", "bundle G.bundle",
        "sdk H.framework", "carthage I", "framework sub",
      ])
    #expect(try resolved.spec().prebuilt.folder == "sub/Build")
    #expect(
      try resolved.packages() == [
        "Local at Local", "Net from 1.0.0 at a/b", "Inner at sub/Inner", "Outer at Outer",
      ])
    let reference = resolved.projects[0].references[0]
    #expect(reference.path == "sub/Other.xcodeproj")
  }

  @Test func theRootFileIsRewrittenToo() throws {
    let resolved = Resolved(
      """
      targets:
        T:
          type: framework
          platform: iOS
          dependencies:
            - framework: ./A.framework
            - framework: a/../B.framework
            - framework: ""
            - framework: c//C.framework
            - framework: D.framework/
      """)
    #expect(
      try resolved.dependencies("T") == [
        "framework A.framework", "framework a/../B.framework", "framework .",
        "framework c/C.framework", "framework D.framework//",
      ])
  }

  @Test func replacedListsKeepTheirPaths() throws {
    let resolved = Resolved([
      "project.yml": "name: P\ninclude: [a.yml, sub/b.yml]\n",
      "a.yml": "targets: {T: {type: framework, platform: iOS, dependencies: []}}",
      "sub/b.yml": "targets: {T: {dependencies:REPLACE: [{framework: A.framework}]}}",
    ])
    #expect(try resolved.dependencies("T") == ["framework A.framework"])
  }

  @Test func filesThatAreNotRelativeKeepTheirPathsButNotTheirParents() throws {
    let resolved = Resolved([
      "project.yml": "name: P\ninclude: [{path: sub/a.yml, relativePaths: false}, sub/c.yml]\n",
      "sub/a.yml":
        "targets: {T: {type: framework, platform: iOS, dependencies: [{framework: A.framework}]}}",
      "sub/c.yml": "include: {path: other/d.yml, relativePaths: false}",
      "other/d.yml": "targets: {T: {dependencies: [{framework: D.framework}]}}",
    ])
    #expect(
      try resolved.dependencies("T") == ["framework A.framework", "framework sub/D.framework"])
  }

  @Test func anAnchoredTextIsRewrittenOnlyWhereItIsAPath() throws {
    let resolved = Resolved([
      "project.yml": "name: P\ninclude: sub/a.yml\n",
      "sub/a.yml": """
      shared: &kit Kit.framework
      entry: &entry {framework: Shared.framework}
      targets:
        A: {type: framework, platform: iOS, dependencies: [{framework: *kit}, {bundle: *kit}, *entry]}
        B: {type: framework, platform: iOS, dependencies: [{framework: *kit}, *entry, {<<: *entry}]}
      """,
    ])
    #expect(
      try resolved.dependencies("A") == [
        "framework sub/Kit.framework", "bundle Kit.framework", "framework sub/Shared.framework",
      ])
    #expect(
      try resolved.dependencies("B") == [
        "framework sub/Kit.framework", "framework sub/Shared.framework",
        "framework sub/Shared.framework",
      ])
  }

  @Test(arguments: [
    "", ".", "a", "a/b", "a/", "a//b", "./a", "../a", "a/../b", "a/..", "a/.", "/a", ".a", "a/.b",
  ])
  func plainPathsStayAsTheyAre(_ path: String) {
    #expect(Path.isPlain(Array(path.utf8)[...]) == Path.isPlain(path))
    guard Path.isPlain(path) else { return }
    for base in ["", "."] { #expect(Path.join(base, path) == path) }
  }
}
