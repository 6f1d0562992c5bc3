internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

/// The second stage of building a graph: turns the dependencies of targets, lock files and packages
/// into links.
struct LinkBuilder {
  var links: [Link] = []
  let configurations: ConfigurationTable
  var unknown: [UnknownReference] = []
  /// The names of dependencies without a module, by number of the dependent.
  var looseNames: [Int: Set<String>] = [:]
  var outsideNotes: [Diagnostic.Note] = []
  var resolver: DestinationResolver
  let targets: TargetIndex

  /// - Complexity: O(*m*) for *m* dependencies, and the lookups of files.
  init(_ resolver: consuming DestinationResolver) {
    targets = resolver.targets
    configurations = ConfigurationTable(of: targets)
    self.resolver = resolver
    var count = 0
    for module in targets.modules { count += targets[module].dependencies.count }
    links.reserveCapacity(count)
    // Targets are in memory in roughly the order of the paths of their specs, which makes it several
    // times faster than the order of numbers. The graph sorts its links itself.
    for spec in targets.specs.projects.indices {
      for target in targets.specs.projects[spec].targets.indices {
        let place = TargetPlace(spec: spec, target: target)
        let module = targets.module(at: place)
        if targets.places[module] == place { addLinks(of: module) }
      }
    }
    if !self.resolver.locks.packages.isEmpty { addLockedPackages() }
    for (number, package) in self.resolver.packages.packages.enumerated() {
      noteUnknownTargets(of: package, number)
    }
    for module in targets.modules {
      if let settings = targets.linkSettings(of: module) { addLinks(by: settings, of: module) }
    }
  }

  private mutating func addLinks(of module: Int) {
    let dependencies = targets[module].dependencies
    guard targets.dependsOnOthers(module) else {
      for dependency in dependencies { add(dependency, of: module) }
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
      add(dependency, of: module, isEmbedded: embedded[index] ?? false)
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
    _ dependency: Dependency, of module: Int, isEmbedded: Bool? = nil, isDeclared: Bool = true,
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
    if let note = dependency.outside { link.outside = outsideNote(note, of: module) }
    links.append(link)
  }

  /// `nil` for an external.
  private func product(_ other: Int, of dependency: Dependency, from module: Int) -> LinkTraits? {
    guard targets.modules.contains(other) else { return nil }
    let traits = targets.traits[other]
    let isOutside = targets.places[other].spec != targets.places[module].spec
    return isOutside && dependency.reference.linkKind == .target ? traits.seenFromOutside : traits
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
    if let note = dependency.outside { reference.outside = outsideNote(note, of: module) }
    unknown.append(reference)
  }

  private mutating func noteLooseName(_ dependency: Dependency, of module: Int) {
    looseNames[module, default: []].insert(Path.libraryName(of: dependency.reference.product))
  }

  private mutating func outsideNote(_ number: Int32, of module: Int) -> Int {
    outsideNotes.append(targets.spec(of: module).outsideNotes[Int(number)])
    return outsideNotes.count - 1
  }
}

// The linking of a dependency between two products by XcodeGen and Xcode. Not methods of the
// builder: each call would copy its contents.
extension Reference {
  var linkKind: Link.Kind {
    switch self {
    case .target, .targetOfProject, .malformedTarget: .target
    case .file: .framework
    case .prebuilt: .carthage
    case .system: .sdk
    case .package, .productOfAnyPackage: .package
    case .bundle: .bundle
    case .plugin: .plugin
    }
  }
}

extension Dependency {
  /// Returns the flags of the link, except those for embedding and re-exporting.
  ///
  /// `product` is `nil` for an external.
  func flags(of product: LinkTraits?, from dependent: LinkTraits) -> Link.Flags {
    var result: Link.Flags = []
    if flags.contains(.weak) { result.insert(.weak) }
    if flags.contains(.implicit) { result.insert(.implicit) }
    if flags.contains(.inherited) { result.insert(.inherited) }
    if flags.contains(.renamed) { result.insert(.renamed) }
    if link == false { result.insert(.declaredUnlinked) }
    if embed == false { result.insert(.declaredUnembedded) }
    if isLinked(product, into: dependent) { result.insert(.linked) }
    if !isInLinkPhase(product, of: dependent) { result.insert(.withoutPhase) }
    if flags.contains(.copied) { result.formUnion(copyFlags(from: dependent)) }
    if product?.type == .staticLibrary, link == nil, reference.linkKind == .target,
      !dependent.type.linksStaticsByDefault
    {
      result.insert(.linkedByHand)
    }
    return result
  }

  /// Returns the flags for `copy:`, for `bundle:` and for Carthage frameworks that a script copies.
  ///
  /// XcodeGen ignores `copy:` unless it embeds the dependency.
  private func copyFlags(from dependent: LinkTraits) -> Link.Flags {
    let isByScript =
      reference.isPrebuilt
      && LinkDefaults.copiesCarthageByScript(
        dependent.type, on: dependent.platform, embedsByPhase: dependent.embedsPrebuiltByPhase)
    guard reference.linkKind != .bundle, !isByScript else { return [] }
    let isAsked = embed ?? dependent.type.embedsFiles
    let result: Link.Flags = isAsked ? [.copied] : []
    return flags.contains(.copiedElsewhere) ? result.union([.copiedElsewhere]) : result
  }

  /// Whether the dependent contains or loads the code of the product: by `link:`, else if it can be
  /// linked.
  ///
  /// Includes a static library that XcodeGen omits from the link phase of a framework: the
  /// framework would not build without the library.
  private func isLinked(_ product: LinkTraits?, into dependent: LinkTraits) -> Bool {
    guard dependent.kind != .aggregate, dependent.kind != .package(.plugin) else { return false }
    let packageTarget = product?.kind.packageTarget
    if let packageTarget, packageTarget != .library { return false }
    switch reference.linkKind {
    case .plugin, .bundle: return false
    // XcodeGen links it regardless of `link:`.
    case .sdk: return product?.kind == .plain
    // A static library only waits for its packages to be built.
    case .package: return link ?? (dependent.type != .staticLibrary)
    // XcodeGen does not link a static framework unless it would embed it.
    case .carthage where flags.contains(.prebuiltStatic):
      return link != false
        || embed ?? LinkDefaults.embedsCarthage(dependent.type, on: dependent.platform)
    default: break
    }
    guard let product, packageTarget == nil else { return link ?? true }
    return product.kind == .plain && link ?? (product.builtLinkage != .none)
  }

  private func isInLinkPhase(_ product: LinkTraits?, of dependent: LinkTraits) -> Bool {
    guard link == nil else { return true }
    switch (reference.linkKind, product) {
    case (.target, let other?) where !other.isOfPackage:
      return LinkDefaults.links(other.linkage, into: dependent.type)
    case (.framework, _): return dependent.type != .staticLibrary
    default: return true
    }
  }

  func isEmbedded(_ product: LinkTraits?, in dependent: LinkTraits) -> Bool {
    guard dependent.kind != .aggregate else { return false }
    switch (reference.linkKind, product) {
    case (.target, let other?) where !other.isOfPackage:
      guard other.kind != .aggregate else { return false }
      return LinkDefaults.embeds(
        dependent.type, type: other.type, linkage: other.linkage, declared: embed)
    case (.framework, _): return embed ?? dependent.type.embedsFiles
    case (.bundle, _): return ![.staticLibrary, .dynamicLibrary].contains(dependent.type)
    default: return embed ?? false
    }
  }
}
