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

  mutating func unread(
    _ name: String, _ key: ExternalTable.Key? = nil, in identity: String,
    at location: SourceRange, roles: Module.Roles = [], folders: [ModuleFolder] = []
  ) -> DependencyDestination {
    .external(
      externals.add(
        key ?? .product(name, package: identity), kind: .package(identity: identity), name: name,
        facts: [declaredFact(name) ?? LinkageFact(.unknown, .package)], location: location,
        roles: roles, folders: folders))
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
    return unread(product, in: product, at: place, roles: .unreadPackage)
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
    guard packages.packages[number].manifest != nil else { return wholePackage(number) }
    guard let product = packages.packages[number].product(name) else {
      let package = packages.packages[number]
      return .unknown(.packageProducts(package: package.name, known: package.productNames))
    }
    return .several(
      product.targets.compactMap { destination(target: $0.name, inPackage: number) })
  }

  /// Resolves a plug-in, which a spec names by its product or by its target.
  mutating func destination(plugin name: String, ofPackage number: Int) -> DependencyDestination {
    if packages.packages[number].target(named: name)?.kind == .plugin,
      let plugin = destination(target: name, inPackage: number)
    {
      return plugin
    }
    return destination(product: name, ofPackage: number)
  }

  private mutating func wholePackage(_ number: Int) -> DependencyDestination {
    let package = packages.packages[number]
    return unread(
      package.name, .wholePackage(package.path), in: package.path,
      at: targets.specs.range(package.location),
      roles: [.wholePackage, .unreadPackage], folders: [ModuleFolder(package.folder, .package)])
  }

  /// A binary or system library is an external; `nil` if there is no such target.
  mutating func destination(
    target name: String, inPackage number: Int
  ) -> DependencyDestination? {
    if let module = module(name, inPackage: number) { return .module(module) }
    let package = packages.packages[number]
    guard let target = package.target(named: name) else { return nil }
    guard target.kind == .binary else {
      return .external(
        externals.add(
          .packageTarget(target.name, package: package.folder), kind: .sdk, name: target.name,
          facts: [LinkageFact(.dynamic, .system)], location: targets.specs.range(target.location)))
    }
    let path = target.path.flatMap { LocalPackage.folder($0, in: package.folder) }
    guard let path, !path.hasSuffix(".zip"), !path.hasSuffix(".artifactbundle") else {
      return unread(
        target.name, .packageTarget(target.name, package: package.folder), in: package.path,
        at: targets.specs.range(target.location))
    }
    let name = Path.libraryName(of: path)
    return .external(
      externals.add(
        .file(name, folder: Path.folder(of: path), isCarthage: false), kind: .file(path: path),
        name: name, facts: facts(at: path) + (declaredFact(name).map { [$0] } ?? []),
        location: targets.specs.range(target.location)))
  }
}

extension DestinationResolver {
  /// Resolves the name of a target or product that the manifest of package `number` contains, and
  /// that no package is known to have.
  mutating func destination(
    of dependency: Dependency, inAnyPackageOf number: Int, at place: SourceRange
  ) -> DependencyDestination {
    let name = dependency.reference.product
    if dependency.reference.isPlugin, let plugin = destination(target: name, inPackage: number) {
      return plugin
    }
    let others = targets.specs.projects[targets.specs.firstPackage + number].packages
    let numbers = others.map { $0.folder.flatMap(packages.number(at:)) }
    let opaque = others.indices.filter { index in
      numbers[index].flatMap { packages.packages[$0].manifest } == nil
    }
    guard opaque.isEmpty else {
      return unread(
        name, in: name, at: place,
        roles: opaque.contains { others[$0].isLocal } ? .unreadPackage : [])
    }
    let products = numbers.compactMap(\.self).flatMap { other in
      packages.packages[other].manifest?.products.map(\.name) ?? []
    }
    return .unknown(
      .manifest(known: KnownNames(packages.packages[number].linkableNames + products)))
  }

  func roles(ofUnreadPackageAt folder: String?) -> Module.Roles {
    guard configuration.packages == .modules else { return [] }
    guard let folder, !checkout.exists(Path.join(folder, entry: "Package.swift")) else {
      return .unreadPackage
    }
    return [.unreadPackage, .absentPackage]
  }
}

extension PackageReference {
  /// The folder of a local package, or of the one that replaces a remote package.
  var folder: String? {
    if case .folder(let folder) = replacement { return folder }
    return isLocal ? identity : nil
  }
}
