// Operands.
extension ManifestEvaluator {
  mutating func operand(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestElement {
    let start = cursor.token.range.lowerBound
    let wasWrapped = traits.isWrapped
    traits.isWrapped = false
    defer { if wasWrapped { traits.isWrapped = true } }
    var value: ManifestValue
    switch cursor.token.kind {
    case .text:
      value = .text(try text())
      cursor.advance()
    case .number:
      value = Int(cursor.word).map { .number($0) } ?? .other
      cursor.advance()
    case .operation:
      value = try signed()
      return ManifestElement(value: value, range: start..<cursor.previousEnd)
    case .identifier: value = try named(type)
    case .sign:
      // The members of a list may have other types.
      let hasMember =
        tokens.opens(cursor.place) && tokens.isAt(cursor.token.match + 1, ".")
      value = try bracketed(hasMember ? nil : type)
    case .attribute, .directive, .end: throw obstacle
    }
    if cursor.isAt(".") || cursor.isAt("?") || cursor.isAt("[") || cursor.isAt("!") {
      value = try members(behind: value, type)
    }
    // A call of a result, a subscript or a closure is not supported.
    let isOver = !cursor.isAt("(") && !cursor.isAt("[") || cursor.token.startsLine
    guard !cursor.isAt("."), isOver else { throw obstacle }
    return ManifestElement(value: value, range: start..<cursor.previousEnd)
  }

  private mutating func bracketed(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    if cursor.isAt("[") { return try list(type) }
    if cursor.isAt("{") { return try calledClosure(type) }
    if cursor.isAt("(") { return isTuple ? try tuple(type) : try onlyArgument(type) }
    try cursor.require(".")
    return try member(of: type)
  }

  /// Whether the brackets contain a label or several values.
  private var isTuple: Bool {
    let close = cursor.token.match
    return tokens.isIdentifier(cursor.place + 1) && cursor.isAt(":", after: 2)
      || tokens.first(",", from: cursor.place + 1, before: close) < close
  }

  private mutating func tuple(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let close = cursor.token.match
    let types = type.map { $0.depth == 0 ? $0.fields : [] } ?? []
    let outer = traits
    defer { traits = outer }
    cursor.advance()
    var tuple = ManifestInstance(type: "", fields: [:])
    var count = 0
    while cursor.place < close {
      let type = types.indices.contains(count) ? types[count] : nil
      var label = cursor.takeLabel()
      if let type {
        guard label.isEmpty || label == type.label else { throw obstacle }
        label = type.label
      }
      let value = try field(type, before: tokens.first(",", from: cursor.place, before: close))
      tuple.fields["\(count)"] = value
      if !label.isEmpty { tuple.fields[label] = value }
      count += 1
      guard cursor.take(",") else { break }
    }
    guard cursor.place == close, count > 1, types.isEmpty || types.count == count else {
      throw obstacle
    }
    cursor.advance()
    try make(count)
    return .instance(tuple)
  }

  /// Evaluates an element of a tuple, which is unknown if its form is not supported.
  private mutating func field(
    _ type: ManifestType.Field?, before end: Int
  ) throws(ManifestObstacle) -> ManifestBinding {
    let start = cursor.place
    traits = ManifestTraits()
    do throws(ManifestObstacle) {
      let element = try expression(type?.type, before: end)
      if let type { traits.isWrapped = type.isOptional || type.type?.name != "String" }
      return ManifestBinding(element, type: type?.type, traits: traits)
    } catch {
      cursor.place = start
      try pass(to: end)
      return .unknown
    }
  }

  private mutating func calledClosure(
    _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let end = cursor.token.match
    guard tokens.isAt(end + 1, "("), tokens.isAt(end + 2, ")") else { throw obstacle }
    cursor.advance()
    let value = try body(type, before: end).value
    cursor.place = end + 3
    return value
  }

  /// Evaluates a prefix operator, such as `-1` or `!isFast`.
  private mutating func signed() throws(ManifestObstacle) -> ManifestValue {
    let isNegation = cursor.isAt("!")
    guard isNegation || cursor.isAt("-"), !cursor.token.hasSpaceAfter else { throw obstacle }
    cursor.advance()
    if !isNegation {
      guard cursor.token.kind == .number else { throw obstacle }
      cursor.advance()
      return .other
    }
    try budget.enter(obstacle)
    defer { budget.depth -= 1 }
    guard case .bool(let value) = try operand(.bool).value else { throw obstacle }
    return .bool(!value)
  }

  private mutating func list(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let close = cursor.token.match
    let element = type?.element
    cursor.advance()
    let start = cursor.place
    // A colon belongs to a ternary or to a dictionary.
    let isTable =
      tokens.first(":", from: start, before: close) < close
      && tokens.first("?", from: start, before: close) == close
    // `[Target]()` is empty.
    if tokens.isAt(close + 1, "("), !tokens.all[close + 1].startsLine,
      tokens.all[close + 1].match == close + 2
    {
      cursor.place = close + 3
      return isTable ? .table([:]) : .list([])
    }
    if isTable { return try table(type, before: close) }
    var elements: [ManifestElement] = []
    while cursor.place < close {
      elements.append(try expression(element))
      guard cursor.take(",") else { break }
    }
    try cursor.require("]")
    return .list(elements)
  }

  /// Evaluates the content of a dictionary; its value is unknown if its form is not supported.
  private mutating func table(
    _ type: ManifestType?, before close: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.place
    var table: [String: ManifestElement] = [:]
    do throws(ManifestObstacle) {
      while cursor.place < close, !cursor.take(":") {
        guard case .text(let key) = try expression(.text).value, table[key] == nil else {
          throw obstacle
        }
        try cursor.require(":")
        table[key] = try expression(type?.depth == 0 ? type?.valueOfDictionary : nil)
        guard cursor.take(",") else { break }
      }
      try cursor.require(end: close)
      cursor.advance()
      return .table(table)
    } catch {
      cursor.place = start
      try pass(to: close)
      cursor.advance()
      return .other
    }
  }
}

// Strings.
extension ManifestEvaluator {
  private mutating func text() throws(ManifestObstacle) -> String {
    if let text = tokens.plainText(cursor.place) { return text }
    guard var reader = ManifestTextReader(tokens.bytes[cursor.token.range]) else { throw obstacle }
    while let names = reader.nextInterpolation() { reader.text += try interpolated(names).utf8 }
    guard reader.isAtEnd else { throw obstacle }
    try make(reader.text.count)
    return String(decoding: reader.text, as: UTF8.self)
  }

  /// Evaluates an interpolated name, or a name with members.
  private mutating func interpolated(_ names: [String]) throws(ManifestObstacle) -> String {
    let wasWrapped = traits.isWrapped
    traits.isWrapped = false
    defer { traits.isWrapped = wasWrapped }
    var value: ManifestValue
    if names.count == 1 || scope.binding(names[0]) != nil {
      value = try lookUp(names[0], at: cursor.place)
      for name in names.dropFirst() { value = try member(name, behind: value, nil) }
    } else if let type = declarations.resolve(Array(names.dropLast()), in: scope.owner) {
      value = try declared(names[names.count - 1], of: type, at: cursor.place)
    } else {
      throw obstacle
    }
    guard case .text(let text) = value, !traits.isWrapped else { throw obstacle }
    return text
  }
}
