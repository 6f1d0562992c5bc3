internal import Diagnostics
internal import Files
internal import Graph
internal import Rules
internal import Specs

// Where dependencies lead.
extension GraphBuilder {
  mutating func destination(
    of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> Destination {
    switch dependency.kind {
    case .target: return targetDestination(of: dependency, from: module)
    case .framework: return frameworkDestination(of: dependency, from: module, at: place)
    case .bundle:
      let path = productPath(dependency.reference)
      return product(at: path, from: module).map { .module($0) } ?? .nothing
    case .sdk:
      if let other = builtFramework(of: dependency, from: module) { return .module(other) }
      let name = ExternalTable.name(ofFile: table.string(dependency.reference))
      return .external(
        externals.add(
          .sdk(name), kind: .sdk, name: name, facts: [LinkageFact(.dynamic, .system)],
          location: place))
    case .carthage:
      let name = ExternalTable.name(ofFile: table.string(dependency.reference))
      let facts = carthageFacts(of: dependency, from: module)
      return binary(name, kind: .carthage, facts, of: dependency, from: module, at: place)
    case .package, .plugin: return packageDestination(of: dependency, from: module, at: place)
    }
  }

  // Targets.
  private mutating func targetDestination(
    of dependency: Dependency, from module: Int
  ) -> Destination {
    let isQualified = table.batch.names.bytes(of: dependency.reference).contains(UInt8(ascii: "/"))
    let local = isQualified ? nil : localTarget(dependency.reference, of: module)
    if let local { return .module(local) }
    let parts = table.string(dependency.reference).split(separator: "/")
    // An aggregate names targets of its own specification alone.
    guard parts.count == 2, traits[module].kind != .aggregate else {
      return localTarget(dependency.reference, of: module).map { .module($0) }
        ?? .unknown(parts.count == 1 || traits[module].kind == .aggregate ? .spec : .malformed)
    }
    let (key, spec) = (String(parts[0]), spec(of: module))
    let references = table.batch.projectReferences[spec.projectReferences]
    let name = table.batch.names.find(parts[0])
    guard let name, references.contains(where: { $0.key == name }) else {
      // A target called `a/b` has a finding of its own.
      return localTarget(dependency.reference, of: module).map { .module($0) }
        ?? .unknown(.projectReferences(key: key, known: references.map { table.string($0.key) }))
    }
    // A project that no specification makes is there all the same, or has a finding of its own.
    guard let project = project(referredToAs: parts[0], by: spec) else { return .nothing }
    guard let other = target(parts[1], ofSpec: project) else {
      return .unknown(.project(key: key, spec: Int32(project)))
    }
    return .module(other)
  }

  private func localTarget(_ name: NameID, of module: Int) -> Int? {
    let neighbours = neighbours(of: module)
    let local =
      table.batch.target(named: name, among: neighbours)
      ?? table.batch.aggregate(named: name, among: neighbours)
    return local.map { Int(moduleNumbers[$0]) }
  }

  /// The number of the specification whose project the key of a project reference names.
  private mutating func project(referredToAs key: Substring, by spec: Spec) -> Int? {
    let references = table.batch.projectReferences[spec.projectReferences]
    return references.first { table.string($0.key) == key }
      .flatMap { project(at: table.string($0.path)) }
  }

  /// The number of the specification that XcodeGen writes a project file for.
  mutating func project(at path: String) -> Int? { projectTable()[path] }

  /// The specification that XcodeGen writes each project file for.
  private mutating func projectTable() -> [String: Int] {
    if let projects { return projects }
    var table: [String: Int] = [:]
    for number in self.table.specs.indices {
      let path = self.table.projectPath(of: number)
      if table[path] == nil { table[path] = number }
    }
    projects = table
    return table
  }

  /// The specifications whose projects a specification refers to, by the keys of the references.
  mutating func referencedSpecs(of spec: Spec) -> [String: Int32] {
    guard !spec.projectReferences.isEmpty else { return [:] }
    let known = projectTable()
    var specs: [String: Int32] = [:]
    for reference in table.batch.projectReferences[spec.projectReferences] {
      specs[table.string(reference.key)] = known[table.string(reference.path)].map { Int32($0) }
    }
    return specs
  }

  private func target(_ name: Substring, ofSpec number: Int) -> Int? {
    let batch = table.batch
    guard let known = batch.names.find(name) else { return nil }
    let targets = table.spec(number).targets
    let target =
      batch.target(named: known, among: targets) ?? batch.aggregate(named: known, among: targets)
    return target.map { Int(moduleNumbers[$0]) }
  }

  /// What XcodeGen sees beyond the specification.
  mutating func surroundings(of spec: Spec) -> ExternalLookup {
    var copy = self
    let buildFolder = SpecPath.join(spec.folder, spec.carthageBuildPath ?? "Carthage/Build")
    let files = files
    return ExternalLookup(
      externalTarget: { project, name in
        guard let number = copy.project(referredToAs: project, by: spec),
          let module = copy.target(name, ofSpec: number)
        else { return nil }
        return copy.target(module)
      },
      carthageFrameworks: { name, platform in
        files.carthageFrameworks(name, platform, buildFolder)
      })
  }
}

/// What the path of a product says, worked out once for each path however often it is written.
struct ProductPath {
  /// The name of the file without extension, and without `lib`, as forms of names; those that no
  /// module has are `nil`.
  var stem: NameID?
  var stemWithoutLib: NameID?
  var ending: ProductType.FileExtension?
  /// Whether it has no folder.
  var isBare: Bool
  /// Whether it is a lone file that is no `.framework`.
  var isFile = false
  /// Whether it leads into the folder that all projects of a workspace build into.
  var isInProductsFolder: Bool

