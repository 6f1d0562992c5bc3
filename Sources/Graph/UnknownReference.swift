public import Diagnostics

/// A dependency that names nothing that exists.
public struct UnknownReference: Sendable {
  public var from: ModuleID
  /// The name as it was written.
  public var name: String
  public var location: SourceRange
  public var isInherited: Bool
  /// The names among which it was looked up.
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
    case projectReferences(key: String, known: KnownNames)
    /// The targets of the specification with that number, which a project reference leads to.
    case project(key: String, spec: Int)
    /// The products of all modules.
    case products
    /// The products of all modules, by the name of a framework of the system.
    case systemFramework
    /// The packages of the same specification, which are `known`.
    case packages(known: KnownNames)
    /// The products of a local package.
    case packageProducts(package: String, known: KnownNames)
    /// The targets of a package, and the known products of the packages that it names.
    case manifest(known: KnownNames)
    /// The targets of a package alone, which are `known`.
    case packageTargets(known: KnownNames)
    /// The packages that a manifest names, which are `known`: none is `package`.
    case manifestPackages(package: String, known: KnownNames)
    /// The applications: it is what `TEST_HOST` of a test bundle names.
    case hosts

    /// Whether a product of a package is meant.
    var isOfPackages: Bool {
      switch self {
      case .packages, .packageProducts, .manifest, .manifestPackages: true
      case .spec, .malformed, .projectReferences, .project, .products, .packageTargets, .hosts,
        .systemFramework:
        false
      }
    }
  }
}

/// The names that something was looked for among.
///
/// Many references that lead nowhere share one list, so it is compared in full only with another
/// list.
public struct KnownNames: Hashable, Sendable {
  public let names: [String]

  public init(_ names: [String]) { self.names = names }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(names.count)
    hasher.combine(names.first)
  }
}
