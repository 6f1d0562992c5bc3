internal import Diagnostics
internal import Graph
internal import Projects
internal import WorkspaceReading

/// The build configurations in which targets differ, of all projects.
struct ConfigurationTable {
  let names: [String]

  init(of targets: TargetIndex) {
    var found: Set<String> = []
    for module in targets.modules {
      guard let settings = targets.linkSettings(of: module), settings.values.count > 1 else {
        continue
      }
      found.formUnion(settings.configurations)
    }
    names = Array(found.sorted { $0.precedes($1) }.prefix(ConfigurationSet.most))
  }

  /// Returns the configurations that use the value with number `value`.
  ///
  /// Xcode uses the default configuration of a project for a configuration that the project lacks.
  func set(_ value: Int, of settings: LinkSettings) -> ConfigurationSet {
    guard settings.values.count > 1 else { return .all }
    var set: ConfigurationSet = []
    for (number, name) in names.enumerated() {
      let own = settings.configurations.firstIndex(of: name) ?? settings.defaultConfiguration
      if own == value { set.insert(ConfigurationSet(number: number)) }
    }
    return set
  }

  /// Returns each value of a property with the configurations that have it.
  func sets<Value: Equatable>(
    of settings: LinkSettings, _ property: (LinkSettings.Value) -> Value
  ) -> [(value: Value, configurations: ConfigurationSet)] {
    var sets: [(value: Value, configurations: ConfigurationSet)] = []
    for (number, value) in settings.values.map(property).enumerated() {
      let set = set(number, of: settings)
      if let same = sets.firstIndex(where: { $0.value == value }) {
        sets[same].configurations.formUnion(set)
      } else {
        sets.append((value, set))
      }
    }
    return sets
  }

  func add(_ settings: LinkSettings, to module: inout Module) {
    for (number, value) in settings.values.enumerated() {
      let set = set(number, of: settings)
      if value.allowsMissingSymbols { module.missingSymbols.formUnion(set) }
      if value.allowsPackageCopies { module.acceptsPackageCopies.formUnion(set) }
      if value.loadsWholeArchives { module.wholeArchives.formUnion(set) }
      if value.mergesLibraries { module.mergingConfigurations.formUnion(set) }
    }
    let linkages = sets(of: settings, \.linkage)
    guard linkages.count > 1 else { return }
    module.configuredLinkages = linkages.map { Configured($0, in: $1) }
  }
}
