internal import Diagnostics
internal import Graph
internal import Specs

// The applications that unit-test bundles are loaded into.
extension GraphBuilder {
  /// The host of each module; notes those that nothing builds.
  mutating func hosts() -> [ModuleID?] {
    var hosts = [ModuleID?](repeating: nil, count: targets.count)
    for module in targets.indices where traits[module].type == .unitTestBundle {
      hosts[module] = host(of: module).map { ModuleID($0) }
    }
    if !table.batch.hostSettings.isEmpty { noteUnknownHosts() }
    return hosts
  }

  /// What `TEST_HOST` names, else the first local dependency that is an application.
  private func host(of module: Int) -> Int? {
    switch target(module).testHost {
    case .noneOrUnknown: return nil
    case .product(let name, let orDefault):
      let apps = modules(building: name).filter { traits[$0].type.isApp }
      let app = apps.first { targets[$0].spec == targets[module].spec } ?? apps.first
      return app ?? (orDefault ? defaultHost(of: module) : nil)
    case .unset: return defaultHost(of: module)
    }
  }

  private func defaultHost(of module: Int) -> Int? {
    for index in target(module).dependencies {
      let dependency = table.batch.dependencies[index]
      guard dependency.kind == .target,
        let local = table.batch.target(named: dependency.reference, among: neighbours(of: module)),
        table.batch.targets[local].type.isApp
      else { continue }
      return Int(moduleNumbers[local])
    }
    return nil
  }

  /// Notes each `TEST_HOST` that names an application in the products folder which nothing builds.
  ///
  /// An application whose name cannot be known may be the one, and so may one of a project that no
  /// specification makes. Most file systems of Macs do not tell small letters from capitals.
  private mutating func noteUnknownHosts() {
    let apps = targets.indices.filter { traits[$0].kind == .plain && traits[$0].type.isApp }
    guard !apps.contains(where: { target($0).hasUnknownProductName }) else { return }
    let names = Set(apps.map { table.string(productName($0)).lowercased() })
    var places: [SourceRange: SourceRange] = [:]
    for setting in table.batch.hostSettings { places[setting.target] = setting.location }
    for module in targets.indices where traits[module].type == .unitTestBundle {
      let target = target(module)
      guard case .product(let host, _) = target.testHost, let place = places[target.location],
        !names.contains(table.string(host).lowercased()), !mayBuildMore(module)
      else { continue }
      unknown.append(
        UnknownReference(
          from: ModuleID(module), name: table.string(host), location: table.range(place),
          isInherited: false, scope: .hosts))
    }
  }

  /// Whether a project that no specification makes belongs to that of a module.
  private mutating func mayBuildMore(_ module: Int) -> Bool {
    let references = table.batch.projectReferences[spec(of: module).projectReferences]
    return references.contains { project(at: table.string($0.path)) == nil }
  }
}
