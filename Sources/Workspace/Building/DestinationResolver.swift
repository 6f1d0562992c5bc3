internal import Architecture
internal import Binaries
internal import Diagnostics
internal import Files
internal import Graph
internal import LockFiles
internal import Paths
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

/// The destination of a dependency.
enum DependencyDestination {
  /// A module or external; the numbers of externals follow those of modules.
  case module(Int)
  case several([Int])
  case unknown(UnknownReference.Scope)
  /// No module, as for a resource bundle of another project.
  case nothing
}

struct DestinationResolver {
  let targets: TargetIndex
  let configuration: Configuration
  let locks: LockTable
  let search: SpecSearch
  var externals: ExternalTable
  /// The projects that are built together; `nil` until two products have the same name, which is
  /// rare.
  var buildGroups: BuildGroups?
  /// The submodules without checkout, once they matter.
  private(set) var absentSubmodules: [String] = []
  var productPaths: [String: ProductPath] = [:]
  /// The linkage that the bytes of libraries and bundles show, by path.
  private var binaryFacts: [String: [LinkageFact]] = [:]

  init(
    _ targets: TargetIndex, _ search: SpecSearch, locks: LockTable, configuration: Configuration
  ) {
    self.targets = targets
    self.configuration = configuration
    self.locks = locks
    self.search = search
    externals = ExternalTable(builtCount: targets.modules.count)
    if targets.products.hasNamesakes { _ = groups() }
  }

  var packages: PackageTable { search.packages }
  var checkout: Checkout { search.checkout }

  mutating func destination(
    of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> DependencyDestination {
    switch dependency.reference {
    case .target(let name):
      let project = targets.places[module].spec
      if let other = targets.module(name, ofSpec: project) { return .module(other) }
      guard let number = targets.specs.package(project) else { return .unknown(.spec) }
      return self.number(ofTarget: name, inPackage: number).map { .module($0) }
        ?? .unknown(.packageTargets(known: KnownNames(packages.packages[number].linkableNames)))
    case .targetOfProject(let key, let name):
      return destination(target: name, ofProject: key, of: dependency, from: module, at: place)
    case .malformedTarget: return .unknown(.malformed)
    case .file(let path):
      return fileDestination(path, of: dependency, from: module, at: place)
    case .bundle(let path):
      let builders = productPath(path).builders
      return nearest(of: builders, to: module).map { .module($0) } ?? .nothing
    case .system(let path):
      if let other = builtFramework(path, of: dependency, from: module) { return .module(other) }
      return .module(externals.addSystem(Path.libraryName(of: path), at: place))
    case .prebuilt(let path):
      let name = Path.libraryName(of: path)
      let facts = carthageFacts(of: dependency, from: module)
      return binary(name, kind: .carthage, facts, of: dependency, from: module, at: place)
    case .package(let key, _), .plugin(_, let key?):
      return packageDestination(of: dependency, inPackage: key, from: module, at: place)
    case .plugin, .productOfAnyPackage:
      guard let number = targets.specs.package(targets.places[module].spec) else {
        return destination(inUnnamedPackage: dependency, at: place)
      }
      return destination(of: dependency, inAnyPackageOf: number, at: place)
    }
  }

  /// Resolves a target of another project: an external if the project was not read.
  private mutating func destination(
    target name: String, ofProject key: String, of dependency: Dependency, from module: Int,
    at place: SourceRange
  ) -> DependencyDestination {
    let spec = targets.spec(of: module)
    guard let reference = spec.references.first(where: { $0.key == key }) else {
      return .unknown(
        .projectReferences(key: key, known: KnownNames(spec.references.map(\.key))))
    }
    guard let project = targets.projects[reference.path]?.first else {
      return binary(
        name, kind: .file(path: Path.join(reference.path, entry: name)), [], of: dependency,
        from: module, at: place)
    }
    return targets.module(name, ofSpec: project).map { .module($0) }
      ?? .unknown(.project(key: key, spec: project))
  }

  /// Whether something that the workspace names and that is not there may build a product.
  mutating func mayBeBuiltElsewhere() -> Bool {
    if search.xcode.absent.mayBuildMore { return true }
    absentSubmodules = checkout.absentSubmodules
    return !absentSubmodules.isEmpty
  }

  /// Returns the lookups that XcodeGen does outside of a spec.
  func externalLookup(of spec: Project) -> ExternalLookup {
    let buildFolder = Path.join(spec.folder, spec.prebuilt.folder ?? "Carthage/Build")
    let (targets, tree) = (targets, checkout.tree)
    return ExternalLookup(
      externalTarget: { project, name in
        let reference = spec.references.first { $0.key == project }
        let number = reference.flatMap { targets.projects[$0.path]?.first }
        return number.flatMap { targets.module(name, ofSpec: $0) }.map { targets[$0] }
      },
      carthageFrameworks: { name, platform in
        tree.carthageFrameworks(of: name, for: platform, buildFolder: buildFolder)
      })
  }

  mutating func facts(at path: String) -> [LinkageFact] {
    if let known = binaryFacts[path] { return known }
    let facts = BinaryReader(checkout.tree).facts(at: path)
    binaryFacts[path] = facts
    return facts
  }
}
