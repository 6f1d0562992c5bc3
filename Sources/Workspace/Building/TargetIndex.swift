internal import Diagnostics
internal import Graph
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

/// The first stage of building a graph: the targets of all projects as modules, numbered by name,
/// then by path.
struct TargetIndex {
  let specs: ReadProjects
  let places: [TargetPlace]
  let traits: [LinkTraits]
  let products: ProductIndex
  /// The specs and Xcode projects by the paths of their project files; empty if none refers to
  /// another.
  let projects: [String: [Int]]
  private let moduleNumbers: [Int32]
  /// The place in `moduleNumbers` of the first target of each project.
  private let firstTargets: [Int]

  init(_ specs: ReadProjects) {
    var order = TargetOrder(specs.projects)
    order.sort(SharedTargets(specs))
    places = order.places
    traits = order.places.map { LinkTraits(specs.projects[$0.spec].targets[$0.target]) }
    (moduleNumbers, firstTargets) = (order.moduleNumbers, order.firstTargets)
    products = ProductIndex(places, traits, specs.projects)
    let areReferred = specs.projects.contains { !$0.references.isEmpty }
    projects = areReferred ? specs.numbersByProject() : [:]
    self.specs = specs
  }

  var modules: Range<Int> { places.indices }

  /// Targets are in memory in roughly the order of the paths of their specs, which makes it several
  /// times faster than the order of numbers.
  func forEachModuleByPath(_ body: (Int) -> Void) {
    for spec in specs.projects.indices {
      for target in specs.projects[spec].targets.indices {
        let place = TargetPlace(spec: spec, target: target)
        let module = module(at: place)
        if places[module] == place { body(module) }
      }
    }
  }

  func module(at place: TargetPlace) -> Int {
    Int(moduleNumbers[firstTargets[place.spec] + place.target])
  }

  func target(_ module: Int) -> Target {
    specs.projects[places[module].spec].targets[places[module].target]
  }

  /// Returns the rare properties of a module, without a copy of its target.
  func details(of module: Int) -> Target.Details? {
    specs.projects[places[module].spec].targets[places[module].target].rare.first
  }

  /// Returns the dependencies of a module, without a copy of its target.
  func dependencies(of module: Int) -> [Dependency] {
    specs.projects[places[module].spec].targets[places[module].target].dependencies
  }

  /// Whether the links of a module depend on those of other targets: transitive ones, and frameworks
  /// that are embedded for others.
  func dependsOnOthers(_ module: Int) -> Bool {
    let place = places[module]
    return specs.projects[place.spec].targets[place.target].linksTransitively
      ?? specs.projects[place.spec].linksTransitively
      || specs.projects[place.spec].prebuilt.areUsed
  }

  func spec(of module: Int) -> Project { specs.projects[places[module].spec] }

  func productName(_ module: Int) -> String {
    let place = places[module]
    return specs.projects[place.spec].targets[place.target].builtProductName
      ?? specs.projects[place.spec].targets[place.target].name
  }

  func module(_ name: String, ofSpec number: Int) -> Int? {
    let target =
      specs.projects[number].target(named: name) ?? specs.projects[number].aggregate(named: name)
    return target.map { module(at: TargetPlace(spec: number, target: $0)) }
  }

  func project(referredToAs key: String, by spec: Project) -> Int? {
    spec.references.first { $0.key == key }.flatMap { projects[$0.path]?.first }
  }

  var projectsWithApplications: Set<Int> {
    Set(modules.lazy.filter { traits[$0].type.isApp }.map { places[$0].spec })
  }
}

/// Sorts targets by name, then by path; a target of several projects counts once.
private struct TargetOrder {
  private(set) var places: [TargetPlace] = []
  private(set) var moduleNumbers: [Int32]
  let firstTargets: [Int]
  private let projects: [Project]

  init(_ projects: [Project]) {
    self.projects = projects
    var count = 0
    firstTargets = projects.map { project in
      defer { count += project.targets.count }
      return count
    }
    moduleNumbers = Array(repeating: -1, count: count)
  }

