import Graph
import Report
import Rules

/// What `list` says of one module.
struct ModuleRow {
  var name: String
  /// The layer; with two, which is a fault, both.
  var layer: String?
  var type: String
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
      case .sdk: "sdk"
      case .package: "package"
      }
    linkage = module.linkage.rawValue
    spec = layered.graph.spec(of: id)?.path
    hasLayerDuty =
      module.roles.isDisjoint(with: [.aggregate, .legacy, .external]) && !layered.isIgnored(id)
  }

  /// A module a line, in columns; `-` for what a module has not.
  static func table(_ rows: [ModuleRow]) -> String {
    let cells = rows.map { row in
      [row.name, row.layer ?? "-", row.type.isEmpty ? "-" : row.type, row.linkage, row.spec ?? "-"]
        .map(\.escapedForTerminal)
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
      writer.member("linkage", row.linkage)
      writer.member("spec", row.spec)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.finish()
  }
}
