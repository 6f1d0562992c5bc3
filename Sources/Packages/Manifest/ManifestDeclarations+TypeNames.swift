// Types by their names in a manifest.
extension ManifestDeclarations {
  /// Returns the type in `range`, and whether it is optional; nil for an unknown type.
  func type(in range: Range<Int>, of owner: String) -> (type: ManifestType, isOptional: Bool)? {
    var range = range
    var (isOptional, depth) = (false, 0)
    while !range.isEmpty {
      if tokens.isAt(range.upperBound - 1, "?") {
        isOptional = true
        range = range.dropLast()
      } else if tokens.isAt(range.lowerBound, "["),
        tokens.behind(range.lowerBound) == range.upperBound
      {
        depth += 1
        range = range.dropFirst().dropLast()
      } else {
        break
      }
    }
    let words = range.enumerated().map { index, place in
      index % 2 == 0 ? tokens.word(place) : tokens.isAt(place, ".") ? "" : "?"
    }
    guard words.count % 2 == 1, !words.contains("?") else { return nil }
    var names = words.filter { !$0.isEmpty }
    if names.count > 1, names[0] == "PackageDescription" { names.removeFirst() }
    guard let name = resolve(names, in: owner) else { return nil }
    return (ManifestType(name: name, depth: depth), isOptional)
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
