internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

extension SourceHints {
  /// Determines the hints of a decoded spec, including paths and names that are only possible.
  ///
  /// - Parameters:
  ///   - spec: The spec.
  ///   - files: The hints of the configuration files.
  ///   - hasUnknownNames: Whether the name of some product is unknown.
  /// - Complexity: O(*n*) for *n* targets and entries of `sources`.
  init(of spec: ResolvedSpec, _ files: SourceHints, hasUnknownNames: Bool) {
    let tree = spec.tree
    self = tree.has(.configFiles) ? files : SourceHints()
    if tree.has(.productModuleName) || tree.has(.conditionalModuleName)
      || tree.has(.conditionalProductName) || tree.has(.productNameSetting) && hasUnknownNames
    {
      mayNameModules = true
    }
    let folder = spec.folder == "." ? "" : spec.folder
    if tree.has(.bridgingHeader) || tree.has(.prefixHeader) || !Path.isEntry(spec.path, of: folder)
    {
      outside = nil
    }
    if outside != nil { outside = Self.sourcesOutside(spec, folder) }
  }

  /// Returns the paths in the sources of targets that are outside the folder of the spec.
  private static func sourcesOutside(_ spec: ResolvedSpec, _ folder: String) -> [String] {
    let tree = spec.tree
    guard let targets = tree.value(of: spec.root, for: .targets) else { return [] }
    // Paths of included files are rewritten after the traits of their texts were determined.
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
