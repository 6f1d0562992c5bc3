internal import Diagnostics
internal import Graph
internal import YAML

/// Goes through one file as it is written and collects what XcodeGen passes over in silence: keys it
/// does not know, and values of a wrong type where they decide the graph.
struct FaultSearch {
  let tree: Tree
  private(set) var findings: [Finding] = []
  /// Whether a key ends in `:REPLACE` where it may be left without effect.
  private(set) var hasReplacingKeys = false
  /// Whether XcodeGen fills in no attributes somewhere, so that variables are left over.
  var spoilsAttributes = false
  private let table = KeyTable.shared
  /// What aliases stand for; known once a key is met that may be there for them.
  private var references: Tree.References?

  /// A finding, and where a fault that XcodeGen refuses would be told that makes it one too many.
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
            "duplicate-key", .warning, .givenTwice(tree.string(second)),
            at: tree.range(of: second),
            notes: [.init(.firstOne, at: tree.range(of: first))])))
    }
    var entries = tree.startOfEntries(of: root)
    while let (key, value) = tree.nextEntry(&entries) {
      let word = tree.key(key)
      if !isKnown(word, in: .project), !isPrivate(key, value) { note(key, in: .project, root) }
      visitProjectPart(word, value)
    }
  }

  private mutating func visitProjectPart(_ key: SpecKey?, _ value: NodeID) {
    switch key {
    case nil: break
    case .targets, .targetTemplates:
      expect(.mapping, value, of: key)
      var entries = tree.startOfEntries(of: value)
      while let (name, item) = tree.nextEntry(&entries) { visitTarget(item, key: name) }
    case .aggregateTargets:
      expect(.mapping, value, of: key)
      var entries = tree.startOfEntries(of: value)
      while let (name, item) = tree.nextEntry(&entries) { visitAggregate(item, key: name) }
    case .settings: visitSettings(value)
    case let key?:
      if key == .projectReferences || key == .schemes { expect(.mapping, value, of: key) }
      if key == .settingGroups || key == .settingPresets {
        for (_, item) in tree.entries(of: value) { visitSettings(item) }
      }
      visitPart(of: .project, under: key, value)
      if key == .options { checkOptions(value) }
    }
  }

  private mutating func visitTarget(_ target: NodeID, key targetKey: NodeID) {
    noteReplacing(targetKey)
    var entries = tree.startOfEntries(of: target)
    while let (key, value) = tree.nextEntry(&entries) {
      guard let word = tree.key(key), isKnown(word, in: .target) else {
        note(key, in: .target, target, key: targetKey)
        continue
      }
      let first = findings.count
      visitTargetPart(word, value, of: .target)
      // Without destinations a target may lack a platform, which is told at its key.
      guard word == .supportedDestinations else { continue }
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
    case .name, .productName, .type: expect(.text, value, of: key)
    case .transitivelyLinkDependencies, .directlyEmbedCarthageDependencies:
      expect(.boolean, value, of: key)
    case .templates: expectTexts(value, of: key, isStrict: true)
    case .templateAttributes: checkTemplateAttributes(value)
    case .supportedDestinations: expectWords(value, of: key, PlatformSet.destinationNames)
    default: if table.judges(key.word, in: kind) { visitPart(of: kind, under: key, value) }
    }
  }

  private mutating func visitAggregate(_ target: NodeID, key targetKey: NodeID) {
    var entries = tree.startOfEntries(of: target)
    while let (key, value) = tree.nextEntry(&entries) {
      guard let word = tree.key(key), isKnown(word, in: .aggregate) else {
        note(key, in: .aggregate, target, key: targetKey)
        continue
      }
      if word == .targets {
        expectTexts(value, of: .targets, isStrict: false)
      } else {
        visitTargetPart(word, value, of: .aggregate)
      }
    }
  }

  private mutating func visitDependency(_ dependency: NodeID) {
    var entries = tree.startOfEntries(of: dependency)
    while let (key, value) = tree.nextEntry(&entries) {
      let word = tree.key(key)
      if isKnown(word, in: .dependency) {
        checkDependencyPart(word, value)
      } else {
        note(key, in: .dependency, dependency)
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
      if table.judges(known.word, in: kind) { visitPart(of: kind, under: known, value) }
    }
  }

  /// The keys of settings are free, but a target's dependencies are no setting.
  private mutating func visitSettings(_ settings: NodeID) {
    var (structure, plain): (NodeID?, NodeID?)
    var entries = tree.startOfEntries(of: settings)
    while let (key, value) = tree.nextEntry(&entries) {
      switch tree.key(key) {
      case .dependencies where hasMappings(value): visitBaseSetting(key, value)
      case .base:
        structure = structure ?? key
        var base = tree.startOfEntries(of: value)
        while let (name, item) = tree.nextEntry(&base) { visitBaseSetting(name, item) }
      case .configs:
        structure = structure ?? key
        for (_, item) in tree.entries(of: value) { visitSettings(item) }
      case .groups: structure = structure ?? key
      case .presets: break
      default:
        noteReplacing(key)
        if plain == nil, !tree.isReplacingKey(key) { plain = key }
      }
    }
    guard let structure, let plain else { return }
    warn(
      "ignored-value", .besideStructure(tree.string(plain), tree.string(structure)), at: plain,
      help: [.moveToBase])
  }

  private mutating func visitBaseSetting(_ key: NodeID, _ value: NodeID) {
    noteReplacing(key)
    guard tree.key(key) == .dependencies, hasMappings(value) else { return }
    warn("unknown-key", .isNoSetting(tree.string(key)), at: key, help: [.moveUp(.target)])
  }

  private func hasMappings(_ list: NodeID) -> Bool {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      if tree.isMapping(element) { return true }
    }
    return false
  }
}

