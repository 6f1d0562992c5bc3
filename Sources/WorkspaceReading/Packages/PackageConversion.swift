internal import Architecture
internal import Diagnostics
internal import Graph
public import Packages
internal import Paths
internal import Projects

/// Converts a package with a known manifest to a project of those targets that are modules.
///
/// Names of products are looked up in the order of SwiftPM.
struct PackageConversion {
  let package: LocalPackage
  let manifest: PackageManifest
  private let table: PackageTable
  /// The package of each dependency, if it is in the table.
  private let numbers: [Int?]
  /// The dependencies with unknown products.
  private let opaque: [Int]
  /// The dependencies by their names and by those of their folders, in lower case.
  private var names: [String: Int] = [:]

  init(_ package: LocalPackage, _ manifest: PackageManifest, _ table: PackageTable) {
    self.package = package
    self.manifest = manifest
    self.table = table
    let numbers = package.folders.map { $0.flatMap(table.number(at:)) }
    self.numbers = numbers
    opaque = numbers.indices.filter { index in
      numbers[index].map { table.packages[$0].manifest == nil } ?? true
    }
    for (index, dependency) in manifest.dependencies.enumerated() {
      let all = [
        dependency.name, dependency.identity, package.folders[index].map(Path.lastComponent),
        numbers[index].map { table.packages[$0].name },
      ]
      for name in all.compactMap({ $0?.lowercased() }) where names[name] == nil {
        names[name] = index
      }
    }
  }

  func project(_ configuration: Configuration) -> Project {
    var project = Project(
      .package, path: Path.join(package.folder, entry: "Package.swift"), folder: package.folder,
      file: package.file, name: package.name, nameRange: package.location)
    project.settings = manifest.minimums.compactMap(fact)
    project.targets = Project.sorted(
      manifest.targets.filter(\.kind.isModule).map { target($0, configuration) })
    project.packages = manifest.dependencies.indices.map(reference)
    return project
  }

  private func target(_ target: PackageManifest.Target, _ configuration: Configuration) -> Target {
    let declared =
      target.kind == .regular ? configuration.external(named: target.name)?.linkage : nil
    var result = Target(
      name: target.name, location: target.location,
      kind: .package(target.kind.packageTarget), type: target.kind.productType, platform: .auto,
      platforms: .all,
      linkage: declared ?? linkage(of: target))
    let folder = package.folder(of: target)
    if folder != package.folder { result.details.sourceFolder = folder }
    result.dependencies =
      target.dependencies.map { dependency($0, reference($0)) }
      + target.plugins.map { dependency($0, plugin($0)) }
    return result
  }