  init(_ reference: NameID, names: NameTable) {
    var file = names.bytes(of: reference)
    isBare = !file.contains(UInt8(ascii: "/"))
    isInProductsFolder = false
    if !isBare {
      let path = names.string(reference)
      isInProductsFolder = Self.isInProductsFolder(path)
      file = Array(SpecPath.lastComponent(path).utf8)[...]
    }
    if let dot = file.lastIndex(of: UInt8(ascii: ".")), dot > file.startIndex,
      dot + 1 < file.endIndex
    {
      isFile = isBare && Self.fileExtensions.contains { $0.elementsEqual(file[(dot + 1)...]) }
      // No product ends in anything else.
      ending = ProductType.FileExtension(
        rawValue: String(decoding: file[(dot + 1)...], as: UTF8.self))
      if ending == nil { return }
      file = file[..<dot]
    }
    stem = names.find(file).map { names.form(of: $0) }
    if file.starts(with: "lib".utf8) {
      stemWithoutLib = names.find(file.dropFirst(3)).map { names.form(of: $0) }
    }
  }

  private static let fileExtensions = ["xcframework", "a", "dylib", "tbd"].map { Array($0.utf8) }

  private static func isInProductsFolder(_ path: String) -> Bool {
    ["BUILT_PRODUCTS_DIR", "CONFIGURATION_BUILD_DIR"].contains {
      path.contains("$(\($0))") || path.contains("${\($0)}")
    } || ("/" + path).contains("/Build/Products/")
  }
}

// Products and binaries.
extension GraphBuilder {
  private mutating func frameworkDestination(
    of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> Destination {
    let product = productPath(dependency.reference)
    if dependency.flags.contains(.implicit) || product.isInProductsFolder
      || product.isBare && !exists(dependency.reference, from: module)
    {
      if let other = self.product(at: product, from: module) { return .module(other) }
      let name = ExternalTable.name(ofFile: table.string(dependency.reference))
      if let pod = locks.pod(building: name) {
        return binary(
          pod.name, kind: .pod, [LinkageFact(.unknown, .package)], of: dependency, from: module,
          at: place)
      }
      // A file may be downloaded, or ignored by git; a framework is named so where it is built.
      let isFile = product.isFile && !dependency.flags.contains(.implicit)
      guard isFile || isDeclaredExternal(name) else { return .unknown(.products) }
    }
    let path = table.string(dependency.reference)
    let full = SpecPath.join(spec(of: module).folder, path)
    let name = ExternalTable.name(ofFile: path)
    // What is built or put elsewhere has no path of its own here.
    let isByName =
      dependency.flags.contains(.implicit) || product.isInProductsFolder || path.contains("$")
      || product.isBare && !files.exists(full)
    return binary(
      name, key: isByName ? nil : fileKey(name, at: full, from: module), kind: .file(path: full),
      facts(at: full), of: dependency, from: module, at: place)
  }

  private mutating func productPath(_ reference: NameID) -> ProductPath {
    let number = Int(reference.index)
    if let known = productPaths[number] { return known }
    let path = ProductPath(reference, names: table.batch.names)
    productPaths[number] = path
    return path
  }

  private func exists(_ reference: NameID, from module: Int) -> Bool {
    files.exists(SpecPath.join(spec(of: module).folder, table.string(reference)))
  }

  /// The module whose product lies at a path: of several one that is built together with the dependant,
  /// of those one of its platform.
  private func product(at path: ProductPath, from module: Int) -> Int? {
    product(path.stem, path.ending, from: module)
      ?? product(path.stemWithoutLib, path.ending, from: module)
  }

  private func product(_ stem: NameID?, _ ending: ProductType.FileExtension?, from module: Int)
    -> Int?
  {
    guard let stem else { return nil }
    let dependent = traits[module]
    var best: (module: Int, rank: Int)?
    var next = firstProduct[Int(stem.index)]
    while next >= 0 {
      let candidate = Int(next)
      next = nextProduct[candidate]
      let other = traits[candidate]
      guard other.type.fileExtension == ending else { continue }
      var rank = other.platforms.isDisjoint(with: dependent.platforms) ? 0 : 1
      if other.platform == dependent.platform { rank = 2 }
      if meet(candidate, module) { rank += 3 }
      if rank == 5 { return candidate }
      if rank > best?.rank ?? -1 { best = (candidate, rank) }
    }
    return best?.module
  }

  /// The module that builds what is meant to be a framework of the system: the linker looks into the
  /// products folder first.
  ///
  /// A path leads into the system, and a target that wraps the framework of its own name links that.
  private mutating func builtFramework(of dependency: Dependency, from module: Int) -> Int? {
    let path = productPath(dependency.reference)
    guard path.isBare, path.ending == .framework,
      var other = product(at: path, from: module)
    else { return nil }
    // In another Xcode workspace the module is built into another folder.
    if shownIn == nil {
      xcodeWorkspaces()
      other = product(at: path, from: module) ?? other
    }
    guard meet(other, module), !isVariant(other, of: module) else { return nil }
    let platforms = dependency.platforms.intersection(traits[module].platforms)
    return platforms.isDisjoint(with: traits[other].platforms) ? nil : other
  }

  private func isVariant(_ other: Int, of module: Int) -> Bool {
    targets[other].spec == targets[module].spec && productName(other) == productName(module)
  }

  private func isDeclaredExternal(_ name: String) -> Bool {
    configuration.external(named: name) != nil
  }

  private mutating func packageDestination(
    of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> Destination {
    let packages = table.batch.packages[spec(of: module).packages]
    let names = table.batch.names
    guard let package = packages.first(where: { names.isSame($0.key, dependency.reference) }) else {
      return .unknown(.packages(known: packages.map { table.string($0.key) }))
    }
    let product = table.string(dependency.product ?? dependency.reference)
    let identity = table.string(package.identity)
    let facts = [declaredFact(product) ?? LinkageFact(.unknown, .package)]
    return .external(
      externals.add(
        .product(product, package: identity), kind: .package(identity: identity), name: product,
        facts: facts, location: place))
  }
}
