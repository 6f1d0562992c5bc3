internal import Binaries
internal import Diagnostics
internal import Files
internal import Graph
internal import Rules
internal import Specs

/// Where a target stands: numbers of its specification, its batch, and its own there.
struct TargetPlace {
  var spec: Int32
  var batch: Int32
  var target: Int32
}

/// What a graph is built of besides specifications: questions about other files, seldom asked.
struct FileLookUp {
  /// Whether something is at a path.
  var exists: (_ path: String) -> Bool
  /// The frameworks of a Carthage dependency, from the `.version` file in a build folder.
  var carthageFrameworks: (_ name: String, _ platform: Platform, _ buildFolder: String) -> [String]?
  /// How the library or bundle at a path is linked.
  var linkageFacts: (_ path: String) -> [LinkageFact]

  init(_ tree: some FileTree) {
    let binaries = BinaryReader(tree)
    linkageFacts = { binaries.facts(at: $0) }
    exists = { tree.kind(of: $0) != nil }
    carthageFrameworks = { name, platform, folder in
      tree.carthageFrameworks(of: name, for: platform, buildFolder: folder)
    }
  }
}

/// Links the targets of all specifications into one graph.
///
/// Names are numbers throughout; text is made once per module.
struct GraphBuilder {
  let table: SpecTable
  let files: FileLookUp
  /// What is known of externals by their names.
  let configuration: Configuration
  /// What package managers have settled on.
  let locks: LockTable
  /// What is known of the inside of local packages.
  let packages: PackageTable

  /// All targets, in the order of their numbers in the graph.
  var targets: [TargetPlace] = []
  /// For each batch, the number in the graph of each of its targets, or -1.
  var moduleNumbers: [[Int32]] = []
  /// For each name, the first module whose product is called that, and for each module the next one.
  var firstProduct: [Int32] = []
  var nextProduct: [Int32] = []
  /// What is known of each name as the path of a product.
  var productPaths: [ProductPath?]
  var externals = ExternalTable()
  /// How vendored libraries and bundles are linked, by path, and which Carthage builds are there:
  /// looked up when a dependency leads there.
  var linkageFacts: [String: [LinkageFact]] = [:]
  var carthageFolders: [String: Bool] = [:]
  var links: [Link] = []
  var unknown: [UnknownReference] = []
  var outsideNotes: [Diagnostic.Note] = []
  /// The specification that a project file belongs to, by its path; made when it is needed.
  var projects: [String: Int]?

  private let broken: BrokenSpecs

  init(
    _ table: SpecTable, locks: LockTable, packages: PackageTable, files: FileLookUp,
    configuration: Configuration, broken: BrokenSpecs
  ) {
    self.table = table
    self.locks = locks
    self.packages = packages
    self.broken = broken
    self.files = files
    self.configuration = configuration
    productPaths = Array(repeating: nil, count: table.names.count)
  }

  /// - Complexity: O(*n* log *n* + *m*) for *n* targets with *m* dependencies.
  mutating func build() -> ModuleGraph {
    numberTargets()
    indexProducts()
    for module in targets.indices { addLinks(of: module) }
    addLockedPackages()
    addPackages()
    let infos = table.specs.indices.map { number in
      let (spec, batch) = (table.spec(number), table.specs[number].batch)
      return SpecInfo(
        file: table.range(spec.nameRange, of: batch).file, path: spec.path,
        folder: Self.folder(of: spec.path), project: table.string(spec.name, of: batch))
    }
    var modules = targets.indices.map { module(at: $0) }
    let builtCount = modules.count
    externals.finish(after: builtCount, &modules, links: &links)
    return ModuleGraph(
      specs: infos, modules: modules, builtCount: builtCount, links: links,
      unknownReferences: unknown.filter {
        !broken.excuse($0, ofSpec: targets[Int($0.from.index)].spec)
      }, packageRequirements: packageRequirements() + lockedVersions(),
      outsideNotes: outsideNotes)
  }

  /// The folder that a file lies in; the root is empty.
  static func folder(of path: String) -> String {
    let folder = SpecPath.parent(path)
    return folder == "." ? "" : folder
  }

  private func packageRequirements() -> [PackageRequirement] {
    table.specs.flatMap { entry in
      let batch = table.batches[entry.batch]
      return batch.packages[batch.specs[entry.spec].packages].compactMap { package in
        package.requirement.map { requirement in
          PackageRequirement(
            name: batch.names.string(package.key), identity: batch.names.string(package.identity),
            requirement: batch.names.string(requirement),
            location: table.range(package.location, of: entry.batch))
        }
      }
    }
  }

  func target(_ module: Int) -> Target {
    table.batches[Int(targets[module].batch)].targets[Int(targets[module].target)]
  }

