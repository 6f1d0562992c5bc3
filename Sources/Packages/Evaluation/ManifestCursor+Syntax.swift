/// A branch of an `if`: its condition, empty for `else`, and the tokens in its braces.
struct ManifestBranch {
  var condition: Range<Int>
  var block: Range<Int>
}

/// A closure with one parameter, or several for the elements of a tuple.
struct ManifestClosure {
  var parameters: [String]
  var body: Range<Int>
  /// The names after `\.` of a key path, which has no body.
  var path: [String] = []
}

// Types and branches.
extension ManifestCursor {
  /// Reads the type after a colon; returns `nil` without a colon.
  mutating func takeType(before end: Int) -> Range<Int>? {
    guard take(":") else { return nil }
    let type = place..<tokens.endOfType(from: place, before: end)
    place = type.upperBound
    return type
  }

  /// Returns the range of the type in `[Type]()`.
  func typeOfEmptyList(before end: Int) -> Range<Int>? {
    guard isAt("["), token.match + 3 == end, tokens.isAt(token.match + 1, "("),
      tokens.all[token.match + 1].match == token.match + 2
    else { return nil }
    return place..<(token.match + 1)
  }

  /// Returns the branches of the `if` at the token.
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

  /// Returns the end of the `if` or `switch` at the token.
  var endOfChoice: Int {
    let limit = tokens.all.count - 1
    var end = tokens.behind(tokens.first("{", from: place, before: limit))
    while end < limit, tokens.isAt(end, "else") {
      end = tokens.behind(tokens.first("{", from: end, before: limit))
    }
    return min(end, limit)
  }

  /// Finds the colon of the preceding question mark, and the end of the expression.
  func ternary() throws(ManifestObstacle) -> (colon: Int, end: Int, steps: Int) {
    var (other, open, colon, steps) = (place, 1, place, 0)
    while other < tokens.all.count - 1 {
      steps += 1
      if tokens.isAt(other, "?"), tokens.all[other].hasSpaceAfter {
        open += 1
      } else if tokens.isAt(other, ":") {
        open -= 1
        if open == 0 { colon = other }
        if open < 0 { break }
      } else if tokens.endsOperand(other) {
        break
      } else if open == 0, tokens.all[other].startsLine, other > colon + 1,
        tokens.all[other].kind != .operation, !tokens.isAt(other, ".")
      {
        break
      }
      other = tokens.behind(other)
    }
    guard open <= 0, colon > place else { throw obstacle }
    return (colon, other, steps)
  }

  var isCaseLabel: Bool { isAt("case") || isAt("default") && isAt(":", after: 1) }
}

// Closures.
extension ManifestCursor {
  /// Reads `{ … }`, `({ … })`, `(where: { … })` or `(\.name)`.
  mutating func takeClosure() throws(ManifestObstacle) -> ManifestClosure {
    guard !token.startsLine else { throw obstacle }
    if isAt("{") { return try takeBraces() }
    let close = token.match
    try require("(")
    _ = take(label: "where")
    let closure = isAt("{") ? try takeBraces() : try takeKeyPath(before: close)
    try require(end: close)
    try require(")")
    return closure
  }

  private mutating func takeKeyPath(before close: Int) throws(ManifestObstacle) -> ManifestClosure {
    try require("\\")
    var closure = ManifestClosure(parameters: [], body: place..<close)
    while take(".") { closure.path.append(try takeIdentifier()) }
    guard !closure.path.isEmpty, closure.path.first != "self" else { throw obstacle }
    return closure
  }

  private mutating func takeBraces() throws(ManifestObstacle) -> ManifestClosure {
    let (start, open, end) = (obstacle, place, token.match)
    place += 1
    guard place < end else { throw start }
    let names = try takePattern()
    let isTyped = place < end && isAt("->")
    let word = isTyped ? tokens.first("in", from: place, before: end) : place
    place = end + 1
    if !names.isEmpty, word < end, tokens.isAt(word, "in") {
      return ManifestClosure(parameters: names, body: (word + 1)..<end)
    }
    let body = (open + 1)..<end
    guard !body.contains(where: { tokens.isAt($0, "in") && isParameterList(body.lowerBound..<$0) })
    else { throw start }
    return ManifestClosure(parameters: ["$0"], body: body)
  }

  /// Reads `name`, `one, other` or `(one: Type, other)`; returns nothing for other code.
  mutating func takePattern() throws(ManifestObstacle) -> [String] {
    var names: [String] = []
    if isName {
      repeat { names.append(try takeIdentifier()) } while take(",")
    } else if isAt("(") {
      var name = place + 1
      while name < token.match {
        let next = tokens.first(",", from: name, before: token.match)
        guard tokens.isIdentifier(name), next == name + 1 || tokens.isAt(name + 1, ":") else {
          return []
        }
        names.append(tokens.word(name))
        name = next + 1
      }
      place = tokens.behind(place)
    }
    return names
  }

  /// Whether the code before an `in` declares the parameters of a closure.
  private func isParameterList(_ code: Range<Int>) -> Bool {
    !code.contains { tokens.isAt($0, "{") || tokens.isAt($0, "for") }
  }
}

extension ManifestTokens {
  /// Whether the token at `place` is a comma, a semicolon or a closing bracket.
  fileprivate func endsOperand(_ place: Int) -> Bool {
    let ends: [StaticString] = [",", ")", "]", "}", ";"]
    return all[place].kind == .sign && ends.contains { isAt(place, $0) }
  }
}
