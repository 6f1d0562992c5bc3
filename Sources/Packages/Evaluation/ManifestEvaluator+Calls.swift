// Calls of functions that the manifest declares.
extension ManifestEvaluator {
  /// Calls a function of PackageDescription in a static member of its type.
  mutating func ownFunction(
    _ name: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    let type = scope.owner
    guard scope.itself == nil, scope.binding(name) == nil,
      ManifestType.builtins.contains(type) || ManifestType.nested.contains(type),
      ManifestType.functions.contains(name)
    else { throw cursor.obstacle(at: start) }
    cursor.place = start
    return try member(of: ManifestType(name: type))
  }

  /// Calls a function of the manifest; `itself` is the value whose member it is, and `type` the
  /// type of what this and further calls return.
  mutating func call(
    _ member: ManifestMember, of itself: ManifestBinding? = nil, _ type: ManifestType? = nil,
    at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    guard member.isFunction, cursor.isAt("(") else { throw cursor.obstacle(at: start) }
    let element = returnsSelf(member, at: cursor.place) ? type?.element : nil
    let values = try arguments(member.parameters, owner: member.owner, element: element)
    let value = try use(
      try evaluate(member, of: itself, with: values), cursor.obstacle(at: start))
    try make(1)
    return value
  }

  /// Whether a method of arrays, and those called on its result, return arrays of its elements.
  private func returnsSelf(_ member: ManifestMember, at place: Int) -> Bool {
    var (member, place) = (member, place)
    while let result = member.type.flatMap({ declarations.type(in: $0, of: member.owner) }),
      result.type == .anyElement.list, !result.isOptional
    {
      place = tokens.behind(place)
      guard tokens.isAt(place, ".") else { return true }
      guard let next = declarations.instanceMember(tokens.word(place + 1), of: member.owner)
      else { return false }
      (member, place) = (next, place + 2)
    }
    return false
  }

  /// Reads the arguments in brackets for parameters of a declaration in `owner`.
  private mutating func arguments(
    _ parameters: [ManifestMember.Parameter], owner: String, element: ManifestType? = nil
  ) throws(ManifestObstacle) -> [String: ManifestBinding] {
    let close = cursor.token.match
    try cursor.require("(")
    var values: [String: ManifestBinding] = [:]
    for parameter in parameters {
      let isLabeled = cursor.isAt(":", after: 1)
      let isGiven =
        cursor.place < close
        && (parameter.label.isEmpty ? !isLabeled : isLabeled && cursor.word == parameter.label)
      if isGiven {
        if isLabeled { cursor.place += 2 }
        values[parameter.name] = try argument(of: parameter.type, owner, element, before: close)
        guard cursor.take(",") || cursor.place == close else { throw obstacle }
      } else if let fallback = parameter.fallback {
        values[parameter.name] = try evaluate(
          ManifestMember(type: parameter.type, body: fallback, owner: owner))
      } else {
        guard parameter.isOptional, let last = parameter.type.last, tokens.isAt(last, "?") else {
          throw obstacle
        }
        values[parameter.name] = ManifestBinding(
          ManifestElement(value: .null, range: tokens.all[close].range),
          traits: ManifestTraits(isWrapped: true))
      }
    }
    try cursor.require(end: close)
    cursor.advance()
    return values
  }

  /// Evaluates the argument for a parameter whose type is written in `range`.
  private mutating func argument(
    of range: Range<Int>, _ member: String, _ element: ManifestType?, before close: Int
  ) throws(ManifestObstacle) -> ManifestBinding {
    guard let (type, isOptional) = declarations.type(in: range, of: member),
      !ManifestType.settings.contains(type.name)
    else {
      try pass(to: tokens.first(",", from: cursor.place, before: close))
      return .unknown
    }
    let outer = traits
    traits = ManifestTraits()
    defer { traits = outer }
    let isElement = type.name == ManifestType.anyElement.name
    let expected = isElement ? element?.nested(by: type.depth) : type
    let value = try expression(expected)
    traits.isWrapped = isOptional || type.name != ManifestType.text.name
    return ManifestBinding(value, type: expected, traits: traits)
  }

  /// Evaluates the body of a member; `itself` is the value whose member it is.
  mutating func evaluate(
    _ member: ManifestMember, of itself: ManifestBinding? = nil,
    with values: [String: ManifestBinding] = [:]
  ) throws(ManifestObstacle) -> ManifestBinding {
    var frame = ManifestFrame(
      locals: ManifestBindings(values), owner: member.owner, isFunction: true)
    if let itself { frame.locals[ManifestScope.itself] = itself }
    guard !member.body.isEmpty else { throw obstacle }
    let outer = (cursor.place, scope.frame)
    (cursor.place, scope.frame) = (member.body.lowerBound, frame)
    defer { (cursor.place, scope.frame) = outer }
    return try binding(type: member.type, before: member.body.upperBound, isBody: true)
  }

  /// Evaluates the value of a constant whose type is written in `range`.
  mutating func binding(
    type range: Range<Int>?, before end: Int, isBody: Bool = false
  ) throws(ManifestObstacle) -> ManifestBinding {
    let written = range.flatMap { declarations.type(in: $0, of: scope.owner) }
    let outer = traits
    traits = ManifestTraits()
    defer { traits = outer }
    let element =
      isBody ? try body(written?.type, before: end) : try expression(written?.type, before: end)
    if range != nil {
      // A set has no order.
      if written == nil, case .list = element.value { throw obstacle }
      traits.isWrapped = written.map { $0.isOptional || $0.type.name != "String" } ?? true
    }
    return ManifestBinding(element, type: written?.type, traits: traits)
  }
}

// Structures that the manifest declares.
extension ManifestEvaluator {
  /// Creates a value of a structure with its memberwise initializer.
  mutating func makeInstance(
    of type: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    guard let declared = declarations.declared[type], declared.isKnown, declared.isStructure,
      declared.initializers == 0
    else { throw cursor.obstacle(at: start) }
    // A constant with a value is no parameter.
    let parameters = declared.fields.filter { $0.isOptional || $0.fallback == nil }
    var values = try arguments(parameters, owner: type)
    for field in declared.fields where values[field.name] == nil {
      guard let value = field.fallback else { throw cursor.obstacle(at: start) }
      values[field.name] = try evaluate(
        ManifestMember(type: field.type.isEmpty ? nil : field.type, body: value, owner: type))
    }
    try make(1 + values.count)
    return .instance(ManifestInstance(type: type, fields: values))
  }
}
