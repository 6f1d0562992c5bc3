/// The bindings of names, and the outer bindings that inner scopes hide.
struct ManifestBindings {
  private(set) var values: [String: ManifestBinding]
  private var hidden: [(name: String, binding: ManifestBinding?)] = []

  init(_ values: [String: ManifestBinding] = [:]) { self.values = values }

  subscript(name: String) -> ManifestBinding? {
    get { values[name] }
    set { values[name] = newValue }
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

/// The names that an expression can use.
struct ManifestScope {
  var globals = ManifestBindings()
  /// The parameters, constants and variables of the function that is evaluated.
  var locals = ManifestBindings()
  /// The values of static constants, by the key of their type.
  var statics: [String: [String: ManifestBinding]] = [:]
  /// The type whose member is evaluated; empty for a global.
  var owner = ""
  /// The name of the constant that holds the package.
  var packageConstant: String?

  /// The local that holds the value whose member is evaluated.
  static let itself = "self"

  var itself: ManifestBinding? { locals[Self.itself] }

  /// Whether the unqualified name may refer to targets or products.
  func holdsObjects(_ name: String) -> Bool {
    name == packageConstant || locals[name]?.holdsObjects ?? false
      || globals[name]?.holdsObjects ?? false
  }

  /// Whether skipped code cannot change anything through locals.
  var hasPlainLocals: Bool {
    locals.values.values.allSatisfy { !$0.holdsObjects && !$0.isVariable }
  }
}
