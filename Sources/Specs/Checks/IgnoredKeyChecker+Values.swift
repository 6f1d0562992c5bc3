internal import Diagnostics
internal import Graph
internal import YAML
internal import Text

// Values that XcodeGen drops since they are of a wrong type.
extension IgnoredKeyChecker {
  enum Shape {
    case text, boolean, wholeNumber, list
    /// A list of which each element is text.
    case texts
    case mapping

    fileprivate var noun: String {
      switch self {
      case .text: "a string"
      case .boolean: "a boolean"
      case .wholeNumber: "a whole number"
      case .list, .texts: "a list"
      case .mapping: "a mapping"
      }
    }
  }

  mutating func checkDependencyPart(_ key: SpecKey?, _ value: NodeID) {
    switch key {
    case .link, .embed, .weak, .implicit, .findFrameworks, .codeSign, .removeHeaders:
      expect(.boolean, value, of: key)
    case .product, .root: expect(.text, value, of: key)
    case .products: expectTexts(value, of: key, isStrict: false)
    case .platforms: expectWords(value, of: key, Platform.allCases.map(\.rawValue))
    case .destinationFilters: expectWords(value, of: key, PlatformSet.destinationNames)
    case .platformFilter: expectWord(value, of: key, ["all", "iOS", "macOS"])
    case .linkType: expectWord(value, of: key, ["dynamic", "static"])
    case .copy: visit(value, as: .copy)
    default: break
    }
  }

  /// One attribute that is no text, and XcodeGen fills in none.
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

  /// A lone action is no set of actions, and stands for all.
  mutating func checkBuildTypes(_ targets: NodeID) {
    let actions = ["run", "test", "profile", "analyze", "archive"]
    let longer = ["running", "testing", "profiling", "analyzing", "archiving"]
    for (key, value) in tree.entries(of: targets) {
      if tree.isSequence(value) {
        for action in tree.elements(of: value) {
          expectWord(action, of: .targets, actions + longer)
        }
        continue
      }
      // `testing` is a set of its own.
      let text = tree.isText(value) ? tree.string(value) : ""
      guard actions.contains(text) || (text != "testing" && longer.contains(text)) else { continue }
      warn(
        .ignoredValue, .buildsForAll(tree.string(key), text), at: value,
        help: [.write("\(tree.string(key).plainOrQuoted): [\(text)]")])
    }
  }

  /// What is left blank counts as not given, and is meant so.
  func isBlank(_ value: NodeID) -> Bool {
    tree.isScalar(value) && tree.bytes(value).isEmpty
  }

  private func has(_ value: NodeID, _ shape: Shape) -> Bool {
    switch shape {
    case .text: tree.isText(value)
    case .boolean: tree.boolValue(value) != nil
    case .wholeNumber: if case .int = tree.type(of: value) { true } else { false }
    case .list, .texts: tree.isSequence(value)
    case .mapping: tree.isMapping(value)
    }
  }

  /// Notes a value that is not of the only type under which XcodeGen sees it.
  mutating func expect(_ shape: Shape, _ value: NodeID, of key: SpecKey?) {
    guard let key else { return }
    if shape == .texts, tree.isSequence(value) {
      return expectTexts(value, of: key, isStrict: false)
    }
    guard !has(value, shape), !isBlank(value) else { return }
    warn(
      .ignoredValue, .wrongType(key.spelling, shape), at: value,
      help: help(for: value, key.spelling, shape))
  }

  /// What to write for a value of a wrong type.
  private func help(
    for value: NodeID, _ key: String, _ shape: Shape
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
    case .list where !text.contains(","), .texts where !text.contains(","):
      return [.write("\(key): [\(tree.isText(value) ? text.plainOrQuoted : text.quoted)]")]
    default: return []
    }
  }

  /// Notes a value that is no list, and its elements that are no text; where `isStrict`, one such
  /// element makes XcodeGen drop the whole list.
  mutating func expectTexts(_ value: NodeID, of key: SpecKey?, isStrict: Bool) {
    expect(.list, value, of: key)
    guard let key else { return }
    var elements = tree.startOfElements(of: value)
    while let element = tree.nextElement(&elements) {
      guard !tree.isText(element) else { continue }
      let message: Diagnostic.Message =
        isStrict ? .spoilsList(key.spelling) : .noText(key.spelling)
      warn(.ignoredValue, message, at: element)
      if isStrict { return }
    }
  }

  /// Notes a value that is no list, and its elements that are none of `words`.
  mutating func expectWords(_ value: NodeID, of key: SpecKey?, _ words: [String]) {
    expect(.list, value, of: key)
    var elements = tree.startOfElements(of: value)
    while let element = tree.nextElement(&elements) { expectWord(element, of: key, words) }
  }

  mutating func expectWord(_ value: NodeID, of key: SpecKey?, _ words: [String]) {
    guard let key, !isBlank(value), !tree.hasVariables(value) else { return }
    let text = tree.isScalar(value) ? tree.string(value) : ""
    guard !tree.isText(value) || !words.contains(text) else { return }
    warn(
      .ignoredValue, .unknownWord(text, key.spelling), at: value,
      help: words.nearest(to: text).map { [.didYouMean($0)] } ?? [])
  }
}

extension Diagnostic.Message {
  fileprivate static func wrongType(_ key: String, _ shape: IgnoredKeyChecker.Shape) -> Self {
    "'\(key)' has no effect: it is not \(shape.noun)"
  }
  fileprivate static func noText(_ key: String) -> Self {
    "an element of '\(key)' has no effect: it is not a string"
  }
  fileprivate static func spoilsList(_ key: String) -> Self {
    "'\(key)' has no effect: one of its elements is not a string"
  }
  fileprivate static func hasUnusableTemplateAttributes(_ name: String) -> Self {
    "'templateAttributes' has no effect: '\(name)' is not a string"
  }
  fileprivate static func buildsForAll(_ target: String, _ action: String) -> Self {
    "XcodeGen builds '\(target)' for all actions: '\(action)' alone is not a list"
  }
  fileprivate static func unknownWord(_ word: String, _ key: String) -> Self {
    "XcodeGen does not know '\(word)' in '\(key)' and ignores it"
  }
  static func write(_ text: String) -> Self { "write '\(text)'" }
}
