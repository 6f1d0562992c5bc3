import Diagnostics
import Files
import Graph
import Paths
import Testing

@testable import Specs
import Projects
import TestSupport

/// A specification in a tree of files, resolved, with what tests ask of it.
struct Resolved {
  var reader: SpecReader
  let tree: MemoryTree

  /// Reads `spec` from `files`.
  init(
    _ files: MemoryTree, _ spec: String = "project.yml", root: String? = nil,
    variables: [String: String] = [:]
  ) {
    tree = files
    reader = SpecReader(
      source: files, includes: IncludeCache(),
      options: .init(projectRoot: root, environment: { variables[$0] }))
    reader.read(spec)
  }

  /// Reads a specification of one file; `name: P` is put in front of it.
  init(_ text: String, variables: [String: String] = [:]) {
    self.init(["project.yml": "name: P\n" + text], variables: variables)
  }

  var batch: ProjectBatch { reader.batch }

  func spec() throws -> Project { try #require(batch.projects.last) }

  /// The names of all targets, aggregates behind the others.
  func names() throws -> [String] { try spec().targets.map { string(batch.targets[$0].name) } }

  func number(_ name: String) throws -> Int {
    try #require(try spec().targets.first { string(batch.targets[$0].name) == name }, "no \(name)")
  }

  func target(_ name: String) throws -> Target { batch.targets[try number(name)] }

  /// What a target declares, as `target Kit` or `package Net/HTTP`.
  func dependencies(_ name: String) throws -> [String] {
    try declared(name).map { dependency in
      let product = dependency.product.map { "/" + string($0) } ?? ""
      return "\(dependency.kind.spelling) \(string(dependency.reference))\(product)"
    }
  }

  func declared(_ name: String) throws -> [Dependency] {
    try target(name).dependencies.map { batch.dependencies[$0] }
  }

  func linked(_ name: String) throws -> [String] {
    try effective(name).filter { $0.isLinked }.map { shown($0) }
  }

  func embedded(_ name: String) throws -> [String] {
    try effective(name).filter { $0.isEmbedded }.map { shown($0) }
  }

  /// What each package is, as `Net from 1.0.0 at https://…`.
  func packages() throws -> [String] {
    try spec().packages.map { batch.packages[$0] }.map { package in
      let requirement = package.requirement.map { " " + string($0) } ?? ""
      return "\(string(package.key))\(requirement) at \(string(package.identity))"
    }
  }

  /// What XcodeGen passes over in silence, as `project.yml:2:1: [rule] text`.
  var ignoredKeys: [String] { shown(batch.diagnostics.filter { $0.isAboutIgnoredKeys }) }

  /// All other diagnostics, as `project.yml:2:1: text`; other rules than invalid-spec are named.
  var errors: [String] { shown(batch.diagnostics.filter { !$0.isAboutIgnoredKeys }) }

  private func shown(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      var text = ""
      if let place = diagnostic.location {
        text = "\(batch.sources[place.file]):\(place.start.line):\(place.start.column): "
      }
      if diagnostic.rule != "invalid-spec" { text += "[\(diagnostic.rule.name)] " }
      return text + diagnostic.message.text
    }
  }

  /// Where something is written, as `project.yml:2:1`.
  func place(_ range: SourceRange) -> String {
    "\(batch.sources[range.file]):\(range.start.line):\(range.start.column)"
  }

  func string(_ name: NameID) -> String { batch.names.string(name) }

  private func shown(_ one: EffectiveDependency) -> String {
    one.framework ?? one.dependency.product.map { string($0) } ?? string(one.dependency.reference)
  }

  func effective(_ name: String) throws -> [EffectiveDependency] {
    var lookup = reader
    let spec = try spec()
    let number = try #require(batch.projects.indices.last)
    var projects: [String: Project] = [:]
    for reference in batch.projectReferences[spec.projectReferences] {
      guard let other = lookup.specification(of: string(reference.path)) else { continue }
      projects[string(reference.key)] = lookup.batch.projects[other]
    }
    let all = lookup.batch
    let buildFolder = Path.join(spec.folder, spec.carthageBuildPath ?? "Carthage/Build")
    return all.effectiveDependencies(
      of: try self.number(name), spec: number,
      ExternalLookup(
        externalTarget: { project, target in
          guard let other = projects[String(project)], let name = all.names.find(target) else {
            return nil
          }
          return all.target(named: name, among: other.targets).map { all.targets[$0] }
        },
        carthageFrameworks: { name, platform in
          tree.carthageFrameworks(of: name, for: platform, buildFolder: buildFolder)
        }))
  }
}

extension Diagnostic {
  fileprivate var isAboutIgnoredKeys: Bool {
    ["unknown-key", "duplicate-key", "ignored-value"].contains(rule.name)
  }
}
