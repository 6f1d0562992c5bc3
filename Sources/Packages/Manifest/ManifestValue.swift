enum ManifestValue {
  case text(String)
  case list([ManifestElement])
  /// `.library(…)`, `Target.target(…)` or `Package(…)`.
  case call(ManifestCall)
  /// `.static` or `Platform.iOS`: the name after the last dot, and the type; empty if unknown.
  case member(String, of: String)
  /// A value of a structure that the manifest declares, or a tuple.
  case instance(ManifestInstance)
  /// A dictionary whose keys are strings.
  case table([String: ManifestElement])
  /// `"1.0.0"..<"2.0.0"`, or `...`.
  case versions(String, through: Bool, String)
  case bool(Bool)
  case number(Int)
  case null
  /// A value that does not affect the graph, such as a build setting.
  case other
}

extension ManifestValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }

  var list: [ManifestElement]? { if case .list(let list) = self { list } else { nil } }

  /// Appends to a list, which is not copied if nothing else holds it.
  mutating func append(_ more: [ManifestElement]) {
    guard case .list(var list) = self else { return }
    self = .null
    list += more
    self = .list(list)
  }

  /// Whether it contains targets or products, which are references.
  var holdsObjects: Bool {
    switch self {
    case .call(let call): call.isObject
    case .list(let list): list.contains { $0.value.holdsObjects }
    case .instance(let instance): instance.fields.values.contains { $0.holdsObjects }
    case .table(let table): table.values.contains { $0.value.holdsObjects }
    default: false
    }
  }
}

struct ManifestInstance {
  /// The name of the type; empty for a tuple.
  var type: String
  /// The values by name; those of a tuple by index as well.
  var fields: [String: ManifestBinding]

  func hasCount(_ count: Int) -> Bool {
    type.isEmpty && fields["\(count - 1)"] != nil && fields["\(count)"] == nil
  }
}

struct ManifestElement {
  var value: ManifestValue
  var range: Range<Int>
}

/// The properties of a value other than its content.
struct ManifestTraits {
  /// Whether interpolation prints something else than its text: an optional, or a text as a
  /// dependency.
  var isWrapped = false
  /// Whether it depends on the system or on environment variables.
  var dependsOnHost = false

  mutating func add(_ other: ManifestTraits) {
    if other.isWrapped { isWrapped = true }
    if other.dependsOnHost { dependsOnHost = true }
  }
}

struct ManifestBinding {
  /// The value; `nil` if unknown.
  var element: ManifestElement?
  /// The reason why the value is unknown; `nil` if that is not known either.
  var obstacle: ManifestObstacle?
  var type: ManifestType?
  var traits: ManifestTraits
  var isVariable = false
  /// Whether it is declared without a value, which a later statement sets.
  var isDeferred = false
  /// Whether it contains targets or products, which are references that other code may change.
  var holdsObjects: Bool

  var isList: Bool { element?.value.list != nil }
  /// Whether the graph may depend on the value.
  var isKnown: Bool { if case .other? = element?.value { false } else { element != nil } }

  init(
    _ element: ManifestElement?, type: ManifestType? = nil,
    traits: ManifestTraits = ManifestTraits(), obstacle: ManifestObstacle? = nil
  ) {
    self.element = element
    self.obstacle = obstacle
    self.type = type
    self.traits = traits
    holdsObjects = type?.isOfObjects ?? false || element?.value.holdsObjects ?? false
  }

  static var unknown: ManifestBinding { ManifestBinding(nil) }
}

struct ManifestCall {
  var name: String
  var arguments: [Argument]
  /// The number of the target or product that it creates, which other code may change.
  var object: Int?
  var isObject: Bool { object != nil }
  /// The arguments that later statements replaced, by label.
  var changes: [String: ManifestElement] = [:]

  struct Argument {
    /// The label; empty if absent.
    var label: String
    var element: ManifestElement
  }

  subscript(label: String) -> ManifestElement? {
    changes[label] ?? arguments.first { $0.label == label }?.element
  }
}

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
