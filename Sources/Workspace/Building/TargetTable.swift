internal import Diagnostics
internal import Graph
internal import Projects

/// Where a target stands: the number of its specification, and its own in the batch.
///
/// Kept small, since places are sorted.
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

/// What decides how a module is linked; small, since every link to it asks.
struct LinkTraits {
  var kind: Target.Kind
  var type: ProductType
  var platform: Platform
  var platforms: PlatformSet
  var linkage: Linkage
  var builtLinkage: Linkage
  /// What XcodeGen takes it for as a target of another project.
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

  /// The same as XcodeGen sees it from another project, where it looks at the default configuration alone.
  var seenFromOutside: Self {
    var traits = self
    traits.linkage = generatedLinkage
    return traits
  }
}

/// The first stage of building a graph: the targets of all specs as modules, numbered in order of name,
/// then of path.
///
/// In: the specs. Out: for each module its target and how that is linked, for each target its module, the
/// modules by the names of their products, and the specs by the paths of their projects. Nothing changes
/// from here on except that memory is given back. Names are numbers throughout; text is made once per
/// module.
struct TargetTable {
  private(set) var specs: SpecTable
  /// By the number of the module.
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

  /// Calls `body` with each module, by the paths of their specifications: targets lie like that in memory for the
  /// most part, so that looking at each is several times faster than in order of number.
  func forEachModuleByPath(_ body: (Int) -> Void) {
    for spec in specs.specs {
      for target in specs.batch.projects[spec].targets where moduleNumbers[target] >= 0 {
        let module = moduleNumbers[target]
        if places[module].target == target { body(module) }
      }
    }
  }

  /// The number of the module that a target of the batch is.
  func module(ofTarget target: Int) -> Int { moduleNumbers[target] }

  func target(_ module: Int) -> Target { specs.batch.targets[places[module].target] }

  /// The specification of a module.
  func spec(of module: Int) -> Project { specs.spec(places[module].spec) }

  /// The number in the batch of the specification of a module.
  func specNumber(of module: Int) -> Int { specs.specs[places[module].spec] }

  /// The targets of the same specification, by their numbers in the specs.batch.
  func neighbours(of module: Int) -> Range<Int> {
    specs.batch.projects[specNumber(of: module)].targets
  }

  func string(_ name: NameID) -> String { specs.string(name) }

  /// The name of a module's product, without extension, as Xcode will call it.
  func productName(_ module: Int) -> NameID {
    let target = target(module)
    return target.builtProductName ?? target.name
  }

  /// The module of that name in the specification of another.
  func neighbour(_ name: NameID, of module: Int) -> Int? {
    self.module(named: name, among: neighbours(of: module))
  }

  /// The module of that name in the specification with the given number.
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

  /// The number of the specification whose project the key of a project reference names.
  func project(referredToAs key: Substring, by spec: Project) -> Int? {
    specs.batch.projectReferences[spec.projectReferences].first { string($0.key) == key }
      .flatMap { projects.spec(at: string($0.path)) }
  }

  /// Gives back the memory of dependencies.
  mutating func removeDependencies() { specs.removeDependencies() }

  /// Gives back the memory of targets.
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
