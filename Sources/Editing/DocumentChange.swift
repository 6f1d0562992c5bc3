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

    /// Whether a child of a collection stays.
    func keeps(_ child: Int, of collection: Int) -> Bool {
      removed[collection]?.contains(child) != true
    }
  }
}
