internal import Binaries
internal import Diagnostics
internal import Files
internal import Graph
internal import Rules
internal import Specs

/// Where a target stands: the number of its specification, and its own in the batch.
struct TargetPlace {
  var spec: Int32
  var target: Int32
}

/// What decides how a module is linked; small, since every link to it asks.
struct LinkTraits {
  var kind: Target.Kind
  var type: ProductType
  var platform: Platform
  var platforms: PlatformSet
  var builtLinkage: Linkage

  init(_ target: Target) {
    kind = target.kind
    type = target.type
    platform = target.platform
    platforms = target.platforms
    builtLinkage = target.builtLinkage
  }
}

/// What a graph is built of besides specifications: questions about other files, seldom asked.
struct FileLookUp {
  /// Whether something is at a path.
  var exists: (_ path: String) -> Bool
  /// The frameworks of a Carthage dependency, from the `.version` file in a build folder.
  var carthageFrameworks: (_ name: String, _ platform: Platform, _ buildFolder: String) -> [String]?
  /// How the library or bundle at a path is linked.
  var linkageFacts: (_ path: String) -> [LinkageFact]
  /// What the Xcode workspaces list, in order of path.
  var xcodeWorkspaces: () -> [XcodeWorkspaceContents]

  /// `workspaces` are the folders of Xcode workspaces, `root` the absolute path of the tree's root.
  init(_ tree: some FileTree, xcodeWorkspaces workspaces: [String], root: String) {
    xcodeWorkspaces = {
      workspaces.map { ProjectSearch.contents(of: $0, in: tree, root: root) }
    }
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
  private(set) var table: SpecTable
  let files: FileLookUp
  /// What is known of externals by their names.
  let configuration: Configuration
  /// What package managers have settled on.
  let locks: LockTable
  /// What is known of the inside of local packages.
  let packages: PackageTable

  /// All targets, in the order of their numbers in the graph.
  var targets: [TargetPlace] = []
  /// By the number in the graph.
  var traits: [LinkTraits] = []
  /// The number in the graph of each target of the batch, or -1.
  var moduleNumbers: [Int32] = []
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

  /// For each specification the Xcode workspaces that show its project; made when it is needed.
  var shownIn: [[Int32]]?

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
    productPaths = Array(repeating: nil, count: table.batch.names.count)
  }

  /// - Complexity: O(*n* log *n* + *m*) for *n* targets with *m* dependencies.
  consuming func build() -> ModuleGraph {
    numberTargets()
    indexProducts()
    // In the order in which specifications lie in memory, which is that of their paths for the most
    // part; the graph sorts its links itself.
    for spec in table.specs {
      for target in table.batch.specs[Int(spec)].targets {
        let module = Int(moduleNumbers[target])
        if targets[module].target == Int32(target) { addLinks(of: module) }
      }
    }
    addLockedPackages()
    addPackages()
    let hosts = hosts()
    // This is where there is most in memory, so what has become links and modules goes.
    table.removeDependencies()
    productPaths = []
    let infos = specInfos()
    var modules: [Module] = []
    modules.reserveCapacity(targets.count + externals.modules.count)
    for number in targets.indices { modules.append(module(at: number, host: hosts[number])) }
    table.removeTargets()
    var links: [Link] = []
    swap(&links, &self.links)
    externals.finish(after: targets.count, &modules, links: &links)
    return ModuleGraph(
      specs: infos, modules: modules, builtCount: targets.count, links: consume links,
      unknownReferences: unknown.filter {
        !broken.excuse($0, ofSpec: targets[Int($0.from.index)].spec)
      }, packageRequirements: packageRequirements() + lockedVersions(),
      outsideNotes: outsideNotes, xcodeWorkspaces: shownIn ?? [])
  }

  private mutating func specInfos() -> [SpecInfo] {
    let specs = table.batch.specs
    return table.specs.map { index in
      let number = Int(index)
      let (path, base) = (specs[number].path, specs[number].folder)
      let folder = Self.folder(of: path)
      // Mostly they are the same, and then one text will do.
      return SpecInfo(
        file: table.range(specs[number].nameRange).file, path: path,
        folder: folder == base ? base : folder, project: table.string(specs[number].name),
        references: referencedSpecs(of: specs[number]))
    }
  }

  /// The folder that a file lies in; the root is empty.
  static func folder(of path: String) -> String {
    let folder = SpecPath.parent(path)
    return folder == "." ? "" : folder
  }

