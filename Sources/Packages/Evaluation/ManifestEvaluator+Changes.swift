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

  /// Reads `for name in list where condition` and the braces of its block.
  mutating func loop(before end: Int) throws(ManifestObstacle) -> ManifestIteration {
    try cursor.require("for")
    let names = try cursor.takePattern()
    try cursor.require("in")
    let outer = traits.isWrapped
    defer { traits.isWrapped = outer }
    traits.isWrapped = false
    guard !names.isEmpty, case .list(let list) = try expression(nil).value else { throw obstacle }
    let elements = list.map {
      ManifestBinding($0, traits: ManifestTraits(isWrapped: traits.isWrapped))
    }
    let start = cursor.place
    let open = cursor.take("where") ? tokens.first("{", from: start, before: end) : start
    guard tokens.isAt(open, "{"), tokens.behind(open) == end else { throw obstacle }
    return ManifestIteration(
      names: names, elements: elements, condition: cursor.place..<open,
      block: (open + 1)..<(end - 1))
  }

  /// Binds the names of a loop to an element; returns whether its condition holds.
  mutating func enters(
    _ loop: ManifestIteration, with element: ManifestBinding
  ) throws(ManifestObstacle) -> Bool {
    try bind(loop.names, to: element)
    cursor.place = loop.condition.lowerBound
    return try holds(before: loop.condition.upperBound)
  }

  /// Binds one name to a value, or several to the elements of a tuple.
  mutating func bind(
    _ names: [String], to binding: ManifestBinding
  ) throws(ManifestObstacle) {
    guard names.count != 1 else { return scope.locals.bind(names[0], to: binding) }
    guard case .instance(let tuple)? = binding.element?.value, tuple.hasCount(names.count) else {
      throw obstacle
    }
    for (index, name) in names.enumerated() {
      scope.locals.bind(name, to: tuple.fields["\(index)"] ?? .unknown)
    }
  }
}

/// A loop over the elements of a list.
struct ManifestIteration {
  /// The names for an element, or for those of a tuple.
  var names: [String]
  var elements: [ManifestBinding]
  /// The condition after `where`; empty without one.
  var condition: Range<Int>
  var block: Range<Int>
}

// Changes of targets, which are references.
extension ManifestEvaluator {
  /// The members that statements may replace or add to.
  private static let members: [String: ManifestType] = [
    "dependencies": .dependency.list, "plugins": .plugin.list, "path": .text,
    "exclude": .text.list, "sources": .text.list,
  ]

  /// Whether the statement at the token may change a member of a target.
  func changesTarget(before end: Int) -> Bool {
    guard cursor.isName, scope.holdsObjects(cursor.word) else { return false }
    // `package.dependencies` is no member of a target.
    var place = cursor.place + (cursor.word == scope.packageConstant ? 3 : 1)
    while place + 1 < end {
      if tokens.isAt(place, "."), tokens.isIdentifier(place + 1) {
        let name = tokens.word(place + 1)
        if Self.members[name] != nil || ManifestLoop.settings.contains(name) { return true }
      }
      place = tokens.behind(place)
    }
    return false
  }

  /// Reads a statement that changes a target, such as `target.dependencies.append("Core")`.
  ///
  /// With `isCertain` false, only settings may change.
  mutating func changeTarget(before end: Int, isCertain: Bool) throws(ManifestObstacle) {
    let start = obstacle
    var value = try object()
    while cursor.place < end {
      if cursor.isAt("!") || cursor.isAt("?") {
        guard case .null = value else {
          cursor.advance()
          continue
        }
        guard cursor.isAt("?") else { throw start }
        cursor.place = end
        return
      }
      guard cursor.isMember || cursor.isAt("[") else { throw start }
      if case .call(let call) = value, let object = call.object, cursor.isMember {
        let name = tokens.word(cursor.place + 1)
        cursor.place += 2
        if ManifestLoop.settings.contains(name) { return try pass(to: end) }
        guard isCertain, let type = Self.members[name] else { throw start }
        return try change(name, of: type, object, package.current(call), before: end)
      }
      value = try step(behind: value)
    }
    throw start
  }

  /// Evaluates the name at the start of a statement that changes a target.
  private mutating func object() throws(ManifestObstacle) -> ManifestValue {
    let start = obstacle
    let name = try cursor.takeIdentifier()
    if name == scope.packageConstant, scope.locals[name] == nil { return try packageList() }
    guard let binding = scope.locals[name] ?? scope.globals[name], let element = binding.element
    else { throw start }
    return element.value
  }

  private mutating func change(
    _ name: String, of type: ManifestType, _ object: Int, _ call: ManifestCall, before end: Int
  ) throws(ManifestObstacle) {
    let (start, range) = (obstacle, cursor.token.range)
    if cursor.take("=") {
      package.changes[object, default: [:]][name] = try expression(type, before: end)
      return
    }
    let old = call[name]?.value ?? (name == "dependencies" || name == "exclude" ? .list([]) : .null)
    if cursor.isAt(".", after: 1), cursor.take("?"), case .null = old { return cursor.place = end }
    guard let list = old.list else { throw start }
    let (elements, _) = try change(of: type, before: end)
    try make(list.count)
    package.changes[object, default: [:]][name] = ManifestElement(
      value: .list(list + elements), range: range)
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
