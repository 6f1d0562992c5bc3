public import Graph
internal import Paths

/// The slices of layers with `peers: { within: pattern }`.
///
/// A slice is the modules in one folder that the pattern matches. A module outside of every slice
/// is its own slice.
public struct LayerSlices: Sendable {
  /// The slice of each module, if it has one.
  private var numbers: [ModuleID: Int] = [:]
  private var folders: [String] = []
  /// The patterns that match no folder of their layer.
  private(set) var unmatched: [UnmatchedPattern] = []

  init() {}

  /// - Complexity: O(*n* *d*) for *n* modules of divided layers in folders of depth *d*.
  init(of graph: ModuleGraph, _ layerOf: ModuleMap<Int?>, _ layers: [Configuration.Layer]) {
    for (layer, entry) in layers.enumerated() {
      guard case .within(let pattern) = entry.peers else { continue }
      var known: [String: Int] = [:]
      // Caches the result by folder, since modules of a spec share folders.
      var slices: [String: String?] = [:]
      var path = Path("")
      for module in graph.builtModules where layerOf[module] == layer {
        var found: String?
        for folder in graph.folders(of: module) where found == nil {
          if let slice = slices[folder.path] {
            found = slice
            continue
          }
          path.replace(with: folder.path)
          found = pattern.shortestMatch(onWayTo: path)?.text
          slices[folder.path] = .some(found)
        }
        guard let slice = found else { continue }
        let number = known[slice] ?? folders.count
        if number == folders.count {
          known[slice] = number
          folders.append(slice)
        }
        numbers[module] = number
      }
      guard known.isEmpty else { continue }
      unmatched.append(
        UnmatchedPattern(
          text: pattern.text, location: pattern.location, owner: .slices(entry.name),
          pattern: pattern))
    }
  }

  /// Returns the folder of a module's slice; `nil` for a module outside of every slice.
  public func folder(of module: ModuleID) -> String? { numbers[module].map { folders[$0] } }

  func areOfOne(_ a: ModuleID, _ b: ModuleID) -> Bool {
    guard let slice = numbers[a] else { return false }
    return slice == numbers[b]
  }
}

extension Configuration.Layer {
  public var allowsAllPeers: Bool {
    guard case .allowed = peers else { return false }
    return true
  }
}
