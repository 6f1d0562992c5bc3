import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

/// A workspace written down in a test: targets with the names they link, and rules.yml.
struct Workspace {
  private var targets: [Target] = []
  private var rules: [UInt8] = Array("version: 1\n".utf8)
  var reading = ReaderNotes()
  var readerFindings: [Diagnostic] = []

  struct Target {
    var folder: String
    var name: String
    var type: ProductType
    var roles: Module.Roles
    var links: [String]
    var flags: Link.Flags
    var line: UInt32
  }

  init(_ rules: String = "") { self.rules += rules.utf8 }

  /// Adds a target; what `links` names and nobody builds is an external.
  mutating func add(
    _ folder: String, _ name: String, _ type: ProductType = .framework,
    roles: Module.Roles = [], links: [String] = [], flags: Link.Flags = [.linked]
  ) {
    var roles = roles
    if type.isTest { roles.insert(.test) }
    if type.isExecutable { roles.insert(.executable) }
    targets.append(
      Target(
        folder: folder, name: name, type: type, roles: roles, links: links, flags: flags,
        line: UInt32(targets.count * 10 + 1)))
  }

  func run(
    on today: String = "2026-01-01", known: KnownFindings = .init()
  ) throws -> LintResult {
    let (graph, sources) = build()
    let configuration = try Configuration(
      rules: rules, file: FileID(index: 0), catalog: ruleCatalog)
    return Linter.run(
      graph, configuration: configuration, readerFindings: readerFindings, sources: sources,
      today: try #require(Day(today)), reading: reading, known: known)
  }

  var sources: SourceMap { build().1 }

  func layered() throws -> LayeredGraph {
    LayeredGraph(
      build().0,
      configuration: try Configuration(rules: rules, file: FileID(index: 0), catalog: ruleCatalog))
  }

  /// The findings in short: `rule from -> to`.
  func findings(on today: String = "2026-01-01") throws -> [String] {
    try run(on: today).findings.map(\.short)
  }

  private func build() -> (ModuleGraph, SourceMap) {
    var sources = SourceMap(paths: ["rules.yml"])
    let folders = Array(Set(targets.map(\.folder))).sorted { $0.precedes($1) }
    let specs = folders.map { folder in
      let path = folder.isEmpty ? "project.yml" : "\(folder)/project.yml"
      let project = folder.split(separator: "/").last.map(String.init) ?? "Root"
      return SpecInfo(file: sources.add(path), path: path, folder: folder, project: project)
    }
    let sorted = targets.sorted { ($0.name, $0.folder) < ($1.name, $1.folder) }
    var modules = sorted.map { module($0, specs, folders) }
    var ids: [String: Int] = [:]
    for (index, target) in sorted.enumerated() { ids[target.name] = index }
    for name in sorted.flatMap(\.links) where ids[name] == nil {
      ids[name] = modules.count
      modules.append(external(name))
    }
    var links: [Link] = []
    for (index, target) in sorted.enumerated() {
      for (place, name) in target.links.enumerated() {
        links.append(
          Link(
            from: ModuleID(index), to: ModuleID(ids[name] ?? 0),
            location: range(modules[index], UInt32(place + 1)), kind: .framework,
            flags: target.flags, platforms: .all))
      }
    }
    let graph = ModuleGraph(
      specs: specs, modules: modules, builtCount: sorted.count, links: links,
      unknownReferences: [])
    return (graph, sources)
  }

  private func module(_ target: Target, _ specs: [SpecInfo], _ folders: [String]) -> Module {
    let spec = folders.firstIndex(of: target.folder) ?? 0
    let start = Position(line: target.line, column: 3)
    return Module(
      name: target.name, spec: Int(spec),
      location: SourceRange(file: specs[spec].file, start: start, end: start), type: target.type,
      platform: .iOS, platforms: [.iOS], linkage: .dynamic, roles: target.roles,
      productName: target.name)
  }

  /// `sdk:UIKit` is one of the system, everything else a file.
  private func external(_ name: String) -> Module {
    let start = Position(line: 1, column: 1)
    let isSDK = name.hasPrefix("sdk:")
    return Module(
      name: isSDK ? String(name.dropFirst(4)) : name, spec: -1,
      location: SourceRange(file: FileID(index: 0), start: start, end: start), type: .none,
      platform: .auto, platforms: .all, linkage: .unknown, roles: [.external], productName: name,
      external: isSDK ? .sdk : .file(path: name))
  }

  /// The place of the `offset`th dependency of a module.
  private func range(_ module: Module, _ offset: UInt32) -> SourceRange {
    var range = module.location
    range.start.line += offset
    range.end = range.start
    return range
  }
}

extension Diagnostic {
  var short: String {
    var text = rule.name
    if let from = subject.from { text += " \(from)" }
    if let to = subject.to { text += " -> \(to)" }
    return text
  }
}
