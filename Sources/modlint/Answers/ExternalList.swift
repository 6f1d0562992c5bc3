import Architecture
import Diagnostics
import Graph
import Loading
internal import LockFiles
import Paths
import Report
import Text
import Workspace

/// What `list --externals` shows.
struct ExternalList {
  private let graph: ModuleGraph
  private let locked: LockedVersions
  private let externals: [ModuleID]

  init(of loaded: LoadedWorkspace, where isSelected: (ModuleID) -> Bool) {
    graph = loaded.workspace.graph
    locked = LockedVersions(of: loaded)
    externals = graph.externals.filter(isSelected)
  }

  /// A table with name, type and versions, linkage, and the reason for the linkage.
  var table: String {
    columns(
      externals.map { id in
        let module = graph[id]
        let isAbsent = module.roles.contains(.absentPackage)
        let versions = locked.versions(of: module).joined(separator: ", ")
        var type = module.external?.kind ?? ""
        if !isAbsent { type += module.package.map { " " + Path.lastComponent($0) } ?? "" }
        type += isAbsent ? ", not there" : versions.isEmpty ? "" : " " + versions
        return [graph.shownName(id), type, module.shownLinkage, module.shownFacts]
      })
  }

  var json: String {
    moduleList(
      externals.map { id in
        let module = graph[id]
        let versions = locked.versions(of: module)
        return .inline([
          "name": .text(graph.shownName(id)), "type": .text(module.external?.kind ?? ""),
          "package": module.package.map(JSON.text),
          "absent": module.roles.contains(.absentPackage) ? .flag(true) : nil,
          "versions": versions.isEmpty ? nil : .texts(versions),
          "linkage": .text(module.linkage.rawValue),
          "facts": .array(module.facts.map(Self.json)),
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
  /// The address of the package of a product.
  fileprivate var package: String? {
    guard case .package(let identity) = external else { return nil }
    return identity
  }

  fileprivate var shownLinkage: String {
    facts.reduce(into: []) { seen, fact in
      if !seen.contains(fact.linkage.rawValue) { seen.append(fact.linkage.rawValue) }
    }.joined(separator: "/")
  }

  fileprivate var shownFacts: String {
    if facts.count == 1 { return facts[0].words }
    return facts.map { "\($0.platforms.names.joined(separator: ", ")): \($0.words)" }
      .joined(separator: "; ")
  }
}
