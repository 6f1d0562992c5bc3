public import Architecture
internal import Diagnostics
internal import Graph

/// Reports links between modules of one layer.
///
/// Links within a layer can grow into cycles; forbidding them rules cycles out. Interfaces hold
/// protocols and plain types only, so they may be linked within a layer.
public enum SameLayer: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let layers = layered.configuration.layers
    guard !layers.allSatisfy(\.allowsAllPeers) else { return }
    var known: InterfaceAdvice?
    for link in layered.graph.links where layered.layerViolation(of: link) == .sameLayer {
      guard let layer = layered.layer(of: link.from) else { continue }
      let advice = known ?? InterfaceAdvice(layered)
      known = advice
      var notes: [Diagnostic.Note] = []
      if case .within(let pattern) = layers[layer].peers {
        let ends = [link.from, link.to].map { module in
          (layered.graph.shownName(module), layered.slices.folder(of: module))
        }
        notes = [.init(.divides(layers[layer].name, pattern, ends), at: pattern.location)]
      }
      findings.add(
        .linksPeer(
          link.verb, layered.graph.shownName(link.from), layered.graph.shownName(link.to),
          layers[layer].name),
        link: link, notes: notes, help: advice.help(link))
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func linksPeer(
    _ verb: String, _ from: String, _ to: String, _ layer: String
  ) -> Self {
    "'\(from)' \(verb) '\(to)' of its own layer '\(layer)'"
  }

  fileprivate static func divides(
    _ layer: String, _ pattern: Pattern, _ slices: [(module: String, folder: String?)]
  ) -> Self {
    let places = slices.map { slice in
      slice.folder.map { "'\(slice.module)' is in slice '\($0)'" }
        ?? "'\(slice.module)' is in no slice"
    }
    return "'\(pattern.text)' divides layer '\(layer)': \(places.joined(separator: ", "))"
  }
}

struct InterfaceAdvice {
  private let layered: LayeredGraph
  /// The patterns of the form `*Core`, in order of rules.yml.
  private let affixes: [Affix]
  private var byName: [String: [ModuleID]] = [:]

  /// The text that a pattern puts before and after the name of a module.
  fileprivate struct Affix {
    var start: Substring
    var end: Substring
  }

  init(_ layered: LayeredGraph) {
    self.layered = layered
    affixes = layered.configuration.interfaces.compactMap { Affix($0) }
    for id in layered.graph.builtModules where layered.isInterface(id) {
      byName[layered.graph[id].baseName, default: []].append(id)
    }
  }

  func help(_ link: Link) -> [Diagnostic.Message] {
    // Packages of third parties cannot be split or moved.
    if case .package(let identity) = layered.graph[link.to].external, identity.contains("://") {
      return []
    }
    let (target, name) = (layered.graph.shownName(link.to), layered.graph[link.to].baseName)
    let layer = layered.layer(of: link.to)
    let names = affixes.map { String($0.start + name + $0.end) }
    let interface = names.flatMap { (byName[$0] ?? []).reversed() }
      .first { layered.layer(of: $0) == layer }
    if let interface, interface != link.from {
      return [.useInterface(link, layered.graph.shownName(interface))]
    }
    var help: [Diagnostic.Message] = []
    if let first = names.first, byName[first] == nil { help.append(.splitInterface(target, first)) }
    if let layer, layer + 1 < layered.configuration.layers.count {
      help.append(.moveDown(target, layered.configuration.layers[layer + 1].name))
    }
    // A module of a higher layer must know both.
    if let layer = layered.layer(of: link.from), layer > 0, layered.canInvert(link) {
      help.append(.invert(layered.graph.shownName(link.from), target))
    }
    return help
  }
}

extension InterfaceAdvice.Affix {
  /// Returns `nil` for a pattern of another form.
  fileprivate init?(_ pattern: Pattern) {
    let pieces = pattern.text.split(separator: "*", omittingEmptySubsequences: false)
    let isPlain = !pattern.text.contains { "?[]{}".contains($0) }
    guard !pattern.isFolder, pieces.count == 2, isPlain else { return nil }
    self.init(start: pieces[0], end: pieces[1])
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
