/// The end of the statements of a block.
private enum ManifestFlow {
  /// After the last statement.
  case end
  /// With `return`, or with the value of the only expression.
  case result(ManifestElement)
  case `break`
  case `continue`
}

/// Evaluates the statements of functions and closures.
struct ManifestBody {
  /// The type of the result; `nil` if unknown.
  let type: ManifestType?

  /// Evaluates the body at the token: one expression, or statements of which one returns.
  func value(
    before end: Int, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) -> ManifestElement {
    let words: [StaticString] = ["let", "var", "if", "guard", "switch", "for"]
    let (tokens, place) = (evaluator.tokens, evaluator.cursor.place)
    if words.contains(where: { tokens.isAt(place, $0) })
      || tokens.end(from: place, before: end, isStatement: true) < end
    {
      guard case .result(let element) = try run(before: end, isValue: true, &evaluator) else {
        throw evaluator.obstacle
      }
      evaluator.cursor.place = end
      return element
    }
    _ = evaluator.cursor.take("return")
    return try evaluator.expression(type, before: end)
  }

  /// Runs the statements at the token, which have no value.
  func perform(
    before end: Int, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) {
    guard case .end = try run(before: end, isValue: false, &evaluator) else {
      throw evaluator.obstacle
    }
    evaluator.cursor.place = end
  }

  /// Evaluates the statements of a block; with `isValue`, a single expression is its value.
  private func run(
    before end: Int, isValue: Bool, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) -> ManifestFlow {
    let names = evaluator.scope.locals.scope
    defer { evaluator.scope.locals.leave(to: names) }
    try evaluator.budget.enter(evaluator.obstacle)
    defer { evaluator.budget.depth -= 1 }
    let start = evaluator.cursor.place
    while evaluator.cursor.place < end {
      let place = evaluator.cursor.place
      let limit = evaluator.tokens.end(from: place, before: end, isStatement: true)
      let flow = try runStatement(
        before: limit, isValue: isValue && place == start && limit == end, &evaluator)
      guard case .end = flow else { return flow }
      evaluator.cursor.place = limit
      _ = evaluator.cursor.take(";")
    }
    return .end
  }

  private func run(
    _ block: Range<Int>, isValue: Bool, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) -> ManifestFlow {
    evaluator.cursor.place = block.lowerBound
    return try run(before: block.upperBound, isValue: isValue, &evaluator)
  }

  private func runStatement(
    before end: Int, isValue: Bool, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) -> ManifestFlow {
    let cursor = evaluator.cursor
    switch cursor.isName ? cursor.word : "" {
    case "return":
      evaluator.cursor.advance()
      return .result(try evaluator.expression(type, before: end))
    case "break", "continue":
      guard cursor.place + 1 == end else { throw cursor.obstacle }
      return cursor.isAt("break") ? .break : .continue
    case "if":
      let names = evaluator.scope.locals.scope
      defer { evaluator.scope.locals.leave(to: names) }
      let branches = try cursor.branches(before: end)
      guard let block = try evaluator.chosen(of: branches) else { return .end }
      return try run(block, isValue: isValue, &evaluator)
    case "switch":
      let flow = try run(try chosenCase(before: end, &evaluator), isValue: isValue, &evaluator)
      if case .break = flow { return .end }
      return flow
    case "guard": return try runGuard(before: end, &evaluator)
    case "for": return try runLoop(before: end, &evaluator)
    case "let", "var":
      try bind(before: end, &evaluator)
      return .end
    default:
      if isValue { return .result(try evaluator.expression(type, before: end)) }
      try change(before: end, &evaluator)
      return .end
    }
  }

