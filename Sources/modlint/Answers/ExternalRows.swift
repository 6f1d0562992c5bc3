import Architecture
import Diagnostics
import Graph
import Loading
internal import LockFiles
import Paths
import Report
import Text
import Workspace

struct ExternalRow {
  var name: String
  var type: String
  /// Whether it is a missing local package.
  var isAbsent: Bool
  /// The address of the package of a product.
  var package: String?
  /// The versions in lock files, or else those that are required.
  var versions: [String]
  var linkage: Linkage
  var facts: [LinkageFact]

  /// Returns the externals, sorted by name.
  static func rows(of loaded: LoadedWorkspace) -> [(id: ModuleID, row: ExternalRow)] {
    let graph = loaded.workspace.graph
    let locked = LockedVersions(of: loaded)
    return graph.externals.map { id in
      let module = graph[id]
      let row = ExternalRow(
        name: graph.shownName(id), type: module.external?.kind ?? "",
        isAbsent: module.roles.contains(.absentPackage), package: module.package,
        versions: locked.versions(of: module),
        linkage: module.linkage, facts: module.facts)
      return (id, row)
    }
  }

  /// Returns a table with name, type and versions, linkage, and the reason for the linkage.
  static func table(_ rows: [ExternalRow]) -> String {
    columns(
      rows.map { row in
        let version = row.versions.isEmpty ? "" : " " + row.versions.joined(separator: ", ")
        let package = row.isAbsent ? nil : row.package.map { " " + Path.lastComponent($0) }
        let type = row.type + (package ?? "") + (row.isAbsent ? ", not there" : version)
        return [row.name, type, row.shownLinkage, row.shownFacts]
      })
  }

  private var shownLinkage: String {
    facts.reduce(into: []) { seen, fact in
      if !seen.contains(fact.linkage.rawValue) { seen.append(fact.linkage.rawValue) }
    }.joined(separator: "/")
  }

  private var shownFacts: String {
    if facts.count == 1 { return facts[0].words }
    return facts.map { "\($0.platforms.names.joined(separator: ", ")): \($0.words)" }
      .joined(separator: "; ")
  }

  static func json(_ rows: [ExternalRow]) -> String {
    moduleList(
      rows.map { row in
        .inline([
          "name": .text(row.name), "type": .text(row.type),
          "package": row.package.map(JSON.text),
          "absent": row.isAbsent ? .flag(true) : nil,
          "versions": row.versions.isEmpty ? nil : .texts(row.versions),
          "linkage": .text(row.linkage.rawValue), "facts": .array(row.facts.map(json)),
        ])
      })
  }

  private static func json(_ fact: LinkageFact) -> JSON {
    .inline([
      "platforms": .texts(fact.platforms.names), "linkage": .text(fact.linkage.rawValue),
      "source": .text(fact.sourceName), "file": fact.source.path.map(JSON.text),
      "reason": fact.linkage == .unknown ? .text(fact.words) : nil,
    ])
  }
}

/// The distinct versions of packages, in lock files or else as required.
struct LockedVersions {
  private var pods: [String: [String]] = [:]
  private var carthage: [String: [String]] = [:]
  private var packages: [String: [String]] = [:]
  private var resolved: [String: String] = [:]

  init(of loaded: LoadedWorkspace) {
    let graph = loaded.workspace.graph
    for requirement in graph.packageRequirements {
      let version = requirement.requirement
      switch requirement.kind {
      case .pod: Self.add(version, to: &pods[requirement.name, default: []])
      case .carthage: Self.add(version, to: &carthage[requirement.name, default: []])
      case .package: Self.add(version, to: &packages[requirement.identity, default: []])
      }
    }
    guard !packages.isEmpty else { return }
    for folder in Set(graph.specs.map(\.folder) + [""]).sorted(by: { $0.precedes($1) }) {
      resolved.merge(loaded.tree.resolvedPackages(in: folder)) { first, _ in first }
    }
  }

  private static func add(_ version: String, to versions: inout [String]) {
    if !versions.contains(version) { versions.append(version) }
  }

  func versions(of module: Module) -> [String] {
    switch module.external {
    case .pod: pods[module.name] ?? []
    case .carthage: carthage[module.name] ?? []
    case .package(let identity): resolved[identity].map { [$0] } ?? packages[identity] ?? []
    default: []
    }
  }
}

extension Module.External {
  fileprivate var kind: String {
    switch self {
    case .file: "file"
    case .carthage: "carthage"
    case .pod: "pod"
    case .sdk: "sdk"
    case .package: "package"
    }
  }
}

extension Module {
  fileprivate var package: String? {
    guard case .package(let identity) = external else { return nil }
    return identity
  }
}
