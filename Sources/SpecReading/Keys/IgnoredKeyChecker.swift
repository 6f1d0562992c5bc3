internal import Diagnostics
internal import Graph
internal import YAML

/// Collects the unknown keys and ignored values of one file, before includes are merged.
public struct IgnoredKeyChecker {
  var tree: Tree
  var findings: [Finding] = []
  var traits: SpecTraits = []
  let table = KeyTable.shared
  var root: NodeID?
  /// The values that aliases refer to; collected for the first unknown top-level key.
  var aliases: AliasTargets?

  /// A finding, with the places whose errors make it redundant.
  public struct Finding: Sendable {
    var diagnostic: Diagnostic
    var causes: [SourceRange] = []
  }

  init(_ tree: Tree) { self.tree = tree }

  mutating func visitFile(_ root: NodeID) {
    self.root = root
    for (first, second) in tree.duplicateKeys {
      findings.append(
        Finding(
          diagnostic: Diagnostic(
            .duplicateKey, .warning, .givenTwice(tree.string(second)),
            at: tree.range(of: second),
            notes: [.init(.firstOne, at: tree.range(of: first))],
            // The last of equal keys wins.
            fix: .init(safe: [.remove(tree.range(of: first))]))))
    }
    visit(root, as: .project)
  }

  private mutating func visit(
    _ mapping: NodeID, as section: SpecSection, key owner: NodeID? = nil
  ) {
    var entries = tree.startOfEntries(of: mapping)
    while let (key, value) = tree.nextEntry(&entries) {
      guard let index = table.index(of: tree.keyID(of: key), in: section) else {
        if section != .project || !isPrivate(key, value) {
          note(key, in: section, mapping, key: owner)
        }
        continue
      }
      let first = findings.count
      check(value, at: index, in: section, mapping, key: owner)
      // A target without destinations may lack a platform, which is reported at its key.
      if let owner, findings.count > first, tree.key(key) == .supportedDestinations {
        noteCauses([owner], from: first)
      }
    }
  }

  /// Checks the value of the key at `index` in the table, and its contents.
  private mutating func check(
    _ value: NodeID, at index: Int, in section: SpecSection, _ mapping: NodeID,
    key owner: NodeID? = nil
  ) {
    let shape = table.keys[index].shape
    switch shape {
    case .any: return
    case .versions where tree.isMapping(value): return visit(value, as: .deploymentTarget)
    default: break
    }
    switch table.keys[index].otherwise {
    case .ignored: expect(shape, value, of: table.keys[index].name, orBlank: true)
    case .refused:
      let first = findings.count
      expect(shape, value, of: table.keys[index].name, orBlank: false)
      if findings.count > first {
        noteCauses([value, mapping] + (owner.map { [$0] } ?? []), from: first)
      }
    case .unchecked: break
    }
    visit(value, at: index, in: section)
  }

  /// Makes findings redundant if an error is reported at one of some nodes.
  private mutating func noteCauses(_ nodes: [NodeID], from first: Int) {
    for index in first..<findings.count {
      findings[index].causes = nodes.map { tree.range(of: $0) }
    }
  }

  private mutating func visit(_ value: NodeID, at index: Int, in section: SpecSection) {
    let key = table.keys[index].name
    switch table.keys[index].shape {
    case .section(let part): visit(value, as: part)
    case .phase:
      // The checker reports build phases of sources.
      if section == .fileType { checkPhase(value, of: key) }
      visit(value, as: .buildPhase)
    case .sections(let part), .items(let part):
      if part == .include {
        checkInclude(value)
        visit(value, as: part)
      } else if table.keys[index].otherwise != .refused {
        checkElements(of: value, key, part)
      }
      var elements = tree.startOfElements(of: value)
      while let element = tree.nextElement(&elements) { visit(element, as: part) }
    case .table(let part):
      var entries = tree.startOfEntries(of: value)
      while let (name, item) = tree.nextEntry(&entries) {
        if part == .target, tree.isReplacingKey(name) { noteReplacing(name, in: value) }
        visit(item, as: part, key: name)
      }
    case .settings: visitSettings(value)
    case .settingGroups:
      for (_, item) in tree.entries(of: value) {
        expectMapping(item, of: key)
        visitSettings(item)
      }
    case .configurations: checkConfigurationTypes(value)
    case .attributes: checkTemplateAttributes(value)
    default: break
    }
  }

  /// Visits settings, whose keys are free except `dependencies`.
  private mutating func visitSettings(_ settings: NodeID) {
    var (structure, plain): (NodeID?, NodeID?)
    var entries = tree.startOfEntries(of: settings)
    while let (key, value) = tree.nextEntry(&entries) {
      switch tree.key(key) {
      case .dependencies where hasMappings(value): visitBaseSetting(key, value, in: settings)
      case .base:
        structure = structure ?? key
        var base = tree.startOfEntries(of: value)
        while let (name, item) = tree.nextEntry(&base) {
          visitBaseSetting(name, item, in: value)
        }
      case .configs:
        structure = structure ?? key
        for (_, item) in tree.entries(of: value) { visitSettings(item) }
      case .groups: structure = structure ?? key
      case .presets: break
      case _ where tree.isReplacingKey(key): noteReplacing(key, in: settings)
      default: plain = plain ?? key
      }
    }
    guard let structure, let plain else { return }
    let name = tree.string(plain)
    let isMapping = tree.entry(of: settings, named: name).map { tree.isMapping($0.value) } ?? false
    warn(
      .ignoredValue, .besideStructure(name, tree.string(structure)), at: plain,
      help: [isMapping ? .moveToConfigs(name) : .moveToBase])
  }

  private mutating func visitBaseSetting(
    _ key: NodeID, _ value: NodeID, in settings: NodeID
  ) {
    if tree.isReplacingKey(key) { noteReplacing(key, in: settings) }
    guard tree.key(key) == .dependencies, hasMappings(value) else { return }
    let isBlock = reads(value, as: .dependencies, of: .target)
    let severity: Severity = isBlock ? .error : .warning
    add(
      Diagnostic(
        .unknownKey, severity, .isNoSetting(tree.string(key)), at: tree.range(of: key),
        help: [.moveUp(.target)]))
  }

  private func hasMappings(_ list: NodeID) -> Bool {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      if tree.isMapping(element) { return true }
    }
    return false
  }
}
