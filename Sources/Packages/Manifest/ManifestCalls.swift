// Members and calls.
extension ManifestEvaluator {
  /// Evaluates the member after a dot.
  mutating func member(
    of type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = place
    let name = try takeIdentifier()
    if name == "self" { return .other }
    guard let type else { throw obstacle(at: start) }
    if declarations.member(name, of: type.key) != nil {
      // The manifest's own function may be meant, or that of PackageDescription.
      guard declarations.types.contains(type.name) || !ManifestType.functions.contains(name) else {
        throw obstacle(at: start)
      }
      return try declaredMember(name, of: type, at: start)
    }
    if type.depth == 0, declarations.types.contains(type.name) {
      if !isCall, let value = caseMember(name, of: type.name) { return value }
      if isCall, name == "init" { return try makeInstance(of: type.name, at: start) }
    }
    guard !declarations.strangers.contains(name), !declarations.types.contains(type.name) else {
      throw obstacle(at: start)
    }
    switch name {
    case "none" where !isCall:
      isWrapped = true
      return .null
    case "some" where isCall:
      advance()
      let value = try expression(type).value
      try require(")")
      isWrapped = true
      return value
    case "init" where isCall: return try initializer(of: type, at: start)
    default:
      guard isCall else { return .member(name, of: type.name) }
      var call = try call(name, at: start)
      call.isObject = type == .target || type == .product
      return .call(call)
    }
  }

  private mutating func declaredMember(
    _ name: String, of type: ManifestType, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    if !isCall { return try constant(name, of: type.key, at: obstacle(at: start)) }
    guard case .some(.some(let member)) = declarations.member(name, of: type.key) else {
      throw obstacle(at: start)
    }
    return try call(member, at: start)
  }

  /// `.init(stringLiteral: "Core")`, or the package.
  mutating func initializer(
    of type: ManifestType, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    if type == .package { return .call(try call("Package", at: start)) }
    guard type == .dependency || type == .plugin, tokens.isAt(place + 1, "stringLiteral"),
      tokens.isAt(place + 2, ":")
    else { throw obstacle(at: start) }
    place += 3
    let value = try expression(.text).value
    try require(")")
    guard case .text = value else { throw obstacle(at: start) }
    return value
  }

  /// Calls a function by its name alone.
  mutating func callFunction(
    _ name: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    if let value = try implicitMember(name) { return value }
    var outer = owner
    while true {
      if let found = declarations.member(name, of: outer) {
        guard let member = found, isCertain(name, in: outer) else { throw obstacle(at: start) }
        return try call(member, at: start)
      }
      guard !outer.isEmpty else { throw obstacle(at: start) }
      outer = outer.lastIndex(of: ".").map { String(outer[..<$0]) } ?? ""
    }
  }

  /// Calls a function of the manifest; `others` holds the value whose member it is.
  mutating func call(
    _ member: ManifestMember, with others: [String: ManifestBinding] = [:], at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    guard member.isFunction, isAt("(") else { throw obstacle(at: start) }
    let values = try arguments(member.parameters, owner: member.owner)
    let binding = try evaluate(member, with: values.merging(others) { value, _ in value })
    if binding.isWrapped { isWrapped = true }
    if binding.dependsOnHost { dependsOnHost = true }
    guard let element = binding.element else { throw obstacle(at: start) }
    try make(1)
    return element.value
  }

  /// Reads the arguments in brackets for parameters of a declaration in `owner`.
  mutating func arguments(
    _ parameters: [ManifestMember.Parameter], owner: String
  ) throws(ManifestObstacle) -> [String: ManifestBinding] {
    let close = token.match
    try require("(")
    var values: [String: ManifestBinding] = [:]
    for parameter in parameters {
      let isGiven =
        place < close
        && (parameter.label.isEmpty
          ? !tokens.isAt(place + 1, ":")
          : tokens.isAt(place + 1, ":") && tokens.word(place) == parameter.label)
      if isGiven {
        if !parameter.label.isEmpty { place += 2 }
        values[parameter.name] = try argument(of: parameter.type, owner, before: close)
        guard take(",") || place == close else { throw obstacle }
      } else if let fallback = parameter.fallback {
        values[parameter.name] = try evaluate(
          ManifestMember(type: parameter.type, body: fallback, owner: owner), with: [:])
      } else {
        guard parameter.isOptional, let last = parameter.type.last, tokens.isAt(last, "?") else {
          throw obstacle
        }
        let null = ManifestElement(value: .null, range: tokens.all[close].range)
        var binding = ManifestBinding(element: null, type: nil)
        binding.isWrapped = true
        values[parameter.name] = binding
      }
    }
    guard place == close else { throw obstacle }
    advance()
    return values
  }

