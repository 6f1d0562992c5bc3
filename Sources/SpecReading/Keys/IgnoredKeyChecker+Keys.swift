internal import Diagnostics
internal import YAML
internal import Text

// Keys.
extension IgnoredKeyChecker {
  /// Whether a top-level key is private to the file, because of its name or because aliases refer
  /// to its value.
  mutating func isPrivate(_ key: NodeID, _ value: NodeID) -> Bool {
    let name = tree.bytes(key)
    if name.first == UInt8(ascii: ".") || name.first == UInt8(ascii: "_") { return true }
    if name.starts(with: "x-".utf8) { return true }
    let aliases = aliases ?? AliasTargets(in: tree)
    self.aliases = aliases
    return aliases.contains(value, in: tree)
  }

  /// Notes a key with `:REPLACE`, and whether the key that it replaces is in the same mapping.
  mutating func noteReplacing(_ key: NodeID, in mapping: NodeID) {
    traits.insert(.replacingKeys)
    guard tree.hasKey(replacedBy: key, in: mapping) else { return }
    let name = tree.string(key)
    warn(.ignoredValue, .oneByChance(String(name.dropLast(8)), name), at: key)
  }

  mutating func note(
    _ key: NodeID, in kind: SpecSection, _ mapping: NodeID, key owner: NodeID? = nil
  ) {
    var name = tree.string(key)
    if tree.isReplacingKey(key) {
      noteReplacing(key, in: mapping)
      name.removeLast(8)
      if kind.keyNames.contains(name) { return }
    }
    guard !tree.hasVariables(key) else { return }
    if let unread = kind.unreadKeys.first(where: { $0.name == name }) {
      return warn(
        .unknownKey, .neverRead(name, kind), at: key,
        help: unread.help.map { ["\($0)"] } ?? [])
    }
    let value = tree.entry(of: mapping, named: tree.string(key))?.value ?? mapping
    let home = home(of: name, value, in: kind)
    let isBlock = home.map { reads(value, as: $0.key, of: $0.kind) } ?? false
    // Nothing else depends on the scheme of a target.
    guard isBlock || kind != .targetScheme else { return }
    let help = home?.help ?? help(for: name, value, in: kind)
    var finding = Finding(
      diagnostic: Diagnostic(
        .unknownKey, isBlock ? .error : .warning, .unknown(name, kind),
        at: tree.range(of: key), help: help.map { [$0] } ?? [],
        fix: fix(of: key, named: name, in: kind, help)))
    if isBlock, home?.key != .dependencies { traits.insert(.misplacedBlocks) }
    // No other finding reports a block, and a target reports only a missing platform.
    if !isBlock, kind != .target || help == .didYouMean("platform") {
      finding.causes = [tree.range(of: mapping)] + (owner.map { [tree.range(of: $0)] } ?? [])
    }
    findings.append(finding)
  }

  /// Returns a fix that corrects the spelling of a key as the help suggests, if no other known key
  /// is near.
  private func fix(
    of key: NodeID, named name: String, in kind: SpecSection, _ help: Diagnostic.Message?
  ) -> Diagnostic.Fix? {
    let known = kind.keyNames
    guard let help, let meant = known.first(where: { help == .didYouMean($0) }),
      known.filter({ $0 != meant }).nearest(to: name) == nil
    else { return nil }
    let written = tree.string(key)
    return .init(unsafe: [
      .replace(tree.range(of: key), of: written, with: meant + written.dropFirst(name.count))
    ])
  }

  /// The correct place of a key that is misspelt, too deep or too high.
  private struct Home {
    var kind: SpecSection
    var key: SpecKey
    var help: Diagnostic.Message
  }

  /// Returns the place for the value of a key; keys of blocks come first.
  private func home(of name: String, _ value: NodeID, in kind: SpecSection) -> Home? {
    if kind == .target, name == "schemes", isTargetScheme(value) {
      return Home(kind: kind, key: .scheme, help: .didYouMean(SpecKey.scheme.spelling))
    }
    if kind == .source, name == "include" || name == "exclude" {
      let key: SpecKey = name == "include" ? .includes : .excludes
      return Home(kind: kind, key: key, help: .didYouMean(key.spelling))
    }
    if name == "includes" || name == "excludes", hasWildcards(value) {
      let key: SpecKey = name == "includes" ? .includes : .excludes
      return Home(kind: .source, key: key, help: .moveToSource)
    }
    let blocks = SpecSection.blocks.filter { reads(value, as: $0.key, of: $0.kind) }
    for (other, key) in blocks where key.spelling == name {
      if let move = move(from: kind, to: other) { return Home(kind: other, key: key, help: move) }
    }
    let own = blocks.filter { $0.kind == kind }
    if let nearest = own.map(\.key.spelling).nearest(to: name),
      let block = own.first(where: { $0.key.spelling == nearest })
    {
      return Home(kind: kind, key: block.key, help: .didYouMean(nearest))
    }
    return nil
  }

