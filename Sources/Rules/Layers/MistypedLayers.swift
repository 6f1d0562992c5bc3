internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// The patterns and names of layers that match nothing, but would match modules in no layer if they
/// were written slightly differently.
struct MistypedLayers {
  struct Entry {
    var correction: String
    var modules: [ModuleID]
    var isOfEmptyLayer: Bool
  }

  private var entries: [SourceRange: Entry] = [:]
  private var places: [ModuleID: [Diagnostic.Place]] = [:]

  init(_ layered: LayeredGraph) {
    let unmatched = layered.unmatchedPatterns.filter { $0.layer != nil }
    let modules = unmatched.isEmpty ? [] : layered.unassignedModules
    guard !modules.isEmpty else { return }
    var similar = SimilarNames(of: layered.graph, modules)
    let occupied = Set(layered.graph.modules.flatMap(layered.layers(matching:)))
    for pattern in unmatched.prefix(Self.mostPatterns) {
      guard let (correction, found) = similar.correction(of: pattern) else { continue }
      let isOfEmptyLayer = pattern.layer.map { !occupied.contains($0) } ?? false
      entries[pattern.location] = Entry(
        correction: correction, modules: found, isOfEmptyLayer: isOfEmptyLayer)
      guard isOfEmptyLayer else { continue }
      for module in found { places[module, default: []].append(.init(pattern.location)) }
    }
  }

  private static let mostPatterns = 32

  subscript(pattern: UnmatchedPattern) -> Entry? { entries[pattern.location] }

  /// Returns the places of the layers without modules that were probably meant for `module`.
  func places(of module: ModuleID) -> [Diagnostic.Place] { places[module] ?? [] }
}

extension UnmatchedPattern {
  /// The number of the layer that the pattern belongs to; `nil` if it belongs to something else.
  var layer: Int? {
    switch owner {
    case .layer(let number, _), .folder(let number, _): number
    case .slices, .interfaces, .testSupport, .ignore, .tag: nil
    }
  }
}
