// Constants and variables at the top level.
extension ManifestReader {
  mutating func readConstants(before end: Int, isKnown: Bool) throws(ManifestObstacle) {
    let isVariable = evaluator.cursor.isAt("var")
    let tokens = evaluator.tokens
    repeat {
      evaluator.cursor.advance()
      guard tokens.isIdentifier(evaluator.cursor.place) else {
        // The names in a pattern have no known value.
        let names = evaluator.cursor.place..<end
        uncertainNames.formUnion(names.filter(tokens.isIdentifier).map(tokens.word))
        return try evaluator.pass(to: end)
      }
      let name = try evaluator.cursor.takeIdentifier()
      guard !isBuiltin(name) else { throw evaluator.obstacle }
      let type = evaluator.cursor.takeType(before: end)
      guard evaluator.cursor.place < end, evaluator.cursor.take("=") else {
        return try readWithoutValue(name, type: isKnown ? type : nil, before: end)
      }
      try bind(name, type: type, isVariable: isVariable, isKnown: isKnown, before: end)
    } while evaluator.cursor.place < end && evaluator.cursor.isAt(",")
  }

  /// Reads a computed variable, or one that is initialized later.
  mutating func readWithoutValue(
    _ name: String, type: Range<Int>?, before end: Int
  ) throws(ManifestObstacle) {
    if evaluator.cursor.place == end, !isUncertain, !uncertainNames.contains(name),
      let (type, isOptional) = type.flatMap({ evaluator.declarations.type(in: $0, of: "") }),
      !isOptional
    {
      var binding = ManifestBinding(
        nil, type: type, traits: ManifestTraits(isWrapped: type != .text))
      binding.isVariable = true
      binding.isDeferred = true
      return try declare(name, binding)
    }
    guard evaluator.cursor.place < end, evaluator.cursor.isAt("{"), blocks == 0 else {
      uncertainNames.insert(name)
      return try evaluator.pass(to: end)
    }
    evaluator.cursor.place = evaluator.tokens.behind(evaluator.cursor.place)
  }

  mutating func bind(
    _ name: String, type: Range<Int>?, isVariable: Bool, isKnown: Bool, before limit: Int
  ) throws(ManifestObstacle) {
    let start = evaluator.cursor.place
    let end = evaluator.tokens.end(from: start, before: limit)
    var binding = ManifestBinding.unknown
    if isUncertain || !isKnown {
      uncertainNames.insert(name)
      try evaluator.pass(over: start..<end)
    } else {
      do throws(ManifestObstacle) {
        binding = try evaluator.binding(
          type: type ?? evaluator.cursor.typeOfEmptyList(before: end), before: end)
      } catch {
        let reason = error
        binding.obstacle = reason
        do throws(ManifestObstacle) { try evaluator.pass(over: start..<end) } catch { throw reason }
      }
    }
    binding.isVariable = isVariable
    evaluator.cursor.place = start
    try declare(name, binding)
    evaluator.cursor.place = end
    if case .call(let call)? = binding.element?.value, call.name == "Package" {
      guard blocks == 0, package == nil else { throw evaluator.cursor.obstacle(at: start) }
      package = call
      evaluator.scope.packageConstant = name
      for member in ["products", "dependencies", "targets"] {
        guard case .list(let list) = call[member]?.value ?? .list([]) else { continue }
        evaluator.package.lists[member] = list
      }
      if binding.traits.dependsOnHost { evaluator.traits.dependsOnHost = true }
      // No other expression has this value.
      binding.element = nil
    }
    if uncertainNames.contains(name) { binding.element = nil }
    evaluator.scope.globals[name] = binding
  }

  /// Adds a constant or variable to the known names.
  mutating func declare(_ name: String, _ binding: ManifestBinding) throws(ManifestObstacle) {
    guard evaluator.scope.globals[name] == nil || blocks > 0, evaluator.scope.locals[name] == nil,
      name != evaluator.scope.packageConstant,
      !binding.holdsObjects || evaluator.skipped.names[name] != true
    else { throw evaluator.obstacle }
    evaluator.scope.globals.bind(name, to: binding)
  }

  /// Appends to a variable, or sets it.
  ///
  /// - Returns: Whether the statement has that form and its value is known.
  mutating func changeVariable(_ name: String, before end: Int) throws(ManifestObstacle) -> Bool {
    guard var old = evaluator.scope.globals[name], old.isVariable else { return false }
    guard evaluator.scope.locals[name] == nil else { throw evaluator.obstacle }
    let start = evaluator.cursor.place
    if isUncertain, keepsVariables, old.element != nil || old.isDeferred {
      throw evaluator.obstacle
    }
    evaluator.scope.globals[name]?.element = nil
    do throws(ManifestObstacle) {
      evaluator.cursor.advance()
      let outer = evaluator.traits.dependsOnHost
      evaluator.traits.dependsOnHost = old.traits.dependsOnHost
      defer { evaluator.traits.dependsOnHost = outer }
      let element = try evaluator.changed(&old, before: end)
      guard !isUncertain else { throw evaluator.obstacle }
      var new = ManifestBinding(element, type: old.type, traits: old.traits)
      new.traits.dependsOnHost = evaluator.traits.dependsOnHost
      new.isVariable = true
      guard !new.holdsObjects || evaluator.skipped.names[name] != true else {
        throw evaluator.obstacle
      }
      evaluator.scope.globals[name] = new
    } catch {
      try evaluator.pass(over: start..<end)
    }
    evaluator.cursor.place = end
    return true
  }
}
