// Names.
extension ManifestEvaluator {
  var isCall: Bool { isAt("(") && !token.startsLine }

  mutating func named(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let start = place
    switch tokens.word(place) {
    case "nil":
      advance()
      isWrapped = true
      return .null
    case "true", "false":
      advance()
      return .bool(tokens.isAt(start, "true"))
    default: break
    }
    if let variables = try environment() { return variables }
    if let written = writtenType() {
      if isCall {
        if declarations.types.contains(written) { return try makeInstance(of: written, at: start) }
        guard ["Package", "Version"].contains(written) else { throw obstacle(at: start) }
        return .call(try call(written, at: start))
      }
      try require(".")
      return try member(of: ManifestType(name: written))
    }
    let name = try takeIdentifier()
    if name == packageConstant, parameters[name] == nil { return try packageList() }
    if isCall { return try callFunction(name, at: start) }
    return try constant(name, at: obstacle(at: start))
  }

  /// Reads the type at the token and returns its full name; nil if the token is not a type.
  mutating func writtenType() -> String? {
    if isAt("PackageDescription") {
      guard tokens.isAt(place + 1, "."), tokens.isIdentifier(place + 2) else { return nil }
      place += 2
    }
    var names = [tokens.word(place)]
    guard parameters[names[0]] == nil, var name = declarations.resolve(names, in: owner) else {
      return nil
    }
    advance()
    while isAt("."), tokens.isIdentifier(place + 1) {
      names.append(tokens.word(place + 1))
      guard let longer = declarations.resolve(names, in: owner),
        declarations.types.contains(longer) || ManifestType.nested.contains(longer)
      else { break }
      name = longer
      place += 2
    }
    return name
  }

  /// Reads the environment, or `getenv("NAME")`.
  mutating func environment() throws(ManifestObstacle) -> ManifestValue? {
    if isAt("Context") || isAt("ProcessInfo") {
      let isContext = isAt("Context")
      let form: [StaticString] =
        isContext
        ? ["Context", ".", "environment"] : ["ProcessInfo", ".", "processInfo", ".", "environment"]
      guard starts(with: form) else { return nil }
      guard declarations.member("environment", of: "Context") == nil,
        declarations.members["ProcessInfo"] == nil
      else { throw obstacle }
      place += form.count
      return .environment
    }
    guard isAt("getenv"), tokens.isAt(place + 1, "("), declarations.code["getenv"] == nil else {
      return nil
    }
    place += 2
    try requireUnset()
    try require(")")
    return .null
  }

  func starts(with form: [StaticString]) -> Bool {
    guard place + form.count < tokens.all.count else { return false }
    return form.indices.allSatisfy { tokens.isAt(place + $0, form[$0]) }
  }

  /// Looks up a name that is not a member.
  mutating func constant(
    _ name: String, at start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    if let binding = parameters[name] { return try use(binding, start) }
    if let value = try implicitMember(name) { return value }
    var outer = owner
    while !outer.isEmpty {
      if declarations.member(name, of: outer) != nil {
        guard isCertain(name, in: outer) else { throw start }
        return try constant(name, of: outer, at: start)
      }
      outer = outer.lastIndex(of: ".").map { String(outer[..<$0]) } ?? ""
    }
    if declarations.member(name, of: "") != nil { return try constant(name, of: "", at: start) }
    guard let binding = globals[name] else { throw start }
    if binding.isVariable, writtenNames.contains(name) { throw start }
    return try use(binding, start)
  }

  /// Evaluates a member of the value whose member is evaluated, without `self.`; nil for other
  /// names.
  mutating func implicitMember(_ name: String) throws(ManifestObstacle) -> ManifestValue? {
    guard let binding = parameters[Self.itself], let value = binding.element?.value else {
      return nil
    }
    switch value {
    case .instance(let instance):
      guard
        instance.fields[name] != nil
          || declarations.instanceMember(name, of: instance.type) != nil
      else { return nil }
    case .member(_, let type) where declarations.declared[type] != nil:
      guard name == "rawValue" || declarations.instanceMember(name, of: type) != nil else {
        return nil
      }
    default: break
    }
    isWrapped = binding.isWrapped
    return try member(name, behind: value, nil)
  }

  /// `package.targets`, `products` or `dependencies`, after the name of the constant.
  mutating func packageList() throws(ManifestObstacle) -> ManifestValue {
    let start = obstacle
    try require(".")
    guard let list = packageLists[try takeIdentifier()] else { throw start }
    return .list(list)
  }

  /// Whether the name cannot mean another declaration: an extension does not see names around its
  /// type.
  func isCertain(_ name: String, in type: String) -> Bool {
    type == owner || type.isEmpty
      || globals[name] == nil && declarations.member(name, of: "") == nil
  }

  mutating func use(
    _ binding: ManifestBinding, _ start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    guard let element = binding.element else { throw start }
    if binding.isWrapped { isWrapped = true }
    if binding.dependsOnHost { dependsOnHost = true }
    return element.value
  }

  /// Looks up a static constant or a computed variable.
  mutating func constant(
    _ name: String, of type: String, at start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    if let binding = known[type]?[name] { return try use(binding, start) }
    guard case .some(.some(let member)) = declarations.member(name, of: type), !member.isFunction
    else { throw start }
    let binding = try evaluate(member, with: [:])
    guard !binding.holdsObjects || passedNames[name] == nil else { throw start }
    // A computed variable may have another value later.
    if member.isConstant { known[type, default: [:]][name] = binding }
    return try use(binding, start)
  }
}
