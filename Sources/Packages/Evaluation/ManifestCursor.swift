struct ManifestCursor {
  let tokens: ManifestTokens
  var place = 0

  init(_ tokens: ManifestTokens) { self.tokens = tokens }

  var token: ManifestToken { tokens.all[place] }
  var word: String { tokens.word(place) }
  var previousEnd: Int { place > 0 ? tokens.all[place - 1].range.upperBound : 0 }
  var isName: Bool { tokens.isIdentifier(place) }
  /// Whether arguments in brackets follow.
  var isCall: Bool { isAt("(") && !token.startsLine }
  /// Whether a dot and a name follow, or the index of an element of a tuple.
  var isMember: Bool {
    isAt(".") && (tokens.isIdentifier(place + 1) || tokens.all[place + 1].kind == .number)
  }

  var obstacle: ManifestObstacle { obstacle(at: place) }

  func obstacle(at place: Int) -> ManifestObstacle {
    ManifestObstacle(offset: tokens.all[max(0, min(place, tokens.all.count - 1))].range.lowerBound)
  }

  func isAt(_ text: StaticString, after distance: Int = 0) -> Bool {
    tokens.isAt(place + distance, text)
  }

  func starts(with form: [StaticString]) -> Bool {
    guard place + form.count < tokens.all.count else { return false }
    return form.indices.allSatisfy { tokens.isAt(place + $0, form[$0]) }
  }

  mutating func advance() { if place < tokens.all.count - 1 { place += 1 } }

  mutating func take(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    advance()
    return true
  }

  mutating func takeEmptyBrackets() -> Bool {
    guard isAt("("), isAt(")", after: 1) else { return false }
    place += 2
    return true
  }

  /// Takes the label of an argument with its colon; returns an empty string without one.
  mutating func takeLabel() -> String {
    guard isName, isAt(":", after: 1) else { return "" }
    defer { place += 2 }
    return word
  }

  /// Takes the label of an argument with its colon.
  mutating func take(label: StaticString) -> Bool {
    guard isAt(label), isAt(":", after: 1) else { return false }
    place += 2
    return true
  }

  mutating func takeIdentifier() throws(ManifestObstacle) -> String {
    guard isName else { throw obstacle }
    let name = word
    advance()
    return name
  }

  mutating func require(_ text: StaticString) throws(ManifestObstacle) {
    guard take(text) else { throw obstacle }
  }

  func require(end: Int) throws(ManifestObstacle) {
    guard place == end else { throw obstacle }
  }
}
