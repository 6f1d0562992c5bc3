internal import Architecture
internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths
internal import Projects

// The destinations of links to local packages.
extension DestinationResolver {
  /// Returns the module of a target of a package with a known manifest; `nil` for a binary or
  /// system library.
  func module(_ target: String, inPackage number: Int) -> Int? {
    targets.module(target, ofSpec: targets.specs.firstPackage + number)
  }

  /// Returns the external of a product or target in an unread package.
  ///
  /// Its linkage is that of its name in rules.yml.
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
  mutating func unlistedDestination(
    of dependency: Dependency, at place: SourceRange
  ) -> DependencyDestination {
    let product = dependency.reference.product
    if let number = packages.packages.firstIndex(where: { $0.product(product) != nil }) {
      return destination(product: product, ofPackage: number)
    }
    let listed = listedProducts ?? productsOfListedPackages()
    listedProducts = listed
    if let packages = listed[product], Set(packages.map(\.identity)).count == 1 {
      return destination(of: dependency, in: packages[0], at: place)
    }
    return unread(product, in: product, at: place, roles: .unreadPackage)
  }

  /// Returns the packages of which dependencies name each product.
  private func productsOfListedPackages() -> [String: [PackageReference]] {
    var found: [String: [PackageReference]] = [:]
    for project in targets.specs.projects where !project.packages.isEmpty {
      for dependency in project.targets.flatMap(\.dependencies) {
        guard case .package(let key, _) = dependency.reference,
          let package = project.packages.first(where: { $0.key == key })
        else { continue }
        found[dependency.reference.product, default: []].append(package)
      }
    }
    return found
  }

  /// Resolves a product of a local package to its targets.
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

  /// Returns the external of a package with a computed manifest, which is one module.
  private mutating func wholePackage(_ number: Int) -> DependencyDestination {
    let package = packages.packages[number]
    return unread(
      package.name, .wholePackage(package.path), in: package.path,
      at: targets.specs.range(package.location),
      roles: [.wholePackage, .unreadPackage], folders: [ModuleFolder(package.folder, .package)])
  }

  /// Resolves a target of a package with a known manifest: to a module, or to an external for a
  /// binary or system library.
  ///
  /// Returns `nil` if there is no such target.
  private mutating func destination(
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
    let name = ExternalTable.name(ofFile: path)
    return .external(
      externals.add(
        .file(name, folder: Path.folder(of: path), isCarthage: false), kind: .file(path: path),
        name: name, facts: files.facts(at: path) + (declaredFact(name).map { [$0] } ?? []),
        location: targets.specs.range(target.location)))
  }
}

// The dependencies of targets of packages.
extension DestinationResolver {
  /// Resolves a dependency of a target of package `number`.
  mutating func destination(
    of dependency: PackageManifest.Dependency, in number: Int
  ) -> DependencyDestination {
    if dependency.kind != .product,
      let target = destination(target: dependency.name, inPackage: number)
    {
      return target
    }
    if dependency.kind == .target {
      return .unknown(.packageTargets(known: KnownNames(targetNames(ofPackage: number))))
    }
    let names = names(inPackage: number)
    guard let name = dependency.package else {
      return destination(productNamed: dependency, in: number, names)
    }
    let unnamed = names.unnamed.first { index in
      names.numbers[index].map { packages.packages[$0].product(dependency.name) != nil } ?? false
    }
    let any = unnamed ?? names.unnamed.first ?? names.unread.first
    guard let index = names.packages[name.lowercased()] ?? any else {
      let known = dependencies(ofPackage: number).map(\.shownName)
      return .unknown(.manifestPackages(package: name, known: KnownNames(known)))
    }
    if let other = names.numbers[index] {
      return destination(product: dependency.name, ofPackage: other)
    }
    return external(dependency.name, index, ofPackage: number, at: dependency)
  }

  /// Resolves a plain name without a target of that name: to a product of a declared package.
  private mutating func destination(
    productNamed dependency: PackageManifest.Dependency, in number: Int, _ names: ManifestNames
  ) -> DependencyDestination {
    for index in names.read {
      guard let other = names.numbers[index],
        packages.packages[other].product(dependency.name) != nil
      else { continue }
      return destination(product: dependency.name, ofPackage: other)
    }
    let namesake = names.packages[dependency.name.lowercased()].flatMap { index in
      names.numbers[index].flatMap { packages.packages[$0].manifest } == nil ? index : nil
    }
    guard let index = namesake ?? names.opaque.first else {
      let products = names.read.compactMap { names.numbers[$0] }.flatMap { other in
        packages.packages[other].manifest?.products.map(\.name) ?? []
      }
      return .unknown(.manifest(known: KnownNames(targetNames(ofPackage: number) + products)))
    }
    if namesake != nil || names.opaque.count == 1 {
      if let other = names.numbers[index] { return wholePackage(other) }
      return external(dependency.name, index, ofPackage: number, at: dependency)
    }
    let others = dependencies(ofPackage: number)
    // Any of several packages may vend it.
    return unread(
      dependency.name, in: dependency.name, at: targets.specs.range(dependency.location),
      roles: names.opaque.contains { others[$0].isLocal } ? .unreadPackage : [])
  }

  /// Returns the packages that names in a manifest may refer to, collected on first use.
  private mutating func names(inPackage number: Int) -> ManifestNames {
    if let known = manifestNames[number] { return known }
    let names = ManifestNames(of: packages.packages[number], packages)
    manifestNames[number] = names
    return names
  }

  private func targetNames(ofPackage number: Int) -> [String] {
    packages.packages[number].linkableNames
  }

  private func dependencies(ofPackage number: Int) -> [PackageManifest.PackageDependency] {
    packages.packages[number].manifest?.dependencies ?? []
  }

  /// Returns the external of a product of a package outside of the workspace, by the index of a
  /// dependency of package `number`.
  private mutating func external(
    _ product: String, _ index: Int, ofPackage number: Int,
    at dependency: PackageManifest.Dependency
  ) -> DependencyDestination {
    let (package, other) = (packages.packages[number], dependencies(ofPackage: number)[index])
    let identity =
      switch other.source {
      case .url(let url): normalized(url: url)
      case .registry(let id): id.lowercased()
      case .path(let path):
        package.folders[index] ?? (Path.isAbsolute(path) ? path : Path.join(package.folder, path))
      }
    return unread(
      product, in: identity, at: targets.specs.range(dependency.location),
      roles: other.isLocal
        ? roles(ofUnreadPackageAt: package.folders[index])
        : package.namesakes[index] == nil ? [] : .unreadPackage)
  }

  /// Returns the roles of a local package that was not read.
  func roles(ofUnreadPackageAt folder: String?) -> Module.Roles {
    guard configuration.packages == .modules else { return [] }
    guard let folder, !files.exists(Path.join(folder, entry: "Package.swift")) else {
      return .unreadPackage
    }
    return [.unreadPackage, .absentPackage]
  }
}

extension PackageManifest.PackageDependency {
  /// The name, or else the last component of the location.
  var shownName: String {
    if let name { return name }
    switch source {
    case .registry(let id): return id
    case .path(let path): return Path.lastComponent(path)
    case .url(let url):
      let last = Path.lastComponent(url)
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }

  /// The identity of the package in SwiftPM.
  var identity: String {
    switch source {
    case .registry(let id): id.lowercased()
    case .path(let path): Path.lastComponent(path).lowercased()
    case .url(let url):
      Path.lastComponent(normalized(url: url))
    }
  }
}