  private func linkage(of target: PackageManifest.Target) -> Linkage {
    guard target.kind == .regular else { return .none }
    let products = manifest.products.filter { product in
      product.kind.isLibrary && product.targets.contains { $0.name == target.name }
    }
    // Only targets of the same package link a target without a product.
    if products.isEmpty { return .automatic }
    let own = products.filter { $0.name == target.name && $0.targets.count == 1 }
    let kinds = Set((own.isEmpty ? products : own).map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else { return .unknown }
    switch kind {
    case .static: return .static
    case .dynamic: return .dynamic
    default: return .automatic
    }
  }

  private func reference(_ index: Int) -> PackageReference {
    let dependency = manifest.dependencies[index]
    let (identity, requirement): (String, String?) =
      switch dependency.source {
      case .url(let url): (normalized(url: url), dependency.requirement)
      case .registry(let id): (id.lowercased(), nil)
      case .path(let path):
        (
          package.folders[index]
            ?? (Path.isAbsolute(path) ? path : Path.join(package.folder, path)), nil
        )
      }
    var result = PackageReference(
      key: dependency.shownName, identity: identity, isLocal: dependency.isLocal,
      requirement: requirement, at: dependency.location)
    if !dependency.isLocal {
      result.folder = package.folders[index]
      result.isReplacedInSomeProjects = package.namesakes[index] != nil
    }
    return result
  }

  private func fact(_ minimum: PackageManifest.Minimum) -> SettingFact? {
    let platform = Platform.allCases.first { $0.rawValue.lowercased() == minimum.platform }
    return platform.flatMap(JudgedSetting.init(minimumOf:)).map {
      SettingFact($0, minimum.version, at: minimum.location)
    }
  }

  private func dependency(
    _ dependency: PackageManifest.Dependency, _ reference: Reference
  ) -> Dependency {
    // No Xcode project is built for the others, such as Linux.
    let platforms = dependency.platforms?.compactMap { name in
      BuildPlatform.allCases.first { $0.name.lowercased() == name }
    }
    return Dependency(
      reference, at: dependency.location, flags: dependency.renamesModules ? [.renamed] : [],
      platforms: platforms.map { PlatformSet($0) } ?? .all)
  }

  private func reference(_ dependency: PackageManifest.Dependency) -> Reference {
    let name = dependency.name
    let isTarget = dependency.kind == .byName && package.target(named: name) != nil
    if dependency.kind == .target || isTarget {
      return .target(name)
    }
    if let package = dependency.package {
      return .package(key: key(ofPackage: package, with: name) ?? package, product: name)
    }
    return key(ofPackageWith: name).map { .package(key: $0, product: name) }
      ?? .productOfAnyPackage(name)
  }

  private func plugin(_ dependency: PackageManifest.Dependency) -> Reference {
    switch reference(dependency) {
    case .package(let key, _): .plugin(dependency.name, package: key)
    default: .plugin(dependency.name, package: nil)
    }
  }

  /// A name that no dependency is known to have may be that of a package in a folder above, or of a
  /// computed one.
  private func key(ofPackage name: String, with product: String) -> String? {
    let dependencies = manifest.dependencies
    let above = dependencies.indices.filter { dependencies[$0].leadsAbove }
    let index =
      names[name.lowercased()] ?? above.first { vends(product, $0) } ?? above.first
      ?? opaque.first { index in numbers[index].map { !table.packages[$0].hasKnownName } ?? false }
    return index.map { dependencies[$0].shownName }
  }

  /// `nil` if none or any of several may have the product.
  private func key(ofPackageWith product: String) -> String? {
    let namesake = names[product.lowercased()].flatMap { opaque.contains($0) ? $0 : nil }
    let index =
      numbers.indices.first { vends(product, $0) } ?? namesake
      ?? (opaque.count == 1 ? opaque[0] : nil)
    return index.map { manifest.dependencies[$0].shownName }
  }

  private func vends(_ product: String, _ index: Int) -> Bool {
    numbers[index].map { table.packages[$0].product(product) != nil } ?? false
  }
}

extension PackageManifest.PackageDependency {
  /// The name, or else the last component of the location.
  public var shownName: String {
    if let name { return name }
    switch source {
    case .registry(let id): return id
    case .path(let path): return Path.lastComponent(path)
    case .url(let url):
      let last = Path.lastComponent(url)
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }

  /// The identity of the package in SwiftPM.
  public var identity: String {
    switch source {
    case .registry(let id): id.lowercased()
    case .path(let path): Path.lastComponent(path).lowercased()
    case .url(let url): Path.lastComponent(normalized(url: url))
    }
  }

  /// Whether the dependency is a folder that only its position names: `..`.
  fileprivate var leadsAbove: Bool {
    guard case .path(let path) = source else { return false }
    return Path.lastComponent(Path.normalized(path)) == ".."
  }

  var isLocal: Bool { if case .path = source { true } else { false } }
}

extension PackageManifest.Target.Kind {
  fileprivate var productType: ProductType {
    switch self {
    case .test: .unitTestBundle
    case .executable: .tool
    default: .none
    }
  }

  fileprivate var packageTarget: PackageTarget {
    switch self {
    case .executable: .executable
    case .test: .test
    case .macro: .macro
    case .plugin: .plugin
    case .regular, .system, .binary: .library
    }
  }
}
