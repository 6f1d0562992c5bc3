internal import Diagnostics
internal import Graph
internal import Projects

// The applications that load unit-test bundles.
extension TargetIndex {
  /// Sets the host of a unit-test bundle, and that in each configuration if they disagree.
  func addHosts(of number: Int, _ configurations: ConfigurationTable, to module: inout Module) {
    guard traits[number].type == .unitTestBundle else { return }
    if let settings = linkSettings(of: number) {
      let hosts = configurations.sets(of: settings) { host(of: number, by: $0.testHost) }
      module.host = hosts.lazy.compactMap(\.value).first
      if hosts.count > 1 { module.configuredHosts = hosts.map { Configured($0, in: $1) } }
    } else {
      module.host = host(of: number, by: .unset)
    }
    if module.host != nil { module.roles.insert(.hosted) }
  }

  /// Returns the application that `TEST_HOST` names, else the first dependency on an application of
  /// the same project.
  private func host(of module: Int, by setting: Target.TestHost) -> ModuleID? {
    let spec = places[module].spec
    let apps: [Int]
    switch setting {
    case .noneOrUnknown: return nil
    case .product(let name):
      let found = products.builders(of: name, "app", traits).map(Int.init)
      apps = found.filter { places[$0].spec == spec } + found
    case .unset:
      apps = self[module].dependencies.compactMap { dependency in
        guard case .target(let name) = dependency.reference else { return nil }
        return self.module(name, ofSpec: spec)
      }
    }
    return apps.first { traits[$0].type.isApp }.map { ModuleID($0) }
  }
}
