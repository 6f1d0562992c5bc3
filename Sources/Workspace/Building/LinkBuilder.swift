internal import Diagnostics
internal import Graph
internal import LockFiles
internal import Packages
internal import Paths
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

struct LinkTable {
  var links: [Link] = []
  var configurations: ConfigurationTable
  var externals: ExternalTable
  var unknown: [UnknownReference] = []
  /// The names of dependencies without a module, by number of the dependent.
  var looseNames: [Int: Set<String>] = [:]
  var outsideNotes: [Diagnostic.Note] = []
  /// The submodules without checkout that may build products which nothing else builds.
  var absentSubmodules: [String] = []
  var buildGroups = BuildGroups()
}

/// The second stage of building a graph: turns the dependencies of targets, lock files and packages
/// into links.
struct LinkBuilder {
  private let targets: TargetIndex
  private var resolver: DestinationResolver
  private var table: LinkTable

  init(_ resolver: consuming DestinationResolver) {
    targets = resolver.targets
    table = LinkTable(
      configurations: ConfigurationTable(of: targets), externals: resolver.externals)
    self.resolver = resolver
  }

  /// - Complexity: O(*m*) for *m* dependencies, and the lookups of files.
  consuming func build() -> LinkTable {
    table.links.reserveCapacity(
      targets.modules.reduce(0) { $0 + targets[$1].dependencies.count })
    // The graph sorts its links itself.
    targets.forEachModuleByPath { addLinks(of: $0) }
    addLockedPackages()
    for (number, package) in resolver.packages.packages.enumerated() {
      noteUnknownTargets(of: package, number)
    }
    for module in targets.modules where targets.linkSettings(of: module) != nil {
      addLinkerFlags(of: module)
    }
    table.externals = resolver.externals
    table.absentSubmodules = resolver.absentSubmodules
    table.buildGroups = resolver.buildGroups ?? BuildGroups()
    return table
  }
}

// The dependencies of one target.
extension LinkBuilder {
  private mutating func addLinks(of module: Int) {
    let dependencies = targets[module].dependencies
    guard targets.dependsOnOthers(module) else {
      for dependency in dependencies {
        add(dependency, of: module, isEmbedded: nil, isDeclared: true)
      }
      return
    }
    let project = targets.spec(of: module)
    let effective = project.effectiveDependencies(
      of: targets.places[module].target, resolver.externalLookup(of: project))
    // Declared dependencies count for the architecture even if XcodeGen drops them.
    var embedded: [Int: Bool] = [:]
    var passedOn: [EffectiveDependency] = []
    for one in effective {
      if let place = dependencies.firstIndex(of: one.dependency) {
        embedded[place] = embedded[place, default: false] || one.isEmbedded
      } else {
        passedOn.append(one)
      }
    }
    for (index, dependency) in dependencies.enumerated() {
      add(dependency, of: module, isEmbedded: embedded[index] ?? false, isDeclared: true)
    }
    for one in passedOn {
      // A Carthage framework of a dependency is only embedded; its dependent links it.
      let isCopy = one.dependency.reference.isPrebuilt && !one.isLinked
      add(
        one.dependency, of: module, isEmbedded: one.isEmbedded, isDeclared: false, isCopy: isCopy)
    }
  }

  /// With `isCopy`, it is embedded and not linked, regardless of its kind.
  private mutating func add(
    _ dependency: Dependency, of module: Int, isEmbedded: Bool?, isDeclared: Bool,
    isCopy: Bool = false
  ) {
    let place = targets.specs.range(dependency.location)
    var further: Link.Flags = isDeclared ? [] : [.derived]
    switch resolver.destination(of: dependency, from: module, at: place) {
    case .nothing: noteLooseName(dependency, of: module)
    case .unknown(let scope):
      noteLooseName(dependency, of: module)
      if isDeclared { noteUnknown(dependency, scope, of: module, at: place) }
    case .module(let number):
      add(dependency, from: module, to: number, at: place, isEmbedded, isCopy, further)
    case .several(let numbers):
      if numbers.count > 1 { further.insert(.viaProduct) }
      for number in numbers {
        add(dependency, from: module, to: number, at: place, isEmbedded, isCopy, further)
      }
    }
  }

