import Graph
import Report
import Rules

/// What `list` says of one module.
struct ModuleRow {
  var name: String
  /// The layer; with two, which is a fault, both.
  var layer: String?
  var type: String
  /// The versions in lock files.
  var versions: [String]
  var linkage: String
  /// The path of the spec; `nil` outside the repository.
  var spec: String?
  /// Whether it must be in a layer: no aggregates, nothing from outside.
  var hasLayerDuty: Bool

  /// The modules in order of name, platform variants as one.
  static func rows(of layered: LayeredGraph, externals: Bool) -> [ModuleRow] {
    let graph = layered.graph
    var rows: [ModuleRow] = []
    var last: ModuleID?
    for id in graph.ids where externals || Int(id.index) < graph.builtCount {
      if let last, graph.areVariants(last, id) { continue }
      last = id
      rows.append(ModuleRow(id, of: layered))
    }
    return rows
  }

  private init(_ id: ModuleID, of layered: LayeredGraph) {
    let module = layered.graph[id]
    name = layered.graph.shownName(id)
    let layers = layered.layers(matching: id).map { layered.configuration.layers[$0].name }
    layer = layers.isEmpty ? nil : layers.joined(separator: ", ")
    type =
      switch module.external {
      case nil where module.roles.contains(.aggregate): "aggregate"
      case nil where module.roles.contains(.legacy): "legacy"
      case nil: module.type.rawValue
      case .file: "file"
      case .carthage: "carthage"
      case .pod: "pod"
      case .sdk: "sdk"
      case .package: "package"
      }
    versions = layered.graph.lockedVersions(of: id)
    linkage = module.linkage.rawValue
    spec = layered.graph.spec(of: id)?.path
    hasLayerDuty =
      module.roles.isDisjoint(with: [.aggregate, .legacy, .external]) && !layered.isIgnored(id)
  }

  /// A module a line, in columns; `-` for what a module has not.
  static func table(_ rows: [ModuleRow]) -> String {
    let cells = rows.map { row in
      let version = row.versions.isEmpty ? "" : " " + row.versions.joined(separator: ", ")
      return [
        row.name, row.layer ?? "-", row.type.isEmpty ? "-" : row.type + version, row.linkage,
        row.spec ?? "-",
      ].map(\.escapedForTerminal)
    }
    let widths = (0..<5).map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { line in
      let padded = zip(line, widths).dropLast().map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return (padded + line.suffix(1)).joined(separator: "  ") + "\n"
    }
    .joined()
  }

  static func json(_ rows: [ModuleRow]) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", 1)
    writer.key("modules")
    writer.beginArray()
    for row in rows {
      writer.beginObject(.inline)
      writer.member("name", row.name)
      writer.member("layer", row.layer)
      writer.member("type", row.type)
      if !row.versions.isEmpty { writer.member("versions", row.versions) }
      writer.member("linkage", row.linkage)
      writer.member("spec", row.spec)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.finish()
  }
}

extension ModuleGraph {
  /// The versions that lock files have settled on for a pod or a Carthage framework, each once.
  fileprivate func lockedVersions(of id: ModuleID) -> [String] {
    let kind: PackageRequirement.Kind
    switch self[id].external {
    case .pod: kind = .pod
    case .carthage: kind = .carthage
    default: return []
    }
    var versions: [String] = []
    for locked in packageRequirements where locked.kind == kind && locked.name == self[id].name {
      if !versions.contains(locked.requirement) { versions.append(locked.requirement) }
    }
    return versions
  }
}