  /// Returns the help to move a key out of `kind` or deeper into it; `nil` if neither leads to
  /// `other`.
  private func move(from kind: SpecSection, to other: SpecSection) -> Diagnostic.Message? {
    if kind.around.contains(other) { return .moveUp(other) }
    return other.around.contains(kind) ? .moveDown(other) : nil
  }

  private func help(
    for name: String, _ value: NodeID, in kind: SpecSection
  ) -> Diagnostic.Message? {
    func has(_ other: SpecSection) -> Bool { other.keyNames.contains(name) }
    switch (kind, name) {
    case (.target, "resources"), (.aggregate, "resources"): return .moveResources(firstText(value))
    case (.dependency, "optional"): return .didYouMean(SpecKey.weak.spelling)
    case (.target, _) where Self.isBundleIdentifier(name):
      return .setBundleIdentifier(firstText(value))
    // A target has some of these keys as well.
    case (.project, _) where has(.options): return .moveDown(.options)
    default: break
    }
    if let outer = kind.around.first(where: has) { return .moveUp(outer) }
    let nearest = kind.keyNames.nearest(to: name)
    if kind == .target || kind == .aggregate || kind == .project, nearest == nil,
      name.isBuildSetting
    {
      return .moveToSettings
    }
    if kind.outer == .project, has(.options) { return .belongsInOptions }
    let inner = SpecSection.allCases.filter { $0.outer == kind && $0 != .legacy && has($0) }
    // A suggestion helps only if a single section has the key.
    if let home = inner.first, inner.count == 1 || home == .target || name == "targets" {
      return .moveDown(home)
    }
    return nearest.map { .didYouMean($0) }
  }

  /// Whether other tools have a key of this name for the bundle identifier of a target.
  private static func isBundleIdentifier(_ name: String) -> Bool {
    let word = name.lowercased().filter { $0 != "_" }
    return ["bundleid", "bundleidentifier", "productbundleidentifier"].contains(word)
  }

  private func firstText(_ value: NodeID) -> String? {
    let texts = tree.isSequence(value) ? tree.elements(of: value) : [value]
    return texts.first.flatMap { tree.textValue($0) }
  }

  mutating func warn(
    _ rule: RuleID, _ message: Diagnostic.Message, at node: NodeID,
    help: [Diagnostic.Message] = []
  ) {
    add(Diagnostic(rule, .warning, message, at: tree.range(of: node), help: help))
  }

  mutating func add(_ diagnostic: Diagnostic) {
    findings.append(Finding(diagnostic: diagnostic))
  }
}

extension String {
  var isBuildSetting: Bool {
    utf8.contains(UInt8(ascii: "_"))
      && utf8.allSatisfy { 0x41...0x5a ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
  }
}

extension Diagnostic.Message {
  static func givenTwice(_ key: String) -> Self {
    "key '\(key)' is given twice, and the last one wins"
  }
  static func oneByChance(_ key: String, _ other: String) -> Self {
    "'\(key)' and '\(other)' are in one mapping; which of them XcodeGen uses is random"
  }
  static func unknown(_ key: String, _ kind: SpecSection) -> Self {
    "XcodeGen does not know the key '\(key)' of \(kind.noun)"
  }
  static func neverRead(_ key: String, _ kind: SpecSection) -> Self {
    "XcodeGen 2.45.4 never reads the key '\(key)' of \(kind.noun)"
  }
  static func moveResources(_ path: String?) -> Self {
    "write 'sources: [{ path: \(path?.scalarForYAML ?? "…"), buildPhase: resources }]'"
  }
  static func setBundleIdentifier(_ identifier: String?) -> Self {
    "write 'settings: { PRODUCT_BUNDLE_IDENTIFIER: \(identifier?.scalarForYAML ?? "…") }'"
  }
  static let belongsInOptions: Self = "it belongs in 'options' at the top level"
  static func isNoSetting(_ key: String) -> Self {
    "XcodeGen treats '\(key)' in 'settings' as a build setting"
  }
  static func besideStructure(_ key: String, _ structure: String) -> Self {
    "XcodeGen ignores '\(key)': beside '\(structure)', 'settings' may only hold 'base', 'configs' and 'groups'"
  }
  static func moveUp(_ kind: SpecSection) -> Self {
    switch kind {
    case .project: "it is nested too deeply: move it out to the top level"
    case .target: "it is nested one level too deeply: move it out to the target"
    default: "it is nested one level too deeply: move it out to \(kind.noun)"
    }
  }
  static func moveDown(_ kind: SpecSection) -> Self {
    "it is one level too high: move it into \(kind.noun)"
  }
  static let moveToSource: Self = "patterns of files belong in an entry of 'sources'"
  static func moveToConfigs(_ name: String) -> Self { "move '\(name)' into 'configs'" }
  static let moveToBase: Self = "move all build settings into 'base'"
  static let moveToSettings: Self = "build settings belong in 'settings'"
}
