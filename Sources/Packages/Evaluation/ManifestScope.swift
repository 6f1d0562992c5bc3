/// The bindings of names, and the outer bindings that inner scopes hide.
struct ManifestBindings {
  private(set) var values: [String: ManifestBinding]
  private var hidden: [(name: String, binding: ManifestBinding?)] = []

  init(_ values: [String: ManifestBinding] = [:]) { self.values = values }

  subscript(name: String) -> ManifestBinding? {
    get { values[name] }
    _modify { yield &values[name] }
  }

  /// The current scope, for `leave(to:)`.
  var scope: Int { hidden.count }

  /// Binds a name until the scope is left.
  mutating func bind(_ name: String, to binding: ManifestBinding) {
    hidden.append((name, values.updateValue(binding, forKey: name)))
  }

  mutating func leave(to scope: Int) {
    while hidden.count > scope, let last = hidden.popLast() { values[last.name] = last.binding }
  }
}

/// The state of the function that is evaluated, or of the top level.
struct ManifestFrame {
  /// The parameters, constants and variables, of the top level only those of blocks.
  var locals = ManifestBindings()
  /// The type whose member is evaluated; empty for a global.
  var owner = ""
  /// Whether it is a function, which must not change global variables.
  var isFunction = false
  var blocks = 0
  /// The type of the result of the innermost body; nil if unknown.
  var result: ManifestType?
  /// Whether it is uncertain that the statements run.
  var isUncertain = false
  /// Whether an uncertain change of a variable is an obstacle; if not, the variable becomes
  /// unknown.
  var keepsVariables = false
}

struct ManifestScope {
  var globals: [String: ManifestBinding] = [:]
  var frame = ManifestFrame()
  /// The values of static constants, by the key of their type.
  var statics: [String: [String: ManifestBinding]] = [:]

  var owner: String { frame.owner }
  var locals: ManifestBindings {
    get { frame.locals }
    _modify { yield &frame.locals }
  }

  /// The local that holds the value whose member is evaluated.
  static let itself = "self"

  var itself: ManifestBinding? { locals[Self.itself] }

  func binding(_ name: String) -> ManifestBinding? { locals[name] ?? globals[name] }

  mutating func update(_ name: String, _ change: (inout ManifestBinding?) -> Void) {
    if locals[name] != nil { change(&locals[name]) } else { change(&globals[name]) }
  }

  /// Whether the unqualified name may refer to targets or products.
  func holdsObjects(_ name: String) -> Bool {
    locals[name]?.holdsObjects ?? false || globals[name]?.holdsObjects ?? false
  }
}
