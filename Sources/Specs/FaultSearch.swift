internal import Diagnostics
internal import YAML

/// Goes through one file as it is written and collects what XcodeGen passes over in silence: keys it
/// does not know, and values of a wrong type where they decide the graph.
struct FaultSearch {
  let tree: Tree
  private(set) var findings: [Finding] = []
  /// Whether a key ends in `:REPLACE` where it may be left without effect.
  private(set) var hasReplacingKeys = false
  private let table = KeyTable.shared

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
    tree.forEachEntry(of: root) { key, value in
      if !isKnown(key, in: .project), !isPrivate(key, value) { note(key, in: .project, root) }
      visitProjectPart(tree.key(key), value)
    }
  }

  private mutating func visitProjectPart(_ key: SpecKey?, _ value: NodeID) {
    switch key {
    case .include: visitItems(of: value, as: .include)
    case .options:
      visit(value, as: .options)
      checkOptions(value)
    case .targets, .targetTemplates:
      expect(.mapping, value, of: key)
      tree.forEachEntry(of: value) { visitTarget($1, key: $0) }
    case .aggregateTargets:
      expect(.mapping, value, of: key)
      tree.forEachEntry(of: value) { visitAggregate($1, key: $0) }
    case .packages: tree.forEachEntry(of: value) { visit($1, as: .package, key: $0) }
    case .projectReferences:
      expect(.mapping, value, of: key)
      tree.forEachEntry(of: value) { visit($1, as: .projectReference, key: $0) }
    case .settings: visitSettings(value)
    default: break
    }
  }

  private mutating func visitTarget(_ target: NodeID, key targetKey: NodeID) {
    noteReplacing(targetKey)
    tree.forEachEntry(of: target) { key, value in
      if !isKnown(key, in: .target) { note(key, in: .target, target, key: targetKey) }
      let first = findings.count
      visitTargetPart(tree.key(key), value)
      // Without destinations a target may lack a platform, which is told at its key.
      guard tree.key(key) == .supportedDestinations else { return }
      for index in first..<findings.count { findings[index].causes = [tree.range(of: targetKey)] }
    }
  }

  private mutating func visitTargetPart(_ key: SpecKey?, _ value: NodeID) {
    switch key {
    case .dependencies:
      tree.forEachElement(of: value) { visitDependency($0) }
    case .sources: visitItems(of: value, as: .source)
    case .buildToolPlugins: visitItems(of: value, as: .plugin)
    case .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts,
      .postbuildScripts, .buildScripts:
      visitItems(of: value, as: .buildScript)
    case .buildRules: visitItems(of: value, as: .buildRule)
    case .info, .entitlements: visit(value, as: .plist)
    case .legacy: visit(value, as: .legacy)
    case .settings:
      expect(.mapping, value, of: key)
      visitSettings(value)
    case .name, .productName, .type: expect(.text, value, of: key)
    case .transitivelyLinkDependencies, .directlyEmbedCarthageDependencies:
      expect(.boolean, value, of: key)
    case .templates: expectTexts(value, of: key, isStrict: true)
    case .supportedDestinations: expectWords(value, of: key, Self.destinations)
    default: break
    }
  }

  private mutating func visitAggregate(_ target: NodeID, key targetKey: NodeID) {
    visit(target, as: .aggregate, key: targetKey)
    tree.forEachEntry(of: target) { key, value in
      if tree.key(key) == .targets {
        expectTexts(value, of: .targets, isStrict: false)
      } else {
        visitTargetPart(tree.key(key), value)
      }
    }
  }

  private mutating func visitDependency(_ dependency: NodeID) {
    tree.forEachEntry(of: dependency) { key, value in
      if isKnown(key, in: .dependency) {
        checkDependencyPart(tree.key(key), value)
      } else {
        note(key, in: .dependency, dependency)
      }
    }
  }

  private mutating func visitItems(of list: NodeID, as kind: MappingKind) {
    if kind == .include { visit(list, as: kind) }
    tree.forEachElement(of: list) { visit($0, as: kind) }
  }

  mutating func visit(_ mapping: NodeID, as kind: MappingKind, key owner: NodeID? = nil) {
    tree.forEachEntry(of: mapping) { key, _ in
      if !isKnown(key, in: kind) { note(key, in: kind, mapping, key: owner) }
    }
  }

  /// The keys of settings are free, but a target's dependencies are no setting.
  private mutating func visitSettings(_ settings: NodeID) {
    tree.forEachEntry(of: settings) { key, value in
      switch tree.key(key) {
      case nil: noteReplacing(key)
      case .dependencies where hasMappings(value):
        warn("unknown-key", .isNoSetting(tree.string(key)), at: key, help: [.moveUp(.target)])
      case .base: tree.forEachEntry(of: value) { name, _ in noteReplacing(name) }
      default: break
      }
    }
  }

  private func hasMappings(_ list: NodeID) -> Bool {
    tree.elements(of: list).contains { tree.isMapping($0) }
  }
}

// Keys.
extension FaultSearch {
  private func isKnown(_ key: NodeID, in kind: MappingKind) -> Bool {
    table.knows(tree.word(of: key), in: kind)
  }

  /// Whether a top-level key is there for whoever writes the file: by its name, or since aliases refer
  /// to what it holds.
  private func isPrivate(_ key: NodeID, _ value: NodeID) -> Bool {
    let name = tree.bytes(key)
    if name.first == UInt8(ascii: ".") || name.first == UInt8(ascii: "_") { return true }
    return name.starts(with: "x-".utf8) || tree.isReferredTo(value)
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
    let inner = [MappingKind.target, .options, .dependency, .aggregate]
    if let home = inner.first(where: { $0.outer == kind && has($0) }) { return .moveDown(home) }
    return kind.keys.map(\.spelling).nearest(to: name).map { .didYouMean($0) }
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
    guard word(of: key) == .none else { return false }
    let name = bytes(key)
    return name.last == UInt8(ascii: "E") && name.suffix(8).elementsEqual(":REPLACE".utf8)
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
  fileprivate static func moveUp(_ kind: MappingKind) -> Self {
    kind == .project
      ? "it stands too deep: move it out to the top level"
      : "it stands one level too deep: move it out to the target"
  }
  fileprivate static func moveDown(_ kind: MappingKind) -> Self {
    "it stands too high: move it into \(kind.noun)"
  }
}
