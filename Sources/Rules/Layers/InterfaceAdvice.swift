internal import Architecture
internal import Diagnostics
internal import Graph

/// Proposes fixes for a link within a layer.
struct InterfaceAdvice {
  private let layered: LayeredGraph
  /// The interfaces by name.
  private var byName: [String: ModuleID] = [:]
  private var bySpec: [Int: [ModuleID]] = [:]

  init(_ layered: LayeredGraph) {
    self.layered = layered
    for id in layered.graph.builtModules where layered.isInterface(id) {
      byName[layered.graph[id].baseName] = id
      bySpec[layered.graph[id].spec, default: []].append(id)
    }
  }

  func help(_ link: Link) -> [Diagnostic.Message] {
    // Packages of third parties cannot be split or moved.
    if case .package(let identity) = layered.graph[link.to].external, identity.contains("://") {
      return []
    }
    let target = layered.graph.shownName(link.to)
    if let interface = interface(of: link.to), interface != link.from {
      return [.useInterface(link, layered.graph.shownName(interface))]
    }
    var help: [Diagnostic.Message] = []
    if let name = interfaceNames(for: layered.graph[link.to].baseName).first, byName[name] == nil {
      help.append(.splitInterface(target, name))
    }
    if let layer = layered.layer(of: link.to), layer + 1 < layered.configuration.layers.count {
      help.append(.moveDown(target, layered.configuration.layers[layer + 1].name))
    }
    // A module of a higher layer must know both.
    if let layer = layered.layer(of: link.from), layer > 0, layered.canInvert(link) {
      help.append(.invert(layered.graph.shownName(link.from), target))
    }
    return help
  }

  /// Returns the interface of `module`: one named after it, else the only one of its project.
  private func interface(of module: ModuleID) -> ModuleID? {
    let layer = layered.layer(of: module)
    let named = interfaceNames(for: layered.graph[module].baseName).compactMap { byName[$0] }
    if let best = named.first(where: { layered.layer(of: $0) == layer }) { return best }
    let neighbours = bySpec[layered.graph[module].spec] ?? []
    guard let only = neighbours.first, neighbours.count == 1, layered.layer(of: only) == layer
    else { return nil }
    return only
  }

  /// Returns the name of the interface of `module` by the patterns of rules.yml.
  private func interfaceNames(for module: String) -> [String] {
    layered.configuration.interfaces.compactMap { pattern in
      let pieces = pattern.text.split(separator: "*", omittingEmptySubsequences: false)
      let isPlain = !pattern.text.contains { "?[]{}".contains($0) }
      guard !pattern.isFolder, pieces.count == 2, isPlain else { return nil }
      return pieces[0] + module + pieces[1]
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func useInterface(_ link: Link, _ interface: String) -> Self {
    "\(link.isImport ? "link and import" : "link") the interface '\(interface)' instead"
  }

  fileprivate static func splitInterface(_ module: String, _ name: String) -> Self {
    "extract the protocols and plain types of '\(module)' into an interface '\(name)' and link that"
  }

  fileprivate static func moveDown(_ module: String, _ layer: String) -> Self {
    "move the part of '\(module)' that both need to the next layer, '\(layer)'"
  }

  fileprivate static func invert(_ from: String, _ to: String) -> Self {
    "declare a protocol in '\(from)' and let a higher layer inject '\(to)'"
  }
}
