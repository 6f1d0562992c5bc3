// Members of values.
extension ManifestDeclarations {
  /// Returns the member that the manifest declares for a value.
  ///
  /// - Returns: nil without a member, and nil inside if its meaning is ambiguous or its form is not
  ///   supported.
  func member(_ name: String, of value: ManifestValue, isWrapped: Bool) -> ManifestMember?? {
    let owners = instanceMembers.keys.filter { instanceMember(name, of: $0) != nil }
    guard !owners.isEmpty else { return nil }
    let owner: String
    switch value {
    case .instance(let instance): owner = instance.type
    case .member(_, let type) where declared[type] != nil: owner = type
    default:
      guard owners.count == 1, let only = owners.first, !Self.common.contains(name),
        value.text == nil || !Self.ofTexts.contains(name),
        value.mayBe(only, isWrapped: isWrapped)
      else { return .some(nil) }
      owner = only
    }
    guard let member = instanceMember(name, of: owner) else { return nil }
    return .some(strangers.contains(name) ? nil : member)
  }

  /// Members of lists and texts in the standard library, which a declaration may overload.
  private static let common: Set<String> = [
    "map", "compactMap", "flatMap", "filter", "contains", "isEmpty", "first", "last", "count",
    "reduce", "sorted", "reversed", "joined", "forEach", "allSatisfy", "enumerated", "prefix",
    "suffix", "dropFirst", "dropLast", "drop", "append", "insert", "remove",
    "removeAll", "removeFirst", "removeLast", "removing", "split", "hasPrefix", "hasSuffix",
    "lowercased", "uppercased", "capitalized", "replacing", "replacingOccurrences", "trimming",
    "trimmingCharacters", "starts", "elementsEqual", "min", "max", "shuffled", "union", "merging",
    "subtracting", "description", "hash", "sort", "indices", "index", "firstIndex", "lazy",
    "components", "appendingPathComponent", "range", "ranges", "trimmingPrefix", "difference",
    "applying", "partition", "swapAt", "name", "type", "path", "dependencies", "utf8", "hashValue",
  ]

  /// Members of texts alone in Foundation.
  private static let ofTexts: Set<String> = ["appending"]

  /// Returns a case of an enumeration, or `allCases`; nil for other members.
  func caseMember(_ name: String, of type: String, at range: Range<Int>) -> ManifestValue? {
    guard let declared = declared[type], declared.isKnown, member(name, of: type) == nil else {
      return nil
    }
    if declared.hasCase(name) { return .member(name, of: type) }
    guard name == "allCases", declared.inherited.contains("CaseIterable"), !declared.cases.isEmpty
    else { return nil }
    return .list(
      declared.cases.map { ManifestElement(value: .member($0.name, of: type), range: range) })
  }
}
