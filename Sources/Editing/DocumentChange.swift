internal import YAML

/// A change of a document.
public enum DocumentChange: Hashable, Sendable {
  /// Removes an element of a sequence, or a key with its value.
  case remove(Document.ValueID)
  /// Replaces the text of a scalar or key.
  case replace(Document.ValueID, with: NewValue)
  /// Adds an element to a sequence, or to a value that is left out.
  case append(NewValue, to: Document.ValueID)
  /// Adds a key to a mapping.
  case add(NewValue.Entry, to: Document.ValueID)
}

extension Document {
  /// The changes of one document, by changed collection.
  struct Changes {
    /// The removed children of each collection.
    var removed: [Int: Set<Int>] = [:]
    var replaced: [Int: NewValue] = [:]
    var appended: [Int: [NewValue]] = [:]
    var added: [Int: [NewValue.Entry]] = [:]
    private var isAppended: [Int: Set<NewValue>] = [:]

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
        let parent = document.values[id.index].parent
        guard parent >= 0, !document.isValueOfEntry(id.index) else { throw .notFound }
        removed[parent, default: []].insert(id.index)
      case .replace(let id, let value):
        let old = replaced.updateValue(value, forKey: id.index)
        if let old, old != value { throw .overlaps }
      case .append(let value, let id):
        if isAppended[id.index, default: []].insert(value).inserted {
          appended[id.index, default: []].append(value)
        }
      case .add(let entry, let id):
        guard let place = added[id.index]?.firstIndex(where: { $0.key == entry.key }) else {
          added[id.index, default: []].append(entry)
          return
        }
        let same = added[id.index]?[place].value
        if case .sequence(let elements) = same, case .sequence(let more) = entry.value {
          let new = more.filter { !elements.contains($0) }
          added[id.index]?[place].value = .sequence(elements + new)
        } else if same != entry.value {
          throw .overlaps
        }
      }
    }

    /// Whether a value is part of a removed value.
    private func isGone(_ index: Int, in document: Document) -> Bool {
      var index = index
      while index >= 0 {
        let parent = document.values[index].parent
        guard parent >= 0 else { return false }
        if let removed = removed[parent] {
          if removed.contains(document.isValueOfEntry(index) ? index - 1 : index) { return true }
        }
        index = parent
      }
      return false
    }

    /// Whether a child of a collection stays.
    func keeps(_ child: Int, of collection: Int) -> Bool {
      removed[collection]?.contains(child) != true
    }
  }

  func isMapping(_ index: Int) -> Bool { values[index].kind == .mapping }

  /// Whether it is the value of a key, which can only be removed with its key.
  private func isValueOfEntry(_ index: Int) -> Bool {
    let parent = values[index].parent
    return parent >= 0 && values[index].kind != .key && isMapping(parent)
  }
}
