internal import Diagnostics

// Keys given twice, and merge keys.
extension Tree {
  /// Records which of the keys of one mapping occur again later.
  ///
  /// - Returns: Whether any does.
  /// - Complexity: O(*n* log *n*); integers only as long as no two are equal.
  mutating func noteDuplicates(among keys: ArraySlice<NodeID>) -> Bool {
    guard keys.count > 1 else { return false }
    if keys.count <= 12, !hasEqualHashes(keys) { return false }
    let sorted = keys.sorted { (self[$0].hash, $0.index) < (self[$1].hash, $1.index) }
    var found: [(first: NodeID, second: NodeID)] = []
    for (position, key) in sorted.enumerated() {
      // Equal hashes stand together; the nearest equal text before is the one this key replaces.
      var before = position - 1
      while before >= 0, self[sorted[before]].hash == self[key].hash {
        if sameKey(sorted[before], key) {
          found.append((sorted[before], key))
          break
        }
        before -= 1
      }
    }
    // `<<` may be given several times: each is merged.
    duplicateKeys += found.filter { !isMergeKey($0.second) }
      .sorted { $0.second.index < $1.second.index }
    return !found.isEmpty
  }

  private func hasEqualHashes(_ keys: ArraySlice<NodeID>) -> Bool {
    for i in keys.indices.dropFirst() {
      let hash = self[keys[i]].hash
      for j in keys.startIndex..<i where self[keys[j]].hash == hash { return true }
    }
    return false
  }

  private func isMergeKey(_ key: NodeID) -> Bool {
    self[key].form == .plain && text(of: key, is: "<<")
  }

  /// Lists the entries of a mapping anew: each key once, the last one winning, and what `<<`
  /// brings in front of the mapping's own (YAML 1.1, `tag:yaml.org,2002:merge`).
  ///
  /// - Returns: Whether it was done; not beyond `Limits.nodes`, since merged mappings that merge each
  ///   other multiply.
  mutating func gather(_ id: NodeID, merging: Bool) -> Bool {
    var merged: [(key: NodeID, value: NodeID)] = []
    var own: [(key: NodeID, value: NodeID)] = []
    for (key, value) in entries(of: id) {
      guard merging, isMergeKey(key) else {
        own.append((key, value))
        continue
      }
      if isMapping(value) {
        merged += entries(of: value)
      } else {
        for mapping in elements(of: value).reversed() where merged.count < Limits.nodes {
          merged += entries(of: mapping)
        }
      }
    }
    // Equal keys leave little behind, however much work they were.
    gatheredCount += merged.count
    guard gatheredCount + children.count < Limits.nodes else { return false }
    let first = children.count
    for entry in lastOfEach(merged + own) {
      children.append(entry.key)
      children.append(entry.value)
    }
    let index = Int(id.index)
    nodes[index].kind = .gatheredMapping
    nodes[index].first = UInt32(truncatingIfNeeded: first)
    nodes[index].count = UInt32(truncatingIfNeeded: children.count - first)
    return true
  }

  /// Lists the entries of all mappings that have a key twice anew: for after keys were changed.
  public mutating func uniteKeys() {
    for index in nodes.indices where isMapping(NodeID(index)) {
      let keys = entries(of: NodeID(index)).map { $0.key }
      guard noteDuplicates(among: keys[...]) else { continue }
      // Beyond the limit the mapping stays as it is: of equal keys all readers take the last.
      _ = gather(NodeID(index), merging: false)
    }
  }

  /// Each key once, at its first place, with its last value.
  public func lastOfEach(
    _ entries: [(key: NodeID, value: NodeID)]
  ) -> [(key: NodeID, value: NodeID)] {
    var placeOf: [[UInt8]: Int] = [:]
    var result: [(key: NodeID, value: NodeID)] = []
    for entry in entries {
      let key = Array(bytes(entry.key))
      if let place = placeOf[key] {
        result[place] = entry
      } else {
        placeOf[key] = result.count
        result.append(entry)
      }
    }
    return result
  }
}
