internal import Diagnostics
internal import Text
internal import YAML

// Entries and values that XcodeGen drops for reasons other than their type.
extension IgnoredKeyChecker {
  mutating func checkConfigurationTypes(_ configs: NodeID) {
    for (name, type) in tree.entries(of: configs) {
      guard !tree.isScalar(type) else {
        expectChoice(type, of: SpecKey.configs.spelling, .configurationTypes)
        continue
      }
      warn(.ignoredValue, .wrongType(tree.string(name), .text), at: type)
    }
  }

  /// Reports a version that is an integer, which XcodeGen ignores except in JSON.
  mutating func checkVersion(_ value: NodeID, of key: String) {
    switch tree.type(of: value) {
    case .text, .float: return
    case .int where tree.isJSONNumber(value): return
    case .int, .bool, .timestamp, .null, nil: break
    }
    let help: [Diagnostic.Message] =
      tree.isScalar(value) ? [.write("\(key): \(tree.string(value).quotedForYAML)")] : []
    warn(.ignoredValue, .isNoVersion(key), at: value, help: help)
  }

  mutating func checkInclude(_ include: NodeID) {
    guard tree.isSequence(include) else { return checkIncludeEntry(include) }
    for entry in tree.elements(of: include) { checkIncludeEntry(entry) }
  }

  private mutating func checkIncludeEntry(_ entry: NodeID) {
    if tree.isText(entry) { return }
    guard tree.textNode(of: entry, for: .path) != nil else {
      return warn(.ignoredValue, .includesNothing, at: entry)
    }
    for key in [SpecKey.enable, .relativePaths] {
      // XcodeGen parses a text as a boolean here.
      guard let flag = tree.value(of: entry, for: key), !tree.isText(flag) else { continue }
      expect(.boolean, flag, of: key.spelling, orBlank: true)
    }
  }

  /// Reports elements of a list that are not mappings, or lack a required key.
  mutating func checkElements(of list: NodeID, _ key: String, _ section: SpecSection) {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      let isMapping = tree.isMapping(element)
      // The checker reports sources without a path.
      if section == .source, isMapping || tree.isText(element) { continue }
      let lacking = section.requiredKeys.first { keys in
        !keys.contains { tree.entry(of: element, named: $0).map { tree.isText($0.value) } ?? false }
      }
      if !isMapping, lacking == nil || !tree.isBlank(element) {
        warn(.ignoredValue, .isNoMapping(key), at: element)
      } else if let lacking {
        warn(.ignoredValue, .lacks(lacking, key), at: element)
      }
    }
  }

  mutating func expectMapping(_ value: NodeID, of key: String) {
    guard !tree.isMapping(value), !tree.isBlank(value) else { return }
    warn(.ignoredValue, .isNoMapping(key), at: value)
  }

  mutating func checkPhase(_ phase: NodeID, of key: String) {
    if tree.isText(phase) {
      expectChoice(phase, of: key, .buildPhases, orBlank: false)
    } else if tree.isMapping(phase), tree.value(of: phase, for: .copyFiles) == nil {
      warn(.ignoredValue, .wrongType(key, .phase), at: phase)
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let includesNothing: Self =
    "an entry of 'include' has no effect: it has no text for a path"

  fileprivate static func isNoVersion(_ key: String) -> Self {
    "'\(key)' has no effect: a version must be a string or a number with a decimal point"
  }
  fileprivate static func isNoMapping(_ list: String) -> Self {
    "an entry of '\(list)' has no effect: it is not a mapping"
  }
  fileprivate static func lacks(_ keys: [String], _ list: String) -> Self {
    let names = keys.map { "'\($0)'" }
    return names.count == 1
      ? "an entry of '\(list)' has no effect: it has no \(names[0])"
      : "an entry of '\(list)' has no effect: it has neither \(names.joined(separator: " nor "))"
  }
}
