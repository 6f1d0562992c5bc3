internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths
internal import Specs

/// The local packages of a workspace: those that specs name, and those that these depend on.
///
/// One whose folder lies outside of the workspace, is excluded or belongs to a nested workspace is no
/// part of it: it stays one external.
struct PackageTable {
  /// In order of path.
  private(set) var packages: [LocalPackage] = []
  /// The computed packages that were asked about in vain, and why.
  var failures: [(path: String, reason: String)] = []
  /// By each path that leads to one.
  private var numbers: [String: Int] = [:]

  init() {}

  init(_ packages: [LocalPackage], aliases: [String: String]) {
    self.packages = packages
    for (number, package) in packages.enumerated() { numbers[package.folder] = number }
    for (alias, folder) in aliases { numbers[alias] = numbers[folder] }
  }

  var isEmpty: Bool { packages.isEmpty }

  /// The number of the package at a path from the root, however that is written.
  func number(at path: String) -> Int? {
    guard !packages.isEmpty else { return nil }
    return numbers[path] ?? Self.folder(path).flatMap { numbers[$0] }
  }

  /// A path from the root without needless parts, the root being empty; nil if it leads out of it.
  static func folder(_ path: String) -> String? {
    guard path.utf8.first != UInt8(ascii: "~") else { return nil }
    let folder = Path.normalized(path)
    return Path.leadsOutside(folder) ? nil : folder
  }
}

/// A Swift package in a folder of the workspace.
struct LocalPackage {
  /// From the root of the workspace, which is empty.
  var folder: String
  /// Its Package.swift.
  var file: FileID
  var name: String
  /// What it declares; nil if only a program can tell.
  var manifest: PackageManifest?
  /// The folders of the packages that `manifest.dependencies` lead to; nil for others, and for what lies
  /// outside of the workspace.
  var folders: [String?] = []
  /// The numbers of the targets by their names.
  private(set) var targetNumbers: [String: Int] = [:]

  init(folder: String, file: FileID, contents: ManifestContents) {
    self.folder = folder
    self.file = file
    switch contents {
    case .literal(let manifest):
      name = manifest.name
      self.manifest = manifest
      for (number, target) in manifest.targets.enumerated() { targetNumbers[target.name] = number }
      folders = manifest.dependencies.map { dependency in
        guard case .path(let path) = dependency.source else { return nil }
        return Self.folder(path, in: folder)
      }
    case .computed(let name, _):
      self.name = name ?? (folder.isEmpty ? "Package" : Path.lastComponent(folder))
    }
  }

  /// The start of its manifest.
  var location: SourceRange {
    let start = Position(line: 1, column: 1)
    return SourceRange(file: file, start: start, end: start)
  }

  /// What a path in the manifest of a package in `folder` leads to; nil outside of the workspace.
  static func folder(_ path: String, in folder: String) -> String? {
    guard !Path.isAbsolute(path), !path.hasPrefix("~") else { return nil }
    return PackageTable.folder(Path.join(folder, entry: path))
  }

  /// The folder of a target: where SwiftPM looks for its sources first.
  func folder(of target: PackageManifest.Target) -> String {
    if let path = target.path { return Self.folder(path, in: folder) ?? folder }
    if target.kind != .test, manifest?.targets.count(where: { $0.kind != .test }) == 1 {
      return folder
    }
    let parent =
      switch target.kind {
      case .test: "Tests"
      case .plugin: "Plugins"
      default: "Sources"
      }
    return folder.isEmpty ? "\(parent)/\(target.name)" : "\(folder)/\(parent)/\(target.name)"
  }

  /// The product of a name, also one that SwiftPM makes for an executable by itself.
  func product(_ name: String) -> PackageManifest.Product? {
    guard let manifest else { return nil }
    if let product = manifest.products.first(where: { $0.name == name }) { return product }
    guard let number = targetNumbers[name], manifest.targets[number].kind == .executable else {
      return nil
    }
    let target = manifest.targets[number]
    return .init(
      name: name, kind: .executable, targets: [.init(name: name, location: target.location)],
      location: target.location)
  }

  /// How a target is linked, which the products say that it is in.
  func linkage(of target: PackageManifest.Target) -> Linkage {
    guard target.kind == .regular, let manifest else { return .none }
    let products = manifest.products.filter { product in
      product.kind.isLibrary && product.targets.contains { $0.name == target.name }
    }
    let own = products.filter { $0.name == target.name && $0.targets.count == 1 }
    let kinds = Set((own.isEmpty ? products : own).map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else { return .unknown }
    switch kind {
    case .static: return .static
    case .dynamic: return .dynamic
    default: return .automatic
    }
  }
}

extension PackageTable {
  /// What manifests ask of remote packages, in order of path.
  var requirements: [PackageRequirement] {
    packages.flatMap { package in
      (package.manifest?.dependencies ?? []).compactMap { dependency in
        guard let requirement = dependency.requirement, case .url(let url) = dependency.source
        else {
          return nil
        }
        return PackageRequirement(
          name: dependency.shownName, identity: normalized(url: url), requirement: requirement,
          location: dependency.location)
      }
    }
  }
}
