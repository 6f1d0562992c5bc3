internal import YAML

/// The values of a file in order, without their layout.
struct DocumentStructure: Equatable {
  private var parts: [Part] = []

  private enum Part: Equatable {
    case startOfMapping
    case startOfSequence
    case end
    case key(String)
    case scalar(String, ScalarType?)
    case flag(Bool)
    case alias(String)
  }

  mutating func begin(isMapping: Bool) {
    parts.append(isMapping ? .startOfMapping : .startOfSequence)
  }

  mutating func end() { parts.append(.end) }

  mutating func add(key: String) { parts.append(.key(key)) }

  mutating func add(alias name: String) { parts.append(.alias(name)) }

  mutating func add(_ text: String, type: ScalarType?) {
    if case .bool(let flag) = type { return parts.append(.flag(flag)) }
    parts.append(.scalar(text, type))
  }

  mutating func add(_ value: NewValue) {
    switch value {
    case .text(let text): add(text, type: .text)
    case .flag(let flag): parts.append(.flag(flag))
    case .sequence(let elements):
      begin(isMapping: false)
      for element in elements { add(element) }
      end()
    case .mapping(let entries):
      begin(isMapping: true)
      for entry in entries { add(entry) }
      end()
    }
  }

  mutating func add(_ entry: NewValue.Entry) {
    add(key: entry.key)
    add(entry.value)
  }
}

extension Document {
  func structure() -> DocumentStructure { structure(after: Changes()) }

  /// Returns the values of the file after `changes`.
  func structure(after changes: Changes) -> DocumentStructure {
    var structure = DocumentStructure()
    if !values.isEmpty { add(0, to: &structure, changes) }
    return structure
  }

  /// Adds a value and its descendants; the parser limits the depth.
  private func add(_ index: Int, to structure: inout DocumentStructure, _ changes: Changes) {
    let value = values[index]
    switch value.kind {
    case .mapping, .sequence:
      structure.begin(isMapping: value.kind == .mapping)
      for child in children(of: index) where changes.keeps(child, of: index) {
        add(child, to: &structure, changes)
        if value.kind == .mapping { add(self.value(ofKey: child), to: &structure, changes) }
      }
      for element in changes.appended[index] ?? [] { structure.add(element) }
      for entry in changes.added[index] ?? [] { structure.add(entry) }
      structure.end()
    case .key:
      if case .text(let text) = changes.replaced[index] { return structure.add(key: text) }
      structure.add(key: text(of: index))
    case .scalar:
      if let elements = changes.appended[index] { return structure.add(.sequence(elements)) }
      if let new = changes.replaced[index] { return structure.add(new) }
      structure.add(text(of: index), type: tree.type(of: value.node))
    case .alias, .set:
      structure.add(alias: String(decoding: bytes[value.range], as: UTF8.self))
    }
  }
}