  func spec(of module: Int) -> Spec { table.spec(Int(targets[module].spec)) }
}

// Numbers and products.
extension GraphBuilder {
  /// Numbers all targets in order of name, then of path.
  private mutating func numberTargets() {
    var keyed: [(key: BytePrefix, place: TargetPlace)] = []
    moduleNumbers = table.batches.map { Array(repeating: -1, count: $0.targets.count) }
    for (number, entry) in table.specs.enumerated() {
      let batch = table.batches[entry.batch]
      for target in batch.specs[entry.spec].targets {
        let place = TargetPlace(
          spec: Int32(number), batch: Int32(entry.batch), target: Int32(target))
        keyed.append((BytePrefix(batch.names.bytes(of: batch.targets[target].name)), place))
      }
    }
    keyed.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      let (x, y) = (name(of: a.place), name(of: b.place))
      if x == y { return (a.place.spec, a.place.target) < (b.place.spec, b.place.target) }
      return table.names.bytes(of: x).lexicographicallyPrecedes(table.names.bytes(of: y))
    }
    targets = keyed.map { $0.place }
    for (number, place) in targets.enumerated() {
      moduleNumbers[Int(place.batch)][Int(place.target)] = Int32(number)
    }
  }

  private func name(of place: TargetPlace) -> NameID {
    let batch = Int(place.batch)
    return table.name(table.batches[batch].targets[Int(place.target)].name, of: batch)
  }

  /// The name of a module's product, without extension, as Xcode will call it.
  func productName(_ module: Int) -> NameID {
    let target = target(module)
    return table.name(target.builtProductName ?? target.name, of: Int(targets[module].batch))
  }

  /// Chains the modules of each product name, in order of number.
  private mutating func indexProducts() {
    firstProduct = Array(repeating: -1, count: table.names.count)
    nextProduct = Array(repeating: -1, count: targets.count)
    for module in targets.indices.reversed() where target(module).kind == .plain {
      let name = Int(productName(module).index)
      nextProduct[module] = firstProduct[name]
      firstProduct[name] = Int32(module)
    }
  }
}

// Modules.
extension GraphBuilder {
  private func module(at number: Int) -> Module {
    let place = targets[number]
    let batch = Int(place.batch)
    let target = target(number)
    let host = host(of: number)
    var roles = Self.roles(of: target)
    if host != nil { roles.insert(.hosted) }
    let name = table.string(target.name, of: batch)
    return Module(
      name: name,
      unsuffixedName: target.unsuffixedName.map { table.string($0, of: batch) },
      spec: place.spec, location: table.range(target.location, of: batch), type: target.type,
      platform: target.platform, platforms: target.platforms, linkage: target.builtLinkage,
      roles: roles,
      productName: target.builtProductName.map { table.string($0, of: batch) } ?? name,
      host: host.map { ModuleID($0) })
  }

  private static func roles(of target: Target) -> Module.Roles {
    switch target.kind {
    case .aggregate: return .aggregate
    case .legacy: return .legacy
    case .plain: break
    }
    var roles: Module.Roles = []
    if target.type.isTest { roles.insert(.test) }
    if target.type.isExecutable { roles.formUnion([.executable, .image]) }
    if target.type.isApp { roles.insert(.app) }
    if target.type.isExtension { roles.insert(.appExtension) }
    if target.builtLinkage == .dynamic || target.type == .bundle { roles.insert(.image) }
    return roles
  }

  /// The application that a unit-test bundle is loaded into: what `TEST_HOST` names, else the first
  /// local dependency that is an application.
  private func host(of module: Int) -> Int? {
    let target = target(module)
    guard target.type == .unitTestBundle else { return nil }
    switch target.testHost {
    case .noneOrUnknown: return nil
    case .product(let name):
      let wanted = table.name(name, of: Int(targets[module].batch))
      let apps = modules(building: wanted).filter { self.target($0).type.isApp }
      return apps.first { targets[$0].spec == targets[module].spec } ?? apps.first
    case .unset:
      let batch = Int(targets[module].batch)
      for index in target.dependencies {
        let dependency = table.batches[batch].dependencies[index]
        guard dependency.kind == .target,
          let local = table.batches[batch].target(
            named: dependency.reference, in: spec(of: module)),
          table.batches[batch].targets[local].type.isApp
        else { continue }
        return Int(moduleNumbers[batch][local])
      }
      return nil
    }
  }

  /// The modules whose products have that name, in order of number.
  func modules(building name: NameID) -> [Int] {
    var result: [Int] = []
    var next = Int(name.index) < firstProduct.count ? firstProduct[Int(name.index)] : -1
    while next >= 0 {
      result.append(Int(next))
      next = nextProduct[Int(next)]
    }
    return result
  }
}
