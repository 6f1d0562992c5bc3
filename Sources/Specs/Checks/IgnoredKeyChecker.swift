internal import Diagnostics
internal import Graph
internal import YAML

/// Goes through one file as it is written and collects what XcodeGen silently ignores: keys it
/// does not know, and values of a wrong type where they decide the graph.
struct IgnoredKeyChecker {
  var tree: Tree
  var findings: [Finding] = []
  /// Whether a key ends in `:REPLACE` where it may be left without effect.
  var hasReplacingKeys = false
  /// Whether XcodeGen fills in no attributes somewhere, so that variables are left over.
  var hasUnusableTemplateAttributes = false
  /// Whether a key that XcodeGen does not know has taken parts of the specification with it.
  var hasMisplacedBlocks = false
  let table = KeyTable.shared
  /// What aliases stand for; known once a key is met that may be there for them.
  var references: Tree.References?

  /// A finding, and where an error that XcodeGen refuses would be reported, which makes it redundant.
  struct Finding {
    var diagnostic: Diagnostic
    var causes: [SourceRange] = []
  }

  init(_ tree: Tree) { self.tree = tree }

  mutating func visitFile(_ root: NodeID) {
    for (first, second) in tree.duplicateKeys {
      findings.append(
        Finding(
          diagnostic: Diagnostic(
            .duplicateKey, .warning, .givenTwice(tree.string(second)),
            at: tree.range(of: second),
            notes: [.init(.firstOne, at: tree.range(of: first))],
            // The last one wins.
            fix: .init(safe: [.remove(tree.range(of: first))]))))
    }
    var entries = tree.startOfEntries(of: root)
    while let (key, value) = tree.nextEntry(&entries) {
      if let known = tree.key(key), isKnown(known, in: .project) {
        visitProjectPart(known, value)
      } else if !isPrivate(key, value) {
        note(key, in: .project, root)
      }
    }
  }

  private mutating func visitProjectPart(_ key: SpecKey, _ value: NodeID) {
    switch key {
    case .targets, .targetTemplates:
      expect(.mapping, value, of: key)
      var entries = tree.startOfEntries(of: value)
      while let (name, item) = tree.nextEntry(&entries) {
        noteReplacing(name, in: value)
        visitTarget(item, key: name)
      }
    case .aggregateTargets:
      expect(.mapping, value, of: key)
      var entries = tree.startOfEntries(of: value)
      while let (name, item) = tree.nextEntry(&entries) { visitAggregate(item, key: name) }
    case .settings:
      expect(.mapping, value, of: key)
      visitSettings(value)
    case .configs: checkConfigurationTypes(value)
    default:
      if key == .include { checkInclude(value) }
      if key == .settingGroups || key == .settingPresets {
        for (_, item) in tree.entries(of: value) { visitSettings(item) }
      }
      visitPart(of: .project, under: key, value)
    }
  }

  private mutating func visitTarget(_ target: NodeID, key targetKey: NodeID) {
    var entries = tree.startOfEntries(of: target)
    while let (key, value) = tree.nextEntry(&entries) {
      guard let known = tree.key(key), isKnown(known, in: .target) else {
        note(key, in: .target, target, key: targetKey)
        continue
      }
      let first = findings.count
      visitTargetPart(known, value, of: .target)
      // Without destinations a target may lack a platform, which is reported at its key.
      guard known == .supportedDestinations else { continue }
      for index in first..<findings.count { findings[index].causes = [tree.range(of: targetKey)] }
    }
  }

  private mutating func visitTargetPart(_ key: SpecKey, _ value: NodeID, of kind: MappingKind) {
    switch key {
    case .dependencies:
      var elements = tree.startOfElements(of: value)
      while let element = tree.nextElement(&elements) { visitDependency(element) }
    case .settings:
      expect(.mapping, value, of: key)
      visitSettings(value)
    case .templateAttributes: checkTemplateAttributes(value)
    case .deploymentTarget where tree.isMapping(value): visit(value, as: .deploymentTarget)
    default: if table.checksValue(key.id, in: kind) { visitPart(of: kind, under: key, value) }
    }
  }

