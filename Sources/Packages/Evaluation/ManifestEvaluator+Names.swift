// Names.
extension ManifestEvaluator {
  mutating func named(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let start = cursor.place
    switch cursor.word {
    case "nil":
      cursor.advance()
      traits.isWrapped = true
      return .null
    case "true", "false":
      cursor.advance()
      return .bool(tokens.isAt(start, "true"))
    case "if", "switch": return try body(type, before: cursor.endOfChoice).value
    default: break
    }
    if let variables = try environment() { return variables }
    if let written = takeType() {
      guard cursor.isCall else {
        try cursor.require(".")
        return try member(of: ManifestType(name: written))
      }
      if declarations.declared[written] != nil { return try makeInstance(of: written, at: start) }
      guard ["Package", "Version"].contains(written) else { throw cursor.obstacle(at: start) }
      return .call(try call(written, at: start))
    }
    return try lookUp(try cursor.takeIdentifier(), at: start)
  }

  /// Reads the type at the token and returns its full name; `nil` if the token is not a type.
  private mutating func takeType() -> String? {
    var names = [cursor.word]
    guard scope.locals[names[0]] == nil, var name = declarations.resolve(names, in: scope.owner)
    else { return nil }
    cursor.advance()
    while cursor.isMember {
      names.append(tokens.word(cursor.place + 1))
      guard let longer = declarations.resolve(names, in: scope.owner),
        declarations.declared[longer] != nil || ManifestType.nested.contains(longer)
      else { break }
      name = longer
      cursor.place += 2
    }
    return name
  }

  private static let environments: [[StaticString]] = [
    ["Context", ".", "environment"], ["ProcessInfo", ".", "processInfo", ".", "environment"],
  ]

  /// The variables that are set on a developer's machine, with unknown values.
  private static var variables: [String: ManifestElement] {
    Dictionary(
      uniqueKeysWithValues: [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "PWD", "LANG", "TERM",
      ].map { ($0, ManifestElement(value: .other, range: 0..<0)) })
  }

  /// Evaluates the environment, or `getenv("NAME")`.
  private mutating func environment() throws(ManifestObstacle) -> ManifestValue? {
    if let form = Self.environments.first(where: { cursor.starts(with: $0) }) {
      guard declarations.member("environment", of: "Context") == nil,
        declarations.members["ProcessInfo"] == nil
      else { throw obstacle }
      cursor.place += form.count
      traits.dependsOnHost = true
      return .table(Self.variables)
    }
    guard cursor.isAt("getenv"), cursor.isAt("(", after: 1), declarations.code["getenv"] == nil
    else { return nil }
    let start = obstacle
    cursor.advance()
    guard let name = try onlyArgument(.text).text else { throw start }
    traits = ManifestTraits(isWrapped: true, dependsOnHost: true)
    return Self.variables[name]?.value ?? .null
  }

  /// Evaluates a name that is not a member, or calls it.
  mutating func lookUp(_ name: String, at start: Int) throws(ManifestObstacle) -> ManifestValue {
    let obstacle = cursor.obstacle(at: start)
    if !cursor.isCall, let binding = scope.locals[name] { return try use(binding, obstacle) }
    if let value = try implicitMember(name) { return value }
    if let type = try typeAround(declaring: name, obstacle) {
      return try declared(name, of: type, at: start)
    }
    if cursor.isCall { return try ownFunction(name, at: start) }
    guard let binding = scope.globals[name],
      !binding.isVariable || !skipped.writtenNames.contains(name)
    else { throw obstacle }
    return try use(binding, obstacle)
  }

  /// Returns the innermost type around the evaluated member that declares the name; it is empty for
  /// the top level.
  func typeAround(
    declaring name: String, _ start: ManifestObstacle
  ) throws(ManifestObstacle) -> String? {
    var type = scope.owner
    while declarations.member(name, of: type) == nil {
      guard !type.isEmpty else { return nil }
      type = type.lastIndex(of: ".").map { String(type[..<$0]) } ?? ""
    }
    // An extension is outside of the scopes that enclose its type.
    guard
      type == scope.owner || type.isEmpty
        || scope.globals[name] == nil && declarations.member(name, of: "") == nil
    else { throw start }
    return type
  }

  /// Evaluates a member with implicit `self`; returns `nil` for other names.
  mutating func implicitMember(_ name: String) throws(ManifestObstacle) -> ManifestValue? {
    guard let binding = scope.itself, let value = binding.element?.value else { return nil }
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
    traits.isWrapped = binding.traits.isWrapped
    return try member(name, behind: value, nil)
  }

  mutating func use(
    _ binding: ManifestBinding, _ start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    guard let element = binding.element else { throw binding.obstacle ?? start }
    traits.add(binding.traits)
    return element.value
  }

  /// Evaluates or calls a member of a type that the manifest declares.
  mutating func declared(
    _ name: String, of type: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    let obstacle = cursor.obstacle(at: start)
    guard let member = declarations.member(name, of: type) else { throw obstacle }
    if cursor.isCall { return try call(member, at: start) }
    if let binding = scope.statics[type]?[name] { return try use(binding, obstacle) }
    guard !member.isFunction, !member.body.isEmpty else { throw obstacle }
    let binding = try evaluate(member)
    guard !binding.holdsObjects || skipped.names[name] == nil else { throw obstacle }
    // A computed variable may have another value later.
    if member.isConstant { scope.statics[type, default: [:]][name] = binding }
    return try use(binding, obstacle)
  }
}
