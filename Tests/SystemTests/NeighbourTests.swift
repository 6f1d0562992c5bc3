import Diagnostics
import Foundation
import ProgramRuns
import Report
import Rules
import Architecture
import Testing

/// Findings of each rule beside the other files that a finding may be told of: CODEOWNERS, a baseline,
/// exceptions, a repository; in all formats, of the working tree, the index and since a revision.
///
/// Each neighbour adds a file, or takes findings away, that others then point into. A rule meets all
/// of them together and one of them alone; with `MODLINT_SWEEP=all` each alone.
@Suite struct NeighbourTests {
  private static let formats = Format.allCases.filter { $0 != .text }.map(\.rawValue)

  private struct Neighbour: Sendable {
    var name: String
    var add: @Sendable (_ workspace: URL, _ files: [String]) throws -> Void
  }

  /// An entry that nothing needs and one that has no form, so that findings stand in the file itself.
  private static let baseline = """
    version: 1
    findings:
      cycle:
        - [Gone/Gone, Gone/Away]
        - 1
      no-rule-at-all:
        - [Gone/Gone]

    """

  private static let neighbours = [
    Neighbour(name: "alone") { _, _ in },
    Neighbour(name: "CODEOWNERS") { workspace, _ in
      try write("* @all\n/modlint-baseline.yml @debt\n", to: workspace, "CODEOWNERS")
    },
    Neighbour(name: "CODEOWNERS of GitLab") { workspace, _ in
      try write(
        "[Apps][2] @apps\n*\n^[Debt]\n/*.yml @debt\n", to: workspace, ".gitlab/CODEOWNERS")
    },
    Neighbour(name: "baseline") { try $0.addBaseline($1) },
    Neighbour(name: "exceptions") { try $0.addExceptions($1) },
    Neighbour(name: "all") { workspace, files in
      try write("* @all\n", to: workspace, ".github/CODEOWNERS")
      try workspace.addBaseline(files)
      try workspace.addExceptions(files)
    },
  ]

