public import Diagnostics
public import Graph
internal import Paths

extension LayeredGraph {
  /// A property that rules.yml gives a module, with the matching pattern.
  public struct Reason: Hashable, Sendable {
    public var fact: Fact
    /// The pattern as written; `nil` for a layer that matches the folder of its name.
    public var pattern: String?
    /// The matched folder of the module; `nil` if the module's name matched.
    public var folder: ModuleFolder?
    public var location: SourceRange

    public enum Fact: Hashable, Sendable {
      case layer(String)
      case slice(String)
      case interface
      case testSupport
      case ignored
      case tag(String)
    }
  }

  /// Returns all properties that rules.yml gives `module`: layers from the top, then lists, then
  /// tags.
  ///
  /// - Complexity: O(patterns of rules.yml).
  public func reasons(for module: ModuleID) -> [Reason] {
    var reasons = layerReasons(for: module)
    if let reason = reasonForSlice(of: module) { reasons.append(reason) }
    add(.interface, configuration.interfaces, module, to: &reasons)
    add(.testSupport, configuration.testSupport, module, to: &reasons)
    add(.ignored, configuration.ignore, module, to: &reasons)
    for tag in configuration.tags { add(.tag(tag.name), tag.patterns, module, to: &reasons) }
    return reasons
  }

  /// Returns the patterns that assign `module` to layers, from the top.
  ///
  /// - Complexity: O(patterns of the layers that match).
  public func layerReasons(for module: ModuleID) -> [Reason] {
    var reasons: [Reason] = []
    for number in layers(matching: module) {
      let layer = configuration.layers[number]
      let fact = Reason.Fact.layer(layer.name)
      guard let patterns = layer.modules else {
        let name = Array(layer.name.utf8)
        let folder = graph.folders(of: module).first { Path($0.path).contains(name) }
        reasons.append(Reason(fact: fact, folder: folder, location: layer.location))
        continue
      }
      add(fact, patterns, module, to: &reasons)
    }
    return reasons
  }

  private func reasonForSlice(of module: ModuleID) -> Reason? {
    guard let layer = layer(of: module), let slice = slices.folder(of: module),
      case .within(let pattern) = configuration.layers[layer].peers
    else { return nil }
    let folder = graph.folders(of: module).first { folder in
      pattern.shortestMatch(onWayTo: Path(folder.path)) != nil
    }
    return Reason(
      fact: .slice(slice), pattern: pattern.text, folder: folder, location: pattern.location)
  }

  /// Adds the first of `patterns` that matches, preferring the most specific folder.
  private func add(
    _ fact: Reason.Fact, _ patterns: [Pattern], _ module: ModuleID, to reasons: inout [Reason]
  ) {
    var folders = graph.folders(of: module)
    if case .layer = fact, graph[module].roles.contains(.wholePackage) { folders = [] }
    let names = [graph[module].name, graph[module].baseName].map { Array($0.utf8) }
    for folder in folders {
      let path = Path(folder.path)
      guard let match = patterns.first(where: { $0.matches(folder: path) }) else { continue }
      return reasons.append(
        Reason(fact: fact, pattern: match.text, folder: folder, location: match.location))
    }
    let package = graph.package(of: module)
    let match = patterns.first { pattern in
      names.contains { pattern.matches(name: $0) }
        || package.map { package in
          pattern.package?.matches(package.identity, product: Array(package.name.utf8)) ?? false
        } ?? false
    }
    guard let match else { return }
    reasons.append(Reason(fact: fact, pattern: match.text, location: match.location))
  }
}
