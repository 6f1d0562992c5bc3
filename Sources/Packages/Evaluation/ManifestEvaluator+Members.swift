// Members of values, after a dot.
extension ManifestEvaluator {
  /// Evaluates the members and calls that follow a value; `type` is the type of the result.
  mutating func members(
    behind value: ManifestValue, _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    var value = value
    var isOptional = false
    while true {
      let isNull = if case .null = value { true } else { false }
      if cursor.isAt("?"), !cursor.token.hasSpaceBefore, cursor.isAt(".", after: 1) {
        cursor.advance()
        guard cursor.isMember else { throw cursor.obstacle(at: cursor.place + 1) }
        isOptional = isOptional || !isNull
        // Chains on `nil` end here.
        while isNull, cursor.isMember { skipMember() }
      } else if isNull, isMapped {
        skipMember()
      } else if cursor.isAt("!"), !cursor.token.hasSpaceBefore {
        guard !isNull else { throw obstacle }
        cursor.advance()
      } else if cursor.isMember || cursor.isAt("[") && !cursor.token.startsLine {
        value = try step(behind: value, type)
      } else {
        break
      }
    }
    if isOptional { traits.isWrapped = true }
    return value
  }

  /// Whether `map` or `flatMap` of an optional follows.
  private var isMapped: Bool {
    let name = cursor.isMember ? tokens.word(cursor.place + 1) : ""
    return ["map", "flatMap"].contains(name) && declarations.code[name] == nil
  }

  /// Skips a member of `nil`, which is not evaluated.
  private mutating func skipMember() {
    cursor.place += 2
    let isClosure = cursor.isAt("{") && tokens.isAt(cursor.place - 1, "map")
    if cursor.isCall || isClosure { cursor.place = tokens.behind(cursor.place) }
  }

  /// Evaluates the member or subscript that follows a value.
  mutating func step(
    behind value: ManifestValue, _ type: ManifestType? = nil
  ) throws(ManifestObstacle) -> ManifestValue {
    try count(1)
    if cursor.isAt("[") { return try element(of: value) }
    cursor.advance()
    let name = cursor.word
    cursor.advance()
    return try member(name, behind: value, type)
  }

  /// Evaluates a subscript of a list by a number, or of a dictionary by a string.
  private mutating func element(
    of value: ManifestValue
  ) throws(ManifestObstacle) -> ManifestValue {
    let (start, close) = (obstacle, cursor.token.match)
    cursor.advance()
    if case .list(let list) = value {
      guard case .number(let index) = try expression(nil, before: close).value,
        list.indices.contains(index)
      else { throw start }
      cursor.advance()
      return list[index].value
    }
    guard case .table(let table) = value,
      case .text(let key) = try expression(.text).value
    else { throw start }
    try cursor.require(end: close)
    cursor.advance()
    traits.isWrapped = true
    return table[key]?.value ?? .null
  }

  /// Evaluates a member whose name is before the current token.
  mutating func member(
    _ name: String, behind value: ManifestValue, _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.place - 1
    let obstacle = cursor.obstacle(at: start)
    if let found = declarations.member(name, of: value, isWrapped: traits.isWrapped) {
      let itself = ManifestBinding(
        ManifestElement(value: value, range: tokens.all[start].range), traits: traits)
      traits.isWrapped = false
      if found.isFunction { return try call(found, of: itself, type, at: start) }
      return try use(try evaluate(found, of: itself), obstacle)
    }
    if case .instance(let instance) = value {
      guard let field = instance.fields[name] else { throw obstacle }
      traits.isWrapped = false
      return try use(field, obstacle)
    }
    guard !declarations.strangers.contains(name) else { throw obstacle }
    switch value {
    case .list(let elements): return try member(name, of: elements, type)
    case .table(let table) where name == "keys" && cursor.starts(with: [".", "contains", "("]):
      cursor.place += 2
      guard let key = try onlyArgument(.text).text else { throw obstacle }
      return .bool(table[key] != nil)
    case .text(let text): return try member(name, of: text)
    case .call(let call) where call.isObject:
      guard let property = objects.current(call).property(name) else { throw cursor.obstacle }
      traits.isWrapped = !["name", "targets", "products"].contains(name)
      return property
    case .member(let word, let type) where name == "rawValue":
      if let value = declarations.declared[type]?.rawValue(of: word) { return .text(value) }
      throw cursor.obstacle
    default: throw obstacle
    }
  }
}

