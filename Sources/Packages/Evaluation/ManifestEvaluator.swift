internal import Diagnostics

/// Evaluates the expressions of a manifest.
///
/// Supports literals, lists, calls of PackageDescription, constants, functions without side
/// effects, `+`, ranges and conditions. Anything else is an obstacle. `pass(over:)` skips code that
/// does not affect the graph.
struct ManifestEvaluator {
  let declarations: ManifestDeclarations
  var cursor: ManifestCursor
  var scope = ManifestScope()
  var traits = ManifestTraits()
  var objects = ManifestObjects()
  var package: ManifestCall?
  var packageName: String?
  var isInPackage = false
  /// Whether it is uncertain that the code runs, so that it must not change objects.
  var keepsObjects = false
  private(set) var skipped = SkippedCode()
  var budget: ManifestBudget

  init(_ tokens: ManifestTokens) throws(ManifestObstacle) {
    declarations = try ManifestDeclarations(tokens)
    cursor = ManifestCursor(tokens)
    budget = ManifestBudget(tokens: tokens.all.count)
  }

  var tokens: ManifestTokens { cursor.tokens }
  var obstacle: ManifestObstacle { cursor.obstacle }

  mutating func count(_ steps: Int) throws(ManifestObstacle) {
    try budget.count(steps, obstacle)
  }

  mutating func make(_ count: Int) throws(ManifestObstacle) { try budget.make(count, obstacle) }

  mutating func pass(over range: Range<Int>) throws(ManifestObstacle) {
    try skipped.pass(over: range, at: cursor, declarations, scope, &budget)
  }

  /// Skips code from the token on, and continues at its end.
  mutating func pass(to end: Int) throws(ManifestObstacle) {
    try pass(over: cursor.place..<end)
    cursor.place = end
  }
}

// Operators.
extension ManifestEvaluator {
  /// Evaluates the expression at the token; `type` is the expected type, `nil` if unknown.
  mutating func expression(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestElement {
    try budget.enter(obstacle)
    defer { budget.depth -= 1 }
    let start = cursor.token.range.lowerBound
    let wasWrapped = traits.isWrapped
    let left = try sum(type, above: 0)
    guard cursor.isAt("?"), cursor.token.hasSpaceBefore, cursor.token.hasSpaceAfter else {
      return left
    }
    guard case .bool(let holds) = left.value else { throw obstacle }
    traits.isWrapped = wasWrapped
    cursor.advance()
    let (colon, end, steps) = try cursor.ternary()
    try count(steps)
    if !holds { cursor.place = colon + 1 }
    let result = try expression(type, before: holds ? colon : end)
    cursor.place = end
    return ManifestElement(value: result.value, range: start..<cursor.previousEnd)
  }

  mutating func expression(
    _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let element = try expression(type)
    try cursor.require(end: end)
    return element
  }

  private static let operators: [(sign: StaticString, rank: Int)] = [
    ("||", 1), ("&&", 2), ("==", 3), ("!=", 3), ("??", 4), ("..<", 5), ("...", 5), ("+", 6),
  ]

  /// Evaluates an expression whose operators bind tighter than `rank`.
  private mutating func sum(
    _ type: ManifestType?, above rank: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let wasWrapped = traits.isWrapped
    var left = try operand(type)
    while cursor.token.kind == .operation,
      cursor.token.hasSpaceBefore == cursor.token.hasSpaceAfter,
      let found = Self.operators.first(where: { cursor.isAt($0.sign) }), found.rank > rank
    {
      let sign = cursor.word
      cursor.advance()
      if sign == "??" { traits.isWrapped = wasWrapped }
      let outer = keepsObjects
      defer { keepsObjects = outer }
      // The left operand may decide.
      if ["||", "&&", "??"].contains(sign) { keepsObjects = true }
      let right = try sum(
        found.rank == 3 ? left.value.comparedType : type,
        above: found.rank == 4 ? found.rank - 1 : found.rank)
      guard let value = ManifestValue.result(of: sign, left.value, right.value) else {
        throw ManifestObstacle(offset: right.range.lowerBound)
      }
      if sign == "+" { try make(value.size) }
      left = ManifestElement(value: value, range: left.range.lowerBound..<cursor.previousEnd)
    }
    return left
  }
}

/// The work that reading a manifest may take.
struct ManifestBudget {
  var depth = 0
  var steps = 0
  /// The size of the values of sums and functions, which can be large for a short text.
  private var size = 0
  private let mostSteps: Int

  /// The maximum level of nesting; each level uses several stack frames.
  private static let mostDepth = Limits.nesting / 2

  init(tokens: Int) { mostSteps = 50_000 + 8 * tokens }

  /// Counts work to bound the running time.
  mutating func count(_ steps: Int, _ obstacle: ManifestObstacle) throws(ManifestObstacle) {
    self.steps += steps
    // Functions that call each other twice grow exponentially.
    guard self.steps <= mostSteps else { throw obstacle }
  }

  /// Counts a level of nesting, which the caller must leave.
  mutating func enter(_ obstacle: ManifestObstacle) throws(ManifestObstacle) {
    guard depth < Self.mostDepth else { throw obstacle }
    try count(1, obstacle)
    depth += 1
  }

  /// Counts elements of lists and bytes of texts.
  mutating func make(_ count: Int, _ obstacle: ManifestObstacle) throws(ManifestObstacle) {
    size += count
    guard size <= Limits.manifestDeclarations else { throw obstacle }
  }
}
