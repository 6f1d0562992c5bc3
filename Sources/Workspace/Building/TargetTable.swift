internal import Diagnostics
internal import Graph
internal import Projects

/// The position of a target: the index of its project, and its own in the batch.
///
/// Small, since positions are sorted.
struct TargetPlace {
  private let specRow: Int32
  private let targetRow: Int32

  init(spec: Int, target: Int) {
    specRow = Int32(truncatingIfNeeded: spec)
    targetRow = Int32(truncatingIfNeeded: target)
  }

  var spec: Int { Int(specRow) }
  var target: Int { Int(targetRow) }
}

/// The properties of a target that decide how it is linked; small, since every link to it reads
/// them.
struct LinkTraits {
  var kind: Target.Kind
  var type: ProductType
  var platform: Platform
  var platforms: PlatformSet
  var linkage: Linkage
  var builtLinkage: Linkage
  /// The linkage that XcodeGen assumes for a target of another project.
  private var generatedLinkage: Linkage

  init(_ target: Target) {
    kind = target.kind
    type = target.type
    platform = target.platform
    platforms = target.platforms
    linkage = target.linkage
    builtLinkage = target.builtLinkage
    generatedLinkage = target.generatedLinkage
  }

  /// The traits that XcodeGen assumes for a target of another project, of which it reads the
  /// default configuration only.
  var seenFromOutside: Self {
    var traits = self
    traits.linkage = generatedLinkage
    return traits
  }
}

/// The first stage of building a graph: the targets of all projects as modules, numbered by name,
/// then by path.
///
/// In: the projects. Out: the target and link traits of each module, the module of each target, the
/// modules by product name, and the specs by the paths of their projects. It does not change except
/// that memory is released. Names are numbers; strings are made once per module.
struct TargetTable {
  private(set) var specs: SpecTable
  /// The positions of targets, by number of the module.
  let places: [TargetPlace]
  let traits: [LinkTraits]
  let products: ProductIndex
  let projects: ProjectIndex
  /// The number of the module of each target of the batch, or -1.
  private let moduleNumbers: [Int]

  /// - Complexity: O(*n* log *n*) for *n* targets.
  init(_ specs: consuming SpecTable) {
    var order = TargetOrder(copy specs)
    order.sort()
    places = order.places
    traits = order.places.map { LinkTraits(specs.batch.targets[$0.target]) }
    moduleNumbers = order.moduleNumbers
    products = ProductIndex(places, traits, specs.batch)
    projects = ProjectIndex(specs)
    self.specs = specs
  }

  var modules: Range<Int> { places.indices }

  /// Calls `body` with each module in the order of the paths of their specs.
  ///
  /// Targets are in memory in roughly this order, which makes it several times faster than the
  /// order of numbers.
  func forEachModuleByPath(_ body: (Int) -> Void) {
    for spec in specs.specs {
      for target in specs.batch.projects[spec].targets where moduleNumbers[target] >= 0 {
        let module = moduleNumbers[target]
        if places[module].target == target { body(module) }
      }
    }
  }

  /// Returns the number of the module of a target of the batch.
  func module(ofTarget target: Int) -> Int { moduleNumbers[target] }

  func target(_ module: Int) -> Target { specs.batch.targets[places[module].target] }

  /// Returns the project of a module.
  func spec(of module: Int) -> Project { specs.spec(places[module].spec) }

  /// Returns the number in the batch of the project of a module.
  func specNumber(of module: Int) -> Int { specs.specs[places[module].spec] }

  /// Returns the targets of the same project, as indices of the batch.
  func neighbours(of module: Int) -> Range<Int> {
    specs.batch.projects[specNumber(of: module)].targets
  }

  func string(_ name: NameID) -> String { specs.string(name) }

  /// Returns the product name of a module without extension, as Xcode builds it.
  func productName(_ module: Int) -> NameID {
    let target = target(module)
    return target.builtProductName ?? target.name
  }

  /// Returns the module with a name in the same project.
  func neighbour(_ name: NameID, of module: Int) -> Int? {
    self.module(named: name, among: neighbours(of: module))
  }

  /// Returns the module with a name in the project at an index.
  func module(_ name: Substring, ofSpec number: Int) -> Int? {
    guard let known = specs.batch.names.find(name) else { return nil }
    return module(named: known, among: specs.spec(number).targets)
  }

  private func module(named name: NameID, among targets: Range<Int>) -> Int? {
    guard
      let target = specs.batch.target(named: name, among: targets)
        ?? specs.batch.aggregate(named: name, among: targets)
    else { return nil }
    return module(ofTarget: target)
  }

  /// Returns the number of the spec whose project the key of a project reference names.
  func project(referredToAs key: Substring, by spec: Project) -> Int? {
    specs.batch.projectReferences[spec.projectReferences].first { string($0.key) == key }
      .flatMap { projects.spec(at: string($0.path)) }
  }

  /// The specs and Xcode projects with an application.
  var projectsWithApplications: Set<Int> {
    Set(modules.lazy.filter { traits[$0].type.isApp }.map { places[$0].spec })
  }

  /// Releases the memory of dependencies.
  mutating func removeDependencies() { specs.removeDependencies() }

  /// Releases the memory of targets.
  mutating func removeTargets() { specs.removeTargets() }
}

/// Sorts targets by name, then by path; a target of several projects counts once.
private struct TargetOrder {
  private(set) var places: [TargetPlace] = []
  private(set) var moduleNumbers: [Int] = []
  private let specs: SpecTable
  private var twins: [(target: Int, first: Int)] = []

  init(_ specs: SpecTable) { self.specs = specs }

  mutating func sort() {
    let batch = specs.batch
    let shared = SharedTargets(specs)
    var keyed: [(key: BytePrefix, name: NameID, place: TargetPlace)] = []
    keyed.reserveCapacity(batch.targets.count)
    for (number, spec) in specs.specs.enumerated() {
      for target in batch.projects[spec].targets {
        if let first = shared.duplicate(of: target, in: specs) {
          twins.append((target, first))
          continue
        }
        let name = batch.targets[target].name
        keyed.append(
          (batch.names.prefix(of: name), name, TargetPlace(spec: number, target: target)))
      }
    }
    keyed.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      guard a.name == b.name else { return batch.names.precedes(a.name, b.name) }
      return (a.place.spec, a.place.target) < (b.place.spec, b.place.target)
    }
    places = keyed.map { $0.place }
    moduleNumbers = Array(repeating: -1, count: batch.targets.count)
    for (number, place) in places.enumerated() {
      moduleNumbers[place.target] = number
    }
    for (target, first) in twins { moduleNumbers[target] = moduleNumbers[first] }
  }
}
