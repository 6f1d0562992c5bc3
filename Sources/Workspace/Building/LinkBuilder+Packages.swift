internal import Diagnostics
internal import Graph
internal import Packages

// What targets of packages depend on.
extension LinkBuilder {
  /// Adds the links of all targets of packages, and notes what leads nowhere.
  mutating func addPackageLinks() {
    for (number, place) in resolver.packages.places.enumerated() {
      let target = resolver.packages.target(place)
      let from = resolver.number(ofPackageModule: number)
      for dependency in target.dependencies {
        let end = resolver.destination(of: dependency, in: place.package)
        add(dependency, to: end, from: from, of: target, in: place.package)
      }
      for plugin in target.plugins {
        let end = resolver.destination(of: plugin, in: place.package)
        add(plugin, to: end, from: from, of: target, in: place.package, isPlugin: true)
      }
    }
    for (number, package) in resolver.packages.table.packages.enumerated() {
      noteUnknownTargets(ofProductsOf: package, number)
    }
  }

  /// A product has no module of its own: what it names in vain is reported at its package's first
  /// one.
  private mutating func noteUnknownTargets(
    ofProductsOf package: LocalPackage, _ number: Int
  ) {
    guard let manifest = package.manifest,
      let first = manifest.targets.indices.first(where: {
        resolver.packages.number(of: $0, in: number) != nil
      }), let module = resolver.packages.number(of: first, in: number)
    else { return }
    let known = KnownNames(manifest.targets.map(\.name))
    for product in manifest.products {
      for target in product.targets where package.targetNumbers[target.name] == nil {
        var reference = UnknownReference(
          from: ModuleID(resolver.number(ofPackageModule: module)), name: target.name,
          location: target.location, isInherited: false, scope: .packageTargets(known: known))
        reference.product = product.name
        unknown.append(reference)
      }
    }
  }

  private mutating func add(
    _ dependency: PackageManifest.Dependency, to end: DependencyDestination, from: Int,
    of target: PackageManifest.Target, in package: Int, isPlugin: Bool = false
  ) {
    switch end {
    case .nothing: return
    case .unknown(let scope):
      unknown.append(
        UnknownReference(
          from: ModuleID(from), name: dependency.name, location: dependency.location,
          isInherited: false, scope: scope))
    case .several(let ends):
      for end in ends {
        add(dependency, to: end, from: from, of: target, in: package, isPlugin: isPlugin)
        if ends.count > 1, case .module = end { links[links.count - 1].flags.insert(.viaProduct) }
      }
    case .module(let other):
      let place = resolver.packages.places[other - targets.modules.count]
      let isLocal = place.package == package
      let isLinked =
        !isPlugin && target.kind != .plugin && resolver.isLibrary(packageModule: other)
      append(
        from, other, dependency, kind: isPlugin ? .plugin : isLocal ? .target : .package,
        flags: isLinked ? .linked : [])
    case .external(let other):
      append(
        from, other, dependency, kind: isPlugin ? .plugin : .package,
        flags: isPlugin || target.kind == .plugin ? [] : .linked)
    }
  }

  private mutating func append(
    _ from: Int, _ to: Int, _ dependency: PackageManifest.Dependency, kind: Link.Kind,
    flags: Link.Flags
  ) {
    var platforms = PlatformSet.all
    if let names = dependency.platforms {
      platforms = names.reduce(into: []) { $0.formUnion(PlatformSet(manifestName: $1)) }
    }
    links.append(
      Link(
        from: ModuleID(from), to: ModuleID(to), location: dependency.location, kind: kind,
        flags: dependency.renamesModules ? flags.union(.renamed) : flags, platforms: platforms))
  }
}

extension PlatformSet {
  /// The platform of a manifest's `.when(platforms:)`; none if no Xcode project is built for it.
  fileprivate init(manifestName name: String) {
    switch name {
    case "ios": self = .iOS
    case "maccatalyst": self = .macCatalyst
    case "macos": self = .macOS
    case "tvos": self = .tvOS
    case "watchos": self = .watchOS
    case "visionos": self = .visionOS
    default: self = []
    }
  }
}
