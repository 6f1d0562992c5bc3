/// What an expression of a manifest stands for.
enum ManifestValue {
  case text(String)
  case list([ManifestElement])
  /// `.library(…)`, `Target.target(…)` or `Package(…)`.
  case call(ManifestCall)
  /// `.static` or `Platform.iOS`, without what stands before the last dot.
  case member(String)
  /// `"1.0.0"..<"2.0.0"`, or `...`.
  case versions(String, through: Bool, String)
  case null
  /// A literal whose value nobody asks for, such as a number or a dictionary.
  case other
}

/// A value, and the part of the manifest that it is written in.
struct ManifestElement {
  var value: ManifestValue
  var range: Range<Int>
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
