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

  /// Notes scripts and rules of the build that lack what they need, and are left out.
  mutating func checkSteps(_ list: NodeID, of key: String, _ section: SpecSection) {
    for step in tree.elements(of: list) {
      func has(_ key: SpecKey) -> Bool { tree.textNode(of: step, for: key) != nil }
      if section == .buildScript {
        if !has(.script), !has(.path) {
          warn(.ignoredValue, .hasNoScript(key), at: step)
        }
      } else if !has(.filePattern) && !has(.fileType) {
        warn(.ignoredValue, .lacks("filePattern", "fileType", key), at: step)
      } else if !has(.script) && !has(.compilerSpec) {
        warn(.ignoredValue, .lacks("script", "compilerSpec", key), at: step)
      }
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
  fileprivate static func hasNoScript(_ key: String) -> Self {
    "an entry of '\(key)' has no effect: it has neither 'script' nor 'path'"
  }
  fileprivate static func lacks(_ key: String, _ other: String, _ list: String) -> Self {
    "an entry of '\(list)' has no effect: it has neither '\(key)' nor '\(other)'"
  }
}
