import Architecture
import Diagnostics
@testable import Files
import Graph
import Paths
import Rules
import TestSupport
import Testing
@testable import Workspace
import WorkspaceReading

/// What is found does not depend on who reads what and when.
@Suite struct OrderTests {
  @Test(arguments: 0..<40)
  func anyOrderGivesTheSame(seed: Int) throws {
    let files = Self.files(seed: seed % 4)
    let expected = try Self.printed(MemoryTree(files), jobs: 1)
    #expect(expected.count > 100)
    let printed = try Self.printed(
      ShuffledTree(MemoryTree(files), seed: seed), jobs: 1 + seed % 7)
    #expect(
      printed == expected, "\(printed.difference(from: expected).prefix(6).map { "\($0)" })")
  }

  /// A workspace in layers with most that can be wrong with one.
  private static func files(seed: Int) -> [String: String] {
    let generated = GeneratedTree(layers: 5, upwardPercent: 8, seed: seed)
    let lock = "PODS:\n  - Rope (1.\(seed)):\n    - Thread\n  - Thread (2.0)\n"
    let more = [
      "rules.yml": rules(layers: generated.layers),
      "l0/project.yml":
        "name: Twins\ninclude: ../shared.yml\ntargets:\n  Twin: { type: framework, platform: iOS }\n",
      "l1/twin/project.yml":
        "name: Twins\ninclude: ../../shared.yml\ntargets:\n  Twin: { type: framework, platform: iOS }\n",
      "l2/broken/project.yml": "name: Broken\ntargets: [",
      "l2/pods/project.yml":
        "name: P\nname: Q\ntargets:\n  P: { platform: iOS, type: framework, dependencies: [framework: Rope.framework, framework: Rqpe.framework] }\n",
      "l2/pods/Podfile.lock": lock, "Podfile.lock": lock.replacing("1.", with: "9."),
      "l3/Cartfile.resolved": "github \"a/b\" \"1\"\n",
      "Cartfile.resolved": "github \"a/b\" \"2\"\nx\n",
      "l3/inner/rules.yml": "version: 1\n", "l3/inner/project.yml": "name: Unread\n",
      "All.xcworkspace/contents.xcworkspacedata":
        "<Workspace><FileRef location='group:l9/Gone.xcodeproj'/></Workspace>",
      "shared.yml": "options: { bundleIdPrefx: x }\nsettings: 3\n",
    ]
    return generated.tree.files.merging(more) { $1 }
  }

  private static func rules(layers: [String]) -> String {
    "version: 1\nlayers: [\(layers.joined(separator: ", "))]\nrules: { workspace-mismatch: warning, orphan: warning }\n"
  }

  private static func outcome(
    _ tree: some FileTree, jobs: Int
  ) throws -> (Workspace, LintResult) {
    var rules: [UInt8] = []
    try tree.read("rules.yml", limit: .max, into: &rules)
    let configuration = try Configuration(
      rules: rules, file: FileID(index: 0), catalog: ruleCatalog)
    let workspace = try Workspace(
      reading: tree, configuration: configuration, known: SourceMap(paths: ["rules.yml"]),
      options: .init(jobs: jobs, environment: { _ in nil })
    ).judgingImports(by: configuration, jobs: jobs)
    let outcome = Linter.run(
      workspace.graph, configuration: configuration, readerFindings: workspace.diagnostics,
      sources: workspace.sources, today: try #require(Day("2026-01-01")),
      reading: workspace.reading)
    return (workspace, outcome)
  }

  /// All that reports are made of, a line each.
  private static func printed(_ tree: some FileTree, jobs: Int) throws -> [String] {
    let (workspace, outcome) = try outcome(tree, jobs: jobs)
    func place(_ range: SourceRange?) -> String {
      range.map { "\(workspace.sources[$0.file]):\($0.start)-\($0.end)" } ?? ""
    }
    let graph = workspace.graph
    var lines = graph.modules.map { id in
      "\(graph.spec(of: id)?.path ?? "external")#\(graph[id].name) \(graph.shownName(id)) \(place(graph[id].location)) \(graph[id].roles)"
    }
    lines += graph.links.map { link in
      "\(link.from) \(link.to) \(link.kind) \(link.flags) \(place(link.location))"
    }
    for finding in outcome.findings {
      lines.append("\(finding.rule.name) \(finding.message.text) \(place(finding.location))")
      lines += finding.notes.map { "\($0.message.text) \(place($0.location))" }
      lines += finding.help.map(\.text)
      lines += finding.subject.chain.map { "\($0.from) \($0.to) \(place($0.location))" }
    }
    return lines + workspace.nestedWorkspaces + ["\(outcome.summary)", "\(outcome.excepted)"]
  }
}

/// A tree whose folders are met in any order, by any of the workers.
private struct ShuffledTree: FileTree {
  let tree: MemoryTree
  let seed: Int

  init(_ tree: MemoryTree, seed: Int) {
    self.tree = tree
    self.seed = seed
  }

  func entries(of folder: String) throws(FileError) -> [FileEntry] { try tree.entries(of: folder) }

  func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    try tree.read(path, limit: limit, into: &buffer)
  }

  func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try tree.bytes(of: path, at: offset, count: count)
  }

  func spelling(of path: String) -> String? { tree.spelling(of: path) }

  func kind(of path: String) -> FileKind? { tree.kind(of: path) }

  func resolved(_ path: String) -> String? { tree.resolved(path) }

  func walk<Worker: FileVisitor>(
    jobs: Int, makeWorker: @escaping @Sendable () -> Worker
  ) throws(FileError) -> [Worker] {
    var dice = Dice(seed: seed)
    var workers = (0..<jobs).map { _ in makeWorker() }
    var open = [""]
    while let place = open.indices.randomElement(using: &dice) {
      let folder = open.remove(at: place)
      let worker = Int.random(in: workers.indices, using: &dice)
      open += visit(folder, try entries(of: folder).shuffled(using: &dice), &workers[worker])
    }
    return workers.shuffled(using: &dice)
  }

  /// Handles the files of one folder, and returns the folders to go on with.
  private func visit(
    _ folder: String, _ entries: [FileEntry], _ worker: inout some FileVisitor
  ) -> [String] {
    let interests = entries.map { entry -> EntryClass in
      var name = entry.name
      return entry.kind == .file ? name.withUTF8 { worker.classify(EntryName($0)) } : .none
    }
    if !folder.isEmpty, interests.contains(.boundary) {
      worker.skipped(folder)
      return []
    }
    for (entry, interest) in zip(entries, interests) where interest == .wanted {
      var name = entry.name
      name.withUTF8 {
        worker.found(FoundFile(folder: folder, name: EntryName($0), tree: self, descriptor: nil))
      }
    }
    for entry in entries where entry.kind == .folder && Walk.neverDescends(into: entry.name) {
      var name = entry.name
      name.withUTF8 { worker.passed(EntryName($0), in: folder) }
    }
    return entries.filter { $0.kind == .folder && !Walk.neverDescends(into: $0.name) }
      .map { Path.join(folder, entry: $0.name) }.filter { worker.descends(into: $0) }
  }
}
