internal import Diagnostics

// Duplicate keys and merge keys.
extension Tree {
  /// Records the keys of a mapping that occur again later; returns whether there are any.
  ///
  /// - Complexity: O(*n* log *n*). Compares only integers unless hashes are equal.
  mutating func noteDuplicates(amongKeysOf mapping: NodeID) -> Bool {
    let keys = keys(of: mapping)
    if keys.count <= 12, !hasEqualHashes(keys) { return false }
    // Groups equal keys, in order. Texts are compared if their hashes are equal.
    let sorted = keys.sorted { a, b in
      guard self[a].digest == self[b].digest else { return self[a].digest < self[b].digest }
      guard !sameKey(a, b) else { return a.index < b.index }
      return bytes(a).lexicographicallyPrecedes(bytes(b))
    }
    var found: [(first: NodeID, second: NodeID)] = []
    for (first, second) in zip(sorted, sorted.dropFirst()) where sameKey(first, second) {
      found.append((first, second))
    }
    // `<<` can occur several times: each is merged.
    duplicateKeys += found.filter { !isMergeKey($0.second) }
      .sorted { $0.second.index < $1.second.index }
    return !found.isEmpty
  }

  private func hasEqualHashes(_ keys: [NodeID]) -> Bool {
    keys.indices.contains { index in
      let hash = self[keys[index]].digest
      return keys[..<index].contains { self[$0].digest == hash }
    }
  }

  /// Returns the keys of a mapping of a file, which may be a set.
  private func keys(of mapping: NodeID) -> [NodeID] {
    guard self[mapping].kind == .set else { return entries(of: mapping).map { $0.key } }
    var keys: [NodeID] = []
    var index = Int(mapping.index) + 1
    let end = Int(mapping.index) + Int(self[mapping].extent)
    while index < end {
      keys.append(NodeID(index))
      index += 1 + Int(nodes[index + 1].extent)
    }
    return keys
  }

  private func isMergeKey(_ key: NodeID) -> Bool {
    self[key].form == .plain && text(of: key, is: "<<")
  }

  /// Rebuilds the entries of a mapping: each key once, with its last value, after those that `<<`
  /// merges (YAML 1.1, `tag:yaml.org,2002:merge`).
  ///
  /// - Returns: `false` if `Limits.nodes` is exceeded, since mappings that merge each other can
  ///   multiply.
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
    // Counts the work, since equal keys reduce the result.
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
    nodes[index].digest = keyBits(ofKeysIn: children[first...])
    return true
  }

  /// Returns the bits of the known keys in a list of alternating keys and values.
  func keyBits(ofKeysIn entries: ArraySlice<NodeID>) -> UInt32 {
    stride(from: entries.startIndex, to: entries.endIndex, by: 2)
      .reduce(0) { $0 | self[entries[$1]].keyID.bit }
  }

  /// Rebuilds the entries of all mappings with duplicate keys, after keys were changed.
  public mutating func uniteKeys() {
    for index in nodes.indices where isMapping(NodeID(index)) {
      nodes[index].digest = entries(of: NodeID(index)).reduce(0) { $0 | self[$1.key].keyID.bit }
      let known = duplicateKeys.count
      guard noteDuplicates(amongKeysOf: NodeID(index)) else { continue }
      if gather(NodeID(index), merging: false) { continue }
      // If the limit is exceeded the mapping is unchanged, and lookups find only the last of equal
      // keys.
      for (first, _) in duplicateKeys[known...] { nodes[Int(first.index)].keyID = .none }
    }
  }

  /// Returns each key once, at its first index, with its last value.
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
