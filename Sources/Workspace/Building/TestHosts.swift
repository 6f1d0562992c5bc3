internal import Diagnostics
internal import Graph
internal import Projects

/// The third stage of building a graph: the applications that unit-test bundles are loaded into.
///
/// In: the modules, and the configurations by which they differ. Out: for each module its host, for those
/// whose configurations disagree that of each, and the hosts that nothing builds.
struct TestHosts {
  private(set) var hosts: [ModuleID?]
  /// By module.
  private(set) var configured: [Int: [ConfiguredHost]] = [:]
  private(set) var unknown: [UnknownReference] = []

  private let targets: TargetTable

  init(of targets: TargetTable, _ configurations: ConfigurationTable) {
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
        configured.lazy.compactMap(\.host).first
        ?? host(of: module, by: targets.target(module).testHost).map { ModuleID($0) }
    }
    if !targets.specs.batch.hostSettings.isEmpty { noteUnknownHosts() }
  }

  /// The host in each set of configurations that agree; empty where all do.
  private func configuredHosts(
    of module: Int, _ configurations: ConfigurationTable
  ) -> [ConfiguredHost] {
    guard let settings = targets.linkSettings(of: module),
      settings.values.contains(where: { $0.testHost != settings.values[0].testHost })
    else { return [] }
    var found: [ConfiguredHost] = []
    for (number, value) in settings.values.enumerated() {
      let host = host(of: module, by: value.testHost).map { ModuleID($0) }
      let set = configurations.set(number, of: settings)
      if let same = found.firstIndex(where: { $0.host == host }) {
        found[same].configurations.formUnion(set)
      } else {
        found.append(ConfiguredHost(host, in: set))
      }
    }
    return found
  }

  /// What `TEST_HOST` names, else the first local dependency that is an application.
  private func host(of module: Int, by setting: Target.TestHost) -> Int? {
    switch setting {
    case .noneOrUnknown: return nil
    case .product(let name, let orDefault):
      let apps = targets.products.modules(targets.specs.batch.names.form(of: name)).filter {
        targets.traits[$0].type.isApp
      }
      let app = apps.first { targets.places[$0].spec == targets.places[module].spec } ?? apps.first
      return app ?? (orDefault ? defaultHost(of: module) : nil)
    case .unset: return defaultHost(of: module)
    }
  }

  private func defaultHost(of module: Int) -> Int? {
    for index in targets.target(module).dependencies {
      let dependency = targets.specs.batch.dependencies[index]
      guard dependency.kind == .target,
        let local = targets.specs.batch.target(
          named: dependency.reference, among: targets.neighbours(of: module)),
        targets.specs.batch.targets[local].type.isApp
      else { continue }
      return targets.module(ofTarget: local)
    }
    return nil
  }

  /// Notes each `TEST_HOST` that names an application in the products folder which nothing builds.
  ///
  /// An application whose name cannot be known may be the one, and so may one of a project that no
  /// specification makes. Most file systems of Macs do not tell small letters from capitals.
  private mutating func noteUnknownHosts() {
    let apps = targets.modules.filter {
      targets.traits[$0].kind == .plain && targets.traits[$0].type.isApp
    }
    guard !apps.contains(where: { targets.target($0).hasUnknownProductName }) else { return }
    let names = Set(apps.map { targets.string(targets.productName($0)).lowercased() })
    var places: [SourceRange: SourceRange] = [:]
    for setting in targets.specs.batch.hostSettings { places[setting.target] = setting.location }
    for module in targets.modules where targets.traits[module].type == .unitTestBundle {
      let target = targets.target(module)
      guard case .product(let host, _) = target.testHost, let place = places[target.location],
        !names.contains(targets.string(host).lowercased()), !mayBuildMore(module)
      else { continue }
      unknown.append(
        UnknownReference(
          from: ModuleID(module), name: targets.string(host), location: targets.specs.range(place),
          isInherited: false, scope: .hosts))
    }
  }

  /// Whether a project that no specification makes belongs to that of a module.
  private func mayBuildMore(_ module: Int) -> Bool {
    let references = targets.specs.batch.projectReferences[
      targets.spec(of: module).projectReferences]
    return references.contains { targets.projects.spec(at: targets.string($0.path)) == nil }
  }
}
