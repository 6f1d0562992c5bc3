/// How the statements of a block end.
enum ManifestFlow {
  /// After the last one.
  case end
  /// With `return`, or with the value of the only expression.
  case result(ManifestElement)
  case `break`
  case `continue`
}

// Statements of functions and closures.
extension ManifestEvaluator {
  /// Evaluates the body of a function: one expression, or statements of which one returns.
  mutating func body(
    _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let words: [StaticString] = ["let", "var", "if", "guard", "switch", "for"]
    if words.contains(where: { isAt($0) })
      || tokens.end(from: place, before: end, isStatement: true) < end
    {
      guard case .result(let element) = try run(type, before: end, isValue: true) else {
        throw obstacle
      }
      place = end
      return element
    }
    _ = take("return")
    let element = try expression(type)
    guard place == end else { throw obstacle }
    return element
  }

  /// Evaluates the statements of a block; `isValue` if a single expression is its value.
  private mutating func run(
    _ type: ManifestType?, before end: Int, isValue: Bool
  ) throws(ManifestObstacle) -> ManifestFlow {
    var hidden: [(name: String, binding: ManifestBinding?)] = []
    defer { for (name, binding) in hidden.reversed() { parameters[name] = binding } }
    try enter()
    defer { depth -= 1 }
    let start = place
    while place < end {
      let limit = tokens.end(from: place, before: end, isStatement: true)
      let flow = try runStatement(
        type, before: limit, isValue: isValue && place == start && limit == end, &hidden)
      guard case .end = flow else { return flow }
      place = limit
      _ = take(";")
    }
    return .end
  }

  private mutating func runStatement(
    _ type: ManifestType?, before end: Int, isValue: Bool,
    _ hidden: inout [(name: String, binding: ManifestBinding?)]
  ) throws(ManifestObstacle) -> ManifestFlow {
    guard token.kind == .identifier else {
      guard isValue else { throw obstacle }
      return .result(try value(type, before: end))
    }
    switch tokens.word(place) {
    case "return":
      advance()
      return .result(try value(type, before: end))
    case "break", "continue":
      guard place + 1 == end else { throw obstacle }
      return isAt("break") ? .break : .continue
    case "if":
      return try withBlock { (self) throws(ManifestObstacle) in
        guard let block = try self.chosen(of: self.branches(before: end)) else { return .end }
        self.place = block.lowerBound
        return try self.run(type, before: block.upperBound, isValue: isValue)
      }
    case "switch":
      guard let block = try chosenCase(before: end) else { throw obstacle }
      place = block.lowerBound
      let flow = try run(type, before: block.upperBound, isValue: isValue)
      if case .break = flow { return .end }
      return flow
    case "guard": return try runGuard(type, before: end, &hidden)
    case "for": return try runLoop(type, before: end)
    case "let", "var":
      try bindLocal(before: end, &hidden)
      return .end
    default:
      if isValue { return .result(try value(type, before: end)) }
      try changeLocal(before: end)
      return .end
    }
  }

  private mutating func value(
    _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let element = try expression(type)
    guard place == end else { throw obstacle }
    return element
  }

  /// Restores the names that conditions bind.
  private mutating func withBlock(
    _ body: (inout ManifestEvaluator) throws(ManifestObstacle) -> ManifestFlow
  ) throws(ManifestObstacle) -> ManifestFlow {
    let kept = bound.count
    defer { unbind(downTo: kept) }
    return try body(&self)
  }

  private mutating func runGuard(
    _ type: ManifestType?, before end: Int,
    _ hidden: inout [(name: String, binding: ManifestBinding?)]
  ) throws(ManifestObstacle) -> ManifestFlow {
    advance()
    let word = tokens.first("else", from: place, before: end)
    guard word + 1 < end, tokens.isAt(word + 1, "{"), tokens.behind(word + 1) == end else {
      throw obstacle
    }
    let kept = bound.count
    if try holds(before: word) {
      // The names are bound up to the end of the block around.
      hidden += bound[kept...]
      bound.removeLast(bound.count - kept)
      return .end
    }
    unbind(downTo: kept)
    place = word + 2
    let flow = try run(type, before: end - 1, isValue: false)
    if case .end = flow { throw obstacle }
    return flow
  }