  /// `rules-weakened` compares revisions, which these cases have none of.
  @Test(arguments: ruleCatalog.map { $0.id.name }.filter { $0 != "rules-weakened" })
  func noNeighbourBreaksAFinding(_ rule: String) throws {
    // A baseline that most of these entries are in ends the run; the neighbour's one does not.
    let subject = rule == "invalid-baseline" ? "same-layer" : rule
    let sign = subject == "link-constraint" ? "error: " : "[\(subject)]"
    let golden = try #require(
      GoldenCase.all.flatMap(\.workspaces).first {
        $0.subject == subject && $0.lintOptions != nil && $0.expected.contains(sign)
      }, "no case of lint shows it")
    try expectFindings(of: golden, show: sign)
  }

  /// Findings at lines of manifests, and those of modules that lie elsewhere than their spec.
  @Test(arguments: [
    "packages/specs-name-packages/names-that-are-not-there",
    "packages/specs-name-packages/static-product-in-two-frameworks",
    "packages/specs-name-packages/cycle-of-targets",
    "packages/specs-name-packages/templates-and-includes-name-packages",
    "module-folder/one-spec-for-all", "same-layer/slices-of-a-layer",
  ])
  func noNeighbourBreaksAFindingOf(_ page: String) throws {
    let golden = try #require(
      GoldenCase.all.flatMap(\.workspaces).first { $0.testDescription == page })
    #expect(golden.lintOptions != nil)
    try expectFindings(of: golden, show: "error: ")
  }

  private func expectFindings(of golden: GoldenCase, show sign: String) throws {
    let own = golden.lintOptions ?? []
    let isSweep = ProcessInfo.processInfo.environment["MODLINT_SWEEP"] == "all"
    let turn = golden.testDescription.utf8.count % (Self.neighbours.count - 1)
    for (number, neighbour) in Self.neighbours.enumerated()
    where isSweep || number == turn || neighbour.name == "all" {
      try golden.withCopy { workspace, files in
        try neighbour.add(workspace, files)
        let shown = ["alone": sign, "baseline": "[invalid-baseline]"][neighbour.name] ?? ""
        try expectReports(
          own, in: workspace, shows: shown, neighbour)
        guard neighbour.name == "all" else { return }
        try GoldenCase.git("init", "--quiet", in: workspace)
        try GoldenCase.git("add", "--all", in: workspace)
        try expectReports(own + ["--staged"], in: workspace, shows: "", neighbour)
        try GoldenCase.git("commit", "--quiet", "--message", "Start", in: workspace)
        try expectReports(own + ["--since", "HEAD"], in: workspace, shows: "", neighbour)
        try FileManager.default.removeItem(at: workspace.appending(path: "modlint-baseline.yml"))
        try expectReports(own + ["--since", "HEAD"], in: workspace, shows: "", neighbour)
        try expectReports(
          own + ["--since", "HEAD", "--staged"], in: workspace, shows: "", neighbour)
      }
    }
  }

  /// All formats at once: each must be written whole, and all must have the same findings.
  private func expectReports(
    _ options: [String], in workspace: URL, shows sign: String, _ neighbour: Neighbour
  ) throws {
    let reports = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: reports) }
    let outputs = Self.formats.map { "--output=\($0)=\(reports.appending(path: $0).path)" }
    let ending = try GoldenCase.process(["lint"] + options + outputs, in: workspace).finish()
    let what = Comment(rawValue: "\(neighbour.name), \(options): \(ending.text)")
    #expect(ending.reason == .exit && [0, 1].contains(ending.status), what)
    #expect(!ending.standardError.contains("internal error"), what)
    #expect(sign.isEmpty || ending.output.contains(sign), what)
    guard [0, 1].contains(ending.status) else { return }
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: reports.appending(path: "json")))
    let findings = (json as? [String: Any])?["findings"] as? [[String: Any]] ?? []
    let isOwned = neighbour.name == "all" || neighbour.name.hasPrefix("CODEOWNERS")
    #expect(findings.isEmpty || findings.contains { $0["codeOwners"] != nil } == isOwned, what)
    let shown = findings.filter { $0["state"] as? String == "new" }.count
    let lines = try text("xcode", in: reports).split(separator: "\n")
    #expect(lines.count >= shown, what)
    for format in Self.formats where format != "xcode" {
      #expect(try !text(format, in: reports).isEmpty, what)
    }
  }

  private func text(_ format: String, in reports: URL) throws -> String {
    try String(contentsOf: reports.appending(path: format), encoding: .utf8)
  }

  fileprivate static func write(_ text: String, to workspace: URL, _ path: String) throws {
    let file = workspace.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  fileprivate static var staleBaseline: String { baseline }
}

extension URL {
  fileprivate func addBaseline(_ files: [String]) throws {
    try NeighbourTests.write(NeighbourTests.staleBaseline, to: self, "modlint-baseline.yml")
  }

  /// An exception for each spec, and one for rules.yml itself.
  fileprivate func addExceptions(_ files: [String]) throws {
    let file = appending(path: "rules.yml")
    var rules = (try? String(contentsOf: file, encoding: .utf8)) ?? "version: 1\n"
    guard !rules.contains("exceptions:") else { return }
    let entries = (files + ["rules.yml", "gone/project.yml"]).map {
      "  - { file: \"\($0)\", rule: invalid-spec, reason: Debt }\n"
    }
    rules += "\nexceptions:\n" + entries.joined()
    try rules.write(to: file, atomically: true, encoding: .utf8)
  }
}

extension GoldenCase {
  /// The options of its run, where that is one of `lint` which leaves the format to others.
  fileprivate var lintOptions: [String]? {
    guard environment.isEmpty, let command = commands.first, commands.count == 1 else { return nil }
    let words = command.split(separator: " ").map(String.init)
    guard words.first == "lint" || words.first == "--today",
      !words.contains(where: { ["--format", "--output"].contains($0) })
    else { return nil }
    return words.filter { $0 != "lint" }
  }

  /// Lends a copy of the workspace, and the paths of its specs.
  fileprivate func withCopy(_ body: (URL, [String]) throws -> Void) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let copy = scratch.appending(path: "workspace")
    try unpack(to: copy)
    let paths = FileManager.default.subpaths(atPath: copy.path) ?? []
    try body(copy, paths.filter { $0.hasSuffix("project.yml") }.sorted())
  }
}
