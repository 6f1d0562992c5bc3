internal import Diagnostics
internal import Graph
internal import Projects
internal import WorkspaceReading

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
