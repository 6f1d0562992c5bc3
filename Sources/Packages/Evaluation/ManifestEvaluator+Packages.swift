// Members of types, and calls of PackageDescription.
extension ManifestEvaluator {
  mutating func member(of type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let (start, obstacle) = (cursor.place, cursor.obstacle)
    let range = cursor.token.range
    let name = try cursor.takeIdentifier()
    if name == "self" { return .other }
    guard let type else { return try nameOfUnknownType(name, obstacle) }
    guard type != .anyElement else { throw obstacle }
    let isDeclared = declarations.declared[type.name] != nil
    if declarations.member(name, of: type.key) != nil {
      // The name is ambiguous: a function of the manifest or of PackageDescription.
      guard isDeclared || !ManifestType.functions.contains(name) else { throw obstacle }
      return try declared(name, of: type.key, at: start)
    }
    if type.depth == 0, isDeclared {
      if !cursor.isCall, let value = declarations.caseMember(name, of: type.name, at: range) {
        return value
      }
      if cursor.isCall, name == "init" { return try makeInstance(of: type.name, at: start) }
    }
    guard !declarations.strangers.contains(name), !isDeclared else { throw obstacle }
    guard cursor.isCall else {
      if name != "none" { return .member(name, of: type.name) }
      traits.isWrapped = true
      return .null
    }
    switch name {
    case "some":
      let value = try onlyArgument(type)
      traits.isWrapped = true
      return value
    case "init": return try initializer(of: type, at: start)
    default:
      var call = try call(name, at: start)
      if type == .target || type == .product { call.object = objects.next() }
      return .call(call)
    }
  }

  /// Evaluates `.name`, unless the manifest declares such a member of any type.
  private func nameOfUnknownType(
    _ name: String, _ start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    let isDeclared = declarations.members.contains {
      !$0.key.hasSuffix("#") && $0.value[name] != nil
    }
    guard !cursor.isCall, !isDeclared, name != "none", !declarations.strangers.contains(name) else {
      throw start
    }
    return .member(name, of: "")
  }

  /// Evaluates `.init(stringLiteral: "Core")`, or the package.
  private mutating func initializer(
    of type: ManifestType, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    if type == .package { return .call(try call("Package", at: start)) }
    guard type == .dependency || type == .plugin,
      let text = try onlyArgument(.text, label: "stringLiteral").text
    else { throw cursor.obstacle(at: start) }
    return .text(text)
  }

  /// Reads the arguments of a function of PackageDescription.
  mutating func call(_ name: String, at start: Int) throws(ManifestObstacle) -> ManifestCall {
    let close = cursor.token.match
    try cursor.require("(")
    let isPackage = name == "Package"
    guard !isPackage || package == nil && !isInPackage else { throw cursor.obstacle(at: start) }
    let outer = isInPackage
    defer { isInPackage = outer }
    if isPackage { isInPackage = true }
    var arguments: [ManifestCall.Argument] = []
    arguments.reserveCapacity(4)
    while cursor.place < close {
      let label = cursor.takeLabel()
      let element = try argument(label, of: name, before: close)
      if isPackage, label == "name" { packageName = element.value.text }
      arguments.append(ManifestCall.Argument(label: label, element: element))
      guard cursor.take(",") else { break }
    }
    try cursor.require(end: close)
    cursor.advance()
    var call = ManifestCall(name: name, arguments: arguments)
    if isPackage {
      call.object = objects.next()
      package = call
    }
    return call
  }

  private mutating func argument(
    _ label: String, of function: String, before close: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let start = cursor.place
    let known = ManifestType.argument(label, of: function)
    if let known, !known.isOptional { return try expression(known.type) }
    let end = tokens.first(",", from: start, before: close)
    guard end > start else { throw obstacle }
    if let known {
      do throws(ManifestObstacle) {
        return try expression(known.type, before: end)
      } catch {}
    }
    cursor.place = start
    try pass(to: end)
    return ManifestElement(
      value: .other, range: tokens.all[start].range.lowerBound..<cursor.previousEnd)
  }
}
