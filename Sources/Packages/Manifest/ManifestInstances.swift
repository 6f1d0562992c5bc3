// Values of types that the manifest declares.
extension ManifestEvaluator {
  /// Evaluates a case of an enumeration, or `allCases`; nil for other members.
  func caseMember(_ name: String, of type: String) -> ManifestValue? {
    guard let declared = declarations.declared[type], declared.isKnown,
      declarations.member(name, of: type) == nil
    else { return nil }
    if declared.hasCase(name) { return .member(name, of: type) }
    guard name == "allCases", declared.inherited.contains("CaseIterable"), !declared.cases.isEmpty
    else { return nil }
    let range = tokens.all[max(place - 1, 0)].range
    return .list(
      declared.cases.map { ManifestElement(value: .member($0.name, of: type), range: range) })
  }

  /// Makes a value of a structure with the initializer that has its stored properties for
  /// parameters.
  mutating func makeInstance(
    of type: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    guard let declared = declarations.declared[type], declared.isKnown, declared.isStructure,
      declared.initializers == 0
    else { throw obstacle(at: start) }
    var values = try arguments(declared.parameters, owner: type)
    for field in declared.fields where values[field.name] == nil {
      guard let value = field.value else { throw obstacle(at: start) }
      values[field.name] = try evaluate(
        ManifestMember(type: field.type, body: value, owner: type), with: [:])
    }
    try make(1 + values.count)
    return .instance(ManifestInstance(type: type, fields: values))
  }
}
