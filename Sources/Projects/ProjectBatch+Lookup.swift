// Targets by name.
extension ProjectBatch {
  /// Returns the index of the target or legacy target with the name among the targets of a project.
  ///
  /// - Complexity: O(log *n*).
  public func target(named name: NameID, among targets: Range<Int>) -> Int? {
    find(name, among: targets, aggregates: false)
  }

  /// Returns the index of the aggregate target with the name among the targets of a project.
  public func aggregate(named name: NameID, among targets: Range<Int>) -> Int? {
    find(name, among: targets, aggregates: true)
  }

  private func find(_ name: NameID, among range: Range<Int>, aggregates: Bool) -> Int? {
    if let target = find(spelled: name, among: range, aggregates: aggregates) { return target }
    guard names.hasSpellings else { return nil }
    return names.spellings(of: name).lazy
      .compactMap { find(spelled: $0, among: range, aggregates: aggregates) }.first
  }

  /// Searches the targets, which are sorted by name with aggregates last.
  private func find(spelled name: NameID, among range: Range<Int>, aggregates: Bool) -> Int? {
    // Comparing a few numbers is faster than a binary search, which misses the cache for each name.
    guard range.count > 8 else {
      return range.first {
        targets[$0].name == name && (targets[$0].kind == .aggregate) == aggregates
      }
    }
    let wanted = names.bytes(of: name)
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let candidate = targets[middle]
      let isAggregate = candidate.kind == .aggregate
      if isAggregate == aggregates, candidate.name == name { return middle }
      let comesBefore =
        isAggregate == aggregates
        ? names.bytes(of: candidate.name).lexicographicallyPrecedes(wanted) : aggregates
      if comesBefore { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
