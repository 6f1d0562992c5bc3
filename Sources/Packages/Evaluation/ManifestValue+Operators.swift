// Operators.
extension ManifestValue {
  /// Returns the value of `a sign b`; `nil` for unsupported operands.
  static func result(of sign: String, _ a: ManifestValue, _ b: ManifestValue) -> ManifestValue? {
    switch (sign, a, b) {
    case ("+", .text(let a), .text(let b)): .text(a + b)
    case ("+", .list(let a), .list(let b)): .list(a + b)
    case ("??", .null, _): b
    case ("??", .text, _), ("??", .list, _), ("??", .bool, _), ("??", .member, _),
      ("??", .instance, _), ("??", .call, _):
      a
    case ("==", _, _): equals(a, b).map { .bool($0) }
    case ("!=", _, _): equals(a, b).map { .bool(!$0) }
    case ("&&", .bool(let a), .bool(let b)): .bool(a && b)
    case ("||", .bool(let a), .bool(let b)): .bool(a || b)
    case ("..<", .text(let low), .text(let high)): .versions(low, through: false, high)
    case ("...", .text(let low), .text(let high)): .versions(low, through: true, high)
    case ("..<", _, _), ("...", _, _), ("+", .number, .number), ("+", .other, _), ("+", _, .other),
      ("??", .other, _):
      .other
    default: nil
    }
  }

  /// Returns the value of a method that calls a closure for each element of a list; `nil` if a
  /// result has another type.
  static func result(
    of method: String, _ list: [ManifestElement], _ results: [ManifestElement]
  ) -> ManifestValue? {
    switch method {
    case "forEach": return .other
    case "map": return .list(results)
    case "compactMap":
      return .list(results.filter { if case .null = $0.value { false } else { true } })
    case "flatMap":
      let lists = results.compactMap(\.value.list)
      return lists.count == results.count ? .list(lists.flatMap(\.self)) : nil
    default: break
    }
    let answers = results.compactMap {
      if case .bool(let answer) = $0.value { answer } else { nil }
    }
    guard answers.count == results.count else { return nil }
    let chosen = zip(list, answers).filter(\.1).map(\.0)
    return switch method {
    case "filter": .list(chosen)
    case "first": chosen.first?.value ?? .null
    case "contains": .bool(!chosen.isEmpty)
    default: .bool(chosen.count == answers.count)
    }
  }

  static func equals(_ a: ManifestValue, _ b: ManifestValue) -> Bool? {
    switch (a, b) {
    case (.null, .null): true
    case (.null, .text), (.text, .null), (.null, .bool), (.bool, .null): false
    case (.null, .list), (.list, .null), (.null, .member), (.member, .null): false
    case (.member(let a, let one), .member(let b, let other)):
      one == other || one.isEmpty || other.isEmpty ? a == b : nil
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    default: nil
    }
  }

  /// The type of `.name` in a comparison with the value.
  var comparedType: ManifestType? {
    switch self {
    case .member(_, let owner): ManifestType(name: owner)
    case .text: .text
    case .bool: .bool
    default: nil
    }
  }

  /// The number of elements of a list, or of bytes of a text.
  var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .list(let list): list.count
    default: 0
    }
  }
}

// Members.
extension ManifestValue {
  /// Whether a member that the manifest declares for a type may be one of this value.
  func mayBe(_ type: String, isWrapped: Bool) -> Bool {
    switch self {
    case .text: type == "String" && !isWrapped
    case .list: type == "Array" || type.hasPrefix("[")
    case .call(let call) where call.isObject: type == "Target" || type == "Product"
    default: false
    }
  }
}
