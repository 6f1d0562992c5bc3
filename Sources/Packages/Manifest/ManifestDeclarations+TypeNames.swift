// Types by their names in a manifest.
extension ManifestDeclarations {
  /// Returns the type in `range`, and whether it is optional; nil for an unknown type.
  func type(
    in range: Range<Int>, of owner: String, depth level: Int = 0
  ) -> (type: ManifestType, isOptional: Bool)? {
    guard level < Self.mostDepth else { return nil }
    var range = range
    var (isOptional, depth) = (false, 0)
    while !range.isEmpty {
      if tokens.isAt(range.upperBound - 1, "?") {
        isOptional = true
        range = range.dropLast()
      } else if tokens.isAt(range.lowerBound, "["),
        tokens.behind(range.lowerBound) == range.upperBound
      {
        range = range.dropFirst().dropLast()
        let colon = tokens.first(":", from: range.lowerBound, before: range.upperBound)
        guard colon == range.upperBound else {
          guard range.count > 2, tokens.isAt(range.lowerBound, "String"),
            colon == range.lowerBound + 1
          else { return nil }
          let value = type(in: (colon + 1)..<range.upperBound, of: owner, depth: level + 1)
          return (.dictionary(of: value?.type).nested(by: depth), isOptional)
        }
        depth += 1
      } else {
        break
      }
    }
    if !range.isEmpty, tokens.isAt(range.lowerBound, "("),
      tokens.behind(range.lowerBound) == range.upperBound
    {
      guard let fields = fields(in: range.dropFirst().dropLast(), of: owner, depth: level + 1)
      else {
        return nil
      }
      return (ManifestType(name: "", depth: depth, fields: fields), isOptional)
    }
    let words = range.enumerated().map { index, place in
      index % 2 == 0 ? tokens.word(place) : tokens.isAt(place, ".") ? "" : "?"
    }
    guard words.count % 2 == 1, !words.contains("?") else { return nil }
    var names = words.filter { !$0.isEmpty }
    if names.count > 1, names[0] == "PackageDescription" { names.removeFirst() }
    if names.count == 1, let alias = aliases[names[0]] {
      guard let alias, let found = type(in: alias, of: "", depth: level + 1) else { return nil }
      return (found.type.nested(by: depth), isOptional || found.isOptional)
    }
    if names == [ManifestType.anyElement.name] {
      if owner == "Array" { return (.anyElement.nested(by: depth), isOptional) }
      guard owner.hasPrefix("[") else { return nil }
      names = [String(owner.dropFirst())]
    }
    guard let name = resolve(names, in: owner) else { return nil }
    return (ManifestType(name: name, depth: depth), isOptional)
  }

  /// Returns the elements of a tuple type; nil for other types in brackets.
  private func fields(in range: Range<Int>, of owner: String, depth: Int) -> [ManifestType.Field]? {
    var fields: [ManifestType.Field] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let end = tokens.first(",", from: place, before: range.upperBound)
      let isLabeled = place + 2 < end && tokens.isIdentifier(place) && tokens.isAt(place + 1, ":")
      let written = type(in: (isLabeled ? place + 2 : place)..<end, of: owner, depth: depth)
      fields.append(
        .init(
          label: isLabeled ? tokens.word(place) : "", type: written?.type,
          isOptional: written?.isOptional ?? true))
      place = end + 1
    }
    return fields.count > 1 ? fields : nil
  }

  /// Returns the full name of a type for a name in another type; nil for an unknown type.
  func resolve(_ names: [String], in owner: String) -> String? {
    guard let first = names.first else { return nil }
    let rest = names.count == 1 ? "" : names.dropFirst().map { "." + $0 }.joined()
    if first == "Self" { return owner.isEmpty ? nil : owner + rest }
    var outer = owner[...]
    while !outer.isEmpty {
      let name = outer + "." + first
      if types.contains(name) || ManifestType.nested.contains(name) { return name + rest }
      outer = outer[..<(outer.lastIndex(of: ".") ?? outer.startIndex)]
    }
    if types.contains(first) || ManifestType.builtins.contains(first) { return first + rest }
    return nil
  }
}

extension ManifestTokens {
  /// Returns the end of the type of a constant.
  func endOfType(from start: Int, before limit: Int) -> Int {
    var place = start
    while place < limit, !isAt(place, "="), !isAt(place, "{"), !isAt(place, ","),
      !isAt(place, ";"), place == start || !all[place].startsLine
    {
      place = behind(place)
    }
    return min(place, limit)
  }
}
