internal import Diagnostics
internal import Text

extension ConfigurationLoader {
  mutating func loadLayers(_ field: ConfigurationField) {
    if case .list(_, isComplete: false) = field.value { result.hasUncertainLayers = true }
    var reaches: [(layer: Int, field: ConfigurationField)] = []
    for element in field.elements {
      guard let layer = layer(element) else { continue }
      if let reach = element.record?["reach"] { reaches.append((result.layers.count, reach)) }
      result.layers.append(layer)
    }
    // `reach` may name a layer that is declared later.
    for (layer, field) in reaches {
      if let reach = reach(field, of: layer) { result.layers[layer].reach = reach }
    }
  }

  private mutating func layer(_ field: ConfigurationField) -> Configuration.Layer? {
    let record = field.record
    let nameField = record?["name"] ?? field
    let name = nameField.text
    if let first = result.layers.first(where: { $0.name == name }) {
      report(
        .duplicateLayer(name), at: nameField.range, notes: [.init(.isHere, at: first.location)])
      // Modules that match only the repeated entry would be reported as unassigned.
      if record?["modules"] != nil { result.hasUncertainLayers = true }
      return nil
    }
    var layer = Configuration.Layer(name: name, location: nameField.range)
    if let modules = record?["modules"] {
      layer.modules = patterns(modules)
      if case .list(let given, let isComplete) = modules.value,
        !isComplete || layer.modules?.count != given.count
      {
        result.hasUncertainLayers = true
      }
    }
    if let peers = record?["peers"] { layer.peers = self.peers(peers) }
    let isUncertain = record?.invalid.contains { $0 != "reach" && $0 != "peers" } ?? false
    if isUncertain {
      result.hasUncertainLayers = true
      // Matches no modules, rather than those of an unrelated folder with the layer's name.
      if layer.modules == nil { layer.modules = [] }
    }
    return layer
  }

  private mutating func peers(_ field: ConfigurationField) -> Configuration.Peers {
    guard let record = field.record else { return field.text == "allow" ? .allowed : .forbidden }
    guard let within = record["within"], let pattern = pattern(within) else { return .forbidden }
    if pattern.package == nil { return .within(pattern) }
    report(.slicesPackages, at: within.range)
    return .forbidden
  }

  private mutating func reach(
    _ field: ConfigurationField, of layer: Int
  ) -> Configuration.Reach? {
    if case .text(let word) = field.value { return word == "next" ? .next : .below }
    guard case .list(_, let isComplete) = field.value else { return nil }
    var numbers: [Int] = []
    var isSound = isComplete
    for element in field.elements {
      let name = element.text
      guard let number = result.layers.firstIndex(where: { $0.name == name }) else {
        report(
          .unknownLayer(name, nearest: result.layers.lazy.map(\.name).nearest(to: name)),
          at: element.range)
        isSound = false
        continue
      }
      if number <= layer {
        report(.reachesUp(result.layers[layer].name, name), at: element.range)
        isSound = false
      }
      numbers.append(number)
    }
    return isSound ? .layers(numbers) : nil
  }
}

extension Diagnostic.Message {
  fileprivate static let isHere: Self = "the first entry is here"
  fileprivate static let slicesPackages: Self =
    "'within' must be a pattern for folders, not for packages"

  fileprivate static func duplicateLayer(_ name: String) -> Self {
    "layer '\(name)' is listed twice"
  }

  fileprivate static func unknownLayer(_ name: String, nearest: String?) -> Self {
    Self("unknown layer '\(name)'" + nearestSuffix(nearest))
  }

  fileprivate static func reachesUp(_ layer: String, _ other: String) -> Self {
    layer == other
      ? "layer '\(layer)' lists itself in 'reach', which may name only lower layers"
      : "layer '\(layer)' cannot reach '\(other)', which is not below it"
  }
}
