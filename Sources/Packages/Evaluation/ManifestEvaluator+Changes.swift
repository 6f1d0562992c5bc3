// Constants and variables.
extension ManifestEvaluator {
  mutating func declare(before end: Int, isKnown: Bool) throws(ManifestObstacle) {
    let isVariable = cursor.isAt("var")
    repeat {
      cursor.advance()
      let name = try cursor.takeIdentifier()
      guard !ManifestType.builtins.contains(name) else { throw obstacle }
      let type = cursor.takeType(before: end)
      if cursor.place < end, cursor.take("=") {
        let limit = tokens.end(from: cursor.place, before: end)
        var binding = try initialValue(type, isKnown: isKnown, before: limit)
        binding.isVariable = isVariable
        try bind(name, to: binding)
        cursor.place = limit
      } else if cursor.place < end, cursor.isAt("{"), scope.frame.blocks == 0 {
        // `ManifestDeclarations` has read computed variables.
        cursor.place = tokens.behind(cursor.place)
      } else {
        try bind(name, to: isKnown ? deferred(type) : .unknown)
        try pass(to: end)
      }
    } while cursor.place < end && cursor.isAt(",")
  }

  /// Returns the binding of a name that gets its value later.
  private func deferred(_ range: Range<Int>?) -> ManifestBinding {
    guard let (type, isOptional) = range.flatMap({ declarations.type(in: $0, of: scope.owner) }),
      !isOptional, !scope.frame.isUncertain
    else { return .unknown }
    var binding = ManifestBinding(
      nil, type: type, traits: ManifestTraits(isWrapped: type != .text))
    (binding.isVariable, binding.isDeferred) = (true, true)
    return binding
  }

  /// Evaluates an initial value; an expression that cannot be evaluated is unknown.
  private mutating func initialValue(
    _ type: Range<Int>?, isKnown: Bool, before end: Int
  ) throws(ManifestObstacle) -> ManifestBinding {
    let start = cursor.place
    guard isKnown, !scope.frame.isUncertain else {
      try pass(over: start..<end)
      return .unknown
    }
    do throws(ManifestObstacle) {
      return try binding(type: type ?? cursor.typeOfEmptyList(before: end), before: end)
    } catch {
      let reason = error
      do throws(ManifestObstacle) { try pass(over: start..<end) } catch { throw reason }
      return ManifestBinding(nil, obstacle: reason)
    }
  }

  private mutating func bind(
    _ name: String, to binding: ManifestBinding
  ) throws(ManifestObstacle) {
    guard name != "_" else { return }
    if case .call(let call)? = binding.element?.value, call.name == "Package" {
      guard scope.frame.blocks == 0 else { throw obstacle }
      if binding.traits.dependsOnHost { traits.dependsOnHost = true }
    }
    if scope.frame.blocks > 0 { return scope.locals.bind(name, to: binding) }
    guard scope.globals[name] == nil, !binding.holdsObjects || skipped.names[name] != true else {
      throw obstacle
    }
    scope.globals[name] = binding
  }
}

// Changes of variables and of properties.
extension ManifestEvaluator {
  /// Returns `false`, without effect, for a change of neither a variable nor an object.
  mutating func perform(
    _ change: ManifestChange, before end: Int
  ) throws(ManifestObstacle) -> Bool {
    let name = cursor.word
    guard let dot = change.dot else {
      guard scope.binding(name)?.isVariable ?? false,
        scope.locals[name] != nil || !scope.frame.isFunction
      else {
        return false
      }
      try changeVariable(name, change, before: end)
      return true
    }
    guard let binding = scope.binding(name), binding.holdsObjects, let element = binding.element
    else { return false }
    let start = obstacle
    var value = element.value
    cursor.advance()
    while cursor.place < dot {
      if cursor.take("!") { continue }
      if cursor.take("?") {
        // Chains on `nil` end here.
        if case .null = value { return true }
        continue
      }
      value = try step(behind: value)
    }
    guard case .call(let call) = value, call.object != nil else { throw start }
    try changeProperty(tokens.word(dot + 1), of: call, change, before: end)
    return true
  }

