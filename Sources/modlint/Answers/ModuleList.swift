import Graph
import Report
import Text

/// The modules that `list` shows.
struct ModuleList {
  var modules: [GraphView.Node]

  /// A table of modules; `-` marks an empty cell.
  var table: String {
    columns(
      modules.map {
        [$0.name, $0.layer ?? "-", $0.listedType.isEmpty ? "-" : $0.listedType, $0.linkage]
          + [$0.spec ?? ""]
      })
  }

  var json: String {
    moduleList(
      modules.map { module in
        .inline([
          "name": .text(module.name), "layer": module.layer.map(JSON.text),
          "type": .text(module.listedType), "linkage": .text(module.linkage),
          "spec": .text(module.spec ?? ""),
        ])
      })
  }
}

extension GraphView.Node {
  fileprivate var listedType: String {
    [GraphView.Role.aggregate, .legacy].first(where: roles.contains)?.rawValue ?? type
  }
}

func moduleList(_ modules: [JSON]) -> String {
  // Incremented when the readers of such lists must change.
  JSON.object(["version": .number(1), "modules": .array(modules)]).printed()
}
