internal import Diagnostics
internal import Text
internal import YAML

struct ConfigurationField: Sendable {
  var range: SourceRange
  var value: Value

  enum Value: Sendable {
    /// A text, a number or a flag.
    case text(String)
    /// The valid elements, and whether there are no others.
    case list([ConfigurationField], isComplete: Bool)
    case record(ConfigurationRecord)
  }

  var text: String {
    guard case .text(let text) = value else { preconditionFailure("expected a text") }
    return text
  }

  var number: Int? { Int(text) }

  /// The valid elements of a list; a single value is a list of one.
  var elements: [ConfigurationField] {
    guard case .list(let elements, _) = value else { return [self] }
    return elements
  }

  var record: ConfigurationRecord? {
    guard case .record(let record) = value else { return nil }
    return record
  }
}

struct ConfigurationRecord: Sendable {
  var entries: [(key: String, keyRange: SourceRange, field: ConfigurationField)] = []
  var invalid: [String] = []

  subscript(key: String) -> ConfigurationField? { entries.first { $0.key == key }?.field }
}

struct ConfigurationReader {
  let tree: Tree
  let rule: RuleID
  var problems: [Diagnostic] = []

  mutating func report(
    _ message: Diagnostic.Message, at range: SourceRange, notes: [Diagnostic.Note] = [],
    help: [Diagnostic.Message] = []
  ) {
    problems.append(Diagnostic(rule, .error, message, at: range, notes: notes, help: help))
  }

  mutating func reportDuplicateKeys() {
    for (first, second) in tree.duplicateKeys {
      report(
        .isGivenTwice(tree.string(second)), at: tree.range(of: second),
        notes: [.init(.isFirstHere, at: tree.range(of: first))])
    }
  }

  /// Returns the value at `node`, or `nil` if it is invalid; `name` describes it in messages.
  mutating func read(
    _ node: NodeID, as shape: ConfigurationShape, _ name: String
  ) -> ConfigurationField? {
    let range = tree.range(of: node)
    switch shape {
    case .list(let element) where tree.isSequence(node):
      let nodes = tree.elements(of: node)
      let fields = nodes.compactMap { read($0, as: element, "an entry of \(name)") }
      let isComplete = fields.count == nodes.count
      return ConfigurationField(
        range: range, value: .list(fields, isComplete: isComplete))
    case .section(let section) where tree.isMapping(node):
      let (record, isUsable) = read(node, as: section())
      return isUsable ? ConfigurationField(range: range, value: .record(record)) : nil
    case .table(let element) where tree.isMapping(node):
      return ConfigurationField(range: range, value: .record(readTable(node, of: element)))
    case .choice(let scalar, let list, let mapping):
      let chosen =
        tree.isSequence(node) ? list : tree.isMapping(node) ? mapping : scalar ?? list ?? mapping
      if let chosen {
        // An unknown word may be an attempt at any of the allowed shapes.
        guard case .word(let words) = chosen, mapping != nil || list != nil,
          self.scalar(node, as: chosen) == nil, words.count == 2,
          words.nearest(to: tree.string(node)) == nil
        else { return read(node, as: chosen, name) }
      }
    case .text(.layer) where joinsEntries(node), .text(.pattern) where joinsEntries(node):
      report(.badIndent(tree.string(node)), at: range)
      return nil
    case .list, .section, .table:
      // A key whose entries are all commented out has a null value.
      if isBlank(node) { return blank(shape, at: range) }
    default:
      if let value = scalar(node, as: shape) {
        return ConfigurationField(range: range, value: value)
      }
    }
    reportShape(node, shape, name)
    return nil
  }

  mutating func read(
    _ node: NodeID, as section: ConfigurationSection
  ) -> (record: ConfigurationRecord, isUsable: Bool) {
    var record = ConfigurationRecord()
    let entries = tree.entries(of: node)
    for entry in entries {
      let (name, range) = (tree.string(entry.key), tree.range(of: entry.key))
      guard let key = section.key(name) else {
        record.invalid += reportUnknownKey(entry, among: entries, of: section)
        continue
      }
      let title = section.keyNoun == "key" ? "'\(name)'" : "\(section.keyNoun) '\(name)'"
      if let field = read(entry.value, as: key.shape, title) {
        record.entries.append((name, range, field))
      } else {
        record.invalid.append(name)
      }
    }
    return (record, isUsable(record, as: section, at: tree.range(of: node)))
  }

  private mutating func readTable(
    _ node: NodeID, of element: ConfigurationShape
  ) -> ConfigurationRecord {
    var record = ConfigurationRecord()
    for entry in tree.entries(of: node) {
      let (name, range) = (tree.string(entry.key), tree.range(of: entry.key))
      if let field = read(entry.value, as: element, "'\(name)'") {
        record.entries.append((name, range, field))
      } else {
        record.invalid.append(name)
      }
    }
    return record
  }