  private mutating func runLoop(
    _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> ManifestFlow {
    let (name, list, block, wasWrapped) = try loop(before: end)
    let outer = parameters[name]
    defer { parameters[name] = outer }
    for element in list {
      var binding = ManifestBinding(element: element, type: nil)
      binding.isWrapped = wasWrapped
      parameters[name] = binding
      place = block.lowerBound
      switch try run(type, before: block.upperBound, isValue: false) {
      case .result(let element): return .result(element)
      case .break: return .end
      case .end, .continue: continue
      }
    }
    return .end
  }

  /// Reads `for name in list` and the braces of its block.
  mutating func loop(
    before end: Int
  ) throws(ManifestObstacle) -> (
    name: String, list: [ManifestElement], block: Range<Int>, isWrapped: Bool
  ) {
    try require("for")
    let name = try takeIdentifier()
    try require("in")
    let outer = isWrapped
    defer { isWrapped = outer }
    isWrapped = false
    guard case .list(let list) = try expression(nil).value, isAt("{"),
      tokens.behind(place) == end
    else { throw obstacle }
    return (name, list, (place + 1)..<(end - 1), isWrapped)
  }
}

// Local constants and variables.
extension ManifestEvaluator {
  /// Reads `let name = value` or `var name = value` in a function.
  private mutating func bindLocal(
    before end: Int, _ hidden: inout [(name: String, binding: ManifestBinding?)]
  ) throws(ManifestObstacle) {
    let isVariable = isAt("var")
    advance()
    let name = try takeIdentifier()
    var type: Range<Int>?
    if isAt(":") {
      type = (place + 1)..<tokens.endOfType(from: place + 1, before: end)
      place = type?.upperBound ?? place
    }
    try require("=")
    var binding: ManifestBinding
    if type.map({ declarations.type(in: $0, of: owner) == nil }) ?? false {
      // Settings, which no graph depends on.
      try pass(over: place..<end)
      binding = ManifestBinding(element: nil, type: nil)
    } else {
      binding = try self.binding(type: type ?? typeOfEmptyList(before: end), before: end)
    }
    binding.isVariable = isVariable
    hidden.append((name, parameters[name]))
    parameters[name] = binding
  }

  /// The range of the type in `[Type]()`.
  func typeOfEmptyList(before end: Int) -> Range<Int>? {
    guard isAt("["), token.match + 3 == end, tokens.isAt(token.match + 1, "("),
      tokens.all[token.match + 1].match == token.match + 2
    else { return nil }
    return place..<(token.match + 1)
  }

  /// Reads a statement that changes a local variable.
  private mutating func changeLocal(before end: Int) throws(ManifestObstacle) {
    let start = obstacle
    let name = try takeIdentifier()
    guard let old = parameters[name], old.isVariable else { throw start }
    guard old.element != nil else {
      try pass(over: place..<end)
      return
    }
    let outer = (isWrapped, dependsOnHost)
    defer { (isWrapped, dependsOnHost) = outer }
    (isWrapped, dependsOnHost) = (old.isWrapped, old.dependsOnHost)
    let element = try changed(old, before: end)
    var new = ManifestBinding(element: element, type: old.type)
    new.isVariable = true
    new.isWrapped = old.type == nil ? isWrapped : old.isWrapped
    new.dependsOnHost = dependsOnHost
    parameters[name] = new
  }

  /// The value of a variable after a statement that sets it or adds to it.
  mutating func changed(
    _ old: ManifestBinding, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    if isAt("="), old.isDeferred && old.element == nil || !old.isList {
      advance()
      let element = try expression(old.type)
      guard place == end else { throw obstacle }
      return element
    }
    let (elements, replaces) = try change(of: old.type ?? .text.list, before: end)
    guard case .list(let list)? = old.element?.value, let range = old.element?.range else {
      throw obstacle
    }
    return ManifestElement(value: .list(replaces ? elements : list + elements), range: range)
  }

  /// `= […]`, `+= […]`, `.append(…)` or `.append(contentsOf: […])`.
  mutating func change(
    of type: ManifestType, before end: Int
  ) throws(ManifestObstacle) -> (elements: [ManifestElement], replaces: Bool) {
    let replaces = isAt("=")
    var elements: [ManifestElement]?
    if replaces || isAt("+=") {
      advance()
      let value = try expression(type).value
      if case .list(let list) = value { elements = list }
    } else {
      try require(".")
      guard isAt("append") else { throw obstacle }
      advance()
      try require("(")
      if starts(with: ["contentsOf", ":"]) {
        place += 2
        let value = try expression(type).value
        if case .list(let list) = value { elements = list }
      } else if let element = type.element {
        elements = [try expression(element)]
      }
      try require(")")
    }
    guard let elements, place == end else { throw obstacle }
    try make(elements.count)
    return (elements, replaces)
  }
}
