internal import Diagnostics
internal import Graph
internal import Packages
internal import Specs
internal import Files

/// The local packages of a workspace, and those that they depend on, as `swift` describes them.
struct PackageTable {
  /// In order of path.
  private(set) var packages: [Entry] = []
  private(set) var failures: [(path: String, reason: String)] = []
  private var numbers: [String: Int] = [:]

  struct Entry {
    /// Relative to the root of the tree.
    var path: String
    var description: PackageDescription
    /// The start of its manifest: nobody but the compiler knows where in it something stands.
    var location: SourceRange
  }

  /// - Parameters:
  ///   - specs: The specifications that name packages.
  ///   - describe: Who is asked about them; nil to ask nobody.
  ///   - sources: Gets the manifests.
  init(
    of specs: SpecTable, describe: (([String]) -> PackageReader.Answers)?,
    _ sources: inout SourceMap
  ) {
    guard let describe else { return }
    var paths: Set<String> = []
    for number in specs.specs.indices {
      for package in specs.batch.packages[specs.spec(number).packages] where package.isLocal {
        paths.insert(specs.string(package.identity))
      }
    }
    let answers = describe(paths.sorted { $0.precedes($1) })
    failures = answers.failures
    for (path, description) in answers.packages.sorted(by: { $0.key.precedes($1.key) }) {
      let start = Position(line: 1, column: 1)
      let file = sources.add(Path.join(path, "Package.swift"))
      numbers[path] = packages.count
      packages.append(
        Entry(
          path: path, description: description,
          location: SourceRange(file: file, start: start, end: start)))
    }
  }

  subscript(path: String) -> PackageDescription? {
    numbers[path].map { packages[$0].description }
  }
}

// What packages say of externals.
extension LinkBuilder {
  /// Adds the products and targets of described packages, used or not, and the links between them.
  mutating func addPackages() {
    for package in resolver.packages.packages {
      for product in package.description.products {
        let from = number(of: product.name, in: package)
        for target in product.targets { add(target, to: from, in: package) }
      }
      for target in package.description.targets.sorted(by: { $0.name.precedes($1.name) }) {
        let from = number(ofTarget: target.name, in: package)
        for other in target.targets { add(other, to: from, in: package) }
        for product in target.products {
          addLink(from, number(of: product, usedBy: package), at: package.location)
        }
      }
    }
  }

  private mutating func add(_ target: String, to from: Int, in package: PackageTable.Entry) {
    addLink(from, number(ofTarget: target, in: package), at: package.location)
  }

  private mutating func addLink(_ from: Int, _ to: Int, at location: SourceRange) {
    // A product and the only target it has are one.
    guard from != to else { return }
    links.append(
      Link(
        from: ModuleID(-1 - from), to: ModuleID(-1 - to), location: location, kind: .package,
        flags: .linked, platforms: .all))
  }

  /// The number of a product among resolver.externals.
  private mutating func number(of product: String, in package: PackageTable.Entry) -> Int {
    let linkage = package.description.products.first { $0.name == product }?.linkage ?? .unknown
    return resolver.externals.add(
      .product(product, package: package.path), kind: .package(identity: package.path),
      name: product,
      facts: [
        resolver.declaredFact(product)
          ?? LinkageFact(linkage, linkage == .unknown ? .package : .manifest)
      ],
      location: package.location)
  }

  /// The number of a target among resolver.externals.
  ///
  /// How it is built is up to the products that it ends up in, so its linkage is unknown.
  private mutating func number(ofTarget target: String, in package: PackageTable.Entry) -> Int {
    let namesake = package.description.products.first { $0.name == target }
    if namesake?.targets == [target] { return number(of: target, in: package) }
    let name = namesake == nil ? target : "\(package.description.name)/\(target)"
    return resolver.externals.add(
      .packageTarget(target, package: package.path), kind: .package(identity: package.path),
      name: name, facts: [LinkageFact(.unknown, .package)], location: package.location)
  }

  /// The number of a product of another package, whose description names it without its package.
  private mutating func number(
    of product: String, usedBy package: PackageTable.Entry
  ) -> Int {
    var others: [String] = []
    for dependency in package.description.dependencies {
      switch dependency {
      case .remote(let url): others.append(normalized(url: url))
      case .local(let path):
        guard let other = resolver.packages[path] else {
          others.append(path)
          continue
        }
        guard other.products.contains(where: { $0.name == product }),
          let entry = resolver.packages.packages.first(where: { $0.path == path })
        else { continue }
        return number(of: product, in: entry)
      }
    }
    let identity =
      others.first { resolver.externals.contains(.product(product, package: $0)) }
      ?? others.first { Path.lastComponent($0).lowercased() == product.lowercased() }
      ?? (others.count == 1 ? others[0] : product)
    return resolver.externals.add(
      .product(product, package: identity), kind: .package(identity: identity), name: product,
      facts: [resolver.declaredFact(product) ?? LinkageFact(.unknown, .package)],
      location: package.location)
  }
}
