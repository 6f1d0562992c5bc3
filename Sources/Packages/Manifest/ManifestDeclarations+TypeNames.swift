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
        if colon < range.upperBound {
          guard let type = dictionary(in: range, colon, of: owner, depth: level) else { return nil }
          return (type.nested(by: depth), isOptional)
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
    return namedType(in: range, of: owner).map { ($0.nested(by: depth), isOptional) }
  }

  /// Returns the type with a name.
  private func namedType(in range: Range<Int>, of owner: String) -> ManifestType? {
    let words = range.enumerated().map { index, place in
      index % 2 == 0 ? tokens.word(place) : tokens.isAt(place, ".") ? "" : "?"
    }
    guard words.count % 2 == 1, !words.contains("?") else { return nil }
    var names = words.filter { !$0.isEmpty }
    if names.count > 1, names[0] == "PackageDescription" { names.removeFirst() }
    if owner == "Array", names == ["Self"] || names == [owner] { return .anyElement.list }
    if names == [ManifestType.anyElement.name] {
      if owner == "Array" { return .anyElement }
      guard owner.hasPrefix("[") else { return nil }
      names = [String(owner.dropFirst())]
    }
    return resolve(names, in: owner).map { ManifestType(name: $0) }
  }

  /// Returns the type of a dictionary from strings; nil for other keys.
  private func dictionary(
    in range: Range<Int>, _ colon: Int, of owner: String, depth: Int
  ) -> ManifestType? {
    guard colon == range.lowerBound + 1, tokens.isAt(range.lowerBound, "String") else { return nil }
    let value = type(in: (colon + 1)..<range.upperBound, of: owner, depth: depth + 1)
    return .dictionary(of: value?.type)
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
      if declared[name] != nil || ManifestType.nested.contains(name) { return name + rest }
      outer = outer[..<(outer.lastIndex(of: ".") ?? outer.startIndex)]
    }
    if declared[first] != nil || ManifestType.builtins.contains(first) { return first + rest }
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
