internal import YAML

/// A part of the values of a file in order, without their layout.
enum StructurePart: Equatable {
  case startOfMapping
  case startOfSequence
  case end
  case key(String)
  case scalar(String, ScalarType?)
  case flag(Bool)
  case alias(String)
}

extension NewValue {
  fileprivate var structure: [StructurePart] {
    switch self {
    case .text(let text): [.scalar(text, .text)]
    case .flag(let flag): [.flag(flag)]
    case .sequence(let elements): [.startOfSequence] + elements.flatMap(\.structure) + [.end]
    case .mapping(let entries): [.startOfMapping] + entries.flatMap(\.structure) + [.end]
    }
  }
}

extension NewValue.Entry {
  fileprivate var structure: [StructurePart] { [.key(key)] + value.structure }
}

extension Document {
  /// Returns the values of the file after `changes`.
  func structure(after changes: Changes = Changes()) -> [StructurePart] {
    var parts: [StructurePart] = []
    if !values.isEmpty { add(0, to: &parts, changes) }
    return parts
  }

  /// Adds a value and its descendants; the parser limits the depth.
  private func add(_ index: Int, to parts: inout [StructurePart], _ changes: Changes) {
    let value = values[index]
    switch value.kind {
    case .mapping, .sequence:
      parts.append(value.kind == .mapping ? .startOfMapping : .startOfSequence)
      for child in children(of: index) where changes.keeps(child, of: index) {
        add(child, to: &parts, changes)
        if value.kind == .mapping { add(self.value(ofKey: child), to: &parts, changes) }
      }
      parts += (changes.appended[index] ?? []).flatMap(\.structure)
      parts += (changes.added[index] ?? []).flatMap(\.structure)
      parts.append(.end)
    case .key:
      if case .text(let text) = changes.replaced[index] { return parts.append(.key(text)) }
      parts.append(.key(tree.string(value.node)))
    case .scalar:
      if let elements = changes.appended[index] {
        parts += NewValue.sequence(elements).structure
      } else if let new = changes.replaced[index] {
        parts += new.structure
      } else if case .bool(let flag) = tree.type(of: value.node) {
        parts.append(.flag(flag))
      } else {
        parts.append(.scalar(tree.string(value.node), tree.type(of: value.node)))
      }
    case .alias, .set:
      parts.append(.alias(String(decoding: bytes[value.range], as: UTF8.self)))
    }
  }
}
