import YAML

/// A change of a document.
public enum DocumentChange: Hashable, Sendable {
  /// Removes an element of a sequence, or a key with its value.
  case remove(Document.ValueID)
  case replace(Document.ValueID, with: NewValue)
  /// Adds an element to a sequence, or to a value that is left out.
  case append(NewValue, to: Document.ValueID)
  case add(NewValue.Entry, to: Document.ValueID)
}

extension Document {
  /// The changes of one document, by changed collection.
  struct Changes {
    var removed: [Int: Set<Int>] = [:]
    var replaced: [Int: NewValue] = [:]
    var appended: [Int: [NewValue]] = [:]
    var added: [Int: [NewValue.Entry]] = [:]

    init() {}

    init(_ changes: [DocumentChange], in document: Document) throws(EditRefusal) {
      for change in changes { try add(change, in: document) }
      for (collection, children) in removed
      where (appended[collection] != nil || added[collection] != nil)
        && document.children(of: collection).count == children.count
      {
        throw .overlaps
      }
      let changed = Set(replaced.keys).union(appended.keys).union(added.keys).union(removed.keys)
      for index in changed where isGone(index, in: document) { throw .overlaps }
    }

    private mutating func add(
      _ change: DocumentChange, in document: Document
    ) throws(EditRefusal) {
      switch change {
      case .remove(let id):
        guard let parent = document.parent(of: id), document.key(ofValue: id) == nil else {
          throw .notFound
        }
        removed[parent, default: []].insert(id)
      case .replace(let id, let value):
        let old = replaced.updateValue(value, forKey: id)
        if let old, old != value { throw .overlaps }
      case .append(let value, let id):
        if appended[id]?.contains(value) != true { appended[id, default: []].append(value) }
      case .add(let entry, let id):
        guard let place = added[id]?.firstIndex(where: { $0.key == entry.key }) else {
          added[id, default: []].append(entry)
          return
        }
        let same = added[id]?[place].value
        if case .sequence(let elements) = same, case .sequence(let more) = entry.value {
          let new = more.filter { !elements.contains($0) }
          added[id]?[place].value = .sequence(elements + new)
        } else if same != entry.value {
          throw .overlaps
        }
      }
    }

    /// Whether a value is part of a removed value.
    private func isGone(_ index: Int, in document: Document) -> Bool {
      var index = index
      while let parent = document.parent(of: index) {
        if !keeps(document.key(ofValue: index) ?? index, of: parent) { return true }
        index = parent
      }
      return false
    }

    func keeps(_ child: Int, of collection: Int) -> Bool {
      removed[collection]?.contains(child) != true
    }
  }
}

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
