internal import Diagnostics
internal import YAML

extension Tree {
  /// `new` merged onto `old`, key by key: what an including file does to what it includes, and a
  /// target to its templates.
  ///
  /// A key that ends in `:REPLACE` takes the place of the old value; two mappings are merged, two
  /// lists are joined, in all other cases the new value wins. What has no counterpart stays as it
  /// is, with any `:REPLACE` further inside.
  mutating func merge(_ new: NodeID, onto old: NodeID?) -> NodeID {
    var merged = entries(of: old)
    let index = EntryIndex(merged, in: self)
    var added: [(key: NodeID, value: NodeID)] = []
    var mayRepeat = false
    let suffix = Array(":REPLACE".utf8)
    for var (key, value) in entries(of: new) {
      let replaces = word(of: key) == .none && bytes(key).suffix(suffix.count).elementsEqual(suffix)
      if replaces {
        key = addKey(Array(bytes(key).dropLast(suffix.count)), like: key, in: SpecKey.vocabulary)
      }
      if let place = index.place(of: key, in: self) {
        let counterpart = merged[place].value
        if !replaces { value = combine(value, onto: counterpart) }
        merged[place] = (key, value)
      } else {
        added.append((key, value))
        if replaces { mayRepeat = true }
      }
    }
    // With `k` and `k:REPLACE` side by side XcodeGen's result depends on chance; here the last wins.
    if mayRepeat { added = lastOfEach(added) }
    return addMapping(merged + added, like: new)
  }

  private mutating func combine(_ new: NodeID, onto old: NodeID) -> NodeID {
    // Beyond the limit nothing is merged any more; whoever reads the tree refuses it.
    guard !isTooLarge else { return new }
    if isMapping(new), isMapping(old) { return merge(new, onto: old) }
    if isSequence(new), isSequence(old) {
      return addSequence(elements(of: old) + elements(of: new), like: new)
    }
    return new
  }
}

/// Finds the place of a key among entries: by looking at each of few, by a table of many.
private struct EntryIndex {
  private let keys: [NodeID]
  private var places: [[UInt8]: Int] = [:]

  init(_ entries: [(key: NodeID, value: NodeID)], in tree: Tree) {
    keys = entries.map { $0.key }
    guard keys.count > 24 else { return }
    for (place, key) in keys.enumerated() { places[Array(tree.bytes(key))] = place }
  }

  func place(of key: NodeID, in tree: Tree) -> Int? {
    guard places.isEmpty else { return places[Array(tree.bytes(key))] }
    return keys.firstIndex { tree.sameKey($0, key) }
  }
}