  mutating func sort(_ shared: SharedTargets) {
    var copies: [(copy: TargetPlace, original: TargetPlace)] = []
    var keyed: [(key: BytePrefix, place: TargetPlace)] = []
    for spec in projects.indices {
      for index in projects[spec].targets.indices {
        let place = TargetPlace(spec: spec, target: index)
        if !shared.isEmpty,
          let original = shared.original(of: projects[spec].targets[index], at: place)
        {
          copies.append((place, original))
        } else {
          keyed.append((BytePrefix(projects[spec].targets[index].name), place))
        }
      }
    }
    keyed.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      let (first, second) = (name(a.place), name(b.place))
      if first.precedes(second) { return true }
      if second.precedes(first) { return false }
      return (a.place.spec, a.place.target) < (b.place.spec, b.place.target)
    }
    places = keyed.map { $0.place }
    for (number, place) in places.enumerated() { set(number, at: place) }
    for (copy, original) in copies {
      set(Int(moduleNumbers[firstTargets[original.spec] + original.target]), at: copy)
    }
  }

  private func name(_ place: TargetPlace) -> String {
    projects[place.spec].targets[place.target].name
  }

  private mutating func set(_ number: Int, at place: TargetPlace) {
    moduleNumbers[firstTargets[place.spec] + place.target] = Int32(truncatingIfNeeded: number)
  }
}

/// Small, since positions are sorted.
struct TargetPlace: Hashable {
  private let specRow: Int32
  private let targetRow: Int32

  init(spec: Int, target: Int) {
    specRow = Int32(truncatingIfNeeded: spec)
    targetRow = Int32(truncatingIfNeeded: target)
  }

  var spec: Int { Int(specRow) }
  var target: Int { Int(targetRow) }
}

/// The targets of specs that others include: of two projects that build one, the one that declares
/// it has the module.
struct SharedTargets {
  private var targets: [Key: TargetPlace] = [:]

  private struct Key: Hashable {
    var name: String
    var location: SourceRange
  }

  var isEmpty: Bool { targets.isEmpty }

  init(_ read: ReadProjects) {
    guard !read.notes.sharedSpecs.isEmpty else { return }
    for (number, project) in read.projects.enumerated()
    where read.notes.sharedSpecs.contains(project.path) {
      for (index, target) in project.targets.enumerated()
      where target.location.file == project.file {
        targets[Self.key(of: target)] = TargetPlace(spec: number, target: index)
      }
    }
  }

  /// Returns the same target in its own project, if that is not `place`.
  func original(of target: Target, at place: TargetPlace) -> TargetPlace? {
    guard let own = targets[Self.key(of: target)], own != place else {
      return nil
    }
    return own
  }

  private static func key(of target: Target) -> Key {
    Key(name: target.name, location: target.location)
  }
}

/// The properties of a target that decide how it is linked; small, since every link from and to it
/// reads them.
struct LinkTraits {
  var kind: Target.Kind
  var type: ProductType
  var platform: Platform
  var platforms: PlatformSet
  var linkage: Linkage
  var builtLinkage: Linkage
  /// The linkage that XcodeGen assumes for a target of another project.
  private var generatedLinkage: Linkage
  var embedsPrebuiltByPhase: Bool?
  var isResourceBundle: Bool
  var runsScripts: Bool
  var isUntyped: Bool

  init(_ target: Target) {
    kind = target.kind
    type = target.type
    platform = target.platform
    platforms = target.platforms
    linkage = target.linkage
    builtLinkage = target.builtLinkage
    generatedLinkage = target.generatedLinkage
    embedsPrebuiltByPhase = target.embedsPrebuiltByPhase
    isResourceBundle = target.isResourceBundle
    runsScripts = target.runsScripts
    isUntyped = target.isUntyped
  }

  /// XcodeGen reads the default configuration only.
  var seenFromOutside: Self {
    var traits = self
    traits.linkage = generatedLinkage
    return traits
  }
}
