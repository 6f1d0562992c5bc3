internal import Diagnostics
internal import Graph
internal import Projects
internal import WorkspaceReading

/// The third stage of building a graph: the applications that load unit-test bundles.
struct TestHosts {
  private(set) var hosts: [ModuleID?]
  private(set) var configured: [Int: [Configured<ModuleID?>]] = [:]
  private(set) var unknown: [UnknownReference] = []

  private let targets: TargetIndex

  init(of targets: TargetIndex, _ configurations: ConfigurationTable) {
    self.targets = targets
    hosts = Array(repeating: nil, count: targets.modules.count)
    var tests: [Int] = []
    targets.forEachModuleByPath {
      if targets.traits[$0].type == .unitTestBundle { tests.append($0) }
    }
    for module in tests {
      let configured = configuredHosts(of: module, configurations)
      if configured.count > 1 { self.configured[module] = configured }
      hosts[module] =
        configured.lazy.compactMap(\.value).first
        ?? host(of: module, by: targets.details(of: module)?.testHost ?? .unset).map {
          ModuleID($0)
        }
    }
    if tests.contains(where: { targets.details(of: $0)?.hostSetting != nil }) {
      noteUnknownHosts(tests)
    }
  }

  /// Returns the host in each set of configurations that agree; empty if all agree.
  private func configuredHosts(
    of module: Int, _ configurations: ConfigurationTable
  ) -> [Configured<ModuleID?>] {
    guard let settings = targets.linkSettings(of: module),
      settings.values.contains(where: { $0.testHost != settings.values[0].testHost })
    else { return [] }
    var found: [Configured<ModuleID?>] = []
    for (number, value) in settings.values.enumerated() {
      let host = host(of: module, by: value.testHost).map { ModuleID($0) }
      let set = configurations.set(number, of: settings)
      if let same = found.firstIndex(where: { $0.value == host }) {
        found[same].configurations.formUnion(set)
      } else {
        found.append(Configured(host, in: set))
      }
    }
    return found
  }

  /// Returns the application that `TEST_HOST` names, else the first dependency on an application of
  /// the same project.
  private func host(of module: Int, by setting: Target.TestHost) -> Int? {
    switch setting {
    case .noneOrUnknown: return nil
    case .product(let name, let orDefault):
      let apps = targets.products.modules(named: name).filter { targets.traits[$0].type.isApp }
      let app = apps.first { targets.places[$0].spec == targets.places[module].spec } ?? apps.first
      return app ?? (orDefault ? defaultHost(of: module) : nil)
    case .unset: return defaultHost(of: module)
    }
  }

  private func defaultHost(of module: Int) -> Int? {
    let spec = targets.places[module].spec
    return targets.dependencies(of: module).lazy.compactMap { dependency -> Int? in
      guard case .target(let name) = dependency.reference else { return nil }
      return targets.module(name, ofSpec: spec)
    }.first { targets.traits[$0].type.isApp }
  }

  /// Notes each `TEST_HOST` in the products folder that nothing builds.
  ///
  /// An application with an unknown name may be the host, as may one of a project that no spec
  /// generates. Compares names without case, as most file systems of Macs do.
  private mutating func noteUnknownHosts(_ tests: [Int]) {
    let apps = targets.modules.filter {
      targets.traits[$0].kind == .plain && targets.traits[$0].type.isApp
    }
    guard !apps.contains(where: { targets.target($0).hasUnknownProductName }) else { return }
    let names = Set(apps.map { targets.productName($0).lowercased() })
    for module in tests.sorted() {
      let target = targets.target(module)
      guard case .product(let host, _) = target.details.testHost,
        let place = target.details.hostSetting,
        !names.contains(host.lowercased()), !mayBuildMore(module)
      else { continue }
      unknown.append(
        UnknownReference(
          from: ModuleID(module), name: host, location: targets.specs.range(place),
          isInherited: false, scope: .hosts))
    }
  }

  private func mayBuildMore(_ module: Int) -> Bool {
    targets.spec(of: module).references.contains { targets.projects[$0.path] == nil }
  }
}
