public import Diagnostics
internal import Graph
internal import YAML
internal import Text

// Values that XcodeGen drops because of their type.
extension IgnoredKeyChecker {
  /// Reports attributes that are not text: XcodeGen substitutes no attributes if one is not.
  mutating func checkTemplateAttributes(_ attributes: NodeID) {
    for (key, value) in tree.entries(of: attributes) where !tree.isText(value) {
      traits.insert(.unusableTemplateAttributes)
      let name = tree.string(key)
      let help: [Diagnostic.Message] =
        tree.isScalar(value) ? [.write("\(name): \(tree.string(value).quotedForYAML)")] : []
      // Most attributes are parts of names, so that links are lost.
      add(
        Diagnostic(
          .ignoredValue, .error, .hasUnusableTemplateAttributes(name), at: tree.range(of: value),
          help: help))
    }
  }

  private func has(_ value: NodeID, _ shape: KeyShape) -> Bool {
    switch shape {
    case .text, .version, .versions, .release, .choice, .productType: tree.isText(value)
    case .phase: tree.isText(value) || tree.isMapping(value)
    case .boolean: tree.boolValue(value) != nil
    case .wholeNumber: if case .int = tree.type(of: value) { true } else { false }
    case .list, .texts, .allTexts, .choices, .sections: tree.isSequence(value)
    case .textOrTexts: tree.isText(value) || tree.isSequence(value)
    case .mapping, .section, .table, .settings, .settingGroups, .configurations, .attributes:
      tree.isMapping(value)
    case .items(let section):
      tree.isSequence(value) || tree.isText(value) || section == .include && tree.isMapping(value)
    case .any, .platforms, .flagOrText: true
    }
  }

  mutating func expect(_ shape: KeyShape, _ value: NodeID, of key: String, orBlank: Bool) {
    switch shape {
    case .version, .versions: return checkVersion(value, of: key)
    case .choice(let choices): return expectChoice(value, of: key, choices, orBlank: orBlank)
    default: break
    }
    guard has(value, shape) else {
      if orBlank, tree.isBlank(value) { return }
      return warn(
        .ignoredValue, .wrongType(key, shape), at: value, help: help(for: value, key, shape))
    }
    switch shape {
    case .texts, .allTexts, .textOrTexts: expectTexts(value, of: key, shape)
    case .choices(let choices): expectChoices(value, of: key, choices)
    default: break
    }
  }

  private func help(
    for value: NodeID, _ key: String, _ shape: KeyShape
  ) -> [Diagnostic.Message] {
    guard tree.isScalar(value) else { return [] }
    let text = tree.string(value)
    switch shape {
    case .release where (text.split(separator: ".").first.flatMap { Int($0) } ?? 0) > 2:
      return [.nameXcodeGen]
    case .section(.deploymentTarget):
      return [.write("\(key): { \(platformOfTargets): \(text.quotedForYAML) }")]
    case .text, .release, .productType: return [.write("\(key): \(text.quotedForYAML)")]
    case .boolean where ["1", "true", "yes", "on", "y"].contains(text.lowercased()):
      return [.write("\(key): true")]
    case .boolean where ["0", "false", "no", "off", "n"].contains(text.lowercased()):
      return [.write("\(key): false")]
    case .wholeNumber where Int(text) != nil: return [.write("\(key): \(text)")]
    case .list, .texts, .allTexts, .choices, .sections:
      guard !text.contains(",") else { return [] }
      return [.write("\(key): [\(tree.isText(value) ? text.scalarForYAML : text.quotedForYAML)]")]
    default: return []
    }
  }

  /// The platform of the first target.
  private var platformOfTargets: String {
    let targets = root.flatMap { tree.value(of: $0, for: .targets) }
    let platforms = tree.entries(of: targets).lazy
      .compactMap { [tree] in tree.text(of: $0.value, for: .platform) }
    return platforms.first { SpecSection.deploymentTarget.keyNames.contains($0) } ?? "iOS"
  }

  /// Reports elements of a list that are not text; XcodeGen drops all `templates` if one is not.
  private mutating func expectTexts(_ list: NodeID, of key: String, _ shape: KeyShape) {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      guard !tree.isText(element) else { continue }
      if case .allTexts = shape {
        return warn(.ignoredValue, .invalidatesList(key), at: element)
      }
      warn(.ignoredValue, .noText(key), at: element)
    }
  }

  private mutating func expectChoices(
    _ list: NodeID, of key: String, _ choices: KeyShape.Words
  ) {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      expectChoice(element, of: key, choices, isElement: true)
    }
  }

  mutating func expectChoice(
    _ value: NodeID, of key: String, _ choices: KeyShape.Words, orBlank: Bool = true,
    isElement: Bool = false
  ) {
    guard !(orBlank && tree.isBlank(value)), !tree.hasVariables(value) else { return }
    guard tree.isScalar(value) else {
      return warn(.ignoredValue, isElement ? .noText(key) : .wrongType(key, .text), at: value)
    }
    let text = tree.string(value)
    guard !tree.isText(value) || !choices.contains(text) else { return }
    let known = choices.words
    let isResource = key == SpecKey.type.spelling && (text == "resource" || text == "resources")
    let help =
      isResource
      ? .giveBuildPhase : known.nearest(to: text).map { Diagnostic.Message.didYouMean($0) }
    warn(.ignoredValue, .unknownChoice(text, key), at: value, help: help.map { [$0] } ?? [])
  }
}

extension Diagnostic.Message {
  static func wrongType(_ key: String, _ shape: KeyShape) -> Self {
    "'\(key)' has no effect: it is not \(shape.noun)"
  }
  fileprivate static func noText(_ key: String) -> Self {
    "an element of '\(key)' has no effect: it is not a string"
  }
  fileprivate static func invalidatesList(_ key: String) -> Self {
    "'\(key)' has no effect: one of its elements is not a string"
  }
  fileprivate static func hasUnusableTemplateAttributes(_ name: String) -> Self {
    "'templateAttributes' has no effect: '\(name)' is not a string"
  }
  fileprivate static func unknownChoice(_ text: String, _ key: String) -> Self {
    "XcodeGen does not know '\(text)' in '\(key)' and ignores it"
  }
  fileprivate static let nameXcodeGen: Self =
    "this is a version of XcodeGen, not of Xcode: leave it out, or write one such as '\"2.45.4\"'"
  fileprivate static let giveBuildPhase: Self = "write 'buildPhase: resources'"
  public static func write(_ text: String) -> Self { "write '\(text)'" }
}
