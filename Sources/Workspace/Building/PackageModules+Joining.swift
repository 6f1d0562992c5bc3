internal import Architecture
internal import Diagnostics
internal import Graph
internal import Packages
internal import Specs

// The modules of packages. Until all links are made they are counted behind those of specs.
extension PackageModules {
  /// Puts the modules of packages among `modules`, those of specs, in order of name, and gives everything
  /// that counts modules their new numbers.
  ///
  /// - Parameters:
  ///   - modules: The modules that specs build.
  ///   - links: What counts externals from -1 downwards.
  ///   - unknown: What leads nowhere.
  ///   - firstSpec: How many specs there are before the manifests.
  ///   - configuration: What rules.yml says of products.
  /// - Complexity: O((*n* + *m*) log *n*); O(1) without packages.
  func join(
    _ modules: inout [Module], links: inout [Link], unknown: inout [UnknownReference],
    firstSpec: Int, _ configuration: Configuration
  ) {
    guard !places.isEmpty else { return }
    for place in places { modules.append(module(place, firstSpec: firstSpec, configuration)) }
    let order = modules.indices.sorted { a, b in
      let (x, y) = (modules[a].name, modules[b].name)
      return x == y ? a < b : x.precedes(y)
    }
    var numbers = [Int](repeating: 0, count: modules.count)
    for (new, old) in order.enumerated() { numbers[old] = new }
    func renumber(_ module: inout ModuleID) {
      if module.number >= 0 { module = ModuleID(numbers[module.number]) }
    }
    modules = order.map { modules[$0] }
    for index in modules.indices {
      if var host = modules[index].host {
        renumber(&host)
        modules[index].host = host
      }
      for configured in modules[index].configuredHosts.indices {
        guard var host = modules[index].configuredHosts[configured].host else { continue }
        renumber(&host)
        modules[index].configuredHosts[configured].host = host
      }
    }
    for index in links.indices {
      renumber(&links[index].from)
      renumber(&links[index].to)
    }
    for index in unknown.indices { renumber(&unknown[index].from) }
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

  /// How a target is linked: what rules.yml says of the product of its name, else what the manifest says.
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
