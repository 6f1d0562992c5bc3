internal import Architecture
internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths
internal import Specs

// Where links to local packages lead.
extension DestinationResolver {
  /// The number of a package's module until all links are made: behind the modules of specs.
  func number(ofPackageModule number: Int) -> Int { targets.modules.count + number }

  /// Whether a package's module is neither a program nor a test.
  func isLibrary(packageModule number: Int) -> Bool {
    packages.target(packages.places[number - targets.modules.count]).kind == .regular
  }

  /// What a product of a local package stands for: its targets.
  mutating func destination(
    product name: String, ofPackage number: Int
  ) -> DependencyDestination {
    let package = packages.table.packages[number]
    guard let manifest = package.manifest else { return .external(wholePackage(number)) }
    guard let product = package.product(name) else {
      return .unknown(
        .packageProducts(package: package.name, known: manifest.products.map(\.name)))
    }
    return .several(
      product.targets.compactMap { target in
        package.targetNumbers[target.name].map { destination(target: $0, ofPackage: number) }
      })
  }

  /// A plug-in, which a spec names by its product or by its target.
  mutating func destination(plugin name: String, ofPackage number: Int) -> DependencyDestination {
    let package = packages.table.packages[number]
    if let target = package.targetNumbers[name], package.manifest?.targets[target].kind == .plugin {
      return destination(target: target, ofPackage: number)
    }
    return destination(product: name, ofPackage: number)
  }

  /// The one module that a package is that only a program can tell about.
  private mutating func wholePackage(_ number: Int) -> Int {
    let package = packages.table.packages[number]
    let identity = package.folder.isEmpty ? "." : package.folder
    return externals.add(
      .wholePackage(identity), kind: .package(identity: identity), name: package.name,
      facts: [declaredFact(package.name) ?? LinkageFact(.unknown, .package)],
      location: package.location, roles: .wholePackage,
      folders: [ModuleFolder(package.folder, .package)])
  }

  /// A target of a package: a module, or an external if it is a binary or a part of the system.
  private mutating func destination(target: Int, ofPackage number: Int) -> DependencyDestination {
    if let module = packages.number(of: target, in: number) {
      return .module(self.number(ofPackageModule: module))
    }
    let package = packages.table.packages[number]
    guard let target = package.manifest?.targets[target] else { return .nothing }
    guard target.kind == .binary else {
      return .external(
        externals.add(
          .packageTarget(target.name, package: package.folder), kind: .sdk, name: target.name,
          facts: [LinkageFact(.dynamic, .system)], location: target.location))
    }
    let path = target.path.flatMap { LocalPackage.folder($0, in: package.folder) }
    guard let path, !path.hasSuffix(".zip"), !path.hasSuffix(".artifactbundle") else {
      let identity = package.folder.isEmpty ? "." : package.folder
      return .external(
        externals.add(
          .packageTarget(target.name, package: package.folder),
          kind: .package(identity: identity), name: target.name,
          facts: [declaredFact(target.name) ?? LinkageFact(.unknown, .package)],
          location: target.location))
    }
    let name = ExternalTable.name(ofFile: path)
    return .external(
      externals.add(
        .file(name, folder: Path.folder(of: path), isCarthage: false), kind: .file(path: path),
        name: name, facts: files.facts(at: path) + (declaredFact(name).map { [$0] } ?? []),
        location: target.location))
  }
}

// What targets of packages name.
extension DestinationResolver {
  /// Where a dependency of a target of package `number` leads.
  mutating func destination(
    of dependency: PackageManifest.Dependency, in number: Int
  ) -> DependencyDestination {
    let package = packages.table.packages[number]
    if dependency.kind != .product, let target = package.targetNumbers[dependency.name] {
      return destination(target: target, ofPackage: number)
    }
    let known = package.manifest?.targets.map(\.name) ?? []
    if dependency.kind == .target { return .unknown(.packageTargets(known: known)) }
    guard let name = dependency.package else {
      return destination(productNamed: dependency, in: number, known: known)
    }
    let others = package.manifest?.dependencies ?? []
    guard let index = others.indices.first(where: { self.others(name, are: $0, of: package) })
    else {
      return .unknown(
        .manifestPackages(package: name, known: others.map { $0.shownName }))
    }
    if let other = package.folders[index].flatMap({ packages.table.number(at: $0) }) {
      return destination(product: dependency.name, ofPackage: other)
    }
    return .external(external(dependency.name, of: others[index], package, index, at: dependency))
  }

  /// Whether a package is called that: by its identity, the name that is given, or that of its manifest.
  private func others(_ name: String, are index: Int, of package: LocalPackage) -> Bool {
    guard let dependency = package.manifest?.dependencies[index] else { return false }
    let wanted = name.lowercased()
    if dependency.name?.lowercased() == wanted || dependency.identity == wanted { return true }
    let other = package.folders[index].flatMap { packages.table.number(at: $0) }
    return other.map { packages.table.packages[$0].name.lowercased() == wanted } ?? false
  }

  /// What a plain name stands for that no target has: a product of some package that is named.
  private mutating func destination(
    productNamed dependency: PackageManifest.Dependency, in number: Int, known: [String]
  ) -> DependencyDestination {
    let package = packages.table.packages[number]
    let others = package.manifest?.dependencies ?? []
    var opaque: [Int] = []
    var names = known
    for index in others.indices {
      guard let other = package.folders[index].flatMap({ packages.table.number(at: $0) }),
        let manifest = packages.table.packages[other].manifest
      else {
        opaque.append(index)
        continue
      }
      if packages.table.packages[other].product(dependency.name) != nil {
        return destination(product: dependency.name, ofPackage: other)
      }
      names += manifest.products.map(\.name)
    }
    let namesake = opaque.first { self.others(dependency.name, are: $0, of: package) }
    guard let index = namesake ?? opaque.first else { return .unknown(.manifest(known: names)) }
    if namesake != nil || opaque.count == 1 {
      if let other = package.folders[index].flatMap({ packages.table.number(at: $0) }) {
        return .external(wholePackage(other))
      }
      return .external(external(dependency.name, of: others[index], package, index, at: dependency))
    }
    // One of several packages has it.
    return .external(
      externals.add(
        .product(dependency.name, package: dependency.name),
        kind: .package(identity: dependency.name), name: dependency.name,
        facts: [declaredFact(dependency.name) ?? LinkageFact(.unknown, .package)],
        location: dependency.location))
  }

  /// A product of a package that is not part of the workspace.
  private mutating func external(
    _ product: String, of other: PackageManifest.PackageDependency, _ package: LocalPackage,
    _ index: Int, at dependency: PackageManifest.Dependency
  ) -> Int {
    let identity =
      switch other.source {
      case .url(let url): normalized(url: url)
      case .registry(let id): id.lowercased()
      case .path(let path):
        package.folders[index] ?? (Path.isAbsolute(path) ? path : Path.join(package.folder, path))
      }
    return externals.add(
      .product(product, package: identity), kind: .package(identity: identity), name: product,
      facts: [declaredFact(product) ?? LinkageFact(.unknown, .package)],
      location: dependency.location)
  }
}

extension PackageManifest.PackageDependency {
  /// The last part of where it is.
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

  /// What SwiftPM calls it.
  var identity: String {
    switch source {
    case .registry(let id): id.lowercased()
    case .path(let path): Path.lastComponent(path).lowercased()
    case .url(let url):
      Path.lastComponent(normalized(url: url))
    }
  }
}
