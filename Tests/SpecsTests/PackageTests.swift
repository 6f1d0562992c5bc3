import Files
import Projects
import TestSupport
import Testing

@Suite struct PackageTests {
  static let fine: [(package: String, result: String)] = [
    ("path: ../Net", "Net at ../Net"), ("path: Net, url: a/b, from: 1", "Net at Net"),
    ("url: https://host/A/Net.git, from: 1.0.0", "Net from 1.0.0 at https://host/a/net"),
    ("github: A/Net, from: 1.0.0", "Net from 1.0.0 at https://github.com/a/net"),
    ("github: A/Net, url: other, from: 1.0.0", "Net from 1.0.0 at https://github.com/a/net"),
    ("url: x, from: 1.2", "Net from 1.2 at x"), ("url: x, from: v1.2.3", "Net from v1.2.3 at x"),
    ("url: x, majorVersion: 1.2.3", "Net from 1.2.3 at x"),
    ("url: x, minorVersion: 1.2.3", "Net minor 1.2.3 at x"),
    ("url: x, exactVersion: 1.2.3-b.1+c", "Net exact 1.2.3-b.1+c at x"),
    ("url: x, version: 1.10", "Net exact 1.1 at x"),
    ("url: x, branch: main", "Net branch main at x"),
    ("url: x, branch: 2.0", "Net branch 2.0 at x"),
    ("url: x, revision: abc", "Net revision abc at x"),
    ("url: x, minVersion: 1.0.0, maxVersion: 2.0.0", "Net from 1.0.0 to 2.0.0 at x"),
    ("url: x, minVersion: 1.0.0, from: 3.0.0", "Net from 3.0.0 at x"),
    // The first of them counts; one of a wrong type does not count.
    ("url: x, from: 1.0.0, branch: main, version: 2.0.0", "Net exact 2.0.0 at x"),
    ("url: x, version: 1, from: 1.0.0", "Net from 1.0.0 at x"),
  ]

  @Test(arguments: fine)
  func packages(_ package: String, _ result: String) throws {
    let resolved = Resolved("packages: {Net: {\(package)}}")
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.packages() == [result])
  }

  static let wrong: [(packages: String, error: String)] = [
    ("{Net: {url: x}}", "2:17: package 'Net' has no version requirement"),
    ("{Net: {from: 1.0.0}}", "2:17: package 'Net' has neither 'url', 'github' nor 'path'"),
    ("{Net: {github: 4, url: x, from: 1.0.0}}", "2:26: 'github' must be a string"),
    ("{Net: {path: 4}}", "2:17: package 'Net' has no version requirement"),
    ("{Net: text}", "2:17: package 'Net' must be a mapping"),
    ("{Net: }", "2:17: package 'Net' must be a mapping"),
    ("[]", "2:11: 'packages' must be a mapping"),
    ("", "2:10: 'packages' must be a mapping"),
  ]

  @Test(arguments: wrong)
  func errors(_ packages: String, _ error: String) {
    #expect(Resolved("packages: \(packages)").errors == ["project.yml:" + error])
  }

  @Test func oneErrorDoesNotHideTheOthers() throws {
    let resolved = Resolved("packages: {A: {url: x}, B: {path: B}, C: text}")
    #expect(resolved.errors.count == 2)
    // An invalid package is still a package, so no other finding says that it is missing.
    #expect(try resolved.packages() == ["A at x", "B at B", "C at c"])
  }

  @Test func unsetVariablesAreNamed() {
    let text = "packages: {A: {url: x, from: '${MAJOR}.0.0'}}"
    #expect(
      Resolved(text).errors == [
        "project.yml:2:30: '${MAJOR}.0.0' is not a valid version: the variable 'MAJOR' is not set"
      ])
    #expect(Resolved(text, variables: ["MAJOR": "4"]).errors.isEmpty)
  }

  @Test(arguments: ["version: 1", "from: yes", "from: one", "minVersion: 1.0.0, maxVersion: 2.0"])
  func versionsAreXcodeGensToJudge(_ version: String) {
    #expect(Resolved("packages: {Net: {url: x, \(version)}}").errors.isEmpty)
  }

  @Test func localPackagesAreNamedByTheirFolderAndWin() throws {
    let resolved = Resolved(
      [
        "a/project.yml": """
        name: P
        packages: {Net: {url: x, from: 1.0.0}, Other: {path: Other}}
        localPackages: [../lib/Net, 12, ., Kit/]
        """
      ], "a/project.yml")
    #expect(
      try resolved.packages() == ["Other at a/Other", "Net at lib/Net", "a at a", "Kit at a/Kit"])
    #expect(try Resolved("localPackages: Kit").packages() == [])
  }

  @Test func projectReferences() throws {
    let resolved = Resolved(
      "projectReferences: {A: {path: ../a/A.xcodeproj}, B: {}, C: text, D: {path: 4}}")
    #expect(
      resolved.projects.flatMap(\.references).map { $0.path } == ["../a/A.xcodeproj"])
    #expect(
      resolved.errors == [
        "project.yml:2:50: project reference 'B' has no 'path'",
        "project.yml:2:60: project reference 'C' has no 'path'",
        "project.yml:2:66: project reference 'D' has no 'path'",
      ])
    #expect(Resolved("projectReferences: [A]").errors.isEmpty)
    #expect(Resolved("projectReferences:").errors.isEmpty)
  }
}
