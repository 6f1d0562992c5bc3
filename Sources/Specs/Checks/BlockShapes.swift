internal import YAML
internal import Paths

// Keys of whole blocks of a spec. If one is misspelt or misplaced, all links and targets below it are lost.
extension SpecSection {
  /// The keys, with the kind of mapping that they belong in.
  static let blocks: [(kind: SpecSection, key: SpecKey)] = [
    (.target, .dependencies), (.target, .templates), (.project, .targets),
    (.project, .aggregateTargets), (.project, .targetTemplates), (.project, .packages),
    (.project, .projectReferences), (.project, .include), (.aggregate, .targets),
  ]

  /// Whether mappings of the kind `other` are nested in mappings of this kind.
  func isAround(_ other: SpecSection) -> Bool {
    var kind = other.outer
    while let candidate = kind {
      if candidate == self { return true }
      kind = candidate.outer
    }
    return false
  }
}

extension Tree {
  /// Whether a value has the shape that a key of `SpecSection.blocks` requires.
  func reads(_ value: NodeID, as key: SpecKey, of kind: SpecSection) -> Bool {
    switch (kind, key) {
    case (.target, .dependencies):
      return elements(of: value).contains { parts(ofDependency: $0).reference != nil }
    case (.target, .templates), (.aggregate, .targets):
      let names = elements(of: value)
      return !names.isEmpty && names.allSatisfy { isText($0) }
    case (.project, .targets), (.project, .targetTemplates):
      return holds(value) { holdsTarget($0) }
    case (.project, .aggregateTargets):
      return holds(value) { self.value(of: $0, for: .targets).map { isSequence($0) } ?? false }
    case (.project, .packages):
      let places: [SpecKey] = [.url, .github, .path]
      return holds(value) { package in places.contains { self.text(of: package, for: $0) != nil } }
    case (.project, .projectReferences): return holds(value) { text(of: $0, for: .path) != nil }
    case (.project, .include): return readsAsInclude(value)
    default: return false
    }
  }

  /// Whether a value is a mapping of mappings, at least one of which `isWanted`.
  private func holds(_ value: NodeID, _ isWanted: (NodeID) -> Bool) -> Bool {
    let items = entries(of: value)
    return items.allSatisfy { isMapping($0.value) } && items.contains { isWanted($0.value) }
  }

  /// Whether a mapping has a key that only targets have.
  private func holdsTarget(_ mapping: NodeID) -> Bool {
    let keys: [SpecKey] = [
      .platform, .supportedDestinations, .dependencies, .templates, .sources, .legacy,
    ]
    return keys.contains { value(of: mapping, for: $0) != nil }
  }

  private func readsAsInclude(_ value: NodeID) -> Bool {
    guard isSequence(value) else { return isInclude(value) }
    let items = elements(of: value)
    return !items.isEmpty && items.allSatisfy { isInclude($0) }
  }

  private func isInclude(_ entry: NodeID) -> Bool {
    guard let path = isMapping(entry) ? self.value(of: entry, for: .path) : entry, isText(path)
    else { return false }
    let ending = Path.splitExtension(string(path)).extension ?? ""
    return ["yml", "yaml", "json"].contains(ending)
  }

  /// Whether a list or a text contains patterns of files.
  func hasWildcards(_ value: NodeID) -> Bool {
    (isSequence(value) ? elements(of: value) : [value]).contains {
      bytes($0).contains(UInt8(ascii: "*"))
    }
  }

  /// Whether a mapping has keys of the scheme of a target, rather than schemes by name.
  func isTargetScheme(_ value: NodeID) -> Bool {
    let entries = entries(of: value)
    if entries.isEmpty { return isMapping(value) }
    return entries.contains { entry in
      KeyTable.shared.index(of: keyID(of: entry.key), in: .targetScheme) != nil
    }
  }
}
