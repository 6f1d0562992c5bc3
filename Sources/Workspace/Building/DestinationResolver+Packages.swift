internal import Architecture
internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths
internal import Projects
internal import SourceReading
internal import SpecDecoding
internal import SpecReading
internal import WorkspaceReading

// The destinations of links to local packages.
extension DestinationResolver {
  /// `nil` for a binary or system library.
  func module(_ target: String, inPackage number: Int) -> Int? {
    targets.module(target, ofSpec: targets.specs.firstPackage + number)
  }

  mutating func addUnread(
    _ name: String, in identity: String, at location: SourceRange, roles: Module.Roles = [],
    folders: [ModuleFolder] = []
  ) -> Int {
    externals.add(
      .product(name, package: identity), kind: .package(identity: identity), name: name,
      facts: [declaredFact(name) ?? LinkageFact(.unknown, .package)], location: location,
      roles: roles, folders: folders)
  }

  mutating func packageDestination(
    of dependency: Dependency, inPackage key: String, from module: Int, at place: SourceRange
  ) -> DependencyDestination {
    let project = targets.places[module].spec
    let packages = targets.specs.projects[project].packages
    guard let package = packages.first(where: { $0.key == key }) else {
      let known = KnownNames(packages.map(\.key))
      return .unknown(
        targets.specs.package(project) == nil
          ? .packages(known: known) : .manifestPackages(package: key, known: known))
    }
    return destination(of: dependency, in: package, at: place)
  }

  mutating func destination(
    of dependency: Dependency, in package: PackageReference, at place: SourceRange
  ) -> DependencyDestination {
    let (product, identity) = (dependency.reference.product, package.identity)
    if let number = package.folder.flatMap(self.packages.number(at:)) {
      // A spec names a plug-in by its product or by its target.
      if dependency.reference.isPlugin,
        self.packages.packages[number].target(named: product)?.kind == .plugin,
        let plugin = self.number(ofTarget: product, inPackage: number)
      {
        return .module(plugin)
      }
      return destination(product: product, ofPackage: number)
    }
    var (roles, folders): (Module.Roles, [ModuleFolder]) = ([], [])
    if package.folder != nil || package.isReplacedInSomeProjects { roles = [.unreadPackage] }
    if package.isLocal, configuration.packages != .modules { roles = [] }
    if package.isLocal, let folder = PackageTable.folder(identity) {
      // A missing package has no folder.
      if checkout.exists(Path.join(folder, entry: "Package.swift")) {
        folders = [ModuleFolder(folder, .package)]
      } else if configuration.packages == .modules {
        roles.insert(.absentPackage)
      }
    }
    return .module(addUnread(product, in: identity, at: place, roles: roles, folders: folders))
  }

  /// Resolves a product of an unnamed package of an Xcode project: to the first local package that
  /// vends it, else to the package of which other dependencies name the product.
  mutating func destination(
    inUnnamedPackage dependency: Dependency, at place: SourceRange
  ) -> DependencyDestination {
    let product = dependency.reference.product
    if let number = packages.packages.firstIndex(where: { $0.product(product) != nil }) {
      return destination(product: product, ofPackage: number)
    }
    let listed = packages(ofProduct: product)
    if Set(listed.map(\.identity)).count == 1 {
      return destination(of: dependency, in: listed[0], at: place)
    }
    return .module(addUnread(product, in: product, at: place, roles: [.unreadPackage]))
  }

  /// Returns the packages of which dependencies name a product.
  private func packages(ofProduct product: String) -> [PackageReference] {
    targets.specs.projects.flatMap { project in
      project.kind == .package || project.packages.isEmpty
        ? []
        : project.targets.flatMap(\.dependencies).compactMap { dependency in
          guard case .package(let key, _) = dependency.reference,
            dependency.reference.product == product
          else { return nil }
          return project.packages.first { $0.key == key }
        }
    }
  }

  mutating func destination(product name: String, ofPackage number: Int) -> DependencyDestination {
    let package = packages.packages[number]
    guard package.manifest != nil else {
      return .module(
        addUnread(
          package.name, in: package.path, at: targets.specs.range(package.location),
          roles: [.wholePackage, .unreadPackage],
          folders: [ModuleFolder(package.folder, .package)]))
    }
    guard let product = package.product(name) else {
      return .unknown(.packageProducts(package: package.name, known: package.productNames))
    }
    return .several(
      product.targets.compactMap { self.number(ofTarget: $0.name, inPackage: number) })
  }

  /// A binary or system library is an external; `nil` if there is no such target.
  mutating func number(ofTarget name: String, inPackage number: Int) -> Int? {
    if let module = module(name, inPackage: number) { return module }
    let package = packages.packages[number]
    guard let target = package.target(named: name) else { return nil }
    let place = targets.specs.range(target.location)
    guard target.kind == .binary else {
      return externals.add(
        .product(target.name, package: package.path), kind: .sdk, name: target.name,
        facts: [LinkageFact(.dynamic, .system)], location: place)
    }
    let path = target.path.flatMap { LocalPackage.folder($0, in: package.folder) }
    guard let path, !path.hasSuffix(".zip"), !path.hasSuffix(".artifactbundle") else {
      return addUnread(target.name, in: package.path, at: place)
    }
    let name = Path.libraryName(of: path)
    return externals.add(
      .file(name, folder: Path.folder(of: path), isCarthage: false), kind: .file(path: path),
      name: name, facts: facts(at: path) + (declaredFact(name).map { [$0] } ?? []),
      location: place)
  }
}

extension DestinationResolver {
  /// Resolves the name of a target or product that the manifest of package `number` contains, and
  /// that no package is known to have.
  mutating func destination(
    of dependency: Dependency, inAnyPackageOf number: Int, at place: SourceRange
  ) -> DependencyDestination {
    let name = dependency.reference.product
    if dependency.reference.isPlugin, let plugin = self.number(ofTarget: name, inPackage: number) {
      return .module(plugin)
    }
    let others = targets.specs.projects[targets.specs.firstPackage + number].packages
    let manifests = others.map { other in
      other.folder.flatMap(packages.number(at:)).flatMap { packages.packages[$0].manifest }
    }
    let opaque = zip(others, manifests).filter { $1 == nil }
    guard opaque.isEmpty else {
      let roles: Module.Roles = opaque.contains { $0.0.isLocal } ? [.unreadPackage] : []
      return .module(addUnread(name, in: name, at: place, roles: roles))
    }
    let products = manifests.flatMap { $0?.products.map(\.name) ?? [] }
    return .unknown(
      .manifest(known: KnownNames(packages.packages[number].linkableNames + products)))
  }
}
