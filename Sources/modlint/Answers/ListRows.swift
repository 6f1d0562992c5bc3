import Graph
import Report
import Architecture
import Text

/// What `list` says of one module.
struct ModuleRow {
  var name: String
  /// The layer; with two, which is an error, both.
  var layer: String?
  var type: String
  var linkage: String
  /// The path of the spec.
  var spec: String
  /// Whether it must be in a layer: aggregates need not.
  var hasLayerRequirement: Bool

  /// The modules in order of name, platform variants as one.
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

  /// A module a line, in columns; `-` for what a module has not.
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

/// The text of a list of modules.
func moduleList(_ modules: [JSON]) -> String {
  // Goes up when a reader of any such list has to change.
  JSON.object(["version": .number(1), "modules": .array(modules)]).printed()
}

extension Module {
  /// What it is, in a word: the type of a target, or how an external is referred to.
  var typeName: String {
    switch external {
    case nil where roles.contains(.aggregate): "aggregate"
    case nil where roles.contains(.legacy): "legacy"
    case nil: typeText
    case .file: "file"
    case .carthage: "carthage"
    case .pod: "pod"
    case .sdk: "sdk"
    case .package: roles.contains(.absentPackage) ? "package, not there" : "package"
    }
  }
}

/// A line for each row, the cells of each column below each other.
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
