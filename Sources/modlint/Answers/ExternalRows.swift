import Graph
import Report
import Architecture
import Text

/// A row of `list --externals`.
struct ExternalRow {
  var name: String
  var type: String
  /// Whether it is a missing local package.
  var isAbsent: Bool
  /// The versions in lock files.
  var versions: [String]
  /// The combined linkage on all platforms.
  var linkage: Linkage
  var facts: [LinkageFact]

  /// Returns the externals, sorted by name.
  static func rows(of graph: ModuleGraph) -> [(id: ModuleID, row: ExternalRow)] {
    let locked = graph.lockedVersions()
    return graph.externals.map { id in
      let module = graph[id]
      let row = ExternalRow(
        name: graph.shownName(id), type: module.typeName,
        isAbsent: module.roles.contains(.absentPackage), versions: locked.versions(of: module),
        linkage: module.linkage, facts: module.facts)
      return (id, row)
    }
  }

  /// Returns a table with name, type and versions, linkage, and the reason for the linkage.
  static func table(_ rows: [ExternalRow]) -> String {
    columns(
      rows.map { row in
        let version = row.versions.isEmpty ? "" : " " + row.versions.joined(separator: ", ")
        let type = row.type + (row.isAbsent ? ", not there" : version)
        return [row.name, type, row.shownLinkage, row.shownFacts]
      })
  }

  /// The linkages, in the order of their platforms.
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

/// The distinct versions in lock files.
private struct LockedVersions {
  var pods: [String: [String]] = [:]
  var carthage: [String: [String]] = [:]

  func versions(of module: Module) -> [String] {
    switch module.external {
    case .pod: pods[module.name] ?? []
    case .carthage: carthage[module.name] ?? []
    default: []
    }
  }
}

extension ModuleGraph {
  fileprivate func lockedVersions() -> LockedVersions {
    var locked = LockedVersions()
    func add(_ version: String, to versions: inout [String]) {
      if !versions.contains(version) { versions.append(version) }
    }
    for requirement in packageRequirements {
      switch requirement.kind {
      case .pod: add(requirement.requirement, to: &locked.pods[requirement.name, default: []])
      case .carthage:
        add(requirement.requirement, to: &locked.carthage[requirement.name, default: []])
      default: break
      }
    }
    return locked
  }
}
