internal import Diagnostics
internal import Graph
internal import Architecture
internal import Projects
internal import Specs
internal import Files
internal import Paths

/// The destination of a dependency; modules and externals share one numbering.
enum DependencyDestination {
  case module(Int)
  case external(Int)
  /// All targets of a product.
  case several([DependencyDestination])
  case unknown(UnknownReference.Scope)
  /// No module, as for a resource bundle of another project.
  case nothing
}

/// Resolves dependencies to modules or externals, adding new externals.
struct DestinationResolver {
  let targets: TargetTable
  /// The rules, which declare the linkage of externals.
  let configuration: Configuration
  /// The packages in lock files.
  let locks: LockTable
  let packages: PackageTable
  var externals: ExternalTable
  var files: FileLookUp
  var workspaces = XcodeWorkspaceTable()
  private let absent: AbsentProjects
  /// The submodules without checkout; `nil` before they matter.
  private(set) var absentSubmodules: [String]?
  /// The names in manifests, by number of the package.
  var manifestNames: [Int: ManifestNames] = [:]
  /// The packages of which dependencies name each product; `nil` until a product has no package.
  var listedProducts: [NameID: [PackageReference]]?
  /// The product path of each name, once resolved.
  var productPaths: [ProductPath?]

  init(
    _ targets: TargetTable, configuration: Configuration, locks: LockTable,
    packages: PackageTable, files: FileLookUp, absent: AbsentProjects
  ) {
    self.targets = targets
    self.configuration = configuration
    self.locks = locks
    self.packages = packages
    self.files = files
    self.absent = absent
    externals = ExternalTable(builtCount: targets.modules.count)
    productPaths = Array(repeating: nil, count: targets.specs.batch.names.count)
    if targets.products.hasNamesakes { readWorkspaces() }
  }

  /// Resolves a dependency of `module` that is declared at `place`.
  mutating func destination(
    of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> DependencyDestination {
    switch dependency.kind {
    case .target: return targetDestination(of: dependency, from: module)
    case .framework: return frameworkDestination(of: dependency, from: module, at: place)
    case .bundle:
      let path = productPath(dependency.reference)
      return product(at: path, from: module).map { .module($0) } ?? .nothing
    case .sdk:
      if let other = builtFramework(of: dependency, from: module) { return .module(other) }
      let name = ExternalTable.name(ofFile: targets.string(dependency.reference))
      return .external(
        externals.add(
          .sdk(name), kind: .sdk, name: name, facts: [LinkageFact(.dynamic, .system)],
          location: place))
    case .carthage:
      let name = ExternalTable.name(ofFile: targets.string(dependency.reference))
      let facts = carthageFacts(of: dependency, from: module)
      return binary(name, kind: .carthage, facts, of: dependency, from: module, at: place)
    case .package, .plugin: return packageDestination(of: dependency, from: module, at: place)
    }
  }

  // Targets.
  private func targetDestination(
    of dependency: Dependency, from module: Int
  ) -> DependencyDestination {
    let bytes = targets.specs.batch.names.bytes(of: dependency.reference)
    let isXcode = targets.spec(of: module).kind == .xcode
    let isPlain = !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/"))
    let local = isPlain || isXcode ? targets.neighbour(dependency.reference, of: module) : nil
    if let local { return .module(local) }
    // In Xcode, names of targets may contain slashes.
    let parts = targets.string(dependency.reference)
      .split(separator: "/", maxSplits: isXcode ? 1 : .max)
    // An aggregate refers only to targets of its own spec, even if the name has a slash.
    if parts.count == 1 || targets.traits[module].kind == .aggregate {
      return targets.neighbour(dependency.reference, of: module).map { .module($0) }
        ?? .unknown(.spec)
    }
    guard parts.count == 2 else { return .unknown(.malformed) }
    let (key, spec) = (String(parts[0]), targets.spec(of: module))
    let references = targets.specs.batch.projectReferences[spec.projectReferences]
    let name = targets.specs.batch.names.find(parts[0])
    guard let name, references.contains(where: { $0.key == name }) else {
      return .unknown(
        .projectReferences(key: key, known: KnownNames(references.map { targets.string($0.key) })))
    }
    // A project that no spec generates may exist, or has a separate finding.
    guard let project = targets.project(referredToAs: parts[0], by: spec) else { return .nothing }
    guard let other = targets.module(parts[1], ofSpec: project) else {
      return .unknown(.project(key: key, spec: project))
    }
    return .module(other)
  }

  /// Whether something that the workspace names and that is not there may build a product.
  mutating func mayBeBuiltElsewhere() -> Bool {
    if absent.mayBuildMore { return true }
    let submodules = absentSubmodules ?? files.absentSubmodules()
    absentSubmodules = submodules
    return !submodules.isEmpty
  }

  /// Returns the lookups that XcodeGen does outside of a spec.
  func externalLookup(of spec: Project) -> ExternalLookup {
    let buildFolder = Path.join(spec.folder, spec.carthageBuildPath ?? "Carthage/Build")
    let (targets, files) = (targets, files)
    return ExternalLookup(
      externalTarget: { project, name in
        guard let number = targets.project(referredToAs: project, by: spec),
          let module = targets.module(name, ofSpec: number)
        else { return nil }
        return targets.target(module)
      },
      carthageFrameworks: { name, platform in
        files.carthageFrameworks(name, platform, buildFolder)
      })
  }
}
