import Architecture
import Diagnostics
import Files
import Packages
import Rules
import TestSupport
import Workspace
import WorkspaceReading

/// The bytes as the contents of an Xcode workspace beside a specification.
func readXcodeWorkspace(_ bytes: [UInt8]) {
  let path = "App.xcworkspace/contents.xcworkspacedata"
  let files = ["project.yml": Array(specification.utf8), path: bytes]
  lint(MemoryTree(files), rules: listed) { findings, sources in
    requirePlaces(
      of: findings.filter { finding in
        finding.location.map { sources[$0.file] == path } ?? false && finding.notes.isEmpty
      }, in: bytes)
  }
}

/// The bytes as the choices that make a project whose objects refer to each other at random.
func readProjectStructure(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  readXcodeProject("project.pbxproj", Array(RandomXcodeProject.text(using: &choices).utf8))
}

/// The bytes as the file of an Xcode project that is alone.
func readXcodeProject(_ name: String, _ bytes: [UInt8]) {
  let path = "App.xcodeproj/" + name
  lint(MemoryTree([path: bytes]), rules: listed) { findings, sources in
    requirePlaces(
      of: findings.filter { finding in
        finding.location.map { sources[$0.file] == path } ?? false && finding.notes.isEmpty
      }, in: bytes)
  }
}

/// The files as manifests of packages, or as what `swift package dump-package` prints of `Kit`.
func readPackages(_ bytes: [UInt8]) {
  var files = FileSet(bytes).files
  let start = Position(line: 1, column: 1)
  let place = SourceRange(file: fuzzedFile, start: start, end: start)
  let dumped = files.removeValue(forKey: "dump").flatMap {
    PackageManifest(dump: $0, location: place)
  }
  var tree = files.filter { path, _ in
    path.hasSuffix("/Package.swift") && !path.hasPrefix("project.yml/")
      && !path.hasPrefix("Kit/Package.swift/")
  }
  tree["project.yml"] = Array(specification.utf8)
  if tree["Kit/Package.swift"] == nil { tree["Kit/Package.swift"] = files["project.yml"] ?? [] }
  lint(
    MemoryTree(tree), rules: silent,
    describePackages: { questions in
      var answers = PackageReader.Answers()
      for question in questions { answers.packages[question.path] = dumped }
      return answers
    }
  ) { findings, _ in
    for finding in findings { require(!finding.message.text.isEmpty, "a finding without words") }
  }
}

private let specification = """
  name: App
  packages: {Kit: {path: Kit}}
  targets:
    App:
      {type: application, platform: iOS, dependencies: [{package: Kit}, {package: Kit, product: A}]}
  """

private let silent = configuration("version: 1\n")
private let listed = configuration("version: 1\nrules: {workspace-mismatch: warning}\n")

private func configuration(_ text: String) -> Configuration {
  do throws(Diagnostic) {
    return try Configuration(rules: Array(text.utf8), file: fuzzedFile, catalog: ruleCatalog)
  } catch {
    fatalError(error.message.text)
  }
}

/// Reads and judges a workspace, and hands over all that is said of it.
private func lint(
  _ tree: MemoryTree, rules: Configuration,
  describePackages: (@Sendable ([PackageReader.Question]) -> PackageReader.Answers)? = nil,
  _ body: ([Diagnostic], SourceMap) -> Void
) {
  var options = Workspace.Options(jobs: 1, environment: { _ in nil })
  options.root = "/repository"
  options.describePackages = describePackages
  guard
    let workspace = try? Workspace(
      reading: tree, configuration: rules, known: SourceMap(paths: ["rules.yml"]),
      options: options
    ).judgingImports(by: rules, jobs: 1),
    let today = Day("2026-01-01")
  else { fatalError("a tree that cannot be read") }
  let outcome = Linter.run(
    workspace.graph, configuration: rules, readerFindings: workspace.diagnostics,
    sources: workspace.sources, today: today, reading: workspace.reading)
  body(outcome.findings, workspace.sources)
}
