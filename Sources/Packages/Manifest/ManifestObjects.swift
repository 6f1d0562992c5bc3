/// The package, its products and its targets, which are references that statements change.
struct ManifestObjects {
  private var count = 0
  /// The values of changed properties, by the number of the object.
  private var changes: [Int: [String: ManifestElement]] = [:]

  /// Returns the number of another object.
  mutating func next() -> Int {
    count += 1
    return count
  }

  /// Returns an object as it is now; other calls are as written.
  func current(_ call: ManifestCall) -> ManifestCall {
    guard let object = call.object, let changes = changes[object] else { return call }
    var call = call
    call.changes = changes
    return call
  }

  mutating func set(_ name: String, of call: ManifestCall, to element: ManifestElement) {
    guard let object = call.object else { return }
    changes[object, default: [:]][name] = element
  }

  /// Appends to a list; `range` is the place of an absent one.
  mutating func append(
    _ elements: [ManifestElement], to name: String, of call: ManifestCall, _ range: Range<Int>
  ) {
    guard let object = call.object else { return }
    let absent = ManifestElement(value: call[name]?.value ?? .list([]), range: range)
    changes[object, default: [:]][name, default: absent].value.append(elements)
  }
}

extension ManifestCall {
  /// The properties of targets that do not affect the graph.
  static let settings: Set<String> = [
    "swiftSettings", "cSettings", "cxxSettings", "linkerSettings",
  ]

  /// Returns a property of an object; `nil` for one that cannot be read.
  func property(_ name: String) -> ManifestValue? {
    switch name {
    case "name": self[name]?.value.text.map { .text($0) }
    case "type":
      ManifestDecoder.kinds[self.name].map {
        .member($0.rawValue, of: ManifestType.targetType.name)
      }
    case "isTest": ManifestDecoder.kinds[self.name].map { .bool($0 == .test) }
    case "targets", "products", "dependencies", "exclude": self[name]?.value ?? .list([])
    case "path", "plugins", "sources": self[name]?.value ?? .null
    default: Self.settings.contains(name) ? .other : nil
    }
  }
}
