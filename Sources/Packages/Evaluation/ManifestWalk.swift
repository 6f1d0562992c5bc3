/// The result of `map`, `filter` or another method that calls a closure for each element of a list.
struct ManifestWalk {
  let name: String
  private var results: [ManifestElement] = []
  private var (isAll, isAny) = (true, false)

  init(_ name: String) { self.name = name }

  /// Whether the closure is a predicate.
  var asks: Bool { name == "filter" || name == "allSatisfy" || name == "contains" }

  /// Returns the result type of the closure, given the type of the whole result.
  func type(for type: ManifestType?) -> ManifestType? {
    asks ? .bool : name == "flatMap" ? type : type?.element
  }

  /// Adds the result of the closure for an element; returns false if it has another type.
  mutating func add(_ result: ManifestElement, of element: ManifestElement) -> Bool {
    switch (name, result.value) {
    case (_, .bool(let holds)) where asks:
      if holds, name == "filter" { results.append(element) }
      isAll = isAll && holds
      isAny = isAny || holds
    case ("map", _): results.append(result)
    case ("compactMap", .null): break
    case ("compactMap", _): results.append(result)
    case ("flatMap", .list(let elements)): results += elements
    default: return false
    }
    return true
  }

  var value: ManifestValue {
    switch name {
    case "allSatisfy": .bool(isAll)
    case "contains": .bool(isAny)
    default: .list(results)
    }
  }
}
