internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// A change of an entry of rules.yml or the baseline.
///
/// Causes are equal if their entries are.
struct WeakeningCause: Hashable {
  /// Distinguishes the entry from others at the same place.
  let entry: String
  /// The entry, or the first line of rules.yml if it was removed; `nil` if the file was removed.
  let location: SourceRange?
  /// The entry that lets findings pass, such as `the exception for 'A -> B' from 'upward'`.
  let words: String
  var verb: Verb

  enum Verb: String {
    case hides
    case weakens
  }

  init(_ entry: String, at location: SourceRange?, _ words: String, verb: Verb = .hides) {
    self.entry = entry
    self.location = location
    self.words = words
    self.verb = verb
  }

  static func == (a: Self, b: Self) -> Bool { a.entry == b.entry && a.location == b.location }

  func hash(into hasher: inout Hasher) {
    hasher.combine(entry)
    hasher.combine(location)
  }
}

extension SourceRange {
  /// The first line of rules.yml, which is the first file that is read.
  static let rulesStart = start(of: FileID(index: 0))

  static func start(of file: FileID) -> SourceRange {
    let position = Position(line: 1, column: 1)
    return SourceRange(file: file, start: position, end: position)
  }
}

// Whole files, and entries of lists.
extension WeakeningCause {
  static let removedRules = Self("rules.yml", at: nil, "removing rules.yml")

  static func workspace(_ folder: String) -> Self {
    Self("workspace \(folder)", at: nil, "a workspace of its own in '\(folder)'")
  }

  static func removed(_ entry: String, _ words: String) -> Self {
    Self("no \(entry)", at: .rulesStart, "removing \(words)")
  }

  static func pattern(_ pattern: Pattern, of key: String) -> Self {
    .pattern(pattern.text, of: key, at: pattern.location)
  }

  static func pattern(_ text: String, of key: String, at location: SourceRange) -> Self {
    Self(key, at: location, "the pattern '\(text)' of '\(key)'")
  }

  static func removedPattern(_ text: String, of key: String) -> Self {
    .removed("\(key) \(text)", "the pattern '\(text)' of '\(key)'")
  }

  static func external(_ external: Configuration.External) -> Self {
    Self(
      "externals", at: external.pattern.location,
      "the entry '\(external.pattern.text)' of 'externals'")
  }

  static func exception(_ exception: Configuration.Exception) -> Self {
    Self(
      "exception", at: exception.location,
      "the exception for '\(exception.subject)' from '\(exception.rule.name)'")
  }

  static func recorded(_ entry: Baseline.Entry?, at location: SourceRange?) -> Self {
    Self(
      "baseline", at: location ?? .rulesStart,
      "the baseline entry for \((entry?.names ?? []).quoted.joinedByAnd)")
  }
}

// Rules and constraints.
extension WeakeningCause {
  static func turnedOff(_ rule: RuleID, _ configuration: Configuration) -> Self {
    Self(
      "rule \(rule.name)", at: configuration.rules[rule]?.location ?? .rulesStart,
      "turning off '\(rule.name)'")
  }

  static func options(_ rule: RuleID, at location: SourceRange?) -> Self {
    Self(
      "rule \(rule.name)", at: location ?? .rulesStart,
      "the change of options of '\(rule.name)'")
  }

  static func constraint(_ change: String, _ id: RuleID, at location: SourceRange) -> Self {
    Self("constraint \(id.name)", at: location, "\(change) constraint '\(id.name)'")
  }
}

// Layers.
extension WeakeningCause {
  static let removedLayers = Self.removed("layers", "'layers'")

  static func removedLayer(_ name: String) -> Self {
    .removed("layer \(name)", "layer '\(name)'")
  }

  static func layer(_ layer: Configuration.Layer) -> Self {
    Self("layer", at: layer.location, "layer '\(layer.name)'")
  }

  static func pattern(_ pattern: Pattern, of layer: Configuration.Layer) -> Self {
    Self("layer", at: pattern.location, "the pattern '\(pattern.text)' of layer '\(layer.name)'")
  }

  /// Returns the removal of a pattern, or of the layer's folder if `text` is `nil`.
  static func removedPattern(_ text: String?, of layer: Configuration.Layer) -> Self {
    let words = text.map { "the pattern '\($0)'" } ?? "the folder"
    return Self(
      "no \(text ?? "") of \(layer.name)", at: layer.location,
      "removing \(words) of layer '\(layer.name)'")
  }

  static func peers(of layer: Configuration.Layer) -> Self {
    Self("peers", at: layer.location, "'peers' of layer '\(layer.name)'")
  }

  static func reach(of layer: Configuration.Layer) -> Self {
    Self("reach", at: layer.location, "'reach' of layer '\(layer.name)'")
  }

  static func place(of layer: Configuration.Layer) -> Self {
    Self("place", at: layer.location, "the place of layer '\(layer.name)'")
  }

  /// Returns the change that removes a module of the older layer `name` from all layers; `names`
  /// are the current names of layers.
  static func leaving(
    _ module: ModuleID, _ name: String, _ names: [String: String], _ older: LayeredGraph,
    _ newer: LayeredGraph
  ) -> Self {
    let layers = newer.configuration.layers
    guard !layers.isEmpty else { return .removedLayers }
    guard let layer = layers.first(where: { $0.name == names[name] ?? name }) else {
      return .removedLayer(name)
    }
    let reason = older.layerReasons(for: module).first { $0.fact == .layer(name) }
    return .removedPattern(reason?.pattern, of: layer)
  }
}