  /// Returns the statements of the matching case of the `switch` at the token.
  private func chosenCase(
    before end: Int, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) -> Range<Int> {
    let tokens = evaluator.tokens
    evaluator.cursor.advance()
    let subject = try evaluator.expression(nil).value
    guard evaluator.cursor.isAt("{"), tokens.behind(evaluator.cursor.place) == end,
      let type = subject.comparedType
    else { throw evaluator.obstacle }
    evaluator.cursor.advance()
    while evaluator.cursor.place < end - 1 {
      var matches = evaluator.cursor.take("default")
      if !matches {
        try evaluator.cursor.require("case")
        repeat {
          let pattern = try evaluator.expression(type).value
          guard let isEqual = ManifestValue.equals(subject, pattern) else {
            throw evaluator.obstacle
          }
          matches = matches || isEqual
        } while evaluator.cursor.take(",")
      }
      try evaluator.cursor.require(":")
      let start = evaluator.cursor.place
      while evaluator.cursor.place < end - 1, !evaluator.cursor.isCaseLabel {
        evaluator.cursor.place = tokens.behind(evaluator.cursor.place)
      }
      let statements = start..<evaluator.cursor.place
      guard matches else { continue }
      guard !statements.isEmpty, !statements.contains(where: { tokens.isAt($0, "fallthrough") })
      else { throw evaluator.obstacle }
      return statements
    }
    throw evaluator.obstacle
  }

  private func runGuard(
    before end: Int, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) -> ManifestFlow {
    let tokens = evaluator.tokens
    evaluator.cursor.advance()
    let word = tokens.first("else", from: evaluator.cursor.place, before: end)
    guard word + 1 < end, tokens.isAt(word + 1, "{"), tokens.behind(word + 1) == end else {
      throw evaluator.obstacle
    }
    let names = evaluator.scope.locals.scope
    // The names are bound until the end of the enclosing block.
    if try evaluator.holds(before: word) { return .end }
    evaluator.scope.locals.leave(to: names)
    let flow = try run((word + 2)..<(end - 1), isValue: false, &evaluator)
    if case .end = flow { throw evaluator.obstacle }
    return flow
  }

  private func runLoop(
    before end: Int, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) -> ManifestFlow {
    let loop = try evaluator.loop(before: end)
    let names = evaluator.scope.locals.scope
    defer { evaluator.scope.locals.leave(to: names) }
    for element in loop.elements {
      evaluator.scope.locals.leave(to: names)
      guard try evaluator.enters(loop, with: element) else { continue }
      switch try run(loop.block, isValue: false, &evaluator) {
      case .result(let element): return .result(element)
      case .break: return .end
      case .end, .continue: continue
      }
    }
    return .end
  }

  /// Reads `let name = value` or `var name = value`.
  private func bind(
    before end: Int, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) {
    let isVariable = evaluator.cursor.isAt("var")
    evaluator.cursor.advance()
    let name = try evaluator.cursor.takeIdentifier()
    let type = evaluator.cursor.takeType(before: end)
    try evaluator.cursor.require("=")
    var binding = ManifestBinding.unknown
    if let type, evaluator.declarations.type(in: type, of: evaluator.scope.owner) == nil {
      // Build settings do not affect the graph.
      try evaluator.pass(over: evaluator.cursor.place..<end)
    } else {
      binding = try evaluator.binding(
        type: type ?? evaluator.cursor.typeOfEmptyList(before: end), before: end)
    }
    binding.isVariable = isVariable
    evaluator.scope.locals.bind(name, to: binding)
  }

  /// Reads a statement that changes a variable.
  private func change(
    before end: Int, _ evaluator: inout ManifestEvaluator
  ) throws(ManifestObstacle) {
    if evaluator.changesTarget(before: end) {
      return try evaluator.changeTarget(before: end, isCertain: true)
    }
    let start = evaluator.obstacle
    let name = try evaluator.cursor.takeIdentifier()
    guard var old = evaluator.scope.locals[name], old.isVariable else { throw start }
    guard old.isKnown else { return try evaluator.pass(over: evaluator.cursor.place..<end) }
    let outer = evaluator.traits
    defer { evaluator.traits = outer }
    evaluator.traits = old.traits
    let element = try evaluator.changed(&old, before: end)
    var new = ManifestBinding(element, type: old.type, traits: evaluator.traits)
    new.isVariable = true
    if old.type != nil { new.traits.isWrapped = old.traits.isWrapped }
    evaluator.scope.locals[name] = new
  }
}
