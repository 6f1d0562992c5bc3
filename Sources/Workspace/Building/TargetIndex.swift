internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import SpecDecoding
internal import Text
internal import WorkspaceReading

/// The first stage of building a graph: the targets of all projects as modules, numbered by name,
/// then by path.
struct TargetIndex {
  let specs: ReadProjects
  let modules: Range<Int>
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
    let (places, copies) = Self.order(specs)
    var first: [Int] = []
    var count = 0
    for spec in specs.projects.indices {
      first.append(count)
      count += specs.projects[spec].targets.count
    }
    var numbers = [Int32](repeating: -1, count: count)
    for (number, place) in places.enumerated() {
      numbers[first[place.spec] + place.target] = Int32(truncatingIfNeeded: number)
    }
    for (copy, original) in copies {
      numbers[first[copy.spec] + copy.target] = numbers[first[original.spec] + original.target]
    }
    moduleNumbers = numbers
    firstTargets = first
    self.places = places
    modules = places.indices
    traits = places.map { LinkTraits(specs.projects[$0.spec].targets[$0.target]) }
    products = ProductIndex(places, traits, specs.projects)
    let areReferred = specs.projects.contains { !$0.references.isEmpty }
    projects = areReferred ? specs.numbersByProject() : [:]
    self.specs = specs
  }

  func module(at place: TargetPlace) -> Int {
    Int(moduleNumbers[firstTargets[place.spec] + place.target])
  }

  /// The target of a module, of which no copy is made to read one property.
  subscript(module: Int) -> Target {
    _read { yield specs.projects[places[module].spec].targets[places[module].target] }
  }

  /// Whether the links of a module depend on those of other targets: transitive ones, and frameworks
  /// that are embedded for others.
  func dependsOnOthers(_ module: Int) -> Bool {
    let spec = places[module].spec
    return self[module].linksTransitively ?? specs.projects[spec].linksTransitively
      || specs.projects[spec].prebuilt.areUsed
  }

  func spec(of module: Int) -> Project { specs.projects[places[module].spec] }

  func linkSettings(of module: Int) -> LinkSettings? { self[module].rare.first?.linkSettings }

  func module(_ name: String, ofSpec number: Int) -> Int? {
    let target =
      specs.projects[number].target(named: name) ?? specs.projects[number].aggregate(named: name)
    return target.map { module(at: TargetPlace(spec: number, target: $0)) }
  }

  var projectsWithApplications: Set<Int> {
    Set(modules.lazy.filter { traits[$0].type.isApp }.map { places[$0].spec })
  }

  /// Sorts targets by name, then by path; a target of several projects counts once.
  private static func order(
    _ specs: ReadProjects
  ) -> (places: [TargetPlace], copies: [(copy: TargetPlace, original: TargetPlace)]) {
    let projects = specs.projects
    let shared = specs.notes.sharedSpecs.isEmpty ? [:] : sharedTargets(of: specs)
    var copies: [(copy: TargetPlace, original: TargetPlace)] = []
    var keyed: [(key: BytePrefix, place: TargetPlace)] = []
    for spec in projects.indices {
      for index in projects[spec].targets.indices {
        let place = TargetPlace(spec: spec, target: index)
        if !shared.isEmpty, let original = shared[SharedTarget(projects[spec].targets[index])],
          original != place
        {
          copies.append((place, original))
        } else {
          keyed.append((BytePrefix(projects[spec].targets[index].name), place))
        }
      }
    }
    keyed.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      let first = projects[a.place.spec].targets[a.place.target].name
      let second = projects[b.place.spec].targets[b.place.target].name
      if first.precedes(second) { return true }
      if second.precedes(first) { return false }
      return (a.place.spec, a.place.target) < (b.place.spec, b.place.target)
    }
    return (keyed.map { $0.place }, copies)
  }

  /// Returns the targets of specs that others include: of two projects that build one, the one that
  /// declares it has the module.
  private static func sharedTargets(of read: ReadProjects) -> [SharedTarget: TargetPlace] {
    var targets: [SharedTarget: TargetPlace] = [:]
    for (number, project) in read.projects.enumerated()
    where read.notes.sharedSpecs.contains(project.path) {
      for (index, target) in project.targets.enumerated()
      where target.location.file == project.file {
        targets[SharedTarget(target)] = TargetPlace(spec: number, target: index)
      }
    }
    return targets
  }
}

