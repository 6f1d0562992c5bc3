public import Diagnostics

/// A dependency on a name that does not exist.
public struct UnknownReference: Sendable {
  public var from: ModuleID
  /// The name as it was written.
  public var name: String
  public var location: SourceRange
  public var isInherited: Bool
  /// The names among which it was looked up.
  public var scope: Scope
  /// The number of the graph's note with the location of a reference written outside of the
  /// workspace.
  public var outside: Int?
  /// The package product with the reference; `from` is then the first module of the package.
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
    /// None: the name has neither the form `Target` nor `Project/Target`.
    case malformed
    /// The project references of the same specification, which are `known`: none has the key.
    case projectReferences(key: String, known: KnownNames)
    /// The targets of the specification with that number, which a project reference leads to.
    case project(key: String, spec: Int)
    /// The products of all modules.
    case products
    /// The products of all modules, for the name of a framework of the system.
    case systemFramework
    /// The packages of the same specification, which are `known`.
    case packages(known: KnownNames)
    /// The products of a local package.
    case packageProducts(package: String, known: KnownNames)
    /// The targets of a package and the known products of the packages that it refers to.
    case manifest(known: KnownNames)
    /// The targets of a package alone, which are `known`.
    case packageTargets(known: KnownNames)
    /// The package dependencies of a manifest, which are `known`: none is `package`.
    case manifestPackages(package: String, known: KnownNames)

    var isOfPackages: Bool {
      switch self {
      case .packages, .packageProducts, .manifest, .manifestPackages: true
      case .spec, .malformed, .projectReferences, .project, .products, .packageTargets,
        .systemFramework:
        false
      }
    }
  }
}

/// The known names in a scope.
///
/// Many unresolved references share one list, so it is compared in full only with a different list,
/// and the hash covers its length and first name only.
public struct KnownNames: Hashable, Sendable {
  public let names: [String]

  public init(_ names: [String]) { self.names = names }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(names.count)
    hasher.combine(names.first)
  }
}
