// Members of values, after a dot.
extension ManifestEvaluator {
  /// Evaluates the members and calls that follow a value; `type` is the type of the result.
  mutating func members(
    behind value: ManifestValue, _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    var value = value
    var isOptional = false
    while true {
      if cursor.isAt("!"), !cursor.token.hasSpaceBefore {
        if case .null = value { throw obstacle }
        cursor.advance()
      } else if cursor.isAt("?"), !cursor.token.hasSpaceBefore, cursor.isAt(".", after: 1) {
        // Chains on `nil` end here.
        value = try variable(behind: value)
        if case .null = value { break }
        isOptional = true
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

  /// Evaluates the member or subscript that follows a value.
  mutating func step(
    behind value: ManifestValue, _ type: ManifestType? = nil
  ) throws(ManifestObstacle) -> ManifestValue {
    try count(1)
    if cursor.isAt("[") { return try element(of: value, type) }
    cursor.advance()
    let name = cursor.word
    cursor.advance()
    return try member(name, behind: value, type)
  }

  /// Evaluates a subscript of a list by a number, or of a dictionary by a string.
  private mutating func element(
    of value: ManifestValue, _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let (start, close) = (obstacle, cursor.token.match)
    cursor.advance()
    if case .list(let list) = value {
      guard let index = Int(cursor.word), list.indices.contains(index) else { throw start }
      cursor.advance()
      try cursor.require("]")
      return list[index].value
    }
    guard case .table(let table) = value,
      case .text(let key) = try expression(.text).value
    else { throw start }
    var element = table[key]?.value ?? .null
    if cursor.take(",") {
      guard cursor.take(label: "default") else { throw start }
      let other = try expression(tokens.isAt(close + 1, ".") ? nil : type).value
      if case .null = element { element = other }
    }
    try cursor.require(end: close)
    cursor.advance()
    traits.isWrapped = true
    return element
  }

  /// Evaluates a member whose name is before the current token.
  mutating func member(
    _ name: String, behind value: ManifestValue, _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.place - 1
    let obstacle = cursor.obstacle(at: start)
    if case .environment = value { return try hasVariable(name) }
    if let found = declarations.member(name, of: value, isWrapped: traits.isWrapped) {
      guard let found else { throw cursor.obstacle }
      let itself = ManifestBinding(
        ManifestElement(value: value, range: tokens.all[start].range), traits: traits)
      traits.isWrapped = false
      if found.isFunction {
        let list = returnsSelf(behind: cursor.place, found) ? type : nil
        return try call(found, of: itself, element: list?.element, at: start)
      }
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
    case .text(let text): return try member(name, of: text)
    case .call(let call) where call.isObject:
      guard let property = package.current(call).property(name) else { throw cursor.obstacle }
      traits.isWrapped = name != "name"
      return property
    case .member(let word, let type) where name == "rawValue":
      guard let value = declarations.declared[type]?.rawValue(of: word) else {
        throw cursor.obstacle
      }
      return .text(value)
    default: throw obstacle
    }
  }

  /// Whether a method of an array returns such an array, and so do those that are called on the
  /// result.
  private func returnsSelf(behind place: Int, _ member: ManifestMember) -> Bool {
    var (member, place) = (member, place)
    while true {
      guard member.owner == "Array", let type = member.type,
        let (type, isOptional) = declarations.type(in: type, of: member.owner), !isOptional,
        type == .anyElement.list || type == ManifestType(name: member.owner)
      else { return false }
      place = tokens.behind(place)
      guard tokens.isAt(place, ".") else { return true }
      guard tokens.isIdentifier(place + 1),
        case .some(.some(let next)) = declarations.instanceMember(
          tokens.word(place + 1), of: member.owner)
      else { return false }
      (member, place) = (next, place + 2)
    }
  }

  /// Evaluates `.keys.contains("NAME")` of the environment.
  private mutating func hasVariable(_ name: String) throws(ManifestObstacle) -> ManifestValue {
    guard name == "keys", cursor.starts(with: [".", "contains", "("]),
      declarations.code["contains"] == nil, declarations.code["keys"] == nil
    else { throw obstacle }
    cursor.place += 3
    try requireUnset()
    try cursor.require(")")
    return .bool(false)
  }
}

// Members of the standard library.
extension ManifestEvaluator {
  private mutating func member(
    _ name: String, of text: String
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.obstacle(at: cursor.place - 2)
    if name == "isEmpty" { return .bool(text.isEmpty) }
    guard !traits.isWrapped, cursor.take("(") else { throw start }
    let value: ManifestValue
    switch name {
    case "hasPrefix", "hasSuffix":
      guard case .text(let other) = try expression(.text).value else { throw start }
      value = .bool(name == "hasPrefix" ? text.hasPrefix(other) : text.hasSuffix(other))
    case "lowercased", "uppercased":
      value = .text(name == "lowercased" ? text.lowercased() : text.uppercased())
    default: throw start
    }
    try cursor.require(")")
    return value
  }

  private mutating func member(
    _ name: String, of list: [ManifestElement], _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.obstacle(at: cursor.place - 2)
    switch name {
    case "isEmpty": return .bool(list.isEmpty)
    case "contains" where cursor.isAt("(") && !cursor.starts(with: ["(", "where", ":"]):
      return .bool(try contains(list))
    case "first" where !cursor.isCall && !cursor.isAt("{"), "last":
      traits.isWrapped = true
      return (name == "first" ? list.first : list.last)?.value ?? .null
    case "map", "compactMap", "flatMap", "filter", "allSatisfy", "contains", "first", "forEach":
      return try walk(name, over: list, type)
    case "reversed" where cursor.starts(with: ["(", ")"]):
      cursor.place += 2
      return .list(list.reversed())
    case "joined":
      guard cursor.take("(") else { throw start }
      return .text(try joined(list, start))
    default: throw start
    }
  }

  /// Evaluates the brackets after `joined`.
  private mutating func joined(
    _ list: [ManifestElement], _ start: ManifestObstacle
  ) throws(ManifestObstacle) -> String {
    var separator = ""
    if cursor.take(label: "separator") {
      guard case .text(let text) = try expression(.text).value else { throw start }
      separator = text
    }
    try cursor.require(")")
    let texts = list.compactMap(\.value.text)
    guard !traits.isWrapped, texts.count == list.count else { throw start }
    return texts.joined(separator: separator)
  }

  /// Evaluates the brackets after `contains`.
  private mutating func contains(_ list: [ManifestElement]) throws(ManifestObstacle) -> Bool {
    let start = obstacle
    try cursor.require("(")
    let wanted = try expression(list.first?.value.comparedType ?? .text).value
    try cursor.require(")")
    var isFound = false
    for element in list {
      guard let isEqual = ManifestValue.equals(element.value, wanted) else { throw start }
      if isEqual { isFound = true }
    }
    return isFound
  }

  /// Evaluates a method that calls a closure for each element of a list.
  private mutating func walk(
    _ name: String, over list: [ManifestElement], _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let (start, outer) = (cursor.obstacle(at: cursor.place - 1), traits.isWrapped)
    let closure = try cursor.takeClosure()
    var walk = ManifestWalk(name)
    let expected = walk.type(for: cursor.isAt(".") ? nil : type)
    for element in list {
      if walk.isOver { break }
      let result = try call(
        closure, with: element, isWrapped: outer, expected, isValue: name != "forEach")
      // Such targets have no separate line.
      if name == "map", package.isCalled, case .text = element.value, result.value.holdsObjects {
        throw start
      }
      guard walk.add(result, of: element) else { throw start }
    }
    if walk.asks { traits.isWrapped = outer || name == "first" }
    let value = walk.value
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
    try ManifestBody(type: nil).perform(before: closure.body.upperBound, &self)
    return ManifestElement(value: .other, range: element.range)
  }
}
