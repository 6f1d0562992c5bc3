internal import Architecture
internal import Diagnostics
internal import Graph
internal import Packages

extension PackageModules {
  /// Makes the modules of packages, in order of name.
  ///
  /// - Parameters:
  ///   - firstSpec: The number of specs, which the manifests follow.
  ///   - configuration: The linkage that rules.yml gives products.
  /// - Returns: The modules, in the order of `places`.
  func modules(firstSpec: Int, _ configuration: Configuration) -> [Module] {
    places.map { module($0, firstSpec: firstSpec, configuration) }
  }

  private func module(
    _ place: Place, firstSpec: Int, _ configuration: Configuration
  ) -> Module {
    let (package, target) = (table.packages[place.package], target(place))
    let fact = linkage(of: target, in: package, configuration)
    var roles: Module.Roles = []
    if target.kind == .test { roles.insert(.test) }
    if target.kind != .regular { roles.insert(.executable) }
    if target.kind == .test || target.kind == .executable || fact.linkage == .dynamic {
      roles.insert(.image)
    }
    var module = Module(
      name: target.name, spec: firstSpec + spec(of: place.package),
      location: target.location, type: target.kind.productType, platform: .auto, platforms: .all,
      linkage: fact.linkage, roles: roles, productName: target.name)
    let folder = package.folder(of: target)
    if folder != package.folder { module.folders = [ModuleFolder(folder, .sources)] }
    module.packageTarget = target.kind.packageTarget
    if target.kind == .regular { module.facts = [fact] }
    return module
  }

  /// How a target is linked: what rules.yml says of the product of its name, else what the manifest
  /// says.
  private func linkage(
    of target: PackageManifest.Target, in package: LocalPackage, _ configuration: Configuration
  ) -> LinkageFact {
    let declared = configuration.external(named: target.name)?.linkage
    if target.kind == .regular, let declared { return LinkageFact(declared, .configuration) }
    let linkage = package.linkage(of: target)
    return LinkageFact(linkage, linkage == .unknown ? .package : .manifest)
  }
}

extension PackageManifest.Target.Kind {
  fileprivate var productType: ProductType {
    switch self {
    case .test: .unitTestBundle
    case .executable: .tool
    default: .none
    }
  }

  fileprivate var packageTarget: PackageTarget {
    switch self {
    case .executable: .executable
    case .test: .test
    case .macro: .macro
    case .plugin: .plugin
    case .regular, .system, .binary: .library
    }
  }
}
