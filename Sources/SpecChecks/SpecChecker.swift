public import Diagnostics
public import Files
internal import Projects
public import SpecReading
internal import Text
public import YAML

/// Checks a resolved spec for values that XcodeGen rejects or ignores.
///
/// XcodeGen stops at the first error. The checker reports all errors, and the decoder reads all
/// valid values.
public struct SpecChecker {
  public let spec: ResolvedSpec
  public var log = FindingLog()
  /// Whether XcodeGen rejects the spec.
  public private(set) var isRejected: Bool
  /// Whether values may be missing because of an error with its own finding.
  public var isIncomplete: Bool
  /// `nil` if no target has sources.
  public var sources: SourceChecker?

  public init(_ spec: ResolvedSpec, in source: any FileTree) {
    self.spec = spec
    isRejected = spec.traits.contains(.brokenIncludes)
    isIncomplete = spec.traits.isIncomplete
    if spec.tree.has(.sources) { sources = SourceChecker(spec, in: source) }
  }

  var tree: Tree { _read { yield spec.tree } }

  /// Reports a value that XcodeGen rejects, once even if several targets and specs share it.
  public mutating func report(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    isRejected = true
    let diagnostic = spec.rejection(of: node, message, help: help)
    // All values in a file outside the root have one location.
    if diagnostic.notes.isEmpty { log.addOnly(diagnostic) } else { log.add(diagnostic) }
  }

  /// Reports a missing value that XcodeGen requires, unless another error explains that it is
  /// missing.
  public mutating func reportMissing(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    if !isIncomplete { report(message, at: node, help: help) }
  }

  /// Reports an error that prevents XcodeGen from loading the spec.
  public mutating func report(_ error: Diagnostic) {
    isRejected = true
    log.add(error)
  }

  /// Notes a refusal, which is reported after all specs are read, once for each shared value.
  mutating func refuse(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    log.findings.refusals.append(refusal(of: node, message, help: help))
  }

  func refusal(
    of node: NodeID, _ message: Diagnostic.Message, help: [Diagnostic.Message] = []
  ) -> Refusal {
    Refusal(spec: spec.path, diagnostic: spec.rejection(of: node, message, help: help))
  }

  public mutating func warn(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    log.add(
      .ignoredValue(
        message, at: spec.range(of: node), help: help, outside: spec.outsideNote(of: node)))
  }
}

// Names of targets.
extension SpecChecker {
  /// Warns about a blank name or one with a `/`; returns whether the name is within the limit.
  public mutating func checkName(_ name: NodeID, of target: NodeID, key: NodeID) -> Bool {
    let bytes = tree.bytes(name)
    guard bytes.count <= Limits.nameLength else {
      report(.nameTooLong, at: name)
      return false
    }
    if bytes.contains(UInt8(ascii: "/")) {
      let isKey = name == key
      warnOfName(
        .slashInName(isKey ? spec.shownName(of: target, key: key) : tree.string(name)), at: name,
        help: [.dropSlash])
    } else if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      warnOfName(.blankName, at: name, help: [.giveTargetName])
    }
    return true
  }

  private mutating func warnOfName(
    _ message: Diagnostic.Message, at name: NodeID, help: [Diagnostic.Message]
  ) {
    var warning = spec.rejection(of: name, message, help: help)
    warning.severity = .warning
    log.add(warning)
  }
}

extension Diagnostic.Message {
  public static let nameTooLong: Self = "a name of more than \(Limits.nameLength) bytes"
  fileprivate static let blankName: Self = "a target has a blank name"
  fileprivate static let giveTargetName: Self = "give the target a name"
  fileprivate static let dropSlash: Self = "write the name without the '/'"

  fileprivate static func slashInName(_ name: String) -> Self {
    "no dependency can refer to target '\(name)': 'a/b' is target 'b' of project 'a'"
  }
}

