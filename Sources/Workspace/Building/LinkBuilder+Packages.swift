internal import Diagnostics
internal import Graph
internal import Packages
internal import Projects

// The dependencies of targets of packages.
extension LinkBuilder {
  /// Adds the links of all targets of packages, and notes dependencies without a destination.
  mutating func addPackageLinks() {
    guard !resolver.packages.isEmpty else { return }
    for module in targets.modules where targets.traits[module].kind.packageTarget != nil {
      let number = targets.places[module].spec - targets.specs.firstPackage
      let name = targets.target(module).name
      guard let target = resolver.packages.packages[number].target(named: name) else { continue }
      for dependency in target.dependencies {
        add(dependency, to: resolver.destination(of: dependency, in: number), from: module)
      }
      for plugin in target.plugins {
        let end = resolver.destination(of: plugin, in: number)
        add(plugin, isPlugin: true, to: end, from: module)
      }
    }
    for number in resolver.packages.packages.indices { noteUnknownTargets(ofPackage: number) }
  }

  /// Notes the unknown targets of products.
  ///
  /// A product is not a module, so they are reported for the first module of its package.
  private mutating func noteUnknownTargets(ofPackage number: Int) {
    let package = resolver.packages.packages[number]
    guard let manifest = package.manifest,
      let first = manifest.targets.first(where: \.kind.isModule),
      let module = resolver.module(first.name, inPackage: number)
    else { return }
    let known = KnownNames(package.linkableNames)
    for product in manifest.products {
      for target in product.targets where package.target(named: target.name) == nil {
        var reference = UnknownReference(
          from: ModuleID(module), name: target.name, location: targets.specs.range(target.location),
          isInherited: false, scope: .packageTargets(known: known))
        reference.product = product.name
        unknown.append(reference)
      }
    }
  }

  private mutating func add(
    _ dependency: PackageManifest.Dependency, isPlugin: Bool = false,
    to end: DependencyDestination, from module: Int
  ) {
    let place = targets.specs.range(dependency.location)
    switch end {
    case .nothing: return
    case .unknown(let scope):
      unknown.append(
        UnknownReference(
          from: ModuleID(module), name: dependency.name, location: place,
          isInherited: false, scope: scope))
    case .several(let ends):
      for end in ends {
        add(dependency, isPlugin: isPlugin, to: end, from: module)
        if ends.count > 1, case .module = end { links[links.count - 1].flags.insert(.viaProduct) }
      }
    case .module(let other), .external(let other):
      let isBuilt = targets.modules.contains(other)
      let isLocal = isBuilt && targets.places[other].spec == targets.places[module].spec
      let isLibrary = !isBuilt || targets.traits[other].kind == .packageLibrary
      var flags: Link.Flags = dependency.renamesModules ? .renamed : []
      if isLibrary, !isPlugin, targets.traits[module].kind != .packagePlugin {
        flags.insert(.linked)
      }
      let platforms = dependency.platforms?.map(PlatformSet.init(manifestName:))
      links.append(
        Link(
          from: ModuleID(module), to: ModuleID(other), location: place,
          kind: isPlugin ? .plugin : isLocal ? .target : .package, flags: flags,
          platforms: platforms?.reduce(into: []) { $0.formUnion($1) } ?? .all))
    }
  }
}

extension PlatformSet {
  /// Creates the platform of a manifest's `.when(platforms:)`; empty if no Xcode project is built
  /// for it.
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
