internal import Architecture
internal import Binaries
internal import Diagnostics
internal import Files
internal import Graph
internal import Imports
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

// Products and binaries.
extension DestinationResolver {
  mutating func fileDestination(
    _ path: String, of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> DependencyDestination {
    let product = productPath(path)
    lazy var name = Path.libraryName(of: path)
    let isImplicit = dependency.flags.contains(.implicit)
    lazy var full = Path.join(targets.specs.projects[targets.places[module].spec].folder, path)
    // A product that is built or copied elsewhere has no path here.
    let isProduct =
      isImplicit || product.isInProductsFolder || product.isBare && !checkout.exists(full)
    if isProduct {
      if let other = nearest(of: product.builders, to: module) { return .module(other) }
      if let pod = locks.pod(building: name) {
        return binary(
          pod, kind: .pod, [LinkageFact(.unknown, .package)], of: dependency, from: module,
          at: place)
      }
      // A file may be downloaded or ignored by git. A framework has this name in the folder where
      // it is built.
      guard product.isFile && !isImplicit || configuration.external(named: name) != nil else {
        let isOfSystem =
          product.ending == "framework"
          && targets.specs.projects[targets.places[module].spec].kind == .spec
          && SystemFrameworks.contains(name)
        guard !isOfSystem, mayBeBuiltElsewhere() else {
          return .unknown(isOfSystem ? .systemFramework : .products)
        }
        return binary(
          name, kind: .file(path: path), [], of: dependency, from: module, at: place)
      }
    }
    let isByName = isProduct || path.contains("$")
    return binary(
      name, key: isByName ? nil : fileKey(name, at: full, from: module), kind: .file(path: full),
      facts(at: full), of: dependency, from: module, at: place)
  }

  mutating func productPath(_ path: String) -> ProductPath {
    if let known = productPaths[path] { return known }
    let product = ProductPath(path, products: targets.products, traits: targets.traits)
    productPaths[path] = product
    return product
  }

  /// Prefers a module that is built together with the dependent, then one of its platform.
  mutating func nearest(of builders: [Int32], to module: Int) -> Int? {
    if builders.count == 1 { return Int(builders[0]) }
    let dependent = targets.traits[module]
    var best: (module: Int, rank: Int)?
    for candidate in builders.lazy.map(Int.init) {
      let other = targets.traits[candidate]
      var rank = other.platforms.isDisjoint(with: dependent.platforms) ? 0 : 1
      if other.platform == dependent.platform { rank = 2 }
      if mayShareProducts(candidate, module) { rank += 3 }
      if rank > best?.rank ?? -1 { best = (candidate, rank) }
    }
    return best?.module
  }

  // The linker searches the products folder before the system. A path refers to the framework of the
  // system, and so does a target that wraps it under the same name.
  mutating func builtFramework(
    _ path: String, of dependency: Dependency, from module: Int
  ) -> Int? {
    let path = productPath(path)
    guard path.isBare, path.ending == "framework" else { return nil }
    let platforms = dependency.platforms.intersection(targets.traits[module].platforms)
    return linked(path.builders, by: module, on: platforms)
  }

  /// Returns the module that a linker flag names: the linker searches the products folder first.
  mutating func product(of flag: LinkerFlag, from module: Int) -> Int? {
    let endings =
      switch flag.form {
      case .framework: ["framework"]
      case .library: ["a", "dylib"]
      case .archive: ["a"]
      }
    let builders = endings.lazy.map { [targets] in
      targets.products.builders(of: flag.name, $0, targets.traits)
    }
    return builders.first { !$0.isEmpty }.flatMap {
      linked($0, by: module, on: targets.traits[module].platforms)
    }
  }

  /// A module of another Xcode workspace is built into another folder.
  private mutating func linked(
    _ builders: [Int32], by module: Int, on platforms: PlatformSet
  ) -> Int? {
    guard let other = nearest(of: builders, to: module), mayShareProducts(other, module),
      !platforms.isDisjoint(with: targets.traits[other].platforms)
    else { return nil }
    let isVariant =
      targets.places[other].spec == targets.places[module].spec
      && targets[other].productName == targets[module].productName
    return isVariant ? nil : other
  }

  /// Returns the projects that are built together.
  ///
  /// Without Xcode workspaces, projects with applications are separate unless one refers to another,
  /// or links its products by name.
  mutating func groups() -> BuildGroups {
    if let known = buildGroups { return known }
    var groups = BuildGroups(search.workspaces.map(\.file), of: targets.specs)
    let applications = groups.isEmpty ? targets.projectsWithApplications : []
    if applications.count > 1 {
      let alone = applications.subtracting(projectsLinkedByName())
      if alone.count > 1 { groups = BuildGroups(separating: alone, of: targets.specs) }
    }
    buildGroups = groups
    return groups
  }

  private mutating func projectsLinkedByName() -> Set<Int> {
    var found: Set<Int> = []
    for module in targets.modules {
      for dependency in targets[module].dependencies {
        guard case .file(let file) = dependency.reference else { continue }
        let path = productPath(file)
        guard dependency.flags.contains(.implicit) || path.isBare || path.isInProductsFolder else {
          continue
        }
        let builders = path.builders.map { targets.places[Int($0)].spec }
        if !builders.contains(targets.places[module].spec) { found.formUnion(builders) }
      }
    }
    return found
  }

  private mutating func mayShareProducts(_ module: Int, _ other: Int) -> Bool {
    groups().mayMeet(targets.places[module].spec, targets.places[other].spec)
  }
}