  private mutating func visitAggregate(_ target: NodeID, key targetKey: NodeID) {
    var entries = tree.startOfEntries(of: target)
    while let (key, value) = tree.nextEntry(&entries) {
      guard let known = tree.key(key), isKnown(known, in: .aggregate) else {
        note(key, in: .aggregate, target, key: targetKey)
        continue
      }
      visitTargetPart(known, value, of: .aggregate)
    }
  }

  private mutating func visitDependency(_ dependency: NodeID) {
    var entries = tree.startOfEntries(of: dependency)
    while let (key, value) = tree.nextEntry(&entries) {
      guard let known = tree.key(key), isKnown(known, in: .dependency) else {
        note(key, in: .dependency, dependency)
        continue
      }
      if table.checksValue(known.id, in: .dependency) {
        visitPart(of: .dependency, under: known, value)
      }
    }
  }

  /// Visits the mappings under a key of a kind of mapping.
  private mutating func visitPart(of kind: MappingKind, under key: SpecKey, _ value: NodeID) {
    if let shape = kind.shape(under: key) { expect(shape, value, of: key) }
    guard let part = kind.part(under: key) else {
      if kind == .build, key == .targets { checkBuildTypes(value) }
      return
    }
    if part.kind == .buildScript || part.kind == .buildRule {
      checkSteps(value, of: key, part.kind)
    }
    switch part.form {
    case .single: visit(value, as: part.kind)
    case .list: visitElements(of: value, as: part.kind)
    case .items:
      visit(value, as: part.kind)
      visitElements(of: value, as: part.kind)
    case .named:
      var entries = tree.startOfEntries(of: value)
      while let (name, item) = tree.nextEntry(&entries) { visit(item, as: part.kind, key: name) }
    }
  }

  private mutating func visitElements(of list: NodeID, as kind: MappingKind) {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) { visit(element, as: kind) }
  }

  mutating func visit(_ mapping: NodeID, as kind: MappingKind, key owner: NodeID? = nil) {
    var entries = tree.startOfEntries(of: mapping)
    while let (key, value) = tree.nextEntry(&entries) {
      guard let known = tree.key(key), isKnown(known, in: kind) else {
        note(key, in: kind, mapping, key: owner)
        continue
      }
      if table.checksValue(known.id, in: kind) { visitPart(of: kind, under: known, value) }
      if kind == .deploymentTarget { checkVersion(value, of: known.spelling) }
    }
  }

  /// The keys of settings are free, but a target's dependencies are not settings.
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
      default:
        noteReplacing(key, in: settings)
        if plain == nil, !tree.isReplacingKey(key) { plain = key }
      }
    }
    guard let structure, let plain else { return }
    warn(
      .ignoredValue, .besideStructure(tree.string(plain), tree.string(structure)), at: plain,
      help: [plainHelp(for: plain, in: settings)])
  }

  /// What beside `base` and the like is not a build setting was meant for a configuration.
  private func plainHelp(for key: NodeID, in settings: NodeID) -> Diagnostic.Message {
    let name = tree.string(key)
    let value = tree.entry(of: settings, named: name)?.value
    if let value, tree.isMapping(value) { return .moveToConfigs(name) }
    let isBlank = value.map { tree.isBlank($0) } ?? false
    return isBlank && !name.isBuildSetting ? .leaveOutPlain(name) : .moveToBase
  }

  private mutating func visitBaseSetting(
    _ key: NodeID, _ value: NodeID, in settings: NodeID
  ) {
    noteReplacing(key, in: settings)
    guard tree.key(key) == .dependencies, hasMappings(value) else { return }
    let isBlock = tree.reads(value, as: .dependencies, of: .target)
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
