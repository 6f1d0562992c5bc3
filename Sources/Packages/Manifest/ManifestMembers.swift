// Members of values, after a dot.
extension ManifestEvaluator {
  /// Evaluates the members and calls that follow a value; `type` is the type of the result.
  mutating func members(
    behind value: ManifestValue, _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    var value = value
    while isAt("."), tokens.isIdentifier(place + 1) {
      try count(1)
      let name = tokens.word(place + 1)
      advance()
      advance()
      value = try member(name, behind: value, type)
    }
    return value
  }

  /// Evaluates a member whose name is before the current token.
  mutating func member(
    _ name: String, behind value: ManifestValue, _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = place - 1
    if case .environment = value { return try hasVariable(name) }
    if let found = try declaredMember(name, of: value) {
      var values: [String: ManifestBinding] = [:]
      var itself = ManifestBinding(
        element: ManifestElement(value: value, range: tokens.all[start].range), type: nil)
      itself.isWrapped = isWrapped
      itself.dependsOnHost = dependsOnHost
      values[Self.itself] = itself
      isWrapped = false
      if found.isFunction { return try call(found, with: values, at: start) }
      return try use(try evaluate(found, with: values), obstacle(at: start))
    }
    if case .instance(let instance) = value {
      guard let field = instance.fields[name] else { throw obstacle(at: start) }
      isWrapped = false
      return try use(field, obstacle(at: start))
    }
    guard !declarations.strangers.contains(name) else { throw obstacle(at: start) }
    switch value {
    case .list(let elements): return try member(name, of: elements, type)
    case .text(let text): return try member(name, of: text)
    case .call(let call) where call.isObject: return try member(name, of: call)
    case .member(let word, let owner) where name == "rawValue": return try rawValue(word, owner)
    default: throw obstacle(at: start)
    }
  }

  /// The name of the parameter that holds the value whose member is evaluated.
  static let itself = "self"

  /// The member that the manifest declares for such values.
  private func declaredMember(
    _ name: String, of value: ManifestValue
  ) throws(ManifestObstacle) -> ManifestMember? {
    let owners = declarations.instanceMembers.keys.filter {
      declarations.instanceMember(name, of: $0) != nil
    }
    guard !owners.isEmpty else { return nil }
    let owner: String
    switch value {
    case .instance(let instance): owner = instance.type
    case .member(_, let type) where declarations.declared[type] != nil: owner = type
    default:
      // Nothing else may be meant.
      guard owners.count == 1, let only = owners.first, !Self.common.contains(name),
        isValue(value, of: only)
      else { throw obstacle }
      owner = only
    }
    switch declarations.instanceMember(name, of: owner) {
    case .none: return nil
    case .some(let member):
      guard let member, !declarations.strangers.contains(name) else { throw obstacle }
      return member
    }
  }

  private func isValue(_ value: ManifestValue, of owner: String) -> Bool {
    switch value {
    case .text: owner == "String" && !isWrapped
    case .list: owner == "Array" || owner.hasPrefix("[")
    case .call(let call) where call.isObject: owner == "Target" || owner == "Product"
    default: false
    }
  }

  /// Members of lists and texts in the standard library, which a declaration may overload.
  private static let common: Set<String> = [
    "map", "compactMap", "flatMap", "filter", "contains", "isEmpty", "first", "last", "count",
    "reduce", "sorted", "reversed", "joined", "forEach", "allSatisfy", "enumerated", "prefix",
    "suffix", "dropFirst", "dropLast", "drop", "append", "appending", "insert", "remove",
    "removeAll", "removeFirst", "removeLast", "removing", "split", "hasPrefix", "hasSuffix",
    "lowercased", "uppercased", "capitalized", "replacing", "replacingOccurrences", "trimming",
    "trimmingCharacters", "starts", "elementsEqual", "min", "max", "shuffled", "union", "merging",
    "subtracting", "description", "hash", "sort", "indices", "index", "firstIndex", "lazy",
    "components", "appendingPathComponent", "range", "ranges", "trimmingPrefix", "difference",
    "applying", "partition", "swapAt", "name", "type", "path", "dependencies", "utf8", "hashValue",
  ]

