struct ManifestMember {
  var isFunction = false
  /// Whether it has the same value in each use.
  var isConstant = false
  var parameters: [Parameter] = []
  var type: Range<Int>?
  var body: Range<Int>
  /// The type that it is a member of; empty for a global.
  var owner: String

  /// A member that is declared twice, is ambiguous, or has an unsupported form; it has no body.
  static let unsupported = ManifestMember(body: 0..<0, owner: "")

  struct Parameter {
    var label: String
    var name: String
    var type: Range<Int>
    var fallback: Range<Int>?
    /// Whether it is nil without an argument and a fallback, if its type is optional; for a stored
    /// property, whether it is a variable.
    var isOptional = false
  }
}

/// The declarations of a manifest, by token indexes.
struct ManifestDeclarations {
  /// The members of types and, under the empty name, global functions and computed variables.
  ///
  /// Functions and computed variables of values are under the name of the type and `#`.
  private(set) var members: [String: [String: ManifestMember]] = [:]
  /// The code of all declarations with a name.
  private(set) var code: [String: [Range<Int>]] = [:]
  /// The declared types, by name.
  var declared: [String: ManifestDeclaredType] = [:]
  /// The names of members in extensions of unknown types.
  private(set) var strangers: Set<String> = []

  let tokens: ManifestTokens

  /// - Complexity: O(*n*) for *n* tokens.
  init(_ tokens: ManifestTokens) throws(ManifestObstacle) {
    self.tokens = tokens
    try scan(0..<(tokens.all.count - 1), owner: "", isKnown: true, depth: 0)
  }

  /// Returns the member of values of the type.
  func instanceMember(_ name: String, of owner: String) -> ManifestMember? {
    members[owner + "#"]?[name]
  }

  func member(_ name: String, of owner: String) -> ManifestMember? { members[owner]?[name] }

  static let mostDepth = 16

  private mutating func scan(
    _ range: Range<Int>, owner: String, isKnown: Bool, depth: Int
  ) throws(ManifestObstacle) {
    guard depth < Self.mostDepth else { throw obstacle(range.lowerBound) }
    var place = range.lowerBound
    while place < range.upperBound {
      let start = tokens.modifiers(from: place, before: range.upperBound)
      var scope = Scope(
        owner: owner, isKnown: isKnown && !start.hasAttributes, isStatic: start.isStatic,
        limit: range.upperBound)
      place = start.place
      switch tokens.isIdentifier(place) ? tokens.word(place) : "" {
      case "import": place = tokens.end(from: place, before: range.upperBound)
      case "case" where declared[owner] != nil:
        if !scope.isKnown || start.isIndirect { declared[owner]?.isKnown = false }
        place = addCases(from: place, to: owner, before: range.upperBound)
      case "let", "var":
        if start.isIndirect { scope.isKnown = false }
        place = bindings(from: place + 1, scope)
      case "func": place = try function(from: place + 1, scope)
      case "init", "subscript": place = initializer(from: place, scope)
      case "enum", "struct", "class", "protocol", "actor", "extension":
        place = try type(from: place, scope, depth: depth)
      case "if", "guard", "while", "for", "switch":
        // Declarations in a block are local to it.
        place = tokens.first("{", from: place, before: range.upperBound)
        if place < range.upperBound { place = tokens.behind(place) }
      default: place = tokens.behind(place)
      }
    }
  }

  private struct Scope {
    var owner: String
    var isKnown: Bool
    var isStatic: Bool
    var limit: Int
    var isType: Bool { !owner.isEmpty }
    /// The key of its functions and computed variables.
    var members: String { isType && !isStatic ? owner + "#" : owner }
  }

  private func obstacle(_ place: Int) -> ManifestObstacle {
    ManifestObstacle(offset: tokens.all[place].range.lowerBound)
  }

  private mutating func add(_ name: String, _ member: ManifestMember?, _ scope: Scope) {
    let isNew = members[scope.members]?[name] == nil
    members[scope.members, default: [:]][name] =
      isNew && scope.isKnown ? member ?? .unsupported : .unsupported
  }
}