  private mutating func changeVariable(
    _ name: String, _ change: ManifestChange, before end: Int
  ) throws(ManifestObstacle) {
    guard
      let (type, isKnown, isDeferred) = scope.binding(name).map({ binding in
        (binding.type ?? (binding.isList ? .text.list : nil), binding.isKnown, binding.isDeferred)
      })
    else { throw obstacle }
    let isUncertain = scope.frame.isUncertain
    if isUncertain, scope.frame.keepsVariables, isKnown || isDeferred { throw obstacle }
    cursor.place = change.value
    let outer = traits
    defer { traits = outer }
    traits = ManifestTraits()
    var new: ManifestElement?
    var more: [ManifestElement] = []
    do throws(ManifestObstacle) {
      guard !isUncertain, isKnown || change.operation == .set else { throw obstacle }
      if change.operation == .set {
        new = try expression(type, before: end)
      } else {
        more = try additions(change, type, before: end)
      }
    } catch {
      try pass(over: change.value..<end)
      return scope.update(name) { $0?.element = nil }
    }
    let dependsOnHost = traits.dependsOnHost
    let holdsObjects = more.contains { $0.value.holdsObjects } || new?.value.holdsObjects ?? false
    if holdsObjects, scope.locals[name] == nil, skipped.names[name] == true { throw obstacle }
    scope.update(name) { binding in
      if let new { binding?.element = new } else { binding?.element?.value.append(more) }
      if holdsObjects { binding?.holdsObjects = true }
      if dependsOnHost { binding?.traits.dependsOnHost = true }
    }
  }

  /// Changes a property of the package, a product or a target, which are references.
  private mutating func changeProperty(
    _ name: String, of call: ManifestCall, _ change: ManifestChange, before end: Int
  ) throws(ManifestObstacle) {
    let (range, isChained) = (cursor.token.range, cursor.isAt("?", after: 2))
    cursor.place = change.value
    guard let (type, isOptional) = ManifestType.argument(name, of: call.name) else {
      return try pass(to: end)
    }
    do throws(ManifestObstacle) {
      guard !keepsObjects else { throw obstacle }
      if change.operation == .set {
        return objects.set(name, of: call, to: try expression(type, before: end))
      }
      switch objects.current(call).property(name) ?? .null {
      case .list: break
      case .null where isChained: return
      default: throw obstacle
      }
      let more = try additions(change, type, before: end)
      objects.append(more, to: name, of: call, range)
    } catch {
      guard isOptional else { throw error }
      try pass(over: change.value..<end)
      objects.set(name, of: call, to: ManifestElement(value: .other, range: range))
    }
  }

  /// Evaluates the elements after `+=` or `append(`.
  private mutating func additions(
    _ change: ManifestChange, _ type: ManifestType?, before end: Int
  ) throws(ManifestObstacle) -> [ManifestElement] {
    guard let type, let element = type.element else { throw obstacle }
    var list: [ManifestElement]?
    if change.operation == .add || cursor.take(label: "contentsOf") {
      list = try expression(type).value.list
    } else {
      list = [try expression(element)]
    }
    if change.operation == .append { try cursor.require(")") }
    try cursor.require(end: end)
    guard let list else { throw obstacle }
    try make(list.count)
    return list
  }
}

/// A statement that sets a variable or a property, or adds to it.
struct ManifestChange {
  let operation: Operation
  /// The index of the dot before the property; nil for a variable.
  let dot: Int?
  /// The index after the operator, or after the bracket of `append`.
  let value: Int

  enum Operation {
    /// `=`, `+=`, and `.append(…)` or `.append(contentsOf: …)`.
    case set, add, append
  }
}

extension ManifestCursor {
  /// Returns the change that the statement at the token makes; nil for other statements.
  func change(before end: Int) -> ManifestChange? {
    guard isName else { return nil }
    var next = place + 1
    var dot: Int?
    // Whether a variable or a property precedes, not a call or a subscript.
    var isStored = true
    while next < end {
      let isEnd = tokens.isAt(next, "=") || tokens.isAt(next, "+=")
      if isEnd, isStored {
        return ManifestChange(
          operation: tokens.isAt(next, "=") ? .set : .add, dot: dot, value: next + 1)
      }
      if tokens.isAt(next, "."), tokens.isIdentifier(next + 1) {
        if tokens.isAt(next + 1, "append"), tokens.isAt(next + 2, "("),
          tokens.behind(next + 2) == end, isStored
        {
          return ManifestChange(operation: .append, dot: dot, value: next + 3)
        }
        (dot, isStored) = (next, true)
        next += 2
      } else if tokens.opens(next) {
        isStored = false
        next = tokens.behind(next)
      } else if tokens.isAt(next, "!") || tokens.isAt(next, "?") {
        next += 1
      } else {
        return nil
      }
    }
    return nil
  }
}