  /// Evaluates the argument for a parameter whose type is written in `range`.
  mutating func argument(
    of range: Range<Int>, _ member: String, before close: Int
  ) throws(ManifestObstacle) -> ManifestBinding {
    let end = tokens.first(",", from: place, before: close)
    guard let (type, isOptional) = declarations.type(in: range, of: member),
      !ManifestType.settings.contains(type.name)
    else {
      try pass(over: place..<end)
      place = end
      return ManifestBinding(element: nil, type: nil)
    }
    let outer = (isWrapped, dependsOnHost)
    (isWrapped, dependsOnHost) = (false, false)
    defer { (isWrapped, dependsOnHost) = outer }
    var result = ManifestBinding(element: try expression(type), type: type)
    result.isWrapped = isOptional || type.name != ManifestType.text.name
    result.dependsOnHost = dependsOnHost
    return result
  }

  /// Evaluates the body of a member.
  mutating func evaluate(
    _ member: ManifestMember, with values: [String: ManifestBinding]
  ) throws(ManifestObstacle) -> ManifestBinding {
    let outer = (place, parameters, owner)
    (place, parameters, owner) = (member.body.lowerBound, values, member.owner)
    defer { (place, parameters, owner) = outer }
    guard !member.body.isEmpty else { throw obstacle }
    return try binding(type: member.type, before: member.body.upperBound, isBody: true)
  }

  /// Evaluates the expression or body up to `end` for a declaration with the type written in
  /// `range`.
  mutating func binding(
    type range: Range<Int>?, before end: Int, isBody: Bool = false
  ) throws(ManifestObstacle) -> ManifestBinding {
    let written = range.flatMap { declarations.type(in: $0, of: owner) }
    let outer = (isWrapped, dependsOnHost)
    (isWrapped, dependsOnHost) = (false, false)
    defer { (isWrapped, dependsOnHost) = outer }
    let type = written?.type
    let element = isBody ? try body(type, before: end) : try expression(type)
    guard place == end else { throw obstacle }
    // A set has no order.
    if range != nil, written == nil, case .list = element.value { throw obstacle }
    var result = ManifestBinding(element: element, type: written?.type)
    result.isWrapped =
      range == nil ? isWrapped : written.map { $0.isOptional || $0.type.name != "String" } ?? true
    result.dependsOnHost = dependsOnHost
    return result
  }

  /// Reads the arguments of a function of PackageDescription.
  mutating func call(
    _ name: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestCall {
    let close = token.match
    try require("(")
    if name == "Package" { packageCalls += 1 }
    guard packageCalls <= 1 else { throw obstacle(at: start) }
    let wasInPackage = isInPackage
    if name == "Package" { isInPackage = true }
    defer { isInPackage = wasInPackage }
    var arguments: [ManifestCall.Argument] = []
    arguments.reserveCapacity(4)
    while place < close {
      var label = ""
      if token.kind == .identifier, tokens.isAt(place + 1, ":") {
        label = tokens.word(place)
        place += 2
      }
      let element = try argument(label, of: name, before: close)
      if name == "Package", label == "name", case .text(let text) = element.value {
        packageName = text
      }
      arguments.append(ManifestCall.Argument(label: label, element: element))
      guard take(",") else { break }
    }
    guard place == close else { throw obstacle }
    advance()
    return ManifestCall(name: name, arguments: arguments)
  }

  mutating func argument(
    _ label: String, of function: String, before close: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let start = place
    let known = ManifestType.argument(label, of: function)
    if let known, !known.isOptional { return try expression(known.type) }
    let end = tokens.first(",", from: place, before: close)
    guard end > start else { throw obstacle }
    if let known {
      do throws(ManifestObstacle) {
        let element = try expression(known.type)
        if place == end { return element }
      } catch {}
    }
    place = end
    try pass(over: start..<end)
    return ManifestElement(
      value: .other, range: tokens.all[start].range.lowerBound..<previousEnd)
  }
}
