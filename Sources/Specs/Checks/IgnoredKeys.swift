internal import Diagnostics
internal import Text
internal import YAML

/// What XcodeGen silently ignores in an included file, whichever file includes it.
struct IgnoredKeys {
  /// Their places are in the file, as the number of which any will do.
  private(set) var findings: [IgnoredKeyChecker.Finding]
  private(set) var hasReplacingKeys: Bool
  private(set) var hasUnusableTemplateAttributes: Bool
  private(set) var hasMisplacedBlocks: Bool

  init(of tree: Tree, root: NodeID) {
    var search = IgnoredKeyChecker(tree)
    search.visitFile(root)
    findings = search.findings
    hasReplacingKeys = search.hasReplacingKeys
    hasUnusableTemplateAttributes = search.hasUnusableTemplateAttributes
    hasMisplacedBlocks = search.hasMisplacedBlocks
  }

  /// Whether the file has nothing that its includers must know of.
  var isEmpty: Bool { findings.isEmpty && !hasReplacingKeys }
}

extension IgnoredKeyChecker.Finding {
  /// The same in the file with another number.
  func moved(to file: FileID) -> Self {
    var result = self
    result.diagnostic = diagnostic.movingPlaces { _ in file }
    for index in result.causes.indices { result.causes[index].file = file }
    return result
  }
}

// What XcodeGen silently ignores.
extension SpecReader {
  /// Collects the ignored keys and values of the file that was just parsed into the tree.
  ///
  /// A file without a name is a fragment of others, or no specification at all.
  mutating func searchRoot(_ root: NodeID) {
    guard tree.value(of: root, for: .name) != nil else { return }
    // The tree is lent: a copy for each specification would count references to all that is in it.
    var search = IgnoredKeyChecker(Tree())
    swap(&search.tree, &tree)
    search.visitFile(root)
    swap(&search.tree, &tree)
    resolution.hasReplacingKeys = search.hasReplacingKeys
    resolution.hasUnusableTemplateAttributes = search.hasUnusableTemplateAttributes
    resolution.hasMisplacedBlocks = search.hasMisplacedBlocks
    log.silent += search.findings
  }

  /// Collects those of an included file, from its own tree.
  mutating func note(_ ignoredKeys: IgnoredKeys, of path: String, at place: SourceRange) {
    if ignoredKeys.hasReplacingKeys { resolution.hasReplacingKeys = true }
    if ignoredKeys.hasUnusableTemplateAttributes { resolution.hasUnusableTemplateAttributes = true }
    if ignoredKeys.hasMisplacedBlocks { resolution.hasMisplacedBlocks = true }
    guard !liesOutside(path) else {
      log.silent += ignoredKeys.findings.compactMap { blurred($0.diagnostic, in: path, at: place) }
      // Where they stand depends on who includes the file.
      if !ignoredKeys.findings.isEmpty { log.mustWait = true }
      return
    }
    if stage == .alone {
      log.silent += ignoredKeys.findings.map { $0.moved(to: fileID(for: path)) }
    } else if batch.ignoredKeys[path] == nil {
      batch.ignoredKeys[path] = ignoredKeys.findings
    }
  }

  /// A finding in a file outside the root, without any text of that file.
  private func blurred(
    _ diagnostic: Diagnostic, in path: String, at place: SourceRange
  ) -> IgnoredKeyChecker.Finding? {
    guard let start = diagnostic.location?.start else { return nil }
    let message: Diagnostic.Message =
      switch diagnostic.rule {
      case .unknownKey: .hasUnknownKey
      case .duplicateKey: .hasKeyTwice
      default: .hasIgnoredValue
      }
    return IgnoredKeyChecker.Finding(
      diagnostic: Diagnostic(
        diagnostic.rule, diagnostic.severity, message, at: place,
        notes: [.outsideOfWorkspace(path, at: start)]))
  }

  /// Reports what was collected, but for what XcodeGen refuses and is reported already.
  mutating func reportIgnoredKeys() {
    for finding in log.silent {
      let isReported = finding.causes.contains {
        log.reported.contains(DiagnosticKey(location: $0, message: nil))
      }
      if !isReported { tell(finding.diagnostic) }
    }
    log.silent.removeAll(keepingCapacity: true)
  }

  mutating func warn(
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
  /// Reports templates that are not mappings and names that no template has.
  mutating func checkTemplates(of root: NodeID) {
    guard tree.has(.templates) || tree.has(.targetTemplates) else { return }
    let table = tree.value(of: root, for: .targetTemplates)
    if let table, !tree.isMapping(table) { return }
    let templates = tree.entries(of: table)
    let invalid = templates.filter { !tree.isMapping($0.value) }
    if !invalid.isEmpty { resolution.lacksTemplates = true }
    for (key, _) in invalid { warn(.invalidatesTemplates(tree.string(key)), at: key) }
    guard invalid.isEmpty else { return }
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
    guard tree.isReplacingKey(key), !tree.hasKey(replacedBy: key, in: mapping) else { return }
    warn(.replacesNothing(tree.string(key)), at: key)
  }
}

extension Diagnostic.Message {
  fileprivate static let hasUnknownKey: Self =
    "the included file has a key that XcodeGen does not know"
  fileprivate static let hasKeyTwice: Self =
    "the included file has a key twice, and the last one wins"
  fileprivate static let hasIgnoredValue: Self = "the included file has a value without effect"

  fileprivate static func invalidatesTemplates(_ name: String) -> Self {
    "template '\(name)' is not a mapping, so that XcodeGen ignores all templates"
  }
  fileprivate static func unknownTemplate(_ name: String) -> Self {
    "unknown template '\(name)', which XcodeGen ignores"
  }
  fileprivate static func replacesNothing(_ key: String) -> Self {
    "'\(key)' has no effect: there is nothing for it to replace"
  }
}
