/// What an expression of a manifest stands for.
enum ManifestValue {
  case text(String)
  case list([ManifestElement])
  /// `.library(…)`, `Target.target(…)` or `Package(…)`.
  case call(ManifestCall)
  /// `.static` or `Platform.iOS`, without what is before the last dot.
  case member(String)
  /// `"1.0.0"..<"2.0.0"`, or `...`.
  case versions(String, through: Bool, String)
  case bool(Bool)
  /// The variables of the environment.
  case environment
  case null
  /// A value that nothing in the graph depends on, such as a number or a dictionary.
  case other
}

/// A value, and the part of the manifest that it is written in.
struct ManifestElement {
  var value: ManifestValue
  var range: Range<Int>
}

/// What a name stands for.
struct ManifestBinding {
  /// Nil where nobody knows.
  var element: ManifestElement?
  var type: ManifestType?
  /// Whether it prints as something else than its value: an optional, or a text that is a dependency.
  var isWrapped = false
  /// Whether it depends on the system or on variables.
  var dependsOnHost = false
  var isVariable = false

  /// Whether it holds targets or products, which can be changed wherever they are named.
  var holdsObjects: Bool

  init(element: ManifestElement?, type: ManifestType?) {
    self.element = element
    self.type = type
    holdsObjects =
      type.map { [.target, .product, .package].contains(ManifestType(name: $0.name)) }
      ?? element.map(Self.holdsObjects) ?? false
  }

  private static func holdsObjects(_ element: ManifestElement) -> Bool {
    switch element.value {
    case .call(let call): call.isObject
    case .list(let list):
      list.contains { if case .call(let call) = $0.value { call.isObject } else { false } }
    default: false
    }
  }
}

struct ManifestCall {
  /// The last part of what is called.
  var name: String
  var arguments: [Argument]

  struct Argument {
    /// Blank where there is none.
    var label: String
    var element: ManifestElement
  }

  /// Whether it makes a target or a product.
  var isObject: Bool {
    !["product", "package", "byName", "byNameItem", "targetItem", "productItem"].contains(name)
  }

  subscript(label: String) -> ManifestElement? {
    arguments.first { $0.label == label }?.element
  }

  /// Whether all arguments have one of these labels, in this order, each at most once: otherwise the
  /// compiler refuses the call, or it is one that is not known here.
  func takes(_ labels: [String]) -> Bool {
    var rest = labels[...]
    for argument in arguments {
      guard let place = rest.firstIndex(of: argument.label) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
