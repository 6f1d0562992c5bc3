internal import Diagnostics
internal import Text
internal import YAML

// Values that do not affect links, but prevent XcodeGen from loading the spec.
extension SpecChecker {
  mutating func checkOptions(_ options: NodeID) {
    if let version = tree.ifText(tree.value(of: options, for: .minimumXcodeGenVersion)),
      !tree.hasVariables(version), !SemanticVersion.isValid(tree.string(version))
    {
      report(.isNoVersion(tree.string(version)), at: version)
    }
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
    if tree.isText(phase) {
      // Most values are one of these.
      if Self.buildPhases.contains(tree.string(phase)) { return }
      let help: Diagnostic.Message? =
        tree.string(phase) == SpecKey.copyFiles.spelling ? .copyFiles : nil
      requireChoice(phase, of: .buildPhase, .buildPhases, help: help)
    } else if tree.isMapping(phase) {
      guard let copy = tree.value(of: phase, for: .copyFiles), tree.isMapping(copy) else {
        return report(.phaseWithoutCopyFiles, at: phase, help: [.copyFiles])
      }
      _ = destination(ofCopy: copy, .copyFiles)
    }
  }

  /// Returns the destination of `copy` or `copyFiles`, and reports an unknown one.
  mutating func destination(ofCopy copy: NodeID, _ key: SpecKey) -> String? {
    guard let value = tree.ifText(tree.value(of: copy, for: .destination)) else {
      report(.copyWithoutDestination(key.spelling), at: copy)
      return nil
    }
    let (text, known) = (tree.string(value), KeyShape.Words.copyDestinations.words)
    if !known.contains(text), !tree.hasVariables(value) {
      report(
        .unknownDestination(text, key.spelling), at: value,
        help: known.nearest(to: text).map { [.didYouMean($0)] } ?? [])
    }
    return text
  }

  mutating func checkBreakpoints() {
    guard let breakpoints = tree.value(of: spec.root, for: .breakpoints) else { return }
    guard let list = mappings(in: breakpoints, of: .breakpoints) else { return }
    for breakpoint in list {
      guard let type = tree.ifText(tree.value(of: breakpoint, for: .type)) else {
        reportMissing(.breakpointWithoutType, at: breakpoint)
        continue
      }
      requireChoice(type, of: .type, .breakpointTypes)
      switch name(of: type) {
      case "File":
        if tree.textNode(of: breakpoint, for: .path) == nil {
          reportMissing(.fileBreakpointWithout("path"), at: breakpoint)
        } else if !isWholeNumber(tree.value(of: breakpoint, for: .line)) {
          reportMissing(.fileBreakpointWithout("line"), at: breakpoint)
        }
      case "Exception":
        requireChoice(in: breakpoint, of: .scope, .exceptionScopes)
        requireChoice(in: breakpoint, of: .stopOnStyle, .stopStyles)
      default: break
      }
      if let actions = tree.value(of: breakpoint, for: .actions) {
        checkBreakpointActions(actions)
      }
    }
  }

  private mutating func checkBreakpointActions(_ actions: NodeID) {
    for action in mappings(in: actions, of: .actions) ?? [] {
      guard let type = tree.ifText(tree.value(of: action, for: .type)) else {
        reportMissing(.actionWithoutType, at: action)
        continue
      }
      requireChoice(type, of: .type, .breakpointActionTypes)
      switch name(of: type) {
      case "Log": requireChoice(in: action, of: .conveyanceType, .conveyanceTypes)
      case "Sound": requireChoice(in: action, of: .sound, .sounds)
      default: break
      }
    }
  }

  private func isWholeNumber(_ value: NodeID?) -> Bool {
    guard let value, case .int = tree.type(of: value) else { return false }
    return true
  }

  /// Returns the type of a breakpoint or action without Xcode's prefix and suffix.
  private func name(of type: NodeID) -> String {
    let last = tree.string(type).split(separator: ".").last ?? ""
    return String(last.hasSuffix("Breakpoint") ? last.dropLast(10) : last)
  }

  private mutating func mappings(in list: NodeID, of key: SpecKey) -> [NodeID]? {
    let elements = tree.elements(of: list)
    if tree.isSequence(list), elements.allSatisfy({ tree.isMapping($0) }) { return elements }
    report(.notAListOfMappings(key.spelling), at: list)
    return nil
  }

  /// Reports the value of a key if it exists and is not one of `choices`.
  private mutating func requireChoice(
    in mapping: NodeID, of key: SpecKey, _ choices: KeyShape.Words
  ) {
    guard let value = tree.value(of: mapping, for: key) else { return }
    requireChoice(value, of: key, choices)
  }

  private mutating func requireChoice(
    _ value: NodeID, of key: SpecKey, _ choices: KeyShape.Words, help: Diagnostic.Message? = nil
  ) {
    guard let text = tree.textValue(value) else {
      return report(.isNoText(key.spelling), at: value)
    }
    guard !tree.hasVariables(value), !choices.contains(text) else { return }
    let words = choices.words
    report(
      .unknownChoice(text, key.spelling), at: value,
      help: [help ?? words.nearest(to: text).map { .didYouMean($0) } ?? .choices(words)])
  }
}

extension Diagnostic.Message {
  fileprivate static let breakpointWithoutType: Self = "a breakpoint has no 'type'"
  fileprivate static let actionWithoutType: Self = "an action of a breakpoint has no 'type'"
  fileprivate static let phaseWithoutCopyFiles: Self =
    "'buildPhase' is neither a string nor a mapping with 'copyFiles'"
  fileprivate static let copyFiles: Self =
    "write 'buildPhase: { copyFiles: { destination: … } }'"

  fileprivate static func isNoVersion(_ text: String) -> Self {
    "'minimumXcodeGenVersion' is not a version: '\(text)'"
  }
  fileprivate static func copyWithoutDestination(_ key: String) -> Self {
    "'\(key)' has no 'destination'"
  }
  fileprivate static func unknownDestination(_ text: String, _ key: String) -> Self {
    "'\(key)' has the unknown destination '\(text)'"
  }
  fileprivate static func fileBreakpointWithout(_ key: String) -> Self {
    "a breakpoint in a file has no '\(key)'"
  }
  fileprivate static func isNoText(_ key: String) -> Self { "'\(key)' must be a string" }
  fileprivate static func unknownChoice(_ text: String, _ key: String) -> Self {
    "'\(key)' has the unknown value '\(text)'"
  }
  fileprivate static func choices(_ words: [String]) -> Self {
    "known are \(words.filter { !$0.hasPrefix("Xcode.") }.map { "'\($0)'" }.joined(separator: ", "))"
  }
}