// Keys.
extension FaultSearch {
  private func isKnown(_ key: SpecKey?, in kind: MappingKind) -> Bool {
    key.map { table.knows($0.word, in: kind) } ?? false
  }

  /// Whether a top-level key is there for whoever writes the file: by its name, or since aliases refer
  /// to what it holds.
  private mutating func isPrivate(_ key: NodeID, _ value: NodeID) -> Bool {
    let name = tree.bytes(key)
    if name.first == UInt8(ascii: ".") || name.first == UInt8(ascii: "_") { return true }
    if name.starts(with: "x-".utf8) { return true }
    let references = references ?? tree.references()
    self.references = references
    return tree.isReferredTo(value, by: references)
  }

  private mutating func noteReplacing(_ key: NodeID) {
    if tree.isReplacingKey(key) { hasReplacingKeys = true }
  }

  private mutating func note(
    _ key: NodeID, in kind: MappingKind, _ mapping: NodeID, key owner: NodeID? = nil
  ) {
    var name = tree.string(key)
    if tree.isReplacingKey(key) {
      hasReplacingKeys = true
      name.removeLast(8)
      if kind.keys.contains(where: { $0.spelling == name }) { return }
    }
    guard !tree.hasVariables(key) else { return }
    let help = help(for: name, in: kind)
    var finding = Finding(
      diagnostic: Diagnostic(
        "unknown-key", .warning, .unknown(name, kind), at: tree.range(of: key),
        help: help.map { [$0] } ?? []))
    // Of a target only the platform is asked for.
    if kind != .target || help == .didYouMean("platform") {
      finding.causes = [tree.range(of: mapping)] + (owner.map { [tree.range(of: $0)] } ?? [])
    }
    findings.append(finding)
  }

  private func help(for name: String, in kind: MappingKind) -> Diagnostic.Message? {
    func has(_ other: MappingKind) -> Bool { other.keys.contains { $0.spelling == name } }
    var outer = kind.outer
    while let candidate = outer {
      if has(candidate) { return .moveUp(candidate) }
      outer = candidate.outer
    }
    let nearest = kind.keys.map(\.spelling).nearest(to: name)
    if kind == .target || kind == .aggregate || kind == .project, nearest == nil,
      name.isBuildSetting
    {
      return .moveToSettings
    }
    let inner = MappingKind.allCases.filter { $0.outer == kind && $0 != .legacy && has($0) }
    // Where several could have it, a guess would be no help.
    if let home = inner.first, inner.count == 1 || home == .target || name == "targets" {
      return .moveDown(home)
    }
    let siblings = MappingKind.allCases.filter {
      $0.outer == .scheme && kind.outer == .scheme && has($0)
    }
    if siblings.count == 1 { return .moveDown(siblings[0]) }
    return nearest.map { .didYouMean($0) }
  }

  mutating func warn(
    _ rule: RuleID, _ message: Diagnostic.Message, at node: NodeID,
    help: [Diagnostic.Message] = []
  ) {
    let diagnostic = Diagnostic(rule, .warning, message, at: tree.range(of: node), help: help)
    findings.append(Finding(diagnostic: diagnostic))
  }
}

extension Tree {
  /// Whether a key ends in `:REPLACE`.
  func isReplacingKey(_ key: NodeID) -> Bool {
    word(of: key) == .none && bytes(key).last == UInt8(ascii: "E")
      && bytes(key).suffix(8).elementsEqual(":REPLACE".utf8)
  }
}

extension String {
  /// Whether it is written as the names of build settings are.
  fileprivate var isBuildSetting: Bool {
    utf8.contains(UInt8(ascii: "_"))
      && utf8.allSatisfy { 0x41...0x5a ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
  }
}

extension Diagnostic.Message {
  fileprivate static func givenTwice(_ key: String) -> Self {
    "key '\(key)' is given twice, and the last one wins"
  }
  fileprivate static func unknown(_ key: String, _ kind: MappingKind) -> Self {
    "XcodeGen does not know the key '\(key)' of \(kind.noun)"
  }
  fileprivate static func isNoSetting(_ key: String) -> Self {
    "XcodeGen takes '\(key)' in 'settings' for a build setting"
  }
  fileprivate static func besideStructure(_ key: String, _ structure: String) -> Self {
    "XcodeGen ignores '\(key)': beside '\(structure)', 'settings' may only hold 'base', 'configs' and 'groups'"
  }
  fileprivate static func moveUp(_ kind: MappingKind) -> Self {
    switch kind {
    case .project: "it stands too deep: move it out to the top level"
    case .target: "it stands one level too deep: move it out to the target"
    default: "it stands one level too deep: move it out to \(kind.noun)"
    }
  }
  fileprivate static func moveDown(_ kind: MappingKind) -> Self {
    kind.outer == .scheme
      ? "it belongs into \(kind.noun)" : "it stands too high: move it into \(kind.noun)"
  }
  fileprivate static let moveToBase: Self = "move all build settings into 'base'"
  fileprivate static let moveToSettings: Self = "build settings belong into 'settings'"
}
