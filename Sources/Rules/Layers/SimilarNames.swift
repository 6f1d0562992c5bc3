internal import Architecture
internal import Diagnostics
internal import Graph
internal import Paths
internal import Text

struct SimilarNames {
  private let graph: ModuleGraph
  private let modules: [ModuleID]
  private var folders: NearestWords
  private var names: NearestWords
  /// The first folder with each name among the folders of modules and their parents.
  private lazy var firstFolders = Self.firstFolders(of: graph, modules)
  /// The number of regular expressions that were compared with the modules.
  private var expressions = 0
  private lazy var paths = modules.map { module in
    (module: module, folders: graph.folders(of: module).map { Path($0.path) })
  }

  init(of graph: ModuleGraph, _ modules: [ModuleID]) {
    self.graph = graph
    self.modules = modules
    folders = NearestWords {
      Set(Self.paths(of: modules, in: graph).flatMap { Path.components(of: $0).map(String.init) })
        .sorted()
    }
    names = NearestWords { modules.map { graph[$0].baseName } }
  }

  private static func paths(of modules: [ModuleID], in graph: ModuleGraph) -> [String] {
    modules.flatMap { module in
      graph[module].folders.map(\.path) + [graph.spec(of: module)?.folder ?? ""]
    }
  }

  private static func firstFolders(
    of graph: ModuleGraph, _ modules: [ModuleID]
  ) -> [String: String] {
    var first: [String: String] = [:]
    for folder in paths(of: modules, in: graph) {
      let names = Path.components(of: folder)
      for (place, name) in names.enumerated() where first[String(name)] == nil {
        first[String(name)] = names[...place].joined(separator: "/")
      }
    }
    return first
  }

  mutating func firstFolder(named name: String) -> String? { firstFolders[name] }
  mutating func folder(_ name: String) -> String? { folders.nearest(to: name) }
  mutating func module(_ name: String) -> String? { names.nearest(to: name) }
}

// Corrections.
extension SimilarNames {
  /// Returns what an unmatched pattern or name of a layer probably means, with the modules that
  /// this matches.
  mutating func correction(of unmatched: UnmatchedPattern) -> (String, [ModuleID])? {
    guard let pattern = unmatched.pattern else {
      guard let name = folder(unmatched.text) else { return nil }
      let bytes = Array(name.utf8)
      let found = paths.filter { $0.folders.contains { $0.contains(bytes) } }.map(\.module)
      return found.isEmpty ? nil : (name, found)
    }
    guard pattern.package == nil else { return nil }
    let texts = [pattern.text] + (pattern.text.expressionAsGlob.map { [$0] } ?? [])
    for text in texts + texts.flatMap({ variants(of: $0) }) {
      guard let found = matches(of: text, pattern) else { continue }
      return (text, found)
    }
    return nil
  }

  mutating func glob(meantBy pattern: Pattern) -> String? {
    guard let glob = pattern.text.expressionAsGlob, expressions < NearestWords.mostSearches else {
      return nil
    }
    expressions += 1
    return matches(of: glob, pattern) == nil ? nil : glob
  }

  private mutating func matches(of text: String, _ original: Pattern) -> [ModuleID]? {
    guard text != original.text, let pattern = Pattern(text, at: original.location) else {
      return nil
    }
    let found =
      pattern.isFolder
      ? paths.filter { $0.folders.contains { pattern.matches(folder: $0) } }.map(\.module)
      : modules.filter { pattern.matches(name: Array(graph[$0].baseName.utf8)) }
    return found.isEmpty ? nil : found
  }

  /// Returns similar patterns for folders: with the names of folders that are there, from the root
  /// or from the folder above it, and with all folders below.
  private mutating func variants(of text: String) -> [String] {
    let pieces = text.split(separator: "/").map { piece in
      piece.contains { "*?[]{}".contains($0) }
        ? String(piece) : folder(String(piece)) ?? String(piece)
    }
    guard let first = pieces.first else { return [] }
    let rest = pieces.count == 1 ? ["**"] : Array(pieces.dropFirst())
    var variants = [[first] + rest]
    if let folder = firstFolders[first] { variants.append([folder] + rest) }
    if let second = rest.first, firstFolders[second] == second { variants.append(rest) }
    return (variants + variants.map { $0.dropLast() + ["**"] }).filter { $0.count > 1 }
      .map { $0.joined(separator: "/") }
  }
}

extension String {
  /// The glob that the text means as a regular expression; `nil` if it is no such expression.
  fileprivate var expressionAsGlob: String? {
    let signs = ["^", "$", "\\", ".*", ".+", "(", "|"]
    guard signs.contains(where: contains) else { return nil }
    var text = self
    if text.hasPrefix("^") { text.removeFirst() }
    if text.hasSuffix("$") { text.removeLast() }
    for ending in ["/.*", "/.+", "/"] where text.hasSuffix(ending) {
      text = text.dropLast(ending.count) + "/**"
      break
    }
    let pairs = [
      (".*", "*"), (".+", "*"), ("\\.", "."), ("\\/", "/"), ("(?:", "("), ("(", "{"), ("|", ","),
      (")", "}"), ("[^/]*", "*"), ("[^/]+", "*"),
    ]
    return pairs.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}

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