  private mutating func add(
    _ dependency: Dependency, from module: Int, to number: Int, at place: SourceRange,
    _ isEmbedded: Bool?, _ isCopy: Bool, _ further: Link.Flags
  ) {
    let dependent = targets.traits[module]
    let product = product(number, of: dependency, from: module)
    var flags = dependency.flags(of: product, from: dependent).union(further)
    if isEmbedded ?? dependency.isEmbedded(product, in: dependent) {
      flags.formUnion(embedFlags(of: dependency, product))
    }
    if isCopy { flags.remove(.linked) }
    var kind = dependency.reference.linkKind
    // A binary of a package is linked and embedded like its products.
    if case .target = dependency.reference, product == nil { kind = .package }
    var link = Link(
      from: ModuleID(module), to: ModuleID(number), location: place, kind: kind,
      flags: flags, platforms: dependency.platforms.intersection(dependent.platforms))
    link.outside = outsideNote(of: dependency, from: module)
    table.links.append(link)
  }

  /// `nil` for an external.
  private func product(
    _ other: Int, of dependency: Dependency, from module: Int
  ) -> LinkTraits? {
    guard targets.modules.contains(other) else { return nil }
    let traits = targets.traits[other]
    let isOutside =
      dependency.reference.isTarget && targets.places[other].spec != targets.places[module].spec
    return isOutside ? traits.seenFromOutside : traits
  }

  // XcodeGen does not embed the module of an `sdk:`. It copies the dynamic library of a `target:`
  // to the resources. Without `implicit` it embeds a file next to the spec instead of the product.
  private mutating func embedFlags(
    of dependency: Dependency, _ product: LinkTraits?
  ) -> Link.Flags {
    guard let product, !product.isOfPackage else { return [.embedded] }
    switch dependency.reference {
    case .system: return []
    case .target, .targetOfProject:
      let isResource = product.type == .dynamicLibrary && !dependency.flags.contains(.copied)
      return isResource ? [.embedded, .copiedElsewhere] : [.embedded]
    case .file(let path)
    where !dependency.flags.contains(.implicit) && resolver.productPath(path).isBare:
      return [.embedsNoProduct]
    default: return [.embedded]
    }
  }

  private mutating func noteUnknown(
    _ dependency: Dependency, _ scope: UnknownReference.Scope, of module: Int,
    at place: SourceRange
  ) {
    guard !dependency.flags.contains(.unfilled) else { return }
    let name =
      switch (dependency.reference, scope) {
      case (_, .packages): dependency.reference.text
      case (.file(let path), _): Path.libraryName(of: path)
      default: dependency.reference.product
      }
    var reference = UnknownReference(
      from: ModuleID(module), name: name, location: place,
      isInherited: dependency.flags.contains(.inherited), scope: scope)
    reference.outside = outsideNote(of: dependency, from: module)
    table.unknown.append(reference)
  }

  private mutating func noteLooseName(_ dependency: Dependency, of module: Int) {
    table.looseNames[module, default: []].insert(
      Path.libraryName(of: dependency.reference.product))
  }

  private mutating func outsideNote(of dependency: Dependency, from module: Int) -> Int? {
    guard let number = dependency.outside else { return nil }
    table.outsideNotes.append(targets.spec(of: module).outsideNotes[Int(number)])
    return table.outsideNotes.count - 1
  }
}

// Links by build settings.
extension LinkBuilder {
  private mutating func addLinkerFlags(of module: Int) {
    guard let settings = targets.linkSettings(of: module) else { return }
    if !settings.looseNames.isEmpty {
      table.looseNames[module, default: []].formUnion(settings.looseNames)
    }
    let first = table.links.count
    for (number, value) in settings.values.enumerated() {
      for flag in value.flags {
        guard var link = link(by: flag, from: module) else { continue }
        link.configurations = table.configurations.set(number, of: settings)
        let same = table.links[first...].firstIndex {
          $0.to == link.to && $0.location == link.location && $0.flags == link.flags
        }
        if let same {
          table.links[same].configurations.formUnion(link.configurations)
        } else {
          table.links.append(link)
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
      table.looseNames[module, default: []].insert(flag.name)
      guard flag.name == "XCTest", flag.form == .framework else { return nil }
      destination = resolver.externals.addSystem(flag.name, at: place)
    }
    return Link(
      from: ModuleID(module), to: ModuleID(destination), location: place, kind: .linkerFlag,
      flags: flags, platforms: targets.traits[module].platforms)
  }
}

// Externals of lock files.
extension LinkBuilder {
  /// Adds all packages of lock files, used or not, and the links between pods.
  private mutating func addLockedPackages() {
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
        table.links.append(
          Link(
            from: ModuleID(from), to: ModuleID(to), location: link.location, kind: .pod,
            flags: [.linked], platforms: .all))
      }
    }
  }
}

extension LinkBuilder {
  /// A product is not a module, so they are reported for the first module of its package.
  private mutating func noteUnknownTargets(of package: LocalPackage, _ number: Int) {
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
        table.unknown.append(reference)
      }
    }
  }
}
