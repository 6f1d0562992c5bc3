internal import Architecture
internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths
internal import Projects

/// Converts a package with a known manifest to a project of those targets that are modules.
///
/// `DestinationResolver` resolves the dependencies of the targets, in the lookup order of SwiftPM.
struct PackageConversion {
  let package: LocalPackage
  let manifest: PackageManifest
  /// The libraries that contain each target, by name of the target.
  private var libraries: [String: [PackageManifest.Product]] = [:]

  init(_ package: LocalPackage, _ manifest: PackageManifest) {
    (self.package, self.manifest) = (package, manifest)
    for product in manifest.products where product.kind.isLibrary {
      for target in Set(product.targets.map(\.name)) {
        libraries[target, default: []].append(product)
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
    project.packages = manifest.dependencies.compactMap(reference)
    return project
  }

  private func target(
    _ target: PackageManifest.Target, _ configuration: Configuration
  ) -> Target {
    let declared =
      target.kind == .regular ? configuration.external(named: target.name)?.linkage : nil
    var result = Target(
      name: target.name, location: target.location,
      kind: target.kind.targetKind, type: target.kind.productType, platform: .auto, platforms: .all,
      linkage: declared ?? linkage(of: target))
    let folder = package.folder(of: target)
    if folder != package.folder { result.details.sourceFolder = folder }
    return result
  }

  /// Returns the linkage of a target: that of the products that contain it.
  private func linkage(of target: PackageManifest.Target) -> Linkage {
    guard target.kind == .regular else { return .none }
    // Only targets of the same package link a target without a product.
    guard let products = libraries[target.name] else { return .automatic }
    let own = products.filter { $0.name == target.name && $0.targets.count == 1 }
    let kinds = Set((own.isEmpty ? products : own).map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else { return .unknown }
    switch kind {
    case .static: return .static
    case .dynamic: return .dynamic
    default: return .automatic
    }
  }

  /// Returns the requirement of the manifest for a remote package; `nil` without one.
  private func reference(
    _ dependency: PackageManifest.PackageDependency
  ) -> PackageReference? {
    guard let requirement = dependency.requirement, case .url(let url) = dependency.source else {
      return nil
    }
    return PackageReference(
      key: dependency.shownName, identity: normalized(url: url), isLocal: false,
      requirement: requirement, at: dependency.location)
  }

  private func fact(_ minimum: PackageManifest.Minimum) -> SettingFact? {
    let names: [(String, JudgedSetting)] = [
      ("ios", .iOSMinimum), ("tvos", .tvOSMinimum), ("macos", .macOSMinimum),
      ("watchos", .watchOSMinimum), ("visionos", .visionOSMinimum),
    ]
    return names.first { $0.0 == minimum.platform }.map {
      SettingFact($0.1, minimum.version, at: minimum.location)
    }
  }
}

extension PackageManifest.Target.Kind {
  fileprivate var productType: ProductType {
    switch self {
    case .test: .unitTestBundle
    case .executable: .tool
    default: .none
    }
  }

  fileprivate var targetKind: Target.Kind {
    switch self {
    case .executable: .packageExecutable
    case .test: .packageTest
    case .macro: .packageMacro
    case .plugin: .packagePlugin
    case .regular, .system, .binary: .packageLibrary
    }
  }
}
