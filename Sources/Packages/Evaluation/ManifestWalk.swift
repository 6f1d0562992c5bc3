/// The result of `map`, `filter` or another method that calls a closure for each element of a list.
struct ManifestWalk {
  let name: String
  private var results: [ManifestElement] = []
  private var (isAll, isAny) = (true, false)
  private var first: ManifestValue?

  init(_ name: String) { self.name = name }

  /// Whether the closure is a predicate.
  var asks: Bool { ["filter", "allSatisfy", "contains", "first"].contains(name) }
  /// Whether the other elements are not looked at.
  var isOver: Bool { first != nil }

  /// Returns the result type of the closure, given the type of the whole result.
  func type(for type: ManifestType?) -> ManifestType? {
    asks ? .bool : name == "flatMap" ? type : type?.element
  }

  /// Adds the result of the closure for an element; returns false if it has another type.
  mutating func add(_ result: ManifestElement, of element: ManifestElement) -> Bool {
    switch (name, result.value) {
    case (_, .bool(let holds)) where asks:
      if holds, name == "filter" { results.append(element) }
      if holds, name == "first" { first = element.value }
      isAll = isAll && holds
      isAny = isAny || holds
    case ("forEach", _): break
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
    case "first": first ?? .null
    case "forEach": .other
    default: .list(results)
    }
  }
}
