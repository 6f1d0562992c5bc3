import Graph
import Report
import Architecture
import Text

struct ModuleRow {
  var name: String
  /// The layer; both layers if there are two, which is an error.
  var layer: String?
  var type: String
  var linkage: String
  var spec: String
  /// Whether it needs a layer, unlike an aggregate.
  var hasLayerRequirement: Bool

  static func rows(of layered: LayeredGraph) -> [ModuleRow] {
    let graph = layered.graph
    var rows: [ModuleRow] = []
    var last: ModuleID?
    for id in graph.builtModules {
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
    type = module.typeName
    linkage = module.linkage.rawValue
    spec = layered.graph.spec(of: id)?.path ?? ""
    hasLayerRequirement =
      module.roles.isDisjoint(with: [.aggregate, .legacy]) && !layered.isIgnored(id)
  }

  /// Returns a table of modules; `-` marks an empty cell.
  static func table(_ rows: [ModuleRow]) -> String {
    columns(
      rows.map {
        [$0.name, $0.layer ?? "-", $0.type.isEmpty ? "-" : $0.type, $0.linkage, $0.spec]
      })
  }

  static func json(_ rows: [ModuleRow]) -> String {
    moduleList(
      rows.map { row in
        .inline([
          "name": .text(row.name), "layer": row.layer.map(JSON.text), "type": .text(row.type),
          "linkage": .text(row.linkage), "spec": .text(row.spec),
        ])
      })
  }
}

func moduleList(_ modules: [JSON]) -> String {
  // Incremented when the readers of such lists must change.
  JSON.object(["version": .number(1), "modules": .array(modules)]).printed()
}

extension Module {
  var typeName: String {
    switch external {
    case nil where roles.contains(.aggregate): "aggregate"
    case nil where roles.contains(.legacy): "legacy"
    case nil: typeText
    case .file: "file"
    case .carthage: "carthage"
    case .pod: "pod"
    case .sdk: "sdk"
    case .package: "package"
    }
  }
}

func columns(_ rows: [[String]]) -> String {
  let cells = rows.map { $0.map(\.escapedForTerminal) }
  let widths = (0..<(cells.first?.count ?? 0)).map { column in
    cells.map { $0[column].count }.max() ?? 0
  }
  return cells.map { line in
    let padded = zip(line, widths).dropLast().map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    return (padded + line.suffix(1)).joined(separator: "  ") + "\n"
  }
  .joined()
}
