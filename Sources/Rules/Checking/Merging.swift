extension Sequence {
  /// Merges elements with equal keys into the first of them; keeps the order of the first ones.
  func merged<Key: Hashable>(
    by key: (Element) -> Key, merging merge: (inout Element, Element) -> Void
  ) -> [Element] {
    var merged: [Element] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        merge(&merged[place], element)
      } else {
        places[key] = merged.count
        merged.append(element)
      }
    }
    return merged
  }
}
