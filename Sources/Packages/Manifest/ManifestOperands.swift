// Operands.
extension ManifestEvaluator {
  mutating func operand(
    _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestElement {
    let start = token.range.lowerBound
    let wasWrapped = isWrapped
    isWrapped = false
    defer { if wasWrapped { isWrapped = true } }
    // The members of a list may have other types.
    let result = type
    let type =
      token.kind == .sign && tokens.opens(place) && tokens.isAt(token.match + 1, ".") ? nil : type
    var value: ManifestValue
    switch token.kind {
    case .text:
      value = .text(try text())
      advance()
    case .number:
      value = .other
      advance()
    case .operation:
      value = try signed()
      return ManifestElement(value: value, range: start..<previousEnd)
    case .identifier: value = try named(type)
    case .sign: value = try bracketed(type)
    case .directive, .undecided, .end: throw obstacle
    }
    if isAt(".") || isAt("?") || isAt("[") {
      value = try members(behind: try variable(behind: value), result)
    }
    // A call of a result, a subscript or a closure is not supported.
    let isOver = !isAt("(") && !isAt("[") && !isAt("{") || token.startsLine
    guard !isAt("."), isOver || isAt("{") else { throw obstacle }
    return ManifestElement(value: value, range: start..<previousEnd)
  }

  /// A value that starts with a bracket or a dot.
  private mutating func bracketed(
    _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    if isAt("[") { return try list(type) }
    if isAt("{") { return try calledClosure(type) }
    if take("(") {
      let value = try expression(type).value
      try require(")")
      return value
    }
    try require(".")
    return try member(of: type)
  }

  /// A closure that is called at once.
  private mutating func calledClosure(
    _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let end = token.match
    guard tokens.isAt(end + 1, "("), tokens.isAt(end + 2, ")") else { throw obstacle }
    advance()
    let value = try body(type, before: end).value
    place = end + 3
    return value
  }

  /// `-1` or `!isFast`.
  mutating func signed() throws(ManifestObstacle) -> ManifestValue {
    let isNegation = isAt("!")
    guard isNegation || isAt("-"), !token.hasSpaceAfter else { throw obstacle }
    advance()
    if !isNegation {
      guard token.kind == .number else { throw obstacle }
      advance()
      return .other
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth, case .bool(let value) = try operand(.bool).value else {
      throw obstacle
    }
    return .bool(!value)
  }

  /// Evaluates a subscript of the environment to nil, and optional chaining on nil to nil.
  mutating func variable(
    behind value: ManifestValue
  ) throws(ManifestObstacle) -> ManifestValue {
    var value = value
    if case .environment = value, isAt("["), !token.startsLine {
      advance()
      try requireUnset()
      try require("]")
      value = .null
    }
    guard case .null = value else { return value }
    while isAt("?"), !token.hasSpaceBefore, tokens.isAt(place + 1, ".") {
      place += 2
      _ = try takeIdentifier()
      if isAt("("), !token.startsLine { place = tokens.behind(place) }
      while isAt("."), tokens.isIdentifier(place + 1) {
        place += 2
        if isAt("("), !token.startsLine { place = tokens.behind(place) }
      }
    }
    return value
  }

  /// Reads the name of a variable that is not set on a developer's machine.
  mutating func requireUnset() throws(ManifestObstacle) {
    let start = obstacle
    guard case .text(let name) = try expression(.text).value else { throw start }
    let set = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "PWD", "LANG", "TERM"]
    guard !set.contains(name), !name.hasPrefix("XPC_"), !name.hasPrefix("__") else { throw start }
    dependsOnHost = true
    isWrapped = true
  }

  mutating func list(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let close = token.match
    let element = type?.element
    advance()
    if tokens.first(":", from: place, before: close) < close, !hasCondition(close) {
      try pass(over: place..<close)
      place = close + 1
      return .other
    }
    // `[Target]()` is empty.
    if tokens.isAt(close + 1, "("), !tokens.all[close + 1].startsLine,
      tokens.all[close + 1].match == close + 2
    {
      place = close + 3
      return .list([])
    }
    var elements: [ManifestElement] = []
    while place < close {
      elements.append(try expression(element))
      guard take(",") else { break }
    }
    try require("]")
    return .list(elements)
  }

  /// Whether a colon before `close` may belong to a ternary and not to a dictionary.
  func hasCondition(_ close: Int) -> Bool {
    tokens.first("?", from: place, before: close) < close
  }

  /// The text of the literal at the token.
  mutating func text() throws(ManifestObstacle) -> String {
    if let text = tokens.plainText(place) { return text }
    guard let parts = ManifestTextReader.parts(of: token.range, in: tokens.bytes) else {
      throw obstacle
    }
    var text = ""
    for part in parts {
      switch part {
      case .text(let part): text += part
      case .interpolation(let range): text += try interpolated(range)
      }
    }
    try make(text.utf8.count)
    return text
  }

  /// Evaluates an interpolated name.
  mutating func interpolated(_ range: Range<Int>) throws(ManifestObstacle) -> String {
    let names = String(decoding: tokens.bytes[range], as: UTF8.self)
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard
      names.allSatisfy({ name in
        name == "$0"
          || name.utf8.first?.startsIdentifier ?? false
            && name.utf8.allSatisfy(\.continuesIdentifier)
      })
    else { throw obstacle }
    let wasWrapped = isWrapped
    isWrapped = false
    defer { isWrapped = wasWrapped }
    let value: ManifestValue
    if names.count == 1 {
      value = try constant(names[0], at: obstacle)
    } else if parameters[names[0]] != nil || globals[names[0]] != nil {
      var part = try constant(names[0], at: obstacle)
      for name in names.dropFirst() { part = try member(name, behind: part, nil) }
      value = part
    } else if let type = declarations.resolve(Array(names.dropLast()), in: owner),
      let last = names.last
    {
      value = try constant(last, of: type, at: obstacle)
    } else {
      throw obstacle
    }
    guard case .text(let text) = value, !isWrapped else { throw obstacle }
    return text
  }
}
