// Constants and variables of the top level.
extension ManifestReader {
  mutating func readConstants(
    before end: Int, isKnown: Bool
  ) throws(ManifestObstacle) {
    let isVariable = evaluator.isAt("var")
    let tokens = evaluator.tokens
    repeat {
      evaluator.advance()
      guard tokens.isIdentifier(evaluator.place) else {
        // The names of a pattern have no known value.
        try forget(evaluator.place..<end)
        evaluator.place = end
        return
      }
      let name = try evaluator.takeIdentifier()
      guard !isBuiltin(name) else { throw evaluator.obstacle }
      var type: Range<Int>?
      if evaluator.isAt(":") {
        let start = evaluator.place + 1
        type = start..<tokens.endOfType(from: start, before: end)
        evaluator.place = type?.upperBound ?? start
      }
      guard evaluator.place < end, evaluator.take("=") else {
        try readWithoutValue(name, type: isKnown ? type : nil, before: end)
        return
      }
      try bind(name, type: type, isVariable: isVariable, isKnown: isKnown, before: end)
    } while evaluator.place < end && evaluator.isAt(",")
  }

  /// Reads a computed variable, or one that gets its value later.
  mutating func readWithoutValue(
    _ name: String, type: Range<Int>?, before end: Int
  ) throws(ManifestObstacle) {
    if evaluator.place == end, !isUncertain, !uncertainNames.contains(name),
      let (type, isOptional) = type.flatMap({ evaluator.declarations.type(in: $0, of: "") }),
      !isOptional
    {
      var binding = ManifestBinding(element: nil, type: type)
      binding.isVariable = true
      binding.isDeferred = true
      binding.isWrapped = type != .text
      try declare(name, binding)
      return
    }
    guard evaluator.place < end, evaluator.isAt("{"), blocks == 0 else {
      uncertainNames.insert(name)
      try evaluator.pass(over: evaluator.place..<end)
      evaluator.place = end
      return
    }
    evaluator.place = evaluator.tokens.behind(evaluator.place)
  }

  mutating func forget(_ range: Range<Int>) throws(ManifestObstacle) {
    for place in range where evaluator.tokens.isIdentifier(place) {
      uncertainNames.insert(evaluator.tokens.word(place))
    }
    try evaluator.pass(over: range)
  }

  mutating func bind(
    _ name: String, type: Range<Int>?, isVariable: Bool, isKnown: Bool, before limit: Int
  ) throws(ManifestObstacle) {
    let start = evaluator.place
    let end = evaluator.tokens.end(from: start, before: limit)
    var binding = ManifestBinding(element: nil, type: nil)
    if isUncertain || !isKnown {
      uncertainNames.insert(name)
      try evaluator.pass(over: start..<end)
    } else {
      do throws(ManifestObstacle) {
        binding = try evaluator.binding(
          type: type ?? evaluator.typeOfEmptyList(before: end), before: end)
      } catch {
        let reason = error
        do throws(ManifestObstacle) { try evaluator.pass(over: start..<end) } catch { throw reason }
      }
    }
    evaluator.place = end
    binding.isVariable = isVariable
    evaluator.place = start
    try declare(name, binding)
    evaluator.place = end
    if case .call(let call)? = binding.element?.value, call.name == "Package" {
      guard blocks == 0, package == nil else { throw evaluator.obstacle(at: start) }
      package = call
      evaluator.packageConstant = name
      for member in ["products", "dependencies", "targets"] {
        guard case .list(let list) = call[member]?.value ?? .list([]) else { continue }
        evaluator.packageLists[member] = list
      }
      if binding.dependsOnHost { evaluator.dependsOnHost = true }
      // No expression has it.
      binding.element = nil
    }
    if uncertainNames.contains(name) { binding.element = nil }
    evaluator.globals[name] = binding
  }

  /// Adds a constant or variable to the names that are known.
  mutating func declare(
    _ name: String, _ binding: ManifestBinding
  ) throws(ManifestObstacle) {
    let old = evaluator.globals[name]
    guard old == nil || blocks > 0, evaluator.parameters[name] == nil,
      name != evaluator.packageConstant,
      !binding.holdsObjects || evaluator.passedNames[name] != true
    else { throw evaluator.obstacle }
    if blocks > 0 { hidden.append((name, old)) }
    evaluator.globals[name] = binding
  }

  /// Adds to a variable, or sets it.
  ///
  /// - Returns: Whether the statement is of that form and known.
  mutating func changeVariable(
    _ name: String, before end: Int
  ) throws(ManifestObstacle) -> Bool {
    guard let old = evaluator.globals[name], old.isVariable else { return false }
    guard evaluator.parameters[name] == nil else { throw evaluator.obstacle }
    let start = evaluator.place
    if isUncertain, keepsVariables, old.element != nil || old.isDeferred {
      throw evaluator.obstacle
    }
    evaluator.globals[name]?.element = nil
    do throws(ManifestObstacle) {
      evaluator.advance()
      let outer = evaluator.dependsOnHost
      evaluator.dependsOnHost = old.dependsOnHost
      defer { evaluator.dependsOnHost = outer }
      let element = try evaluator.changed(old, before: end)
      guard !isUncertain else { throw evaluator.obstacle }
      var new = ManifestBinding(element: element, type: old.type)
      new.isVariable = true
      new.dependsOnHost = evaluator.dependsOnHost
      new.isWrapped = old.isWrapped
      guard !new.holdsObjects || evaluator.passedNames[name] != true else {
        throw evaluator.obstacle
      }
      evaluator.globals[name] = new
    } catch {
      try evaluator.pass(over: start..<end)
    }
    evaluator.place = end
    return true
  }
}
