// Operators.
extension ManifestEvaluator {
  /// Evaluates the expression at the token; `type` is the expected type, nil if that is unknown.
  mutating func expression(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestElement {
    try enter()
    defer { depth -= 1 }
    let start = token.range.lowerBound
    let wasWrapped = isWrapped
    let left = try sum(type, above: 0)
    guard isAt("?"), token.hasSpaceBefore, token.hasSpaceAfter else { return left }
    guard case .bool(let holds) = left.value else { throw obstacle }
    isWrapped = wasWrapped
    advance()
    let (colon, end) = try ternary()
    if !holds { place = colon + 1 }
    let result = try expression(type)
    guard place == (holds ? colon : end) else { throw obstacle }
    place = end
    return ManifestElement(value: result.value, range: start..<previousEnd)
  }

  /// Finds the colon of the preceding question mark, and the end of the expression.
  mutating func ternary() throws(ManifestObstacle) -> (colon: Int, end: Int) {
    var (other, open, colon) = (place, 1, place)
    while other < tokens.all.count - 1 {
      try count(1)
      if tokens.isAt(other, "?"), tokens.all[other].hasSpaceAfter {
        open += 1
      } else if tokens.isAt(other, ":") {
        open -= 1
        if open == 0 { colon = other }
        if open < 0 { break }
      } else if tokens.isAt(other, ",") || tokens.all[other].kind == .sign && isClosing(other) {
        break
      } else if open == 0, tokens.all[other].startsLine, other > colon + 1,
        tokens.all[other].kind != .operation, !tokens.isAt(other, ".")
      {
        break
      }
      other = tokens.behind(other)
    }
    guard open <= 0, colon > place else { throw obstacle }
    return (colon, other)
  }

  func isClosing(_ place: Int) -> Bool {
    tokens.isAt(place, ")") || tokens.isAt(place, "]") || tokens.isAt(place, "}")
      || tokens.isAt(place, ";")
  }

  private static let operators: [(sign: StaticString, rank: Int)] = [
    ("||", 1), ("&&", 2), ("==", 3), ("!=", 3), ("??", 4), ("..<", 5), ("...", 5), ("+", 6),
  ]

  /// Evaluates an expression whose operators bind tighter than `rank`.
  mutating func sum(
    _ type: ManifestType?, above rank: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let wasWrapped = isWrapped
    var left = try operand(type)
    while token.kind == .operation, token.hasSpaceBefore == token.hasSpaceAfter,
      let found = Self.operators.first(where: { isAt($0.sign) }), found.rank > rank
    {
      let sign = place
      advance()
      if tokens.isAt(sign, "??") { isWrapped = wasWrapped }
      let rest = found.rank == 4 ? found.rank - 1 : found.rank
      let compared = found.rank == 3 ? Self.type(of: left.value) : type
      let right = try sum(compared, above: rest)
      guard let value = try join(left.value, right.value, at: sign) else {
        throw ManifestObstacle(offset: right.range.lowerBound)
      }
      left = ManifestElement(value: value, range: left.range.lowerBound..<previousEnd)
    }
    return left
  }

  mutating func join(
    _ a: ManifestValue, _ b: ManifestValue, at sign: Int
  ) throws(ManifestObstacle) -> ManifestValue? {
    switch tokens.word(sign) {
    case "+": return try sum(a, b)
    case "??":
      switch a {
      case .null: return b
      case .text, .list, .bool, .member, .instance: return a
      default: return nil
      }
    case "==": return Self.equals(a, b).map { .bool($0) }
    case "!=": return Self.equals(a, b).map { .bool(!$0) }
    case "&&":
      guard case .bool(let a) = a, case .bool(let b) = b else { return nil }
      return .bool(a && b)
    case "||":
      guard case .bool(let a) = a, case .bool(let b) = b else { return nil }
      return .bool(a || b)
    default:
      guard case .text(let low) = a, case .text(let high) = b else { return .other }
      return .versions(low, through: tokens.isAt(sign, "..."), high)
    }
  }

  static func equals(_ a: ManifestValue, _ b: ManifestValue) -> Bool? {
    switch (a, b) {
    case (.null, .null): true
    case (.null, .text), (.text, .null), (.null, .bool), (.bool, .null): false
    case (.null, .list), (.list, .null), (.null, .member), (.member, .null): false
    case (.member(let a, let one), .member(let b, let other)): one == other ? a == b : nil
    case (.text(let a), .text(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    default: nil
    }
  }

  mutating func sum(
    _ a: ManifestValue, _ b: ManifestValue
  ) throws(ManifestObstacle) -> ManifestValue? {
    switch (a, b) {
    case (.text(let a), .text(let b)):
      try make(a.utf8.count + b.utf8.count)
      return .text(a + b)
    case (.list(let a), .list(let b)):
      try make(a.count + b.count)
      return .list(a + b)
    default: return nil
    }
  }
}
