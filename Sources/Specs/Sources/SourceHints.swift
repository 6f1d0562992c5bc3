internal import Paths
internal import YAML

/// What a specification may say of sources and modules, so that not all of them have to be read again to look at
/// a few changed sources.
public struct SourceHints: Hashable, Sendable {
  /// Whether targets may have modules that are not called like their products.
  public var mayNameModules = false
  /// What may be or hold sources and leads out of the folder of the specification's file: paths from the tree's
  /// root; `nil` where sources may lie anywhere.
  public var outside: [String]? = []

  /// Of a specification that says nothing of either.
  public init() {}

  init(mayNameModules: Bool, outside: [String]?) {
    self.mayNameModules = mayNameModules
    self.outside = outside
  }

  /// All that a specification can say.
  public static let all = SourceHints(mayNameModules: true, outside: nil)
}

extension SpecReader {
  /// What the specification that has just been decoded into `spec` may say; rather too much than too little.
  ///
  /// - Complexity: O(*n*) for *n* targets and entries of `sources`.
  func sourceHints(of root: NodeID, _ spec: Spec) -> SourceHints {
    var hints = tree.has(.configFiles) ? configurationFiles.hints : SourceHints()
    if tree.has(.productModuleName) || tree.has(.conditionalModuleName)
      || tree.has(.conditionalProductName)
      || tree.has(.productNameSetting)
        && batch.targets[spec.targets].contains(where: \.hasUnknownProductName)
    {
      hints.mayNameModules = true
    }
    if tree.has(.bridgingHeader) || tree.has(.prefixHeader)
      || !Path.isEntry(spec.path, of: spec.folder)
    {
      hints.outside = nil
    }
    if hints.outside != nil { hints.outside = sourcesOutside(root, spec.folder) }
    return hints
  }

  /// The paths among the sources of targets that lead out of the folder that they start from.
  private func sourcesOutside(_ root: NodeID, _ folder: String) -> [String] {
    guard let targets = tree.value(of: root, for: .targets) else { return [] }
    // Only of included files paths are rewritten after their texts were looked at.
    let mayChange = !tree.traits(of: targets).isDisjoint(with: [.unsettledPath, .variable])
    guard mayChange || tree.has(.include) else { return [] }
    var found: [String] = []
    func note(_ path: NodeID) {
      guard tree.isText(path), !Path.isPlain(tree.bytes(path)) else { return }
      let joined = Path.normalized(
        Path.join(folder.isEmpty ? "." : folder, tree.string(path)))
      if Path.leadsOutside(joined) || !Path.lies(joined, in: folder) { found.append(joined) }
    }
    var entries = tree.startOfEntries(of: targets)
    while let (_, target) = tree.nextEntry(&entries) {
      guard tree.isMapping(target), let sources = tree.value(of: target, for: .sources) else {
        continue
      }
      note(sources)
      var elements = tree.startOfElements(of: sources)
      while let entry = tree.nextElement(&elements) {
        if let path = tree.isMapping(entry) ? tree.value(of: entry, for: .path) : entry {
          note(path)
        }
      }
    }
    return found
  }
}
