internal import Diagnostics
internal import YAML

// Entries and values that XcodeGen leaves out, where more than their type tells.
extension IgnoredKeyChecker {
  /// The types of configurations: another text counts as none.
  mutating func checkConfigurationTypes(_ configs: NodeID) {
    for (_, type) in tree.entries(of: configs) {
      expectChoice(type, of: SpecKey.configs.spelling, .configurationTypes)
    }
  }

  /// A version that is a whole number counts as not given, but in JSON.
  mutating func checkVersion(_ value: NodeID, of key: String) {
    switch tree.type(of: value) {
    case .text, .float: return
    case .int where tree.isJSONNumber(value): return
    case .int, .bool, .timestamp, .data, .null, nil: break
    }
    let help: [Diagnostic.Message] =
      tree.isScalar(value) ? [.write("\(key): \(tree.string(value).quoted)")] : []
    warn(.ignoredValue, .isNoVersion(key), at: value, help: help)
  }

  /// Notes what is passed over in `include`.
  mutating func checkInclude(_ include: NodeID) {
    guard tree.isSequence(include) else { return checkIncludeEntry(include) }
    for entry in tree.elements(of: include) { checkIncludeEntry(entry) }
  }

  private mutating func checkIncludeEntry(_ entry: NodeID) {
    if tree.isText(entry) { return }
    guard let path = tree.value(of: entry, for: .path), tree.isText(path) else {
      return warn(.ignoredValue, .includesNothing, at: entry)
    }
    for key in [SpecKey.enable, .relativePaths] {
      // A text is read as a boolean here.
      guard let flag = tree.value(of: entry, for: key), !tree.isText(flag) else { continue }
      expect(.boolean, flag, of: key.spelling)
    }
  }

  /// Notes elements of a list that are left out: they are no mappings, or lack what they need.
  mutating func checkElements(of list: NodeID, _ key: String, _ section: SpecSection) {
    guard let types = section.otherTypes else { return }
    let takesText = types.contains("string")
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      if takesText, tree.isText(element) { continue }
      // What a source lacks is refused.
      if section == .source, tree.isMapping(element) { continue }
      let first = findings.count
      checkElement(element, key, section)
      noteCauses([element], from: first)
    }
  }

  private mutating func checkElement(_ element: NodeID, _ key: String, _ section: SpecSection) {
    guard tree.isMapping(element) || !section.requiredKeys.isEmpty && tree.isBlank(element) else {
      return warn(.ignoredValue, .isNoMapping(key), at: element)
    }
    for group in section.requiredKeys {
      let values = group.compactMap { tree.entry(of: element, named: $0)?.value }
      if values.contains(where: { tree.isText($0) }) { continue }
      return warn(.ignoredValue, .lacks(group, key), at: element)
    }
  }

  /// Notes an entry of a table that is no mapping.
  mutating func expectMapping(_ value: NodeID, of key: String, orBlank: Bool = true) {
    guard !tree.isMapping(value), !(orBlank && tree.isBlank(value)) else { return }
    let first = findings.count
    warn(.ignoredValue, .isNoMapping(key), at: value)
    noteCauses([value], from: first)
  }

  /// Notes a build phase of a type of files that is none.
  mutating func checkPhase(_ phase: NodeID, of key: String) {
    if tree.isText(phase) {
      expectChoice(phase, of: key, .buildPhases, orBlank: false)
    } else if tree.isMapping(phase), tree.value(of: phase, for: .copyFiles) == nil {
      warn(.ignoredValue, .wrongType(key, .phase), at: phase)
    }
  }
}

extension String {
  /// In double quotes, as YAML has it.
  var quoted: String {
    let escaped = flatMap { $0 == "\\" || $0 == "\"" ? ["\\", $0] : [$0] }
    return "\"\(String(escaped))\""
  }

  /// As it may stand in a list of YAML: in quotes, unless it is letters, digits and the like alone.
  var plainOrQuoted: String {
    func isPlain(_ byte: UInt8) -> Bool {
      0x30...0x39 ~= byte || 0x61...0x7a ~= byte | 0x20 && byte != 0x40 && byte != 0x60
        || "_./-+ ".utf8.contains(byte)
    }
    guard let first = utf8.first, isPlain(first), first != UInt8(ascii: "-"),
      first != UInt8(ascii: " "), utf8.last != UInt8(ascii: " "), utf8.allSatisfy(isPlain)
    else { return quoted }
    return self
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
