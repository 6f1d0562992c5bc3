internal import Diagnostics
internal import Text
internal import YAML

// What was probably meant by values and keys that rules.yml does not have.
extension ConfigurationReader {
  mutating func reportShape(_ node: NodeID, _ shape: ConfigurationShape, _ name: String) {
    if case .version(let versions) = shape, case .int(let number) = tree.type(of: node),
      number > versions.upperBound
    {
      return report(.isNewer(name, number, versions), at: tree.range(of: node))
    }
    let nearest =
      tree.isScalar(node)
      ? shape.words.flatMap { ForeignWords.inRules.word(meantBy: tree.string(node), among: $0) }
      : nil
    report(
      .mustBe(name, shape.expected, not: found(node), nearest: nearest), at: tree.range(of: node),
      help: form(of: node, as: shape).map { [.init($0)] } ?? [])
  }

  /// Reports a key that `section` does not have.
  ///
  /// - Returns: The keys that were meant, or the key itself.
  mutating func reportUnknownKey(
    _ entry: (key: NodeID, value: NodeID), among entries: [(key: NodeID, value: NodeID)],
    of section: ConfigurationSection
  ) -> [String] {
    let name = tree.string(entry.key)
    // Both ends of an arrow are reported at its tail.
    if !section.exactlyOne.isEmpty,
      entries.prefix(Self.mostKeys).contains(where: {
        foreignWord($0.key, in: section)?.isHead(name) ?? false
      })
    {
      return [name]
    }
    let foreign = foreignWord(entry.key, in: section)
    let nearest = foreign == nil ? section.keys.lazy.map(\.name).nearest(to: name) : foreign?.meant
    var help = foreign?.help(about: value(of: entry, foreign, among: entries))
    var meant = [nearest ?? name]
    if nearest == nil, foreign == nil, entries.count == 1,
      let form = entryNamed(by: entry, in: section)
    {
      help = "write it as '\(form)'"
      meant = [section.keys[0].name] + section.exactlyOne
    }
    report(
      .unknownKey(name, in: section, nearest: nearest), at: tree.range(of: entry.key),
      help: help.map { [.init($0)] } ?? [])
    return meant
  }

  /// The number of keys of a mapping among which the other end of an arrow is searched.
  private static let mostKeys = 16

  private func foreignWord(
    _ key: NodeID, in section: ConfigurationSection
  ) -> ForeignWords.Entry? {
    let name = tree.string(key)
    return section.key(name) != nil
      ? nil : ForeignWords.inRules.entry(for: name) { section.key($0) != nil }
  }

  /// Returns the value of an unknown key, or the arrow that it and another key are the ends of.
  private func value(
    of entry: (key: NodeID, value: NodeID), _ foreign: ForeignWords.Entry?,
    among entries: [(key: NodeID, value: NodeID)]
  ) -> String? {
    let words = words(entry.value)
    let head = entries.prefix(Self.mostKeys).first {
      foreign?.isHead(tree.string($0.key)) ?? false
    }
    guard let head else { return words.first }
    return [words, self.words(head.value)]
      .map { $0.isEmpty ? "…" : $0.joined(separator: " | ") }.joined(separator: " -> ")
  }

  /// Returns the words of a value; of a mapping those of its first key.
  private func words(_ node: NodeID) -> [String] {
    if tree.isMapping(node) { return tree.entries(of: node).first.map { words($0.value) } ?? [] }
    let nodes = tree.isSequence(node) ? tree.elements(of: node) : [node]
    return nodes.filter { tree.isScalar($0) && !tree.isBlank($0) }.map { tree.string($0) }
  }

  /// Returns how to write a value of a wrong kind, if that is clear.
  private func form(of node: NodeID, as shape: ConfigurationShape) -> String? {
    switch shape {
    case .list(.choice(_, _, .section(let section)?)) where tree.isMapping(node),
      .list(.section(let section)) where tree.isMapping(node):
      return tree.entries(of: node).first.flatMap { entryNamed(by: $0, in: section()) }
        .map { "write its entries as '- \($0)'" }
    case .list where tree.isText(node) && !tree.isBlank(node):
      let words = tree.string(node).split(separator: ",").map { trimmed($0).scalarForYAML }
      return "write it as '[\(words.joined(separator: ", "))]'"
    case .section(let section) where section().keyNoun == "rule" && tree.isSequence(node):
      return tree.elements(of: node).first.flatMap { words($0).first }
        .map { "write its entries as '\($0.scalarForYAML): error'" }
    default: return nil
    }
  }

  private func entryNamed(
    by entry: (key: NodeID, value: NodeID), in section: ConfigurationSection
  ) -> String? {
    guard section.keys.count > 1, section.keys[0].isRequired, tree.isText(entry.key) else {
      return nil
    }
    let (name, value) = (tree.string(entry.key).scalarForYAML, entry.value)
    let values = tree.isSequence(value) ? tree.elements(of: value) : [value]
    guard values.allSatisfy({ tree.isText($0) && !tree.bytes($0).isEmpty }) else {
      return "\(section.keys[0].name): \(name)"
    }
    let list = values.map { tree.string($0).quotedForYAML }.joined(separator: ", ")
    guard case .list = section.keys[1].shape else {
      return "{ \(section.keys[0].name): \(name), \(section.keys[1].name): \(list) }"
    }
    return "{ \(section.keys[0].name): \(name), \(section.keys[1].name): [\(list)] }"
  }
}

extension ConfigurationShape {
  fileprivate var words: [String]? {
    switch self {
    case .word(let words): words
    case .flag: ["true", "false"]
    case .choice(let scalar, _, _): scalar?.words
    default: nil
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func unknownKey(
    _ key: String, in section: ConfigurationSection, nearest: String?
  ) -> Self {
    // The file may have any name, so only nested keys mention their parent.
    let isInside = section.keyNoun == "key" && section.name != "rules.yml"
    let what =
      isInside ? "\(section.name) has no key '\(key)'" : "unknown \(section.keyNoun) '\(key)'"
    return Self(what + nearestSuffix(nearest))
  }

  fileprivate static func mustBe(
    _ name: String, _ expected: String, not found: String, nearest: String?
  ) -> Self {
    Self("\(name) must be \(expected), not \(found)" + nearestSuffix(nearest))
  }

  fileprivate static func isNewer(
    _ name: String, _ number: Int, _ versions: ClosedRange<Int>
  ) -> Self {
    "\(name) is \(number), of a newer modlint: this one reads \(versions.map { "\($0)" }.joinedByOr)"
  }
}
