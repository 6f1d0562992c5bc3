internal import Diagnostics
internal import Graph
internal import LockFiles
internal import Packages
internal import Paths
internal import Projects
internal import WorkspaceReading

// Links by build settings.
extension LinkBuilder {
  mutating func addLinks(by settings: LinkSettings, of module: Int) {
    if !settings.looseNames.isEmpty {
      looseNames[module, default: []].formUnion(settings.looseNames)
    }
    let first = links.count
    for (number, value) in settings.values.enumerated() {
      for flag in value.flags {
        guard var link = link(by: flag, from: module) else { continue }
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

  /// Names that nothing builds or links otherwise belong to the system.
  private mutating func link(by flag: LinkerFlag, from module: Int) -> Link? {
    let place = targets.specs.range(flag.location)
    var flags: Link.Flags = flag.isWeak ? [.derived, .weak] : [.derived]
    let destination: Int
    let built = resolver.product(of: flag, from: module)
    if let other = built ?? resolver.externals.binary(named: flag.name), other != module {
      destination = other
      flags.insert(.linked)
    } else {
      looseNames[module, default: []].insert(flag.name)
      guard flag.name == "XCTest", flag.form == .framework else { return nil }
      destination = resolver.externals.addSystem(flag.name, at: place)
    }
    return Link(
      from: ModuleID(module), to: ModuleID(destination), location: place, kind: .linkerFlag,
      flags: flags, platforms: targets.traits[module].platforms)
  }
}

// Lock files and packages.
extension LinkBuilder {
  /// Adds all packages of lock files, used or not, and the links between pods.
  mutating func addLockedPackages() {
    var numbers: [String: Int] = [:]
    for package in resolver.locks.packages where numbers[package.identity] == nil {
      let kind: Module.External = package.manager == .cocoaPods ? .pod : .carthage
      let key = ExternalTable.Key.binary(package.name)
      // A dependency has more information about the linkage.
      let facts =
        resolver.externals.contains(key)
        ? [] : [resolver.declaredFact(package.name) ?? LinkageFact(.unknown, .package)]
      numbers[package.identity] = resolver.externals.add(
        key, kind: kind, name: package.name, facts: facts, location: package.location)
    }
    var seen: Set<[Int]> = []
    for package in resolver.locks.packages {
      guard let from = numbers[package.identity] else { continue }
      for link in package.links {
        guard let to = numbers["pod:" + link.name], seen.insert([from, to]).inserted else {
          continue
        }
        links.append(
          Link(
            from: ModuleID(from), to: ModuleID(to), location: link.location, kind: .pod,
            flags: [.linked], platforms: .all))
      }
    }
  }

  /// A product is not a module, so they are reported for the first module of its package.
  mutating func noteUnknownTargets(of package: LocalPackage, _ number: Int) {
    guard let manifest = package.manifest,
      let first = manifest.targets.first(where: \.kind.isModule),
      let module = resolver.module(first.name, inPackage: number)
    else { return }
    let known = KnownNames(package.linkableNames)
    for product in manifest.products {
      for target in product.targets where package.target(named: target.name) == nil {
        var reference = UnknownReference(
          from: ModuleID(module), name: target.name, location: targets.specs.range(target.location),
          isInherited: false, scope: .packageTargets(known: known))
        reference.product = product.name
        unknown.append(reference)
      }
    }
  }
}
