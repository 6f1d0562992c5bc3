internal import Diagnostics
internal import YAML

extension Tree {
  /// Merges `new` onto `old`, key by key: a file onto its includes, or a target onto its templates.
  ///
  /// A key that ends in `:REPLACE` replaces the old value. Two mappings are merged, two lists are
  /// concatenated, and otherwise the new value wins. A value without counterpart is unchanged,
  /// including any `:REPLACE` in it.
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
    // XcodeGen's result for `k` and `k:REPLACE` in one mapping is random; here the last wins.
    return addMapping(mayRepeat ? lastOfEach(merged) : merged, like: new)
  }

  private mutating func combine(_ new: NodeID, onto old: NodeID) -> NodeID {
    // The resolver rejects a tree beyond the limit.
    guard !isTooLarge else { return new }
    if isMapping(new), isMapping(old) { return merge(new, onto: old) }
    if isSequence(new), isSequence(old) {
      return addSequence(elements(of: old) + elements(of: new), like: new)
    }
    return new
  }

  /// The number of entries up to which a linear search is used.
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
