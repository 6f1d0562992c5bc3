internal import Paths

/// The patterns of a configuration that match folders of modules.
///
/// Determines before sources are listed whether their location inside a folder can matter.
public struct FolderPatterns: Sendable {
  /// The names of layers without patterns, which match folders of their names.
  private var names: [[UInt8]] = []
  private var patterns: [(pattern: Pattern, layer: Int?)] = []
  /// The patterns by the deepest folder that contains all their matches; the root for patterns that
  /// may match anywhere.
  private var byFolder: [ArraySlice<UInt8>: [Int]] = [:]
  /// The patterns that start with a wildcard, by a component at a fixed place.
  private var byComponent: [Component: [Int]] = [:]
  private var foldersAbove: Set<ArraySlice<UInt8>> = []

  private struct Component: Hashable {
    var place: Int
    var name: ArraySlice<UInt8>
  }

  /// Returns `nil` if no pattern matches folders.
  public init?(of configuration: Configuration) {
    for (number, layer) in configuration.layers.enumerated() {
      if let modules = layer.modules {
        add(modules, ofLayer: number)
      } else {
        names.append(Array(layer.name.utf8))
      }
      if case .within(let pattern) = layer.peers { patterns.append((pattern, nil)) }
    }
    add(configuration.interfaces + configuration.testSupport + configuration.ignore)
    for tag in configuration.tags { add(tag.patterns) }
    for link in configuration.links { add((link.from.terms + link.to.terms).compactMap(\.pattern)) }
    if names.isEmpty, patterns.isEmpty { return nil }
    for (number, entry) in patterns.enumerated() {
      let folder = entry.pattern.firstFolder
      if folder.isEmpty, let (place, name) = entry.pattern.firstLiteral {
        byComponent[Component(place: place, name: name[...]), default: []].append(number)
        continue
      }
      byFolder[folder, default: []].append(number)
      guard !folder.isEmpty else { continue }
      foldersAbove.insert([])
      for end in folder.indices where folder[end] == UInt8(ascii: "/") {
        foldersAbove.insert(folder[..<end])
      }
    }
  }

  private mutating func add(_ others: [Pattern], ofLayer layer: Int? = nil) {
    for pattern in others where pattern.isFolder { patterns.append((pattern, layer)) }
  }

  /// Whether a module below `folder` may be in another layer, slice or list than a module in it.
  ///
  /// - Complexity: O(patterns that may match `folder` or a folder above it × their parts × parts of
  ///   the folder).
  public func layersDiffer(below folder: String) -> Bool {
    let folder = Path(folder)
    if !names.isEmpty, !names.contains(where: { folder.contains($0) }) { return true }
    var layers: [Int] = names.isEmpty ? [] : [-1]
    if foldersAbove.contains(folder.whole) { return true }
    for (pattern, layer) in candidates(for: folder) {
      switch pattern.coverage(of: folder) {
      case .parts: return true
      case .whole: if let layer { layers.append(layer) }
      case .ends: if let layer, pattern.matches(folder: folder) { layers.append(layer) }
      }
    }
    // A subfolder of a folder in two layers may be in one of them.
    return layers.contains { $0 != layers[0] }
  }
}

extension FolderPatterns: Equatable {
  /// Whether both distinguish the same folders.
  public static func == (a: Self, b: Self) -> Bool {
    Set(a.names) == Set(b.names)
      && a.patterns.elementsEqual(b.patterns) {
        $0.pattern.text == $1.pattern.text && $0.layer == $1.layer
      }
  }
}

extension FolderPatterns {
  private func candidates(for folder: Path) -> [(pattern: Pattern, layer: Int?)] {
    var numbers = byFolder[[]] ?? []
    for start in folder.starts { numbers += byFolder[start] ?? [] }
    guard !byComponent.isEmpty else { return numbers.map { patterns[$0] } }
    for place in 0..<folder.count {
      numbers += byComponent[Component(place: place, name: folder[place])] ?? []
    }
    // A deeper folder may have the component.
    for (component, others) in byComponent where component.place >= folder.count {
      numbers += others
    }
    return numbers.map { patterns[$0] }
  }
}

extension Selector.Term {
  fileprivate var pattern: Pattern? {
    guard case .pattern(let pattern) = subject else { return nil }
    return pattern
  }
}