// Constants and functions.
extension ManifestDeclarations {
  private mutating func bindings(from start: Int, _ scope: Scope) -> Int {
    var place = start
    repeat {
      if place > start { place += 1 }
      guard place < scope.limit, tokens.isIdentifier(place) else {
        declared[scope.owner]?.isKnown = false
        return max(place, start)
      }
      place = binding(at: place, isMutable: tokens.isAt(start - 1, "var"), scope)
    } while place < scope.limit && tokens.isAt(place, ",")
    return max(place, start)
  }

  private mutating func binding(at start: Int, isMutable: Bool, _ scope: Scope) -> Int {
    let name = tokens.word(start)
    var place = start + 1
    var type: Range<Int>?
    if place < scope.limit, tokens.isAt(place, ":") {
      let end = tokens.endOfType(from: place + 1, before: scope.limit)
      type = (place + 1)..<end
      place = end
    }
    var member: ManifestMember?
    var isStored = true
    var value: Range<Int>?
    if place < scope.limit, tokens.isAt(place, "=") {
      let end = tokens.end(from: place + 1, before: scope.limit)
      value = (place + 1)..<end
      // A static variable may be changed in other places.
      if !isMutable {
        member = ManifestMember(
          isConstant: true, type: type, body: (place + 1)..<end, owner: scope.owner)
      }
      place = end
    } else if place < scope.limit, tokens.isAt(place, "{") {
      isStored = false
      let body = (place + 1)..<tokens.all[place].match
      member = ManifestMember(type: type, body: body, owner: scope.owner)
      place = tokens.behind(place)
    }
    code[name, default: []].append(start..<place)
    if scope.isType ? scope.isStatic || !isStored : !isStored { add(name, member, scope) }
    if scope.isType, !scope.isStatic, isStored {
      if !scope.isKnown { declared[scope.owner]?.isKnown = false }
      declared[scope.owner]?.fields.append(
        .init(
          label: name, name: name, type: type ?? 0..<0, fallback: value, isOptional: isMutable))
    }
    return place
  }

  private mutating func function(from start: Int, _ scope: Scope) throws(ManifestObstacle) -> Int {
    // A declared operator may be one that the graph uses.
    guard start + 1 < scope.limit, tokens.isIdentifier(start) else { throw obstacle(start) }
    let name = tokens.word(start)
    let open = tokens.first("(", from: start + 1, before: scope.limit)
    guard open < scope.limit else { throw obstacle(start) }
    var member = ManifestMember(isFunction: true, body: start..<start, owner: scope.owner)
    let parameters = parameters(in: (open + 1)..<tokens.all[open].match)
    member.parameters = parameters ?? []
    var place = tokens.behind(open)
    let signature = place
    while place < scope.limit, !tokens.isAt(place, "{"),
      !tokens.all[place].startsLine || tokens.isAt(place, "->") || tokens.isAt(place, "where")
    {
      place = tokens.behind(place)
    }
    if signature < place, tokens.isAt(signature, "->") { member.type = (signature + 1)..<place }
    let hasBody = place < scope.limit && tokens.isAt(place, "{")
    if hasBody {
      member.body = (place + 1)..<tokens.all[place].match
      place = tokens.behind(place)
    }
    code[name, default: []].append(start..<place)
    let isPlain = open == start + 1 && parameters != nil && member.type != nil && hasBody
    add(name, isPlain ? member : nil, scope)
    return place
  }

