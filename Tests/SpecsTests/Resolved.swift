import Diagnostics
import Files
import Graph
@testable import LockFiles
import Paths
import Projects
@testable import SpecDecoding
@testable import SpecReading
import TestSupport
import Testing

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
      source: files, options: .init(projectRoot: root, environment: { variables[$0] }))
    reader.read(spec)
  }

  /// Reads a specification of one file; `name: P` is put in front of it.
  init(_ text: String, variables: [String: String] = [:]) {
    self.init(["project.yml": "name: P\n" + text], variables: variables)
  }

  var projects: [Project] { reader.batch.projects }

  var diagnostics: [Diagnostic] { reader.batch.notes.diagnostics }

  func spec() throws -> Project { try #require(projects.last) }

  /// The names of all targets, aggregates behind the others.
  func names() throws -> [String] { try spec().targets.map(\.name) }

  func number(_ name: String) throws -> Int {
    try #require(try spec().targets.firstIndex { $0.name == name }, "no \(name)")
  }

  func target(_ name: String) throws -> Target { try spec().targets[try number(name)] }

  /// What a target declares, as `target Kit` or `package Net/HTTP`.
  func dependencies(_ name: String) throws -> [String] {
    try declared(name).map { dependency in
      let reference = dependency.reference
      switch reference {
      case .package(_, let product):
        return "package \(reference.text)\(product.map { "/" + $0 } ?? "")"
      case .plugin(let product, _): return "plugin \(reference.text)/\(product)"
      default: return "\(reference.key) \(reference.text)"
      }
    }
  }

  func declared(_ name: String) throws -> [Dependency] { try target(name).dependencies }

  func linked(_ name: String) throws -> [String] {
    try effective(name).filter { $0.isLinked }.map { shown($0) }
  }

  func embedded(_ name: String) throws -> [String] {
    try effective(name).filter { $0.isEmbedded }.map { shown($0) }
  }

  /// What each package is, as `Net from 1.0.0 at https://…`.
  func packages() throws -> [String] {
    try spec().packages.map { package in
      let requirement = package.requirement.map { " " + $0 } ?? ""
      return "\(package.key)\(requirement) at \(package.identity)"
    }
  }

  /// What XcodeGen passes over in silence, as `project.yml:2:1: [rule] text`.
  var ignoredKeys: [String] { shown(diagnostics.filter { $0.isAboutIgnoredKeys }) }

  /// All other diagnostics, as `project.yml:2:1: text`; other rules than invalid-spec are named.
  var errors: [String] { shown(diagnostics.filter { !$0.isAboutIgnoredKeys }) }

  private func shown(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      var text = ""
      if let place = diagnostic.location {
        text = "\(reader.sources[place.file]):\(place.start.line):\(place.start.column): "
      }
      if diagnostic.rule != "invalid-spec" { text += "[\(diagnostic.rule.name)] " }
      return text + diagnostic.message.text
    }
  }

  /// Where something is written, as `project.yml:2:1`.
  func place(_ range: SourceRange) -> String {
    "\(reader.sources[range.file]):\(range.start.line):\(range.start.column)"
  }

  private func shown(_ one: EffectiveDependency) -> String {
    one.framework ?? one.dependency.reference.product
  }

  func effective(_ name: String) throws -> [EffectiveDependency] {
    var lookup = reader
    let spec = try spec()
    var projects: [String: Project] = [:]
    for reference in spec.references {
      projects[reference.key] = lookup.specification(of: reference.path)
    }
    let buildFolder = Path.join(spec.folder, spec.prebuilt.folder ?? "Carthage/Build")
    return spec.effectiveDependencies(
      of: try self.number(name),
      ExternalLookup(
        externalTarget: { project, target in
          guard let other = projects[project], let number = other.target(named: target) else {
            return nil
          }
          return other.targets[number]
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
