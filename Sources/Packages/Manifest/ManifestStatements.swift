/// A branch of an `if`: its condition, empty for `else`, and the tokens in its braces.
struct ManifestBranch {
  var condition: Range<Int>
  var block: Range<Int>
}

// Statements of functions and closures.
extension ManifestEvaluator {
  /// Evaluates the body of a function: one expression, or constants, conditions and `return`.
  mutating func body(
    _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    if isAt("let") || isAt("if") {
      guard let element = try run(type, before: end) else { throw obstacle }
      place = end
      return element
    }
    _ = take("return")
    let element = try expression(type)
    guard place == end else { throw obstacle }
    return element
  }

  /// Evaluates statements up to the one that returns; nil if none does.
  private mutating func run(
    _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement? {
    let outer = parameters
    defer { parameters = outer }
    try enter()
    defer { depth -= 1 }
    while place < end {
      let limit = tokens.end(from: place, before: end, isStatement: true)
      if take("return") {
        let element = try expression(type)
        guard place == limit else { throw obstacle }
        return element
      } else if isAt("if") {
        if let block = try chosen(of: branches(before: limit)) {
          place = block.lowerBound
          if let element = try run(type, before: block.upperBound) { return element }
        }
      } else {
        try bindLocal(before: limit)
      }
      place = limit
      _ = take(";")
    }
    return nil
  }

  /// Reads `let name = value` in a function.
  private mutating func bindLocal(before end: Int) throws(ManifestObstacle) {
    try require("let")
    let name = try takeIdentifier()
    var type: Range<Int>?
    if isAt(":") {
      type = (place + 1)..<tokens.endOfType(from: place + 1, before: end)
      place = type?.upperBound ?? place
    }
    try require("=")
    parameters[name] = try binding(type: type, before: end)
  }
}

// Conditions.
extension ManifestEvaluator {
  /// The branches of the `if` at the token.
  func branches(before end: Int) throws(ManifestObstacle) -> [ManifestBranch] {
    var branches: [ManifestBranch] = []
    var place = place
    while place < end {
      if !branches.isEmpty {
        guard tokens.isAt(place, "else") else { throw obstacle(at: place) }
        place += 1
      }
      let isLast = !tokens.isAt(place, "if")
      let open = tokens.first("{", from: place, before: end)
      guard open < end, !isLast || open == place, !isLast || !branches.isEmpty else {
        throw obstacle(at: place)
      }
      branches.append(
        ManifestBranch(
          condition: isLast ? place..<place : (place + 1)..<open,
          block: (open + 1)..<tokens.all[open].match))
      place = tokens.behind(open)
      if isLast { break }
    }
    guard place == end else { throw obstacle(at: place) }
    return branches
  }

  /// The block of the first branch whose condition holds.
  mutating func chosen(of branches: [ManifestBranch]) throws(ManifestObstacle) -> Range<Int>? {
    for branch in branches {
      place = branch.condition.lowerBound
      if try holds(before: branch.condition.upperBound) { return branch.block }
    }
    return nil
  }

  /// Whether all conditions hold that are separated by commas.
  private mutating func holds(before end: Int) throws(ManifestObstacle) -> Bool {
    while place < end {
      if take("let") {
        // `let name` is short for `let name = name`.
        if !tokens.isAt(place + 1, ",") && place + 1 < end {
          _ = try takeIdentifier()
          try require("=")
        }
        guard case .null = try expression(nil).value else { throw obstacle }
        return false
      }
      guard case .bool(let holds) = try expression(.bool).value else { throw obstacle }
      if !holds { return false }
      guard take(",") || place == end else { throw obstacle }
    }
    return true
  }
}