  /// Parses `_ name: Type = value`; returns nil for other forms.
  private func parameters(in range: Range<Int>) -> [ManifestMember.Parameter]? {
    var parameters: [ManifestMember.Parameter] = []
    var place = range.lowerBound
    while place < range.upperBound {
      guard place + 1 < range.upperBound, tokens.isIdentifier(place) else { return nil }
      let label = tokens.word(place)
      if tokens.isIdentifier(place + 1) { place += 1 }
      let name = tokens.word(place)
      guard place + 1 < range.upperBound, tokens.isAt(place + 1, ":") else { return nil }
      let end = tokens.first(",", from: place + 2, before: range.upperBound)
      let equals = tokens.first("=", from: place + 2, before: end)
      let type = (place + 2)..<equals
      let isPlain = type.allSatisfy { other in
        !tokens.isAt(other, "...") && !tokens.isAt(other, "inout")
          && tokens.all[other].kind != .attribute && !tokens.isAt(other, "<")
      }
      guard isPlain, !type.isEmpty else { return nil }
      parameters.append(
        .init(
          label: label == "_" ? "" : label, name: name, type: type,
          fallback: equals < end ? (equals + 1)..<end : nil))
      place = end + 1
    }
    return parameters
  }

  private mutating func initializer(from start: Int, _ scope: Scope) -> Int {
    guard scope.isType else { return start + 1 }
    let open = tokens.first("{", from: start, before: scope.limit)
    let end = open < scope.limit ? tokens.behind(open) : start + 1
    code[tokens.word(start), default: []].append(start..<end)
    strangers.insert("init")
    declared[scope.owner]?.initializers += 1
    return end
  }
}

// Types.
extension ManifestDeclarations {
  private mutating func type(
    from start: Int, _ scope: Scope, depth: Int
  ) throws(ManifestObstacle) -> Int {
    let open = tokens.first("{", from: start, before: scope.limit)
    guard start + 1 < open, open < scope.limit else { throw obstacle(start) }
    let body = (open + 1)..<tokens.all[open].match
    let header = (start + 1)..<open
    var owner: String
    if tokens.isAt(start, "extension") {
      owner = extended(by: header)
    } else {
      let name = tokens.word(start + 1)
      guard !ManifestType.builtins.contains(name) else { throw obstacle(start + 1) }
      owner = scope.owner.isEmpty ? name : scope.owner + "." + name
      let isStructure = tokens.isAt(start, "struct")
      declared[owner] = ManifestDeclaredType(
        isStructure: isStructure,
        isKnown: declared[owner] == nil && scope.isKnown
          && (isStructure || tokens.isAt(start, "enum")))
    }
    addInherited(header, to: owner)
    for place in header where tokens.isIdentifier(place) {
      code[tokens.word(place), default: []].append(body)
      // Only the name before the colon of `Name: Protocol` counts.
      guard place + 1 < open, tokens.isAt(place + 1, ".") else { break }
    }
    try scan(body, owner: owner, isKnown: scope.isKnown, depth: depth + 1)
    if owner.hasPrefix("?") {
      for key in [owner, owner + "#"] {
        strangers.formUnion((members.removeValue(forKey: key) ?? [:]).keys)
      }
    }
    return tokens.behind(open)
  }

  /// Returns the key of the extended type; it starts with `?` for an unknown type.
  private func extended(by header: Range<Int>) -> String {
    let end = header.first {
      tokens.isAt($0, ":") || tokens.isAt($0, "where") || tokens.isAt($0, "<")
    }
    let name = typeName(in: header.lowerBound..<(end ?? header.upperBound))
    guard let end else {
      guard tokens.isAt(header.lowerBound, "["),
        tokens.behind(header.lowerBound) == header.upperBound
      else { return name }
      return "[" + typeName(in: (header.lowerBound + 1)..<(header.upperBound - 1))
    }
    if tokens.isAt(end, ":") { return name }
    guard name == "Array", tokens.isAt(end, "where"), end + 3 < header.upperBound,
      tokens.isAt(end + 1, "Element"), tokens.isAt(end + 2, "==")
    else { return "?" + name }
    return "[" + typeName(in: (end + 3)..<header.upperBound)
  }

  private func typeName(in range: Range<Int>) -> String {
    let words = range.filter { tokens.isIdentifier($0) }.map { tokens.word($0) }
    let name = words.drop { $0 == "PackageDescription" }.joined(separator: ".")
    let isKnown =
      ManifestType.nested.contains(name) || ManifestType.builtins.contains(name)
      || declared[name] != nil
    return isKnown ? name : "?" + name
  }
}