  private func rawValue(
    _ word: String, _ owner: String
  ) throws(ManifestObstacle) -> ManifestValue {
    guard let type = declarations.declared[owner], type.isKnown,
      type.inherited.contains("String"), !isWrapped || type.hasCase(word),
      let found = type.cases.first(where: { $0.name == word })
    else { throw obstacle }
    return .text(found.rawValue)
  }

  /// `.keys.contains("NAME")` of the environment.
  private mutating func hasVariable(_ name: String) throws(ManifestObstacle) -> ManifestValue {
    guard name == "keys", starts(with: [".", "contains", "("]),
      declarations.code["contains"] == nil, declarations.code["keys"] == nil
    else { throw obstacle }
    place += 3
    try requireUnset()
    try require(")")
    return .bool(false)
  }
}

// Members of PackageDescription and the standard library.
extension ManifestEvaluator {
  /// Reads a property of a target.
  private mutating func member(
    _ name: String, of call: ManifestCall
  ) throws(ManifestObstacle) -> ManifestValue {
    guard let kind = ManifestDecoder.kinds[call.name] else { throw obstacle }
    isWrapped = name != "name"
    switch name {
    case "name":
      guard case .text(let text)? = call["name"]?.value else { throw obstacle }
      return .text(text)
    case "type": return .member(kind.rawValue, of: ManifestType.targetType.name)
    case "isTest": return .bool(kind == .test)
    case "dependencies":
      guard let list = call["dependencies"] else { return .list([]) }
      return list.value
    case "path": return call["path"]?.value ?? .null
    default: throw obstacle
    }
  }

  private mutating func member(
    _ name: String, of text: String
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = obstacle(at: place - 2)
    if name == "isEmpty" { return .bool(text.isEmpty) }
    guard !isWrapped, take("(") else { throw start }
    switch name {
    case "hasPrefix", "hasSuffix":
      guard case .text(let other) = try expression(.text).value else { throw start }
      try require(")")
      return .bool(name == "hasPrefix" ? text.hasPrefix(other) : text.hasSuffix(other))
    case "lowercased", "uppercased":
      try require(")")
      return .text(name == "lowercased" ? text.lowercased() : text.uppercased())
    default: throw start
    }
  }

  private mutating func member(
    _ name: String, of list: [ManifestElement], _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = obstacle(at: place - 2)
    switch name {
    case "isEmpty": return .bool(list.isEmpty)
    case "map", "compactMap", "flatMap", "filter", "allSatisfy":
      return try walk(name, over: list, type)
    case "contains":
      if isAt("{") || starts(with: ["(", "where", ":"]) {
        return try walk("contains", over: list, type)
      }
      return .bool(try contains(list))
    case "reversed" where starts(with: ["(", ")"]):
      place += 2
      return .list(list.reversed())
    case "joined" where isAt("("):
      advance()
      var separator = ""
      if starts(with: ["separator", ":"]) {
        place += 2
        guard case .text(let text) = try expression(.text).value else { throw start }
        separator = text
      }
      try require(")")
      guard !isWrapped else { throw start }
      return .text(try texts(list, start).joined(separator: separator))
    default: throw start
    }
  }

  private func texts(
    _ list: [ManifestElement], _ start: ManifestObstacle
  ) throws(ManifestObstacle) -> [String] {
    var texts: [String] = []
    for element in list {
      guard case .text(let text) = element.value else { throw start }
      texts.append(text)
    }
    return texts
  }

  /// Evaluates the brackets after `contains`.
  private mutating func contains(
    _ list: [ManifestElement]
  ) throws(ManifestObstacle) -> Bool {
    let start = obstacle
    try require("(")
    let wanted = try expression(list.first.flatMap { Self.type(of: $0.value) } ?? .text).value
    try require(")")
    var isFound = false
    for element in list {
      guard let isEqual = Self.equals(element.value, wanted) else { throw start }
      if isEqual { isFound = true }
    }
    return isFound
  }

  /// The type that `.name` has when it is compared with the value.
  static func type(of value: ManifestValue) -> ManifestType? {
    switch value {
    case .member(_, let owner): ManifestType(name: owner)
    case .text: .text
    case .bool: .bool
    default: nil
    }
  }
}
