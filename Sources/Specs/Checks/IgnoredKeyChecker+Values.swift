internal import Diagnostics
internal import Graph
internal import YAML
internal import Text

// Values that XcodeGen drops since they are of a wrong type.
extension IgnoredKeyChecker {
  /// One attribute that is not text, and XcodeGen fills in none.
  mutating func checkTemplateAttributes(_ attributes: NodeID) {
    expect(.mapping, attributes, of: .templateAttributes)
    for (key, value) in tree.entries(of: attributes) where !tree.isText(value) {
      hasUnusableTemplateAttributes = true
      let name = tree.string(key)
      let help: [Diagnostic.Message] =
        tree.isScalar(value) ? [.write("\(name): \(tree.string(value).quoted)")] : []
      // What the attributes would fill in are names for the most part, and then links are lost.
      add(
        Diagnostic(
          .ignoredValue, .error, .hasUnusableTemplateAttributes(name), at: tree.range(of: value),
          help: help))
    }
  }

  static let actions = ["run", "test", "profile", "analyze", "archive"]
  static let longActions = ["running", "testing", "profiling", "analyzing", "archiving"]

  /// A lone action is not a set of actions, and stands for all.
  mutating func checkBuildTypes(_ targets: NodeID) {
    for (key, value) in tree.entries(of: targets) {
      if tree.isSequence(value) {
        for action in tree.elements(of: value) {
          expectChoice(action, of: .targets, Self.actions + Self.longActions)
        }
        continue
      }
      // `testing` is a set of its own.
      let text = tree.isText(value) ? tree.string(value) : ""
      guard Self.actions.contains(text) || (text != "testing" && Self.longActions.contains(text))
      else { continue }
      warn(
        .ignoredValue, .buildsForAll(tree.string(key), text), at: value,
        help: [.write("\(tree.string(key).plainOrQuoted): [\(text)]")])
    }
  }

  /// What is left blank counts as not given, and is meant so.
  func isBlank(_ value: NodeID) -> Bool { tree.isBlank(value) }

  private func has(_ value: NodeID, _ shape: ValueShape) -> Bool {
    switch shape {
    case .text, .version, .choice: tree.isText(value)
    case .boolean: tree.boolValue(value) != nil
    case .wholeNumber: if case .int = tree.type(of: value) { true } else { false }
    case .list, .texts, .choices: tree.isSequence(value)
    case .textOrTexts: tree.isText(value) || tree.isSequence(value)
    case .mapping: tree.isMapping(value)
    }
  }

  /// Notes a value that is not of the only type under which XcodeGen sees it, and elements of a list
  /// that it does not see.
  mutating func expect(_ shape: ValueShape, _ value: NodeID, of key: SpecKey) {
    switch shape {
    case .version: return checkVersion(value, of: key.spelling)
    case .choice(let choices): return expectChoice(value, of: key, choices)
    default: break
    }
    guard has(value, shape) else {
      guard !isBlank(value) else { return }
      return warn(
        .ignoredValue, .wrongType(key.spelling, shape), at: value,
        help: help(for: value, key.spelling, shape))
    }
    switch shape {
    case .texts, .textOrTexts: expectTexts(value, of: key)
    case .choices(let choices): expectChoices(value, of: key, choices)
    default: break
    }
  }

  /// What to write for a value of a wrong type.
  private func help(
    for value: NodeID, _ key: String, _ shape: ValueShape
  ) -> [Diagnostic.Message] {
    guard tree.isScalar(value) else { return [] }
    let text = tree.string(value)
    switch shape {
    case .text: return [.write("\(key): \(text.quoted)")]
    case .boolean where ["1", "true", "yes", "on", "y"].contains(text.lowercased()):
      return [.write("\(key): true")]
    case .boolean where ["0", "false", "no", "off", "n"].contains(text.lowercased()):
      return [.write("\(key): false")]
    case .wholeNumber where Int(text) != nil: return [.write("\(key): \(text)")]
    case .list where !text.contains(","), .texts where !text.contains(","),
      .choices where !text.contains(","):
      return [.write("\(key): [\(tree.isText(value) ? text.plainOrQuoted : text.quoted)]")]
    default: return []
    }
  }

  /// Notes elements of a list that are not text; in `templates` one of them makes XcodeGen drop the
  /// whole list.
  private mutating func expectTexts(_ list: NodeID, of key: SpecKey) {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      guard !tree.isText(element) else { continue }
      guard key == .templates else {
        warn(.ignoredValue, .noText(key.spelling), at: element)
        continue
      }
      return warn(.ignoredValue, .invalidatesList(key.spelling), at: element)
    }
  }

  private mutating func expectChoices(_ list: NodeID, of key: SpecKey, _ choices: [String]) {
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) { expectChoice(element, of: key, choices) }
  }

  /// Notes a value that is none of `choices`.
  mutating func expectChoice(_ value: NodeID, of key: SpecKey, _ choices: [String]) {
    guard !isBlank(value), !tree.hasVariables(value) else { return }
    let text = tree.isScalar(value) ? tree.string(value) : ""
    guard !tree.isText(value) || !choices.contains(text) else { return }
    warn(
      .ignoredValue, .unknownChoice(text, key.spelling), at: value,
      help: choices.nearest(to: text).map { [.didYouMean($0)] } ?? [])
  }
}

extension Diagnostic.Message {
  fileprivate static func wrongType(_ key: String, _ shape: ValueShape) -> Self {
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
  fileprivate static func buildsForAll(_ target: String, _ action: String) -> Self {
    "XcodeGen builds '\(target)' for all actions: '\(action)' alone is not a list"
  }
  fileprivate static func unknownChoice(_ text: String, _ key: String) -> Self {
    "XcodeGen does not know '\(text)' in '\(key)' and ignores it"
  }
  static func write(_ text: String) -> Self { "write '\(text)'" }
}
