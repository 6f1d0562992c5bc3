internal import Paths
internal import YAML

/// What a specification may say of sources and modules, so that not all of them have to be read again to look at
/// a few changed sources.
public struct SourceHints: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Targets may have modules that are not called like their products.
  public static let moduleNames = Self(rawValue: 1)
  /// Sources may lie outside of the folder of the specification's file.
  public static let elsewhere = Self(rawValue: 2)
  /// All that it can say.
  public static let all: Self = [.moduleNames, .elsewhere]
}

extension SpecReader {
  /// What the specification that has just been decoded into `spec` may say; rather too much than too little.
  ///
  /// - Complexity: O(*n*) for *n* targets and entries of `sources`.
  func sourceHints(of root: NodeID, _ spec: Spec) -> SourceHints {
    var hints: SourceHints = tree.has(.configFiles) ? configurationFiles.hints : []
    if tree.has(.productModuleName) || tree.has(.conditionalModuleName)
      || tree.has(.conditionalProductName)
      || tree.has(.productNameSetting)
        && batch.targets[spec.targets].contains(where: \.hasUnknownProductName)
    {
      hints.insert(.moduleNames)
    }
    if tree.has(.bridgingHeader) || tree.has(.prefixHeader)
      || !Path.isEntry(spec.path, of: spec.folder) || mayLieElsewhere(root)
    {
      hints.insert(.elsewhere)
    }
    return hints
  }

  /// Whether a path among the sources of some target leads out of the folder that it starts from.
  private func mayLieElsewhere(_ root: NodeID) -> Bool {
    guard let targets = tree.value(of: root, for: .targets) else { return false }
    // Only of included files paths are rewritten after their texts were looked at.
    let mayChange = !tree.traits(of: targets).isDisjoint(with: [.unsettledPath, .variable])
    guard mayChange || tree.has(.include) else { return false }
    var entries = tree.startOfEntries(of: targets)
    while let (_, target) = tree.nextEntry(&entries) {
      guard tree.isMapping(target), let sources = tree.value(of: target, for: .sources) else {
        continue
      }
      if tree.isText(sources), leadsOutside(sources) { return true }
      var elements = tree.startOfElements(of: sources)
      while let entry = tree.nextElement(&elements) {
        let path = tree.isMapping(entry) ? tree.value(of: entry, for: .path) : entry
        if let path, tree.isText(path), leadsOutside(path) { return true }
      }
    }
    return false
  }

  private func leadsOutside(_ path: NodeID) -> Bool {
    if Path.isPlain(tree.bytes(path)) { return false }
    return Path.leadsOutside(Path.normalized(tree.string(path)))
  }
}