// Members of the standard library.
extension ManifestEvaluator {
  private mutating func member(
    _ name: String, of text: String
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.obstacle(at: cursor.place - 2)
    if name == "isEmpty" { return .bool(text.isEmpty) }
    guard !traits.isWrapped else { throw start }
    switch name {
    case "hasPrefix", "hasSuffix":
      guard let other = try onlyArgument(.text).text else { throw start }
      return .bool(name == "hasPrefix" ? text.hasPrefix(other) : text.hasSuffix(other))
    case "lowercased" where cursor.takeEmptyBrackets(): return .text(text.lowercased())
    case "uppercased" where cursor.takeEmptyBrackets(): return .text(text.uppercased())
    default: throw start
    }
  }

  private mutating func member(
    _ name: String, of list: [ManifestElement], _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.obstacle(at: cursor.place - 2)
    switch name {
    case "isEmpty": return .bool(list.isEmpty)
    case "indices":
      return .list(
        list.enumerated().map { ManifestElement(value: .number($0), range: $1.range) })
    case "contains" where cursor.isAt("(") && !cursor.starts(with: ["(", "where", ":"]):
      let wanted = try onlyArgument(list.first?.value.comparedType ?? .text)
      let answers = list.map { ManifestValue.equals($0.value, wanted) }
      guard !answers.contains(nil) else { throw start }
      return .bool(answers.contains(true))
    case "first" where !cursor.isCall && !cursor.isAt("{"), "last":
      traits.isWrapped = true
      return (name == "first" ? list.first : list.last)?.value ?? .null
    case "map", "compactMap", "flatMap", "filter", "allSatisfy", "contains", "first", "forEach":
      return try walk(name, over: list, type)
    case "reversed" where cursor.takeEmptyBrackets(): return .list(list.reversed())
    case "joined":
      let isPlain = cursor.takeEmptyBrackets()
      let separator = isPlain ? "" : try onlyArgument(.text, label: "separator").text
      let texts = list.compactMap(\.value.text)
      guard let separator, !traits.isWrapped, texts.count == list.count else { throw start }
      return .text(texts.joined(separator: separator))
    default: throw start
    }
  }

  mutating func onlyArgument(
    _ type: ManifestType?, label: StaticString? = nil
  ) throws(ManifestObstacle) -> ManifestValue {
    try cursor.require("(")
    if let label, !cursor.take(label: label) { throw obstacle }
    let value = try expression(type).value
    try cursor.require(")")
    return value
  }

  /// Evaluates a method that calls a closure for each element of a list.
  private mutating func walk(
    _ name: String, over list: [ManifestElement], _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let (start, outer) = (cursor.obstacle(at: cursor.place - 1), traits.isWrapped)
    let closure = try cursor.takeClosure()
    let asks = ["filter", "allSatisfy", "contains", "first"].contains(name)
    let whole = cursor.isAt(".") ? nil : type
    let expected = asks ? .bool : name == "flatMap" ? whole : whole?.element
    var results: [ManifestElement] = []
    for element in list {
      let result = try call(
        closure, with: element, isWrapped: outer, expected, isValue: name != "forEach")
      // Such targets have no separate line.
      if name == "map", isInPackage, case .text = element.value, result.value.holdsObjects {
        throw start
      }
      results.append(result)
      // The closure is not called for the other elements.
      if case .bool(let answer) = result.value,
        answer ? ["first", "contains"].contains(name) : name == "allSatisfy"
      {
        break
      }
    }
    if asks { traits.isWrapped = outer || name == "first" }
    guard let value = ManifestValue.result(of: name, list, results) else { throw start }
    try make(value.size)
    return value
  }

  private mutating func call(
    _ closure: ManifestClosure, with element: ManifestElement, isWrapped: Bool,
    _ type: ManifestType?, isValue: Bool
  ) throws(ManifestObstacle) -> ManifestElement {
    try budget.enter(obstacle)
    let (end, names) = (cursor.place, scope.locals.scope)
    defer {
      budget.depth -= 1
      cursor.place = end
      scope.locals.leave(to: names)
    }
    if !closure.path.isEmpty {
      traits.isWrapped = isWrapped
      var value = element.value
      cursor.place = closure.body.upperBound
      for name in closure.path { value = try member(name, behind: value, nil) }
      return ManifestElement(value: value, range: element.range)
    }
    try bind(
      closure.parameters,
      to: ManifestBinding(element, traits: ManifestTraits(isWrapped: isWrapped)))
    traits.isWrapped = false
    cursor.place = closure.body.lowerBound
    if isValue { return try body(type, before: closure.body.upperBound) }
    _ = try run(closure.body)
    return ManifestElement(value: .other, range: element.range)
  }
}
