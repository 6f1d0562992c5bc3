internal import Diagnostics
internal import Graph
internal import Projects

// The applications that load unit-test bundles.
extension TargetIndex {
  /// Sets the host of a unit-test bundle, and that in each configuration if they disagree.
  func addHosts(of number: Int, _ configurations: ConfigurationTable, to module: inout Module) {
    guard traits[number].type == .unitTestBundle else { return }
    let configured = configuredHosts(of: number, configurations)
    if configured.count > 1 { module.configuredHosts = configured }
    module.host =
      configured.lazy.compactMap(\.host).first
      ?? host(of: number, by: details(of: number)?.testHost ?? .unset)
    if module.host != nil { module.roles.insert(.hosted) }
  }

  /// Returns the host in each set of configurations that agree; empty if all agree.
  private func configuredHosts(
    of module: Int, _ configurations: ConfigurationTable
  ) -> [ConfiguredHost] {
    guard let settings = linkSettings(of: module),
      settings.values.contains(where: { $0.testHost != settings.values[0].testHost })
    else { return [] }
    var found: [ConfiguredHost] = []
    for (number, value) in settings.values.enumerated() {
      let host = host(of: module, by: value.testHost)
      let set = configurations.set(number, of: settings)
      if let same = found.firstIndex(where: { $0.host == host }) {
        found[same].configurations.formUnion(set)
      } else {
        found.append(ConfiguredHost(host, in: set))
      }
    }
    return found
  }

  /// Returns the application that `TEST_HOST` names, else the first dependency on an application of
  /// the same project.
  private func host(of module: Int, by setting: Target.TestHost) -> ModuleID? {
    let spec = places[module].spec
    let apps: [Int]
    switch setting {
    case .noneOrUnknown: return nil
    case .product(let name):
      let found = products.builders(of: name, .app, traits).map(Int.init)
      apps = found.filter { places[$0].spec == spec } + found
    case .unset:
      apps = dependencies(of: module).compactMap { dependency in
        guard case .target(let name) = dependency.reference else { return nil }
        return self.module(name, ofSpec: spec)
      }
    }
    return apps.first { traits[$0].type.isApp }.map { ModuleID($0) }
  }
}
