public import Diagnostics

/// A dependency that names nothing that exists.
public struct UnknownReference: Sendable {
  public var from: ModuleID
  /// The name as it was written.
  public var name: String
  public var location: SourceRange
  public var isInherited: Bool
  /// What it was looked for among.
  public var scope: Scope
  /// Of one written outside of the workspace: the number of the graph's note that says where.
  public var outside: Int?
  /// The product of a package that names it; `from` is then the first module of the package.
  public var product: String?

  public init(
    from: ModuleID, name: String, location: SourceRange, isInherited: Bool, scope: Scope
  ) {
    self.from = from
    self.name = name
    self.location = location
    self.isInherited = isInherited
    self.scope = scope
  }

  public enum Scope: Hashable, Sendable {
    /// The targets of the same specification.
    case spec
    /// Nothing: it has neither the form `Target` nor `Project/Target`.
    case malformed
    /// The project references of the same specification, which are `known`: none has the key.
    case projectReferences(key: String, known: [String])
    /// The targets of the specification with that number, which a project reference leads to.
    case project(key: String, spec: Int)
    /// The products of all modules.
    case products
    /// The products of all modules, by the name of a framework of the system.
    case systemFramework
    /// The packages of the same specification, which are `known`.
    case packages(known: [String])
    /// The products of a local package.
    case packageProducts(package: String, known: [String])
    /// The targets of a package, and the products of the packages that it names, as far as these are known.
    case manifest(known: [String])
    /// The targets of a package alone, which are `known`.
    case packageTargets(known: [String])
    /// The packages that a manifest names, which are `known`: none is `package`.
    case manifestPackages(package: String, known: [String])
    /// The applications: it is what `TEST_HOST` of a test bundle names.
    case hosts
  }
}
