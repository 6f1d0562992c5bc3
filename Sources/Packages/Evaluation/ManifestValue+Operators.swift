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
    case ("..<", _, _), ("...", _, _), ("+", .other, _), ("+", _, .other), ("??", .other, _): .other
    default: nil
    }
  }

  /// Whether two values are equal; `nil` if unknown.
  static func equals(_ a: ManifestValue, _ b: ManifestValue) -> Bool? {
    switch (a, b) {
    case (.null, .null): true
    case (.null, .text), (.text, .null), (.null, .bool), (.bool, .null): false
    case (.null, .list), (.list, .null), (.null, .member), (.member, .null): false
    case (.member(let a, let one), .member(let b, let other)): one == other ? a == b : nil
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

extension ManifestCall {
  /// Returns a property of a target; `nil` for other properties.
  func property(_ name: String) -> ManifestValue? {
    guard let kind = ManifestDecoder.kinds[self.name] else { return nil }
    switch name {
    case "name":
      guard case .text(let text)? = self["name"]?.value else { return nil }
      return .text(text)
    case "type": return .member(kind.rawValue, of: ManifestType.targetType.name)
    case "isTest": return .bool(kind == .test)
    case "dependencies": return self["dependencies"]?.value ?? .list([])
    case "path": return self["path"]?.value ?? .null
    case "plugins": return self["plugins"]?.value ?? .null
    default: return ManifestLoop.settings.contains(name) ? .other : nil
    }
  }
}
