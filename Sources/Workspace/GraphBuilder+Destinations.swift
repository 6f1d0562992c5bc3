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
      let path = productPath(dependency.reference, of: module)
      return product(at: path, from: module).map { .module($0) } ?? .nothing
    case .sdk:
      let name = ExternalTable.name(ofFile: text(dependency.reference, of: module))
      return .external(
        externals.add(
          .sdk(name), kind: .sdk, name: name, facts: [LinkageFact(.dynamic, .system)],
          location: place))
    case .carthage:
      let name = ExternalTable.name(ofFile: text(dependency.reference, of: module))
      let facts = carthageFacts(of: dependency, from: module)
      return binary(name, kind: .carthage, facts, of: dependency, from: module, at: place)
    case .package, .plugin: return packageDestination(of: dependency, from: module, at: place)
    }
  }

  func text(_ name: NameID, of module: Int) -> String {
    table.string(name, of: Int(targets[module].batch))
  }

  // Targets.
  private mutating func targetDestination(
    of dependency: Dependency, from module: Int
  ) -> Destination {
    let number = Int(targets[module].batch)
    let spec = spec(of: module)
    if let local = table.batches[number].target(named: dependency.reference, in: spec)
      ?? table.batches[number].aggregate(named: dependency.reference, in: spec)
    {
      return .module(Int(moduleNumbers[number][local]))
    }
    let batch = table.batches[number]
    let parts = text(dependency.reference, of: module).split(separator: "/")
    guard parts.count == 2 else { return .unknown(parts.count == 1 ? .spec : .malformed) }
    let key = String(parts[0])
    let references = batch.projectReferences[spec.projectReferences]
    guard references.contains(where: { batch.names.string($0.key) == key }) else {
      let known = references.map { batch.names.string($0.key) }
      return .unknown(.projectReferences(key: key, known: known))
    }
    guard let project = project(referredToAs: parts[0], by: spec, in: number) else {
      return .unknown(.specs(key: key))
    }
    guard let other = target(parts[1], ofSpec: project) else {
      return .unknown(.project(key: key, spec: Int32(project)))
    }
    return .module(other)
  }

  /// The number of the specification whose project the key of a project reference names.
  private mutating func project(
    referredToAs key: Substring, by spec: Spec, in batch: Int
  ) -> Int? {
    let content = table.batches[batch]
    guard
      let reference = content.projectReferences[spec.projectReferences].first(where: {
        content.names.bytes(of: $0.key).elementsEqual(key.utf8)
      })
    else { return nil }
    return projectTable()[content.names.string(reference.path)]
  }

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

  private func target(_ name: Substring, ofSpec number: Int) -> Int? {
    let entry = table.specs[number]
    let batch = table.batches[entry.batch]
    guard let known = batch.names.find(name) else { return nil }
    let spec = batch.specs[entry.spec]
    let target = batch.target(named: known, in: spec) ?? batch.aggregate(named: known, in: spec)
    return target.map { Int(moduleNumbers[entry.batch][$0]) }
  }

  /// What XcodeGen sees beyond the specification.
  mutating func surroundings(of spec: Spec) -> SpecSurroundings {
    var copy = self
    let entry = table.specs.first { table.batches[$0.batch].specs[$0.spec].path == spec.path }
    let batch = entry?.batch
    let buildFolder = SpecPath.join(spec.folder, spec.carthageBuildPath ?? "Carthage/Build")
    let files = files
    return SpecSurroundings(
      externalTarget: { project, name in
        guard let batch, let number = copy.project(referredToAs: project, by: spec, in: batch),
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
  /// The name of the file without extension, and without `lib`, as numbers of names; those that no
  /// module has are `nil`.
  var stem: NameID?
  var stemWithoutLib: NameID?
  var ending: String?
  /// Whether it has no folder.
  var isBare: Bool
  /// Whether it leads into the folder that all projects of a workspace build into.
  var isInProductsFolder: Bool

  init(_ path: String, names: NameTable) {
    isBare = !path.utf8.contains(UInt8(ascii: "/"))
    let (stem, ending) = SpecPath.splitExtension(isBare ? path : SpecPath.lastComponent(path))
    self.stem = names.find(stem)
    self.ending = ending
    stemWithoutLib = stem.hasPrefix("lib") ? names.find(stem.dropFirst(3)) : nil
    isInProductsFolder = !isBare && Self.isInProductsFolder(path)
  }

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
    let product = productPath(dependency.reference, of: module)
    if dependency.flags.contains(.implicit) || product.isInProductsFolder
      || product.isBare && !exists(dependency.reference, from: module)
    {
      if let other = self.product(at: product, from: module) { return .module(other) }
      let name = ExternalTable.name(ofFile: text(dependency.reference, of: module))
      if let pod = locks.pod(building: name) {
        return binary(
          pod.name, kind: .pod, [LinkageFact(.unknown, .package)], of: dependency, from: module,
          at: place)
      }
      guard isDeclaredExternal(name) else { return .unknown(.products) }
    }
    let path = text(dependency.reference, of: module)
    let full = SpecPath.join(spec(of: module).folder, path)
    return binary(
      ExternalTable.name(ofFile: path), kind: .file(path: full), facts(at: full), of: dependency,
      from: module, at: place)
  }

  private mutating func productPath(_ reference: NameID, of module: Int) -> ProductPath {
    let number = Int(table.name(reference, of: Int(targets[module].batch)).index)
    if let known = productPaths[number] { return known }
    let path = ProductPath(text(reference, of: module), names: table.names)
    productPaths[number] = path
    return path
  }

  private func exists(_ reference: NameID, from module: Int) -> Bool {
    files.exists(SpecPath.join(spec(of: module).folder, text(reference, of: module)))
  }

  /// The module whose product lies at a path: of several the one of the dependant's platform.
  private func product(at path: ProductPath, from module: Int) -> Int? {
    product(path.stem, path.ending, from: module)
      ?? product(path.stemWithoutLib, path.ending, from: module)
  }

  private func product(_ stem: NameID?, _ ending: String?, from module: Int) -> Int? {
    guard let stem else { return nil }
    let dependent = target(module)
    var first: Int?
    var overlapping: Int?
    var next = firstProduct[Int(stem.index)]
    while next >= 0 {
      let candidate = Int(next)
      next = nextProduct[candidate]
      let other = target(candidate)
      guard other.type.fileExtension == ending else { continue }
      if other.platform == dependent.platform { return candidate }
      if first == nil { first = candidate }
      if overlapping == nil, !other.platforms.isDisjoint(with: dependent.platforms) {
        overlapping = candidate
      }
    }
    return overlapping ?? first
  }

  private func isDeclaredExternal(_ name: String) -> Bool {
    configuration.external(named: name) != nil
  }

  private mutating func packageDestination(
    of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> Destination {
    let number = Int(targets[module].batch)
    let batch = table.batches[number]
    let packages = batch.packages[spec(of: module).packages]
    guard let package = packages.first(where: { $0.key == dependency.reference }) else {
      return .unknown(.packages(known: packages.map { batch.names.string($0.key) }))
    }
    let product = text(dependency.product ?? dependency.reference, of: module)
    let identity = batch.names.string(package.identity)
    let facts = [declaredFact(product) ?? LinkageFact(.unknown, .package)]
    return .external(
      externals.add(
        .product(product, package: identity), kind: .package(identity: identity), name: product,
        facts: facts, location: place))
  }
}
