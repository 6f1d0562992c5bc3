/// How a block of statements ends.
enum ManifestFlow {
  /// After the last statement.
  case end
  /// With `return`, or with the value of the only expression.
  case result(ManifestElement)
  case `break`
  case `continue`
}

// Statements of the top level, of functions and of closures.
extension ManifestEvaluator {
  /// Runs the statements at the token; with `isValue`, a single expression is the result.
  mutating func run(
    before end: Int, isValue: Bool = false
  ) throws(ManifestObstacle) -> ManifestFlow {
    let start = cursor.place
    var isSeparate = true
    while cursor.place < end {
      guard isSeparate || cursor.token.startsLine else { throw obstacle }
      let flow = try runStatement(before: end, isValue: isValue && cursor.place == start)
      guard case .end = flow else { return flow }
      isSeparate = false
      while cursor.place < end, cursor.take(";") { isSeparate = true }
    }
    return .end
  }

  /// Runs a block, whose names are local to it.
  mutating func run(
    _ block: Range<Int>, isValue: Bool = false
  ) throws(ManifestObstacle) -> ManifestFlow {
    try budget.enter(obstacle)
    let names = scope.locals.scope
    scope.frame.blocks += 1
    defer {
      budget.depth -= 1
      scope.frame.blocks -= 1
      scope.locals.leave(to: names)
    }
    cursor.place = block.lowerBound
    return try run(before: block.upperBound, isValue: isValue)
  }

  /// Evaluates the body of a function or closure, up to `end`.
  mutating func body(
    _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let outer = scope.frame.result
    scope.frame.result = type
    defer { scope.frame.result = outer }
    guard case .result(let element) = try run(cursor.place..<end, isValue: true) else {
      throw obstacle
    }
    cursor.place = end
    return element
  }

  private mutating func runStatement(
    before limit: Int, isValue: Bool
  ) throws(ManifestObstacle) -> ManifestFlow {
    let start = cursor.place
    let modifiers = tokens.modifiers(from: start, before: limit)
    let end = tokens.end(from: modifiers.place, before: limit, isStatement: true)
    let keyword = tokens.isIdentifier(modifiers.place) ? tokens.word(modifiers.place) : ""
    switch keyword {
    case "import":
      cursor.place = modifiers.place
      try skipImport()
      return .end
    case "let", "var":
      cursor.place = modifiers.place
      try declare(before: end, isKnown: !modifiers.hasAttributes)
      return .end
    case "func", "enum", "struct", "class", "protocol", "actor", "extension", "typealias":
      try skipDeclaration(at: modifiers.place, before: end)
      return .end
    default:
      guard start == modifiers.place else { throw obstacle }
      let flow = try runStatement(keyword, before: end, isValue: isValue && end == limit)
      cursor.place = end
      return flow
    }
  }

  private mutating func runStatement(
    _ keyword: String, before end: Int, isValue: Bool
  ) throws(ManifestObstacle) -> ManifestFlow {
    switch keyword {
    case "return":
      guard scope.frame.blocks > 0 else { throw obstacle }
      cursor.advance()
      if cursor.place == end { return .result(ManifestElement(value: .null, range: 0..<0)) }
      return .result(try expression(scope.frame.result, before: end))
    case "break", "continue":
      guard cursor.place + 1 == end else { throw obstacle }
      return cursor.isAt("break") ? .break : .continue
    case "if": return try runIf(before: end, isValue: isValue)
    case "guard": return try runGuard(before: end)
    case "switch", "for": return try runOrSkip(keyword, before: end, isValue: isValue)
    default:
      if isValue { return .result(try expression(scope.frame.result, before: end)) }
      try runExpression(before: end)
      return .end
    }
  }

  private mutating func runExpression(before end: Int) throws(ManifestObstacle) {
    if let change = cursor.change(before: end), try perform(change, before: end) { return }
    guard tokens.first("forEach", from: cursor.place, before: end) < end else {
      return try skip(to: end)
    }
    _ = try runOrSkip("", before: end, isValue: false)
  }

  private mutating func skipImport() throws(ManifestObstacle) {
    cursor.advance()
    for kind: StaticString in ["class", "struct", "enum", "func", "var", "let", "typealias"]
    where cursor.take(kind) {
      break
    }
    repeat { _ = try cursor.takeIdentifier() } while cursor.take(".")
  }

  /// Skips a declaration, which `ManifestDeclarations` has already read unless it is in a block.
  private mutating func skipDeclaration(at place: Int, before end: Int) throws(ManifestObstacle) {
    guard scope.frame.blocks == 0, place + 1 < end else { throw obstacle }
    if tokens.isAt(place, "typealias"), ManifestType.builtins.contains(tokens.word(place + 1)) {
      throw obstacle
    }
    // The end of the declaration is the end of its body.
    let open = tokens.first("{", from: place, before: end)
    cursor.place = open < end ? tokens.behind(open) : end
  }
}

// Statements that cannot be evaluated.
extension ManifestEvaluator {
  /// Skips a statement that does not change the graph and always continues with the next one.
  private mutating func skip(to end: Int) throws(ManifestObstacle) {
    let words: [StaticString] = ["continue", "break", "return", "throw"]
    let leaves = (cursor.place..<end).contains { place in words.contains { tokens.isAt(place, $0) }
    }
    guard scope.frame.blocks == 0 || !leaves else { throw obstacle }
    try pass(to: end)
  }

