/// A branch of an `if`: its condition, empty for `else`, and the tokens in its braces.
struct ManifestBranch {
  var condition: Range<Int>
  var block: Range<Int>
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

  /// The block of the first branch whose condition holds; its names are bound until `unbind`.
  mutating func chosen(of branches: [ManifestBranch]) throws(ManifestObstacle) -> Range<Int>? {
    for branch in branches {
      let kept = bound.count
      place = branch.condition.lowerBound
      if try holds(before: branch.condition.upperBound) { return branch.block }
      unbind(downTo: kept)
    }
    return nil
  }

  /// Whether all conditions hold that are separated by commas.
  mutating func holds(before end: Int) throws(ManifestObstacle) -> Bool {
    while place < end {
      if isAt("let") {
        guard try bindsValue(before: end) else { return false }
      } else {
        guard case .bool(let holds) = try expression(.bool).value else { throw obstacle }
        if !holds { return false }
      }
      guard take(",") || place == end else { throw obstacle }
    }
    return true
  }

  /// Binds the name of `let name = value`; false if the value is nil.
  private mutating func bindsValue(before end: Int) throws(ManifestObstacle) -> Bool {
    advance()
    guard tokens.isIdentifier(place) else { throw obstacle }
    let name = tokens.word(place)
    // `let name` is short for `let name = name`.
    if !tokens.isAt(place + 1, ","), place + 1 < end {
      advance()
      try require("=")
    }
    let isName = tokens.isIdentifier(place) && (place + 1 == end || tokens.isAt(place + 1, ","))
    let source = isName ? tokens.word(place) : ""
    let type = (parameters[source] ?? globals[source])?.type
    let outer = isWrapped
    isWrapped = false
    defer { isWrapped = outer }
    let element = try expression(nil)
    switch element.value {
    case .null: return false
    case .text, .list, .bool, .call, .member, .instance: break
    default: throw obstacle
    }
    var binding = ManifestBinding(element: element, type: nil)
    binding.isWrapped = isWrapped && type != .text
    binding.dependsOnHost = dependsOnHost
    bound.append((name, parameters[name]))
    parameters[name] = binding
    return true
  }

  /// Ends the scope of names that conditions bound.
  mutating func unbind(downTo count: Int) {
    while bound.count > count, let last = bound.popLast() { parameters[last.name] = last.binding }
  }

  /// The statements of the case that the value of the `switch` at the token matches; nil if none
  /// does.
  mutating func chosenCase(before end: Int) throws(ManifestObstacle) -> Range<Int>? {
    advance()
    let subject = try expression(nil).value
    guard isAt("{"), tokens.behind(place) == end, let type = Self.type(of: subject) else {
      throw obstacle
    }
    advance()
    while place < end - 1 {
      var matches = take("default")
      if !matches {
        try require("case")
        repeat {
          let pattern = try expression(type).value
          guard let isEqual = Self.equals(subject, pattern) else { throw obstacle }
          matches = matches || isEqual
        } while take(",")
      }
      try require(":")
      let start = place
      while place < end - 1, !isLabel { place = tokens.behind(place) }
      if matches {
        guard start < place, !(start..<place).contains(where: { tokens.isAt($0, "fallthrough") })
        else { throw obstacle }
        return start..<place
      }
    }
    return nil
  }

  /// Whether the token begins a case of a `switch`.
  private var isLabel: Bool { isAt("case") || isAt("default") && tokens.isAt(place + 1, ":") }
}
