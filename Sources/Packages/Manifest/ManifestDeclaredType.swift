struct ManifestDeclaredType {
  /// The stored properties of a value, in order, as parameters of the initializer that the compiler
  /// synthesizes.
  var fields: [ManifestMember.Parameter] = []
  /// The cases of an enumeration, in order, with their raw values.
  var cases: [(name: String, rawValue: String)] = []
  var isStructure = false
  /// Whether all its parts have a supported form.
  var isKnown = true
  /// The number of declared initializers; without any, the compiler synthesizes one from the
  /// fields.
  var initializers = 0
  /// The types after the colon.
  var inherited: Set<String> = []

  /// Returns the raw value of a case of an enumeration of strings.
  func rawValue(of name: String) -> String? {
    guard isKnown, inherited.contains("String") else { return nil }
    return cases.first { $0.name == name }?.rawValue
  }
}

// Parts of types.
extension ManifestDeclarations {
  mutating func addInherited(_ header: Range<Int>, to owner: String) {
    let colon = tokens.first(":", from: header.lowerBound, before: header.upperBound)
    for place in colon..<header.upperBound where tokens.isIdentifier(place) {
      declared[owner]?.inherited.insert(tokens.word(place))
    }
  }

  /// Adds the cases of `case a, b = "B"`; the type is unknown if one has another form.
  ///
  /// - Returns: The index after the cases.
  mutating func addCases(from start: Int, to owner: String, before limit: Int) -> Int {
    let end = tokens.end(from: start, before: limit, isStatement: true)
    var place = start + 1
    while place < end {
      guard tokens.isIdentifier(place) else { break }
      let name = tokens.word(place)
      var rawValue = name
      place += 1
      if place + 1 < end, tokens.isAt(place, "="), let text = tokens.plainText(place + 1) {
        rawValue = text
        place += 2
      }
      declared[owner]?.cases.append((name, rawValue))
      guard place < end, tokens.isAt(place, ",") else { break }
      place += 1
    }
    if place < end { declared[owner]?.isKnown = false }
    return max(end, start + 1)
  }
}

extension ManifestTokens {
  /// Returns the text of a literal without escapes; nil for other tokens.
  func plainText(_ place: Int) -> String? {
    guard all[place].isPlain else { return nil }
    let range = all[place].range
    return String(
      decoding: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)], as: UTF8.self)
  }
}

// Members of values.
extension ManifestDeclarations {
  /// Returns the member that the manifest declares for a value.
  func member(_ name: String, of value: ManifestValue, isWrapped: Bool) -> ManifestMember? {
    let owners = members.keys.filter { $0.hasSuffix("#") && members[$0]?[name] != nil }
      .map { String($0.dropLast()) }
    guard !owners.isEmpty else { return nil }
    let owner: String
    switch value {
    case .instance(let instance): owner = instance.type
    case .member(_, let type) where declared[type] != nil: owner = type
    default:
      guard owners.count == 1, let only = owners.first, !Self.common.contains(name),
        value.mayBe(only, isWrapped: isWrapped)
      else { return .unsupported }
      owner = only
    }
    let member = instanceMember(name, of: owner)
    return member != nil && strangers.contains(name) ? .unsupported : member
  }

  /// Members of lists, texts and targets that the evaluator knows, which a declaration may overload.
  private static let common: Set<String> = [
    "map", "compactMap", "flatMap", "filter", "contains", "isEmpty", "first", "last", "reversed",
    "joined", "forEach", "allSatisfy", "indices", "append", "hasPrefix", "hasSuffix", "lowercased",
    "uppercased", "name", "type", "path", "dependencies",
  ]

  func caseMember(_ name: String, of type: String, at range: Range<Int>) -> ManifestValue? {
    guard let declared = declared[type], declared.isKnown, member(name, of: type) == nil else {
      return nil
    }
    if declared.cases.contains(where: { $0.name == name }) { return .member(name, of: type) }
    guard name == "allCases", declared.inherited.contains("CaseIterable"), !declared.cases.isEmpty
    else { return nil }
    return .list(
      declared.cases.map { ManifestElement(value: .member($0.name, of: type), range: range) })
  }
}
