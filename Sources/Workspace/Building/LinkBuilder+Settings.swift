internal import Diagnostics
internal import Graph
internal import Projects

/// The build configurations in which targets differ, of all projects.
struct ConfigurationTable {
  /// The names of the configurations, in order.
  let names: [String]

  init(of targets: TargetTable) {
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

  /// Adds the settings of each configuration to a module.
  func addSettings(of number: Int, in targets: TargetTable, to module: inout Module) {
    guard let settings = targets.linkSettings(of: number) else { return }
    let disagrees = settings.values.contains { $0.linkage != settings.values[0].linkage }
    for (number, value) in settings.values.enumerated() {
      let set = set(number, of: settings)
      if value.allowsMissingSymbols { module.missingSymbols.formUnion(set) }
      if value.allowsPackageCopies { module.acceptsPackageCopies.formUnion(set) }
      if value.loadsWholeArchives { module.wholeArchives.formUnion(set) }
      if value.mergesLibraries { module.mergingConfigurations.formUnion(set) }
      guard disagrees else { continue }
      let same = module.configuredLinkages.firstIndex { $0.linkage == value.linkage }
      if let same {
        module.configuredLinkages[same].configurations.formUnion(set)
      } else {
        module.configuredLinkages.append(ConfiguredLinkage(value.linkage, in: set))
      }
    }
  }
}

extension TargetTable {
  /// Returns the linking settings of a module, if they add anything to its type.
  func linkSettings(of module: Int) -> LinkSettings? {
    details(of: module)?.linkSettings
  }
}

// Links by build settings.
extension LinkBuilder {
  /// Adds a link to XCTest, the same external as an `sdk:` dependency.
  private mutating func addTestFramework(
    _ flag: LinkerFlag, of module: Int, in configurations: ConfigurationSet
  ) {
    guard flag.name == "XCTest", flag.form == .framework else { return }
    let place = targets.specs.range(flag.location)
    let external = resolver.externals.add(
      .sdk(flag.name), kind: .sdk, name: flag.name, facts: [LinkageFact(.dynamic, .system)],
      location: place)
    var link = Link(
      from: ModuleID(module), to: ModuleID(external), location: place, kind: .linkerFlag,
      flags: flag.isWeak ? [.derived, .weak] : .derived,
      platforms: targets.traits[module].platforms)
    link.configurations = configurations
    links.append(link)
  }

  /// Adds the links of linker flags; names that nothing builds or links otherwise belong to the
  /// system.
  mutating func addLinkerFlags(of module: Int, _ configurations: ConfigurationTable) {
    guard let settings = targets.linkSettings(of: module) else { return }
    if !settings.looseNames.isEmpty {
      looseNames[module, default: []].formUnion(settings.looseNames)
    }
    let first = links.count
    for (number, value) in settings.values.enumerated() {
      for flag in value.flags {
        let built = resolver.product(of: flag, from: module)
        let vendored = resolver.externals.binary(named: flag.name)
        guard let other = built ?? vendored, other != module else {
          looseNames[module, default: []].insert(flag.name)
          addTestFramework(flag, of: module, in: configurations.set(number, of: settings))
          continue
        }
        var link = Link(
          from: ModuleID(module), to: ModuleID(other),
          location: targets.specs.range(flag.location), kind: .linkerFlag,
          flags: flag.isWeak ? [.linked, .derived, .weak] : [.linked, .derived],
          platforms: targets.traits[module].platforms)
        link.configurations = configurations.set(number, of: settings)
        let same = links[first...].firstIndex {
          $0.to == link.to && $0.location == link.location && $0.flags == link.flags
        }
        if let same {
          links[same].configurations.formUnion(link.configurations)
        } else {
          links.append(link)
        }
      }
    }
  }
}