  /// Runs a loop, a `switch` or an expression, or skips it if it cannot be evaluated.
  private mutating func runOrSkip(
    _ keyword: String, before end: Int, isValue: Bool
  ) throws(ManifestObstacle) -> ManifestFlow {
    let start = self
    do throws(ManifestObstacle) {
      if keyword == "for" { return try runLoop(before: end) }
      if keyword == "switch" { return try runSwitch(before: end, isValue: isValue) }
      _ = try expression(nil, before: end)
      return .end
    } catch {
      reset(to: start)
      let reason = error
      do throws(ManifestObstacle) { try skip(to: end) } catch { throw reason }
      return .end
    }
  }

  /// Runs statements that may or may not run; a change of the graph is an obstacle.
  private mutating func runUncertainly(_ block: Range<Int>) throws(ManifestObstacle) {
    let outer = (scope.frame.isUncertain, keepsObjects)
    (scope.frame.isUncertain, keepsObjects) = (true, true)
    defer { (scope.frame.isUncertain, keepsObjects) = outer }
    guard case .end = try run(block) else { throw obstacle }
  }

  /// Whether none of the branches changes the graph, or a variable if these are kept.
  private mutating func changesNothing(
    _ branches: [ManifestBranch], keepingVariables: Bool
  ) throws(ManifestObstacle) -> Bool {
    let start = self
    scope.frame.keepsVariables = keepingVariables
    defer { scope.frame.keepsVariables = start.scope.frame.keepsVariables }
    try count(1 + scope.globals.count + skipped.names.count)
    do throws(ManifestObstacle) {
      for branch in branches {
        try pass(over: branch.condition)
        try runUncertainly(branch.block)
      }
      return true
    } catch {
      reset(to: start)
      return false
    }
  }

  /// Restores an earlier state, except the count of work.
  private mutating func reset(to state: Self) {
    let steps = budget.steps
    self = state
    budget.steps = steps
  }
}

// Branches and loops.
extension ManifestEvaluator {
  private mutating func runIf(
    before end: Int, isValue: Bool
  ) throws(ManifestObstacle) -> ManifestFlow {
    let branches = try cursor.branches(before: end)
    // A condition that decides nothing is not evaluated.
    if !isValue, try changesNothing(branches, keepingVariables: true) { return .end }
    let (start, names) = (self, scope.locals.scope)
    do throws(ManifestObstacle) {
      let block = try chosen(of: branches)
      let flow = try block.map { block throws(ManifestObstacle) in try run(block, isValue: isValue)
      }
      scope.locals.leave(to: names)
      return flow ?? .end
    } catch {
      // Only values that depend on the variables become unknown.
      guard !isValue, !scope.frame.keepsVariables else { throw error }
      reset(to: start)
      guard try changesNothing(branches, keepingVariables: false) else { throw error }
      return .end
    }
  }

  private mutating func runGuard(before end: Int) throws(ManifestObstacle) -> ManifestFlow {
    cursor.advance()
    let word = tokens.first("else", from: cursor.place, before: end)
    guard word + 1 < end, tokens.isAt(word + 1, "{"), tokens.behind(word + 1) == end else {
      throw obstacle
    }
    let names = scope.locals.scope
    // The names are bound until the end of the enclosing block.
    if try holds(before: word) { return .end }
    scope.locals.leave(to: names)
    let flow = try run((word + 2)..<(end - 1))
    if case .end = flow { throw obstacle }
    return flow
  }

  private mutating func runSwitch(
    before end: Int, isValue: Bool
  ) throws(ManifestObstacle) -> ManifestFlow {
    let flow = try run(try chosenCase(before: end), isValue: isValue)
    if case .break = flow { return .end }
    return flow
  }

  /// Runs `for name in list where condition { … }`.
  private mutating func runLoop(before end: Int) throws(ManifestObstacle) -> ManifestFlow {
    cursor.advance()
    let pattern = try cursor.takePattern()
    try cursor.require("in")
    let outer = traits.isWrapped
    traits.isWrapped = false
    guard !pattern.isEmpty, case .list(let list) = try expression(nil).value else { throw obstacle }
    let traitsOfElements = ManifestTraits(isWrapped: traits.isWrapped)
    traits.isWrapped = outer
    let start = cursor.place
    let open = cursor.take("where") ? tokens.first("{", from: start, before: end) : start
    let condition = cursor.place..<open
    guard tokens.isAt(open, "{"), tokens.behind(open) == end else { throw obstacle }
    let names = scope.locals.scope
    defer { scope.locals.leave(to: names) }
    for element in list {
      try count(end - open)
      scope.locals.leave(to: names)
      try bind(pattern, to: ManifestBinding(element, traits: traitsOfElements))
      cursor.place = condition.lowerBound
      guard try holds(before: condition.upperBound) else { continue }
      switch try run((open + 1)..<(end - 1)) {
      case .result(let element): return .result(element)
      case .break: return .end
      case .end, .continue: continue
      }
    }
    return .end
  }
}
