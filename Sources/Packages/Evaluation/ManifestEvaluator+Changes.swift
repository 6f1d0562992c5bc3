// Conditions.
extension ManifestEvaluator {
  /// Returns the block of the first branch whose condition holds.
  ///
  /// The names that the condition binds are locals until their scope is left.
  mutating func chosen(of branches: [ManifestBranch]) throws(ManifestObstacle) -> Range<Int>? {
    for branch in branches {
      let names = scope.locals.scope
      cursor.place = branch.condition.lowerBound
      if try holds(before: branch.condition.upperBound) { return branch.block }
      scope.locals.leave(to: names)
    }
    return nil
  }

  /// Whether all comma-separated conditions hold.
  mutating func holds(before end: Int) throws(ManifestObstacle) -> Bool {
    while cursor.place < end {
      if cursor.take("let") {
        guard try bindsValue(before: end) else { return false }
      } else {
        guard case .bool(let holds) = try expression(.bool).value else { throw obstacle }
        if !holds { return false }
      }
      guard cursor.take(",") || cursor.place == end else { throw obstacle }
    }
    return true
  }

  /// Binds the name of `let name = value`; returns false if the value is `nil`.
  private mutating func bindsValue(before end: Int) throws(ManifestObstacle) -> Bool {
    guard cursor.isName else { throw obstacle }
    let name = cursor.word
    // `let name` is short for `let name = name`.
    if !isLastName(before: end) {
      cursor.advance()
      try cursor.require("=")
    }
    let source = isLastName(before: end) ? cursor.word : ""
    let type = (scope.locals[source] ?? scope.globals[source])?.type
    let outer = traits.isWrapped
    traits.isWrapped = false
    defer { traits.isWrapped = outer }
    let element = try expression(nil)
    switch element.value {
    case .null: return false
    case .text, .list, .bool, .call, .member, .instance: break
    default: throw obstacle
    }
    if type == .text { traits.isWrapped = false }
    scope.locals.bind(name, to: ManifestBinding(element, traits: traits))
    return true
  }

  /// Whether the token is a name before a comma or the end.
  private func isLastName(before end: Int) -> Bool {
    cursor.isName && (cursor.place + 1 >= end || cursor.isAt(",", after: 1))
  }

  /// Reads `for name in list` and the braces of its block.
  mutating func loop(
    before end: Int
  ) throws(ManifestObstacle) -> (name: String, elements: [ManifestBinding], block: Range<Int>) {
    try cursor.require("for")
    let name = try cursor.takeIdentifier()
    try cursor.require("in")
    let outer = traits.isWrapped
    defer { traits.isWrapped = outer }
    traits.isWrapped = false
    guard case .list(let list) = try expression(nil).value, cursor.isAt("{"),
      tokens.behind(cursor.place) == end
    else { throw obstacle }
    let elements = list.map {
      ManifestBinding($0, traits: ManifestTraits(isWrapped: traits.isWrapped))
    }
    return (name, elements, (cursor.place + 1)..<(end - 1))
  }
}

// Changes of variables.
extension ManifestEvaluator {
  /// Returns the value of a variable after a statement that sets it or adds to it; extends the list
  /// of `old` in place.
  mutating func changed(
    _ old: inout ManifestBinding, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    if cursor.isAt("="), old.isDeferred && old.element == nil || !old.isList {
      cursor.advance()
      return try expression(old.type, before: end)
    }
    let (elements, replaces) = try change(of: old.type ?? .text.list, before: end)
    guard var element = old.element, case .list(var list) = element.value else { throw obstacle }
    // The list is not copied if nothing else holds it.
    (old.element, element.value) = (nil, .null)
    if replaces { list = elements } else { list += elements }
    element.value = .list(list)
    return element
  }

  /// Reads `= […]`, `+= […]`, `.append(…)` or `.append(contentsOf: […])`.
  mutating func change(
    of type: ManifestType, before end: Int
  ) throws(ManifestObstacle) -> (elements: [ManifestElement], replaces: Bool) {
    let replaces = cursor.isAt("=")
    var elements: [ManifestElement]?
    if replaces || cursor.isAt("+=") {
      cursor.advance()
      elements = try expression(type).value.list
    } else {
      for sign: StaticString in [".", "append", "("] { try cursor.require(sign) }
      if cursor.take(label: "contentsOf") {
        elements = try expression(type).value.list
      } else if let element = type.element {
        elements = [try expression(element)]
      }
      try cursor.require(")")
    }
    guard let elements, cursor.place == end else { throw obstacle }
    try make(elements.count)
    return (elements, replaces)
  }
}