// Settings of single configurations.
extension SpecChecker {
  public mutating func checkProjectSettings() {
    if let settings = tree.value(of: spec.root, for: .settings) { checkSettings(settings) }
    // XcodeGen reports the errors of `settingGroups` even if it uses `settingPresets`.
    let groups = tree.value(of: spec.root, for: .settingGroups)
    let used = tree.settingGroups(of: spec.root)
    for table in [groups, used == groups ? nil : used].compactMap(\.self) {
      var entries = tree.startOfEntries(of: table)
      while let (_, group) = tree.nextEntry(&entries) { checkSettings(group) }
    }
  }

  /// Reports entries of `configs` in settings that are not mappings.
  public mutating func checkSettings(_ settings: NodeID) {
    guard let configs = tree.value(of: settings, for: .configs) else { return }
    var entries = tree.startOfEntries(of: configs)
    while let (key, value) = tree.nextEntry(&entries) {
      if tree.isMapping(value) { continue }
      let name = tree.string(key)
      report(
        .configIsNoMapping(name), at: value, help: tree.isBlank(value) ? [.leaveOut(name)] : [])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func leaveOut(_ config: String) -> Self {
    "leave '\(config)' out, or write '\(config): {}'"
  }
  fileprivate static func configIsNoMapping(_ config: String) -> Self {
    "the settings of configuration '\(config)' must be a mapping"
  }
}

// Values of sources and dependencies that prevent XcodeGen from loading the spec.
extension SpecChecker {
  public mutating func checkOptions(_ options: NodeID) {
    guard let types = tree.value(of: options, for: .fileTypes) else { return }
    guard tree.isMapping(types) else { return report(.notAMapping("fileTypes"), at: types) }
    for (key, type) in tree.entries(of: types) where !tree.isMapping(type) {
      report(.notAMapping("fileTypes.\(tree.string(key))"), at: type)
    }
  }

  private static let buildPhases = KeyShape.Words.buildPhases.words

  /// Checks the build phase of a source; ignores a value that is neither text nor mapping.
  mutating func checkBuildPhase(of source: NodeID) {
    guard let phase = tree.value(of: source, for: .buildPhase) else { return }
    if tree.isMapping(phase),
      !(tree.value(of: phase, for: .copyFiles).map { tree.isMapping($0) } ?? false)
    {
      report(.phaseWithoutCopyFiles, at: phase, help: [.copyFiles])
    }
    guard tree.isText(phase), !tree.hasVariables(phase) else { return }
    let text = tree.string(phase)
    if Self.buildPhases.contains(text) { return }
    let isCopy = text == SpecKey.copyFiles.spelling
    let nearest = Self.buildPhases.nearest(to: text).map { Diagnostic.Message.didYouMean($0) }
    report(
      .unknownPhase(text), at: phase, help: [isCopy ? .copyFiles : nearest ?? .buildPhases])
  }

  /// Returns the destination of `copy` of a dependency, and reports a missing or unknown one.
  public mutating func destination(ofCopy copy: NodeID) -> String? {
    guard let value = tree.textNode(of: copy, for: .destination) else {
      report(.copyWithoutDestination, at: copy)
      return nil
    }
    let (text, known) = (tree.string(value), KeyShape.Words.copyDestinations.words)
    if !known.contains(text), !tree.hasVariables(value) {
      report(
        .unknownDestination(text), at: value,
        help: known.nearest(to: text).map { [.didYouMean($0)] } ?? [])
    }
    return text
  }
}

extension Diagnostic.Message {
  fileprivate static let phaseWithoutCopyFiles: Self =
    "'buildPhase' is neither a string nor a mapping with 'copyFiles'"
  fileprivate static let copyFiles: Self =
    "write 'buildPhase: { copyFiles: { destination: … } }'"
  fileprivate static let buildPhases: Self =
    "known are 'sources', 'headers', 'resources', 'none'"
  fileprivate static let copyWithoutDestination: Self = "'copy' has no 'destination'"

  fileprivate static func unknownDestination(_ text: String) -> Self {
    "'copy' has the unknown destination '\(text)'"
  }
  fileprivate static func unknownPhase(_ text: String) -> Self {
    "'buildPhase' has the unknown value '\(text)'"
  }
}
