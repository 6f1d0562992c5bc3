internal import Diagnostics
internal import YAML
internal import Text

// What XcodeGen passes over in silence.
extension SpecReader {
  /// Collects the faults of the file that was just parsed into the tree.
  ///
  /// A file without a name is a fragment of others, or no specification at all.
  mutating func searchRoot(_ root: NodeID) {
    guard tree.value(of: root, for: .name) != nil else { return }
    var search = IgnoredKeyChecker(tree)
    search.visitFile(root)
    resolution.hasReplacingKeys = search.hasReplacingKeys
    resolution.hasUnusableTemplateAttributes = search.hasUnusableTemplateAttributes
    resolution.swallowsBlocks = search.swallowsBlocks
    log.silent += search.findings
  }

  /// Collects the faults of an included file, as they are seen in its own tree.
  mutating func note(_ faults: PartFaults, of path: String, at place: SourceRange) {
    if faults.hasReplacingKeys { resolution.hasReplacingKeys = true }
    if faults.hasUnusableTemplateAttributes { resolution.hasUnusableTemplateAttributes = true }
    if faults.swallowsBlocks { resolution.swallowsBlocks = true }
    guard !liesOutside(path) else {
      log.silent += faults.findings.compactMap { blurred($0.diagnostic, in: path, at: place) }
      // Where they stand depends on who includes the file.
      if !faults.findings.isEmpty { log.mustWait = true }
      return
    }
    if stage == .alone {
      log.silent += faults.findings.map { $0.moved(to: fileID(for: path)) }
    } else if batch.partFaults[path] == nil {
      batch.partFaults[path] = faults.findings
    }
  }

  /// A fault in a file outside of the root, without a word of what is in that file.
  private func blurred(
    _ fault: Diagnostic, in path: String, at place: SourceRange
  ) -> IgnoredKeyChecker.Finding? {
    guard let start = fault.location?.start else { return nil }
    let message: Diagnostic.Message =
      switch fault.rule {
      case .unknownKey: .hasUnknownKey
      case .duplicateKey: .hasKeyTwice
      default: .hasIgnoredValue
      }
    return IgnoredKeyChecker.Finding(
      diagnostic: Diagnostic(
        fault.rule, fault.severity, message, at: place,
        notes: [.outsideOfWorkspace(path, at: start)]))
  }

  /// Reports what was collected, but for what XcodeGen refuses and is reported already.
  mutating func reportSilentFaults() {
    for finding in log.silent {
      let isTold = finding.causes.contains { log.told.contains(Fault(location: $0, message: nil)) }
      if !isTold { tell(finding.diagnostic) }
    }
    log.silent.removeAll(keepingCapacity: true)
  }

  private mutating func warn(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    var warning = Diagnostic(.ignoredValue, .warning, message, at: range(of: node), help: help)
    if let note = outsideNote(of: node) {
      warning.message = .hasIgnoredValue
      warning.notes = [note]
      warning.help = []
    }
    add(warning)
  }
}

// Templates, in the file with all it includes.
extension SpecReader {
  /// Reports templates that are no mappings and names that no template has.
  mutating func checkTemplates(of root: NodeID) {
    guard tree.has(.templates) || tree.has(.targetTemplates) else { return }
    let table = tree.value(of: root, for: .targetTemplates)
    if let table, !tree.isMapping(table) { return }
    let templates = tree.entries(of: table)
    let spoilers = templates.filter { !tree.isMapping($0.value) }
    if !spoilers.isEmpty { resolution.lacksTemplates = true }
    for (key, _) in spoilers { warn(.spoilsTemplates(tree.string(key)), at: key) }
    guard spoilers.isEmpty else { return }
    var lists: [NodeID] = []
    for (_, user) in tree.entries(of: table) + tree.entries(of: tree.value(of: root, for: .targets))
    {
      if let list = tree.value(of: user, for: .templates) { lists.append(list) }
    }
    guard !lists.isEmpty else { return }
    let known = Set(templates.map { tree.string($0.key) })
    for list in lists {
      for name in tree.elements(of: list) where tree.isText(name) && !tree.hasVariables(name) {
        let text = tree.string(name)
        guard !known.contains(text) else { continue }
        resolution.lacksTemplates = true
        warn(
          .unknownTemplate(text), at: name,
          help: known.nearest(to: text).map { [.didYouMean($0)] } ?? [])
      }
    }
  }

  /// Reports keys with `:REPLACE` that are still there when all is merged.
  mutating func checkReplacingKeys(of root: NodeID) {
    guard resolution.hasReplacingKeys, let targets = tree.value(of: root, for: .targets) else {
      return
    }
    for (key, target) in tree.entries(of: targets) {
      checkReplacingKey(key, in: targets)
      for (name, value) in tree.entries(of: target) {
        checkReplacingKey(name, in: target)
        guard tree.key(name) == .settings else { continue }
        for (setting, content) in tree.entries(of: value) {
          checkReplacingKey(setting, in: value)
          guard tree.key(setting) == .base else { continue }
          for (inner, _) in tree.entries(of: content) { checkReplacingKey(inner, in: content) }
        }
      }
    }
  }

  private mutating func checkReplacingKey(_ key: NodeID, in mapping: NodeID) {
    guard tree.isReplacingKey(key), !tree.hasTwin(ofReplacing: key, in: mapping) else { return }
    warn(.replacesNothing(tree.string(key)), at: key)
  }
}

extension Diagnostic.Message {
  fileprivate static let hasUnknownKey: Self =
    "the included file has a key that XcodeGen does not know"
  fileprivate static let hasKeyTwice: Self =
    "the included file has a key twice, and the last one wins"
  fileprivate static let hasIgnoredValue: Self = "the included file has a value without effect"

  fileprivate static func spoilsTemplates(_ name: String) -> Self {
    "template '\(name)' is not a mapping, so that XcodeGen ignores all templates"
  }
  fileprivate static func unknownTemplate(_ name: String) -> Self {
    "unknown template '\(name)', which XcodeGen ignores"
  }
  fileprivate static func replacesNothing(_ key: String) -> Self {
    "'\(key)' has no effect: there is nothing for it to replace"
  }
}
