internal import YAML
internal import Paths

// Keys of blocks in a spec: a misspelt or misplaced one loses all links and targets below it.
extension SpecSection {
  /// The keys, with the kind of mapping that contains each.
  static let blocks: [(kind: SpecSection, key: SpecKey)] = [
    (.target, .dependencies), (.target, .templates), (.project, .targets),
    (.project, .aggregateTargets), (.project, .targetTemplates), (.project, .packages),
    (.project, .projectReferences), (.project, .include), (.aggregate, .targets),
  ]

  /// The sections around this one, the innermost first.
  var around: some Sequence<SpecSection> { sequence(first: self, next: \.outer).dropFirst() }
}

extension IgnoredKeyChecker {
  /// Whether a value has the shape that a key of `SpecSection.blocks` requires.
  func reads(_ value: NodeID, as key: SpecKey, of kind: SpecSection) -> Bool {
    switch (kind, key) {
    case (.target, .dependencies):
      return tree.elements(of: value).contains {
        DependencyParts(of: $0, in: tree).reference != nil
      }
    case (.target, .templates), (.aggregate, .targets):
      let names = tree.elements(of: value)
      return !names.isEmpty && names.allSatisfy { tree.isText($0) }
    case (.project, .targets), (.project, .targetTemplates):
      return holds(value) { holdsTarget($0) }
    case (.project, .aggregateTargets):
      return holds(value) { tree.value(of: $0, for: .targets).map { tree.isSequence($0) } ?? false }
    case (.project, .packages):
      let places: [SpecKey] = [.url, .github, .path]
      return holds(value) { package in places.contains { tree.text(of: package, for: $0) != nil } }
    case (.project, .projectReferences):
      return holds(value) { tree.text(of: $0, for: .path) != nil }
    case (.project, .include): return readsAsInclude(value)
    default: return false
    }
  }

  /// Whether a value is a mapping of mappings, at least one of which `isWanted`.
  private func holds(_ value: NodeID, _ isWanted: (NodeID) -> Bool) -> Bool {
    let items = tree.entries(of: value)
    return items.allSatisfy { tree.isMapping($0.value) } && items.contains { isWanted($0.value) }
  }

  private func holdsTarget(_ mapping: NodeID) -> Bool {
    let keys: [SpecKey] = [
      .platform, .supportedDestinations, .dependencies, .templates, .sources, .legacy,
    ]
    return keys.contains { tree.value(of: mapping, for: $0) != nil }
  }

  private func readsAsInclude(_ value: NodeID) -> Bool {
    guard tree.isSequence(value) else { return isInclude(value) }
    let items = tree.elements(of: value)
    return !items.isEmpty && items.allSatisfy { isInclude($0) }
  }

  private func isInclude(_ entry: NodeID) -> Bool {
    guard let path = tree.isMapping(entry) ? tree.value(of: entry, for: .path) : entry,
      tree.isText(path)
    else { return false }
    let ending = Path.splitExtension(tree.string(path)).extension ?? ""
    return ["yml", "yaml", "json"].contains(ending)
  }

  func hasWildcards(_ value: NodeID) -> Bool {
    (tree.isSequence(value) ? tree.elements(of: value) : [value]).contains {
      tree.bytes($0).contains(UInt8(ascii: "*"))
    }
  }

  /// Whether a mapping has keys of the scheme of a target, rather than schemes by name.
  func isTargetScheme(_ value: NodeID) -> Bool {
    let entries = tree.entries(of: value)
    if entries.isEmpty { return tree.isMapping(value) }
    return entries.contains { entry in
      KeyTable.shared.index(of: tree.keyID(of: entry.key), in: .targetScheme) != nil
    }
  }
}