  private func packageRequirements() -> [PackageRequirement] {
    guard !table.batch.packages.isEmpty else { return [] }
    return table.specs.flatMap { number in
      table.batch.packages[table.batch.specs[Int(number)].packages].compactMap { package in
        package.requirement.map { requirement in
          PackageRequirement(
            name: table.string(package.key), identity: table.string(package.identity),
            requirement: table.string(requirement), location: table.range(package.location))
        }
      }
    }
  }

  func target(_ module: Int) -> Target {
    table.batch.targets[Int(targets[module].target)]
  }

  func spec(of module: Int) -> Spec { table.spec(Int(targets[module].spec)) }

  /// The targets of the same specification, by their numbers in the batch.
  func neighbours(of module: Int) -> Range<Int> {
    table.batch.specs[Int(table.specs[Int(targets[module].spec)])].targets
  }
}

// Numbers and products.
extension GraphBuilder {
  /// Numbers all targets in order of name, then of path.
  private mutating func numberTargets() {
    let batch = table.batch
    let shared = SharedTargets(table)
    var twins: [(target: Int, first: Int)] = []
    var keyed: [(key: BytePrefix, place: TargetPlace)] = []
    keyed.reserveCapacity(batch.targets.count)
    for (number, spec) in table.specs.enumerated() {
      for target in batch.specs[Int(spec)].targets {
        if let first = shared.twin(of: target, in: table) {
          twins.append((target, first))
          continue
        }
        let place = TargetPlace(spec: Int32(number), target: Int32(target))
        keyed.append((BytePrefix(batch.names.bytes(of: batch.targets[target].name)), place))
      }
    }
    keyed.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      let x = batch.targets[Int(a.place.target)].name
      let y = batch.targets[Int(b.place.target)].name
      if x == y { return (a.place.spec, a.place.target) < (b.place.spec, b.place.target) }
      return batch.names.bytes(of: x).lexicographicallyPrecedes(batch.names.bytes(of: y))
    }
    targets = keyed.map { $0.place }
    traits = targets.map { LinkTraits(batch.targets[Int($0.target)]) }
    moduleNumbers = Array(repeating: -1, count: batch.targets.count)
    for (number, place) in targets.enumerated() {
      moduleNumbers[Int(place.target)] = Int32(number)
    }
    for (target, first) in twins { moduleNumbers[target] = moduleNumbers[first] }
    links.reserveCapacity(batch.dependencies.count)
  }

  /// The name of a module's product, without extension, as Xcode will call it.
  func productName(_ module: Int) -> NameID {
    let target = target(module)
    return target.builtProductName ?? target.name
  }

  /// Chains the modules of each product name, in order of number.
  private mutating func indexProducts() {
    firstProduct = Array(repeating: -1, count: table.batch.names.count)
    nextProduct = Array(repeating: -1, count: targets.count)
    var hasNamesakes = false
    for module in targets.indices.reversed() where traits[module].kind == .plain {
      let name = Int(table.batch.names.form(of: productName(module)).index)
      let other = Int(firstProduct[name])
      if other >= 0, targets[other].spec != targets[module].spec { hasNamesakes = true }
      nextProduct[module] = firstProduct[name]
      firstProduct[name] = Int32(module)
    }
    if hasNamesakes { xcodeWorkspaces() }
  }
}

// Modules.
extension GraphBuilder {
  private func module(at number: Int, host: ModuleID?) -> Module {
    let place = targets[number]
    let target = target(number)
    var roles = Self.roles(of: target)
    if host != nil { roles.insert(.hosted) }
    let name = table.string(target.name)
    return Module(
      name: name,
      unsuffixedName: target.unsuffixedName.map { table.string($0) },
      spec: place.spec, location: table.range(target.location), type: target.type,
      platform: target.platform, platforms: target.platforms, linkage: target.builtLinkage,
      roles: roles,
      productName: target.builtProductName.map { table.string($0) } ?? name,
      host: host)
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
    if target.isResourceBundle {
      roles.insert(.resourceBundle)
    } else if target.builtLinkage == .dynamic || target.type == .bundle {
      roles.insert(.image)
    }
    return roles
  }

  /// The modules whose products have that name, in order of number.
  func modules(building name: NameID) -> [Int] {
    var result: [Int] = []
    let form = Int(table.batch.names.form(of: name).index)
    var next = form < firstProduct.count ? firstProduct[form] : -1
    while next >= 0 {
      result.append(Int(next))
      next = nextProduct[Int(next)]
    }
    return result
  }
}
