import Architecture
import Diagnostics
import Files
import Owners
import Report
import Rules
import TestSupport
import Workspace
import WorkspaceReading
import YAML

/// A workspace of several files, from reading it to its reports and graphs.
///
/// All formats of both would take most of the time, so that an input is written in one of each, chosen by
/// its bytes, besides JSON, which is read again.
func lintWorkspace(_ bytes: [UInt8]) {
  let set = FileSet(bytes)
  guard let today = Day("2026-01-01"),
    let configuration = try? Configuration(
      rules: set.files["rules.yml"] ?? Array("version: 1\n".utf8), file: fuzzedFile,
      catalog: ruleCatalog),
    let workspace = try? Workspace(
      reading: set.tree, configuration: configuration, known: SourceMap(paths: ["rules.yml"]),
      options: .init(jobs: 1, environment: { _ in nil })
    ).judgingImports(by: configuration, jobs: 1)
  else { return }
  var sources = workspace.sources
  let baseline = set.files["modlint-baseline.yml"].flatMap {
    try? Baseline($0, file: sources.add("modlint-baseline.yml"))
  }
  let result = Linter.run(
    workspace.graph, configuration: configuration, readerFindings: workspace.diagnostics,
    sources: sources, today: today, reading: workspace.reading,
    known: KnownFindings(baseline: baseline))
  let choice = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
  writeReports(result, sources: sources, files: set.files, choice)
  writeGraphs(result, workspace, configuration, choice)
}

/// The bytes as CODEOWNERS in both forms, asked for the patterns of its first lines.
func readCodeOwners(_ bytes: [UInt8]) {
  for path in [".github/CODEOWNERS", ".gitlab/CODEOWNERS"] {
    guard let owners = CodeOwners(of: MemoryTree([path: bytes]), workspace: "") else {
      fatalError("a CODEOWNERS that cannot be read")
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(8) {
      let file = String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
      for owner in owners.owners(of: file) { require(!owner.isEmpty, "an owner without a name") }
    }
  }
}

private func writeReports(
  _ result: LintResult, sources: SourceMap, files: [String: [UInt8]], _ choice: Int
) {
  let report = Report(
    findings: result.findings, sources: sources,
    summary: .init(modules: result.summary.modules, findings: result.findings))
  let lines = files.mapValues { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
  for format in [.json, Format.allCases[choice % Format.allCases.count]] {
    var text = ""
    format.reporter()
      .write(
        report,
        lines: { file, line in
          guard let lines = lines[sources[file]], lines.indices.contains(Int(line) - 1) else {
            return nil
          }
          return Array(lines[Int(line) - 1].unicodeScalars)
        }, to: &text)
    require(text.isEmpty || text.hasSuffix("\n"), "a report that does not end")
    if format == .json { requireJSON(text) }
  }
}

private func writeGraphs(
  _ result: LintResult, _ workspace: Workspace, _ configuration: Configuration, _ choice: Int
) {
  let view = GraphView(
    of: workspace.graph, sources: workspace.sources, layers: configuration.layers.map(\.name),
    findings: result.findings
  ) { module in
    (
      layer: result.graph.layerName(of: module), isInterface: result.graph.isInterface(module),
      isTestSupport: result.graph.isTestSupport(module), isOutside: false
    )
  }
  switch choice % 4 {
  case 0: _ = view.dot()
  case 1: _ = MermaidChart(of: view)
  case 2: _ = view.svg()
  default: requireJSON(view.json())
  }
}

private func requireJSON(_ text: String) {
  var tree = Tree()
  let parser = JSONParser(knownKeys: KnownKeys([]), rule: "")
  do throws(Diagnostic) {
    _ = try parser.parse(Array(text.utf8), into: &tree, file: fuzzedFile)
  } catch {
    fatalError("a report that is no JSON: \(error.message.text)")
  }
}
