/// A closure with one parameter.
struct ManifestClosure {
  var parameter: String
  var body: Range<Int>
  /// The names after `\.` of a key path, which has no body.
  var path: [String] = []
}

// Closures that are called for each element of a list.
extension ManifestEvaluator {
  /// Evaluates `map`, `compactMap`, `flatMap`, `filter`, `allSatisfy` or `contains(where:)`.
  mutating func walk(
    _ name: String, over list: [ManifestElement], _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = obstacle
    let wasWrapped = isWrapped
    let closure = try takeClosure()
    let isLast = !isAt(".")
    let asks = ["filter", "allSatisfy", "contains"].contains(name)
    let expected = name == "flatMap" ? type : type?.element
    var results: [ManifestElement] = []
    var (isAll, isAny) = (true, false)
    for element in list {
      let result = try call(
        closure, with: element, wasWrapped, asks ? .bool : isLast ? expected : nil)
      switch (name, result.value) {
      case (_, .bool(let holds)) where asks:
        if holds, name == "filter" { results.append(element) }
        isAll = isAll && holds
        isAny = isAny || holds
      case ("map", _):
        // Such targets have no line of their own.
        if isInPackage, case .text = element.value, result.value.holdsObjects { throw start }
        results.append(result)
      case ("compactMap", .null): break
      case ("compactMap", _): results.append(result)
      case ("flatMap", .list(let elements)): results += elements
      default: throw start
      }
    }
    if asks { isWrapped = wasWrapped }
    try make(results.count)
    switch name {
    case "allSatisfy": return .bool(isAll)
    case "contains": return .bool(isAny)
    default: return .list(results)
    }
  }

  private mutating func call(
    _ closure: ManifestClosure, with element: ManifestElement, _ wasWrapped: Bool,
    _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestElement {
    try enter()
    defer { depth -= 1 }
    let end = place
    defer { place = end }
    if !closure.path.isEmpty {
      isWrapped = wasWrapped
      var value = element.value
      place = closure.body.upperBound
      for name in closure.path { value = try member(name, behind: value, nil) }
      return ManifestElement(value: value, range: element.range)
    }
    let outer = parameters[closure.parameter]
    defer { parameters[closure.parameter] = outer }
    var binding = ManifestBinding(element: element, type: nil)
    binding.isWrapped = wasWrapped
    parameters[closure.parameter] = binding
    isWrapped = false
    place = closure.body.lowerBound
    return try body(type, before: closure.body.upperBound)
  }

  /// Reads `{ … }`, `({ … })`, `(where: { … })` or `(\.name)`.
  private mutating func takeClosure() throws(ManifestObstacle) -> ManifestClosure {
    guard !token.startsLine else { throw obstacle }
    if isAt("{") {
      let closure = try closure(at: place)
      place = tokens.behind(place)
      return closure
    }
    let close = token.match
    try require("(")
    if starts(with: ["where", ":"]) { place += 2 }
    var closure: ManifestClosure
    if isAt("{") {
      closure = try self.closure(at: place)
      place = tokens.behind(place)
    } else {
      guard isAt("\\") else { throw obstacle }
      advance()
      closure = ManifestClosure(parameter: "", body: place..<close)
      while take(".") { closure.path.append(try takeIdentifier()) }
      guard !closure.path.isEmpty, closure.path.first != "self" else { throw obstacle }
    }
    guard place == close else { throw obstacle }
    try require(")")
    return closure
  }

  /// Reads the parameter of a closure.
  private func closure(at open: Int) throws(ManifestObstacle) -> ManifestClosure {
    let end = tokens.all[open].match
    var place = open + 1
    guard place < end else { throw obstacle(at: open) }
    var name: String?
    if tokens.isIdentifier(place) {
      name = tokens.word(place)
      place += 1
    } else if tokens.isAt(place, "("), tokens.isIdentifier(place + 1),
      tokens.first(",", from: place + 1, before: tokens.all[place].match)
        == tokens.all[place].match
    {
      name = tokens.word(place + 1)
      guard tokens.isAt(place + 2, ")") || tokens.isAt(place + 2, ":") else {
        throw obstacle(at: open)
      }
      place = tokens.behind(place)
    }
    if let name, place < end, tokens.isAt(place, "in") {
      return ManifestClosure(parameter: name, body: (place + 1)..<end)
    }
    let isTyped = place < end && tokens.isAt(place, "->")
    let word = isTyped ? tokens.first("in", from: place, before: end) : end
    if let name, word < end { return ManifestClosure(parameter: name, body: (word + 1)..<end) }
    guard !(open + 1..<end).contains(where: { tokens.isAt($0, "in") && isParameterList($0, open) })
    else { throw obstacle(at: open) }
    return ManifestClosure(parameter: "$0", body: (open + 1)..<end)
  }

  /// Whether `in` belongs to parameters of the closure that opens there.
  private func isParameterList(_ place: Int, _ open: Int) -> Bool {
    !(open + 1..<place).contains { tokens.isAt($0, "{") || tokens.isAt($0, "for") }
  }
}
