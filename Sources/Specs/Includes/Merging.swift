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
    var merged: [(key: NodeID, value: NodeID)] = []
    merged.reserveCapacity(8)
    if let old {
      var oldEntries = startOfEntries(of: old)
      while let entry = nextEntry(&oldEntries) { merged.append(entry) }
    }
    let oldCount = merged.count
    let places = oldCount > Self.mostLookedAt ? places(of: merged) : [:]
    var mayRepeat = false
    var newEntries = startOfEntries(of: new)
    while let (key, value) = nextEntry(&newEntries) {
      var entry = (key: key, value: value)
      let replaces = isReplacingKey(key)
      if replaces {
        let name = Array(bytes(key).dropLast(":REPLACE".utf8.count))
        entry.key = addKey(name, like: key, in: KeyTable.shared.knownKeys)
      }
      let place =
        oldCount > Self.mostLookedAt
        ? places[Array(bytes(entry.key))] : place(of: entry.key, amongFirst: oldCount, of: merged)
      if let place {
        if !replaces { entry.value = combine(value, onto: merged[place].value) }
        merged[place] = entry
      } else {
        merged.append(entry)
        if replaces { mayRepeat = true }
      }
    }
    // With `k` and `k:REPLACE` side by side XcodeGen's result depends on chance; here the last wins.
    return addMapping(mayRepeat ? lastOfEach(merged) : merged, like: new)
  }

  private mutating func combine(_ new: NodeID, onto old: NodeID) -> NodeID {
    // Beyond the limit nothing is merged any more; the reader of the tree refuses it.
    guard !isTooLarge else { return new }
    if isMapping(new), isMapping(old) { return merge(new, onto: old) }
    if isSequence(new), isSequence(old) {
      return addSequence(elements(of: old) + elements(of: new), like: new)
    }
    return new
  }

  /// A key is found by looking at each of so many entries, and by a table of more.
  private static var mostLookedAt: Int { 24 }

  private func place(
    of key: NodeID, amongFirst count: Int, of entries: [(key: NodeID, value: NodeID)]
  ) -> Int? {
    for place in 0..<count where sameKey(entries[place].key, key) { return place }
    return nil
  }

  private func places(of entries: [(key: NodeID, value: NodeID)]) -> [[UInt8]: Int] {
    var places: [[UInt8]: Int] = [:]
    for (place, entry) in entries.enumerated() { places[Array(bytes(entry.key))] = place }
    return places
  }
}