/// A target of several projects, which include the spec that declares it.
private struct SharedTarget: Hashable {
  var name: String
  var location: SourceRange

  init(_ target: Target) { (name, location) = (target.name, target.location) }
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

  var isOfPackage: Bool { kind.packageTarget != nil }

  init(_ target: Target) {
    kind = target.kind
    type = target.type
    platform = target.platform
    platforms = target.platforms
    linkage = target.linkage
    builtLinkage = target.builtLinkage
    generatedLinkage = target.generatedLinkage
    embedsPrebuiltByPhase = target.embedsPrebuiltByPhase
  }

  /// XcodeGen reads the default configuration only.
  var seenFromOutside: Self {
    var traits = self
    traits.linkage = generatedLinkage
    return traits
  }
}

/// The modules that targets build, by product name.
struct ProductIndex {
  /// The first module with each product name.
  private var first: [String: Int32] = [:]
  /// The others, in order; those that have the name in some configurations only are last.
  private var others: [String: [Int32]] = [:]
  /// Whether several targets build products of the same name.
  private(set) var hasNamesakes = false

  init(_ places: [TargetPlace], _ traits: [LinkTraits], _ projects: [Project]) {
    first.reserveCapacity(places.count)
    var configured: [(name: String, module: Int32)] = []
    for (number, place) in places.enumerated() where traits[number].kind == .plain {
      let name = projects[place.spec].targets[place.target].productName
      let module = Int32(truncatingIfNeeded: number)
      if let known = first.updateValue(module, forKey: name) {
        first[name] = known
        others[name, default: []].append(module)
        hasNamesakes = true
      }
      guard let settings = projects[place.spec].targets[place.target].rare.first?.linkSettings
      else { continue }
      for other in Set(settings.values.compactMap(\.productName)) where other != name {
        configured.append((other, module))
      }
    }
    for (name, module) in configured { others[name, default: []].append(module) }
  }

  /// In order of number, followed by those that build it in some configurations only.
  func builders(of name: String, _ ending: String?, _ traits: [LinkTraits]) -> [Int32] {
    var found = others.isEmpty ? [] : others[name] ?? []
    if let module = first[name] { found.insert(module, at: 0) }
    found.removeAll { traits[Int($0)].type.fileExtension != ending }
    return found
  }
}

/// The parts of a product's path, computed once for each path.
struct ProductPath {
  /// The modules that build it, whichever module depends on it.
  private(set) var builders: [Int32] = []
  var ending: String?
  var isBare: Bool
  /// Whether it is a bare file name other than a `.framework`.
  var isFile = false
  /// Whether it is in the folder that all projects of a workspace build into.
  var isInProductsFolder: Bool

  init(_ path: String, products: ProductIndex, traits: [LinkTraits]) {
    isBare = !path.utf8.contains(UInt8(ascii: "/"))
    isInProductsFolder =
      !isBare
      && (("/" + path).containsBytes(of: "/Build/Products/")
        || path.containsBytes(of: "BUILT_PRODUCTS_DIR")
        || path.containsBytes(of: "CONFIGURATION_BUILD_DIR"))
    let file = isBare ? path : Path.lastComponent(path)
    let (stem, text) = Path.splitExtension(file)
    if let text {
      isFile = isBare && ["xcframework", "a", "dylib", "tbd"].contains(text)
      // Products have no other extensions.
      if !ProductType.isFileExtension(text) { return }
      ending = text
    }
    builders = products.builders(of: stem, ending, traits)
    if builders.isEmpty, stem.hasPrefix("lib") {
      builders = products.builders(of: String(stem.dropFirst(3)), ending, traits)
    }
  }
}
