import Architecture
import Diagnostics
import Files
import Graph
import Inference
import Rules
import TestSupport
import Testing
@testable import Workspace
import WorkspaceReading

/// A tree of specs written down in a test, with the rules that are inferred for it.
struct WrittenTree {
  private var specs: [String: [Target]] = [:]

  struct Target {
    var name: String
    var type: String
    var links: [String]
  }

  /// Adds a target to the spec of a folder.
  ///
  /// What it links is found by its product; `folder#Name` by a reference to the project there.
  mutating func add(
    _ folder: String, _ name: String, _ type: String = "framework", links: [String] = []
  ) {
    specs[folder, default: []].append(Target(name: name, type: type, links: links))
  }

  var files: [String: String] {
    var files: [String: String] = [:]
    for (folder, targets) in specs {
      let path = folder.isEmpty ? "project.yml" : "\(folder)/project.yml"
      let root = folder.split(separator: "/").map { _ in "../" }.joined()
      let projects = Set(targets.flatMap(\.links).compactMap(Self.project)).sorted()
      files[path] =
        "name: \(Self.lastPart(folder))\ntargets:\n"
        + targets.map { text(of: $0, in: targets) }.joined()
        + (projects.isEmpty ? "" : "projectReferences:\n")
        + projects.map {
          "  \(Self.key($0)): { path: \(root)\($0)/\(Self.lastPart($0)).xcodeproj }\n"
        }
        .joined()
    }
    return files
  }

  private func text(of target: Target, in spec: [Target]) -> String {
    var text = "  \(target.name):\n    type: \(target.type)\n    platform: iOS\n"
    if !target.links.isEmpty { text += "    dependencies:\n" }
    for link in target.links {
      if let project = Self.project(link) {
        let name = link.split(separator: "#")[1]
        text += "      - target: \(Self.key(project))/\(name)\n"
      } else if spec.contains(where: { $0.name == link }) {
        text += "      - target: \(link)\n"
      } else {
        text += "      - framework: \(link).framework\n        implicit: true\n"
      }
    }
    return text
  }

  private static func project(_ link: String) -> String? {
    link.contains("#") ? String(link.prefix { $0 != "#" }) : nil
  }

  private static func key(_ folder: String) -> String {
    String(folder.map { $0 == "/" ? "-" : $0 })
  }

  private static func lastPart(_ folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? "Root"
  }

  func inferred() throws -> InferredRules { try InferredRules(MemoryTree(files)) }
}

/// What is inferred for a tree, and what the real check makes of it.
struct InferredRules {
  let inference: LayerInference
  let text: String
  let outcome: LintResult

  var rules: RulesFile { inference.rules }
  var layers: [String] { rules.layers.map(\.name) }

  init(_ tree: some FileTree) throws {
    inference = LayerInference(try Self.read(tree, Configuration()).graph)
    text = inference.rules.text(documentation: "https://example.com")
    outcome = try Self.check(tree, rules: text)
  }

  /// What the rules make of a tree.
  static func check(
    _ tree: some FileTree, rules: String, known: KnownFindings = .init()
  ) throws -> LintResult {
    let configuration = try Configuration(
      rules: Array(rules.utf8), file: FileID(index: 0), catalog: ruleCatalog)
    let workspace = try read(tree, configuration)
    return Linter.run(
      workspace.graph, configuration: configuration, readerFindings: workspace.diagnostics,
      sources: workspace.sources, today: try #require(Day("2026-01-01")),
      reading: workspace.reading, known: known)
  }

  private static func read(
    _ tree: some FileTree, _ configuration: Configuration
  ) throws -> Workspace {
    try Workspace(
      reading: tree, configuration: configuration, known: SourceMap(paths: ["rules.yml"]),
      options: .init(jobs: 1, environment: { _ in nil })
    ).judgingImports(by: configuration, jobs: 1)
  }

  /// The findings that name a link, as `rule from -> to`.
  var brokenLinks: [String] {
    outcome.findings.compactMap { finding in
      guard let from = finding.subject.from, let to = finding.subject.to,
        ["same-layer", "upward", "test-support-in-product"].contains(finding.rule.name)
      else { return nil }
      return "\(finding.rule.name) \(from) -> \(to)"
    }
    .sorted()
  }

  /// The findings that say that the file itself is invalid.
  var errors: [String] {
    outcome.findings.filter {
      ["invalid-rules", "unused-pattern", "unassigned-module", "ambiguous-layer"]
        .contains($0.rule.name)
    }
    .map(\.message.text)
  }

  /// The names of the modules of each layer, without tests.
  func modules(of layer: String) -> [String] {
    let layered = outcome.graph
    return layered.graph.builtModules.filter {
      layered.layerName(of: $0) == layer && !layered.isTest($0)
    }
    .map { layered.graph[$0].name }
  }
}

/// A generator whose numbers are the same in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  /// Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016).
  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_f491_4f6c_dd1d
  }
}
