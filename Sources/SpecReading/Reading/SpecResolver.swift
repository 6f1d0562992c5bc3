public import Diagnostics
internal import Paths
public import Projects
internal import Text
public import YAML

/// Resolves a parsed spec: merges includes, expands platforms and applies templates.
public struct SpecResolver: Sendable {
  /// The tree of the spec and of the files that it includes.
  public var tree = Tree.spec
  public var included: IncludedFiles
  public var log = FindingLog()
  let numbers: FileNumbers
  var traits: SpecTraits = []
  /// `nil` if the folders of targets do not matter.
  var includedTargets: IncludedTargets?
  var outsideFiles: [Int: OutsideFile] = [:]

  /// Records which files declare targets if it `locatesTargets`.
  public init(_ included: IncludedFiles, _ numbers: FileNumbers, locatesTargets: Bool) {
    self.included = included
    self.numbers = numbers
    if locatesTargets { includedTargets = IncludedTargets() }
  }

  /// Merges includes, expands platforms and applies templates.
  ///
  /// - Throws: A diagnostic if includes form a cycle or the result is too large.
  public mutating func resolve(_ parsed: ParsedSpec) throws(Diagnostic) -> ResolvedSpec {
    traits = parsed.traits
    if includedTargets != nil { includedTargets = IncludedTargets() }
    if !outsideFiles.isEmpty { outsideFiles = [:] }
    var root = parsed.root
    var isBroken = false
    if let include = tree.value(of: root, for: .include) {
      var includes = IncludeMerger(specPath: parsed.path, base: parsed.folder)
      root = try includes.merge(include, into: root, &self)
      isBroken = includes.isBroken
      if isBroken { traits.insert(.brokenIncludes) }
    } else {
      rewritePaths(of: root)
      if tree.hasReplacingKeys(root) { root = tree.merge(root, onto: nil) }
    }
    let usesTemplates = tree.has(.templates) || tree.has(.targetTemplates)
    // Templates may be in a missing file.
    if usesTemplates, !isBroken { checkTemplates(of: root) }
    root = tree.expandingPlatforms(of: root)
    let templated = usesTemplates ? tree.resolvingTemplates(of: root) : root
    if traits.contains(.replacingKeys), !isBroken { checkReplacingKeys(of: templated) }
    // Only templates can add lists of platforms.
    if templated != root { root = tree.expandingPlatforms(of: templated) }
    guard !tree.isTooLarge else {
      throw Diagnostic(.invalidSpec, .error, .tooLarge, at: parsed.file.firstLine)
    }
    let schemes = tree.value(of: root, for: .schemes)
      .map { tree.resolvingTemplates(ofSchemes: $0, in: root) }
    // Moved, so that the memory of the tree has one owner.
    var resolved = Tree.spec
    swap(&resolved, &tree)
    return ResolvedSpec(
      parsed, tree: resolved, root: root, schemes: schemes, traits: traits, includedTargets,
      outsideFiles)
  }

  /// Rewrites the paths in the file of the spec, if a text may change when it is joined as a path.
  mutating func rewritePaths(of root: NodeID) {
    let texts = tree.traits(of: root)
    let changes =
      !texts.isDisjoint(with: [.unsettledPath, .variable])
      && PathRewriting(folder: ".").rewrite(root, in: &tree)
    // Keys with `:REPLACE` are not rewritten, and not collected in a file without a name.
    if changes || texts.contains(.variable) || traits.contains(.replacingKeys)
      || tree.value(of: root, for: .name) == nil
    {
      includedTargets?.mayBeElsewhere = true
    }
  }

  /// Returns the range of a value, or of the `include` entry for a value in a file outside the
  /// root.
  func range(of node: NodeID) -> SourceRange {
    outsideFiles[tree.layer(of: node)]?.entry ?? tree.range(of: node)
  }

  /// Returns a note with the place of a value in a file outside the root.
  func outsideNote(of node: NodeID) -> Diagnostic.Note? {
    outsideFiles[tree.layer(of: node)]?.note(at: tree.range(of: node).start)
  }

  private mutating func warn(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    log.add(
      .ignoredValue(message, at: range(of: node), help: help, outside: outsideNote(of: node)))
  }
}

// Templates and keys with `:REPLACE`.
extension SpecResolver {
  /// Reports templates that are not mappings, and unknown names of templates.
  private mutating func checkTemplates(of root: NodeID) {
    let table = tree.value(of: root, for: .targetTemplates)
    if let table, !tree.isMapping(table) { return }
    let templates = tree.entries(of: table)
    let invalid = templates.filter { !tree.isMapping($0.value) }
    if !invalid.isEmpty { traits.insert(.missingTemplates) }
    for (key, _) in invalid { warn(.invalidatesTemplates(tree.string(key)), at: key) }
    guard invalid.isEmpty else { return }
    var lists: [NodeID] = []
    for (_, user) in tree.entries(of: table) + tree.entries(of: root, for: .targets) {
      if let list = tree.value(of: user, for: .templates) { lists.append(list) }
    }
    guard !lists.isEmpty else { return }
    let known = Set(templates.map { tree.string($0.key) })
    for list in lists {
      for name in tree.elements(of: list) where tree.isText(name) && !tree.hasVariables(name) {
        let text = tree.string(name)
        guard !known.contains(text) else { continue }
        traits.insert(.missingTemplates)
        warn(
          .unknownTemplate(text), at: name,
          help: known.nearest(to: text).map { [.didYouMean($0)] } ?? [])
      }
    }
  }

  /// Reports keys with `:REPLACE` that remain after merging.
  private mutating func checkReplacingKeys(of root: NodeID) {
    guard let targets = tree.value(of: root, for: .targets) else { return }
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
  public static let firstOne: Self = "the first one is here"
  public static func notAMapping(_ key: String) -> Self { "'\(key)' must be a mapping" }
  public static func notAListOfMappings(_ key: String) -> Self {
    "'\(key)' must be a list of mappings"
  }
  public static let tooLarge: Self =
    "resolves to more than \(Limits.nodes) values; templates or includes multiply"

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