  /// Whether all mandatory keys are present; invalid values are already reported.
  private mutating func isUsable(
    _ record: ConfigurationRecord, as section: ConfigurationSection, at range: SourceRange
  ) -> Bool {
    var isUsable = true
    for key in section.keys where key.isRequired && record[key.name] == nil {
      isUsable = false
      if !record.invalid.contains(key.name) { report(.lacks(key.name, section), at: range) }
    }
    guard !section.exactlyOne.isEmpty else { return isUsable }
    let given = record.entries.filter { section.exactlyOne.contains($0.key) }
    if given.count > 1 { report(.tooMany(given.map(\.key), section), at: given[1].keyRange) }
    if given.isEmpty, !section.exactlyOne.contains(where: record.invalid.contains) {
      report(.lacksOne(of: section), at: range)
    }
    return isUsable && given.count == 1
  }
}

// Scalars.
extension ConfigurationReader {
  private func scalar(
    _ node: NodeID, as shape: ConfigurationShape
  ) -> ConfigurationField.Value? {
    guard let type = tree.type(of: node) else { return nil }
    let text = tree.string(node)
    switch (shape, type) {
    case (.text(.day), .timestamp), (.text(.day), .text): return .text(text)
    case (.text(.versions), _): return RequiredVersion(text).map { _ in .text(text) }
    // `off`, `on`, `yes` and `no` are strings in this file.
    case (.text, .text), (.text, .bool): return text.isEmpty ? nil : .text(text)
    case (.word(let words), _) where words.contains(text): return .text(text)
    case (.flag, .bool(let flag)) where text == String(flag): return .text(text)
    case (.version(let versions), .int(let number)) where versions.contains(number):
      return .text(String(number))
    case (.count, .int(let number)) where number > 0: return .text(String(number))
    default: return nil
    }
  }

  private func isBlank(_ node: NodeID) -> Bool {
    let range = tree.range(of: node)
    return tree.isScalar(node) && range.start == range.end
  }

  private func blank(_ shape: ConfigurationShape, at range: SourceRange) -> ConfigurationField? {
    if case .list = shape {
      return ConfigurationField(range: range, value: .list([], isComplete: true))
    }
    if case .section(let section) = shape, section().keys.contains(where: \.isRequired) {
      return nil
    }
    return ConfigurationField(range: range, value: .record(ConfigurationRecord()))
  }

  /// Whether a scalar continues with a line that looks like an over-indented entry.
  private func joinsEntries(_ node: NodeID) -> Bool {
    let range = tree.range(of: node)
    return range.start.line < range.end.line && tree.string(node).contains(" - ")
  }

  func found(_ node: NodeID) -> String {
    switch tree.type(of: node) {
    case nil: tree.isSequence(node) ? "a list" : "a mapping"
    case .int, .float: "the number \(tree.string(node))"
    default: tree.bytes(node).isEmpty ? "nothing" : "'\(tree.string(node))'"
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let isFirstHere: Self = "first given here"

  fileprivate static func isGivenTwice(_ key: String) -> Self { "the key '\(key)' is given twice" }

  fileprivate static func lacks(_ key: String, _ section: ConfigurationSection) -> Self {
    "\(section.name) is missing '\(key)'"
  }

  fileprivate static func lacksOne(of section: ConfigurationSection) -> Self {
    "\(section.name) is missing \(section.exactlyOne.quoted.joinedByOr)"
  }

  fileprivate static func tooMany(_ keys: [String], _ section: ConfigurationSection) -> Self {
    "\(section.name) can have only one of \(keys.map { "'\($0)'" }.joined(separator: " and "))"
  }

  /// A message about a line that YAML joins with the previous one because of its indentation.
  fileprivate static func badIndent(_ text: String) -> Self {
    "'\(text)' is one entry over several lines: indent the lines of a list alike"
  }
}

/// The versions of modlint that may check with a rules.yml: its key `required-version`.
///
/// A version, or conditions that commas separate, with `==`, `>=`, `>`, `<=` or `<`.
struct RequiredVersion {
  private let conditions: [(comparison: Comparison, version: SemanticVersion)]

  private enum Comparison: String, CaseIterable {
    case equal = "=="
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
  }

  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
    conditions = parts.compactMap { part in
      let comparison = Comparison.allCases.first { part.hasPrefix($0.rawValue) }
      let number = trimmed(part.dropFirst(comparison?.rawValue.count ?? 0))
      guard number.first?.isWholeNumber == true else { return nil }
      return SemanticVersion(number).map { (comparison ?? .equal, $0) }
    }
    guard conditions.count == parts.count else { return nil }
  }

  func allows(_ version: SemanticVersion) -> Bool {
    conditions.allSatisfy { comparison, bound in
      switch comparison {
      case .equal: version == bound
      case .atLeast: version >= bound
      case .atMost: version <= bound
      case .above: version > bound
      case .below: version < bound
      }
    }
  }
}
