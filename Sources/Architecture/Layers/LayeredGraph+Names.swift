public import Diagnostics
public import Graph

extension LayeredGraph {
  /// Returns the name of a module for messages, with its layer if there is one.
  public func described(_ module: ModuleID) -> String {
    let name = "'\(graph.shownName(module))'"
    return layerName(of: module).map { "\(name) of layer '\($0)'" } ?? name
  }

  public func subject(_ module: ModuleID) -> Diagnostic.Subject {
    Diagnostic.Subject(
      from: graph.shownName(module), fromLayer: layerName(of: module),
      identity: [graph.identity(module)])
  }

  public func subject(_ from: ModuleID, _ to: ModuleID) -> Diagnostic.Subject {
    Diagnostic.Subject(
      from: graph.shownName(from), to: graph.shownName(to), fromLayer: layerName(of: from),
      toLayer: layerName(of: to), identity: [graph.identity(from), graph.identity(to)])
  }

  /// Returns the links of a chain by name.
  public func chain(_ links: [Link]) -> [Diagnostic.ChainLink] {
    links.map { link in
      Diagnostic.ChainLink(
        from: graph.shownName(link.from), to: graph.shownName(link.to), at: link.location,
        isImport: link.isImport)
    }
  }

  /// Returns notes about the modules that inherit a link from a template or an included file.
  public func originNotes(_ link: Link) -> [Diagnostic.Note] {
    guard link.flags.contains(.inherited) else { return [] }
    return originNotes(of: link.from, outside: link.outside)
  }

  /// Returns notes about a declaration outside of the workspace and the module that inherits it.
  public func originNotes(of module: ModuleID, outside: Int?) -> [Diagnostic.Note] {
    (outside.map { [graph.outsideNotes[$0]] } ?? []) + [originNote(module)]
  }

  private func originNote(_ module: ModuleID) -> Diagnostic.Note {
    Diagnostic.Note(.getsItFromThere(graph.shownName(module)), at: graph[module].location)
  }
}

extension Diagnostic.Message {
  /// Describes the modules that rules.yml assigns to a layer.
  public static func patterns(of layer: Configuration.Layer) -> Self {
    guard let patterns = layer.modules else {
      return "layer '\(layer.name)' matches the modules under a folder named '\(layer.name)'"
    }
    let names = patterns.map { "'\($0.text)'" }.joined(separator: ", ")
    return "layer '\(layer.name)' matches \(names.isEmpty ? "no modules" : names)"
  }

  fileprivate static func getsItFromThere(_ module: String) -> Self {
    "'\(module)' gets it from a template or an included file"
  }
}
