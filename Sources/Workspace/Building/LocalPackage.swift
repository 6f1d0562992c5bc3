internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths

/// A Swift package in a folder of the workspace.
struct LocalPackage {
  /// From the root of the workspace, which is empty.
  var folder: String
  /// Its Package.swift.
  var file: FileID
  var name: String
  /// Whether that is what its manifest says.
  let hasKnownName: Bool
  /// The manifest; nil if it is computed.
  var manifest: PackageManifest?
  /// The folders of the packages that `manifest.dependencies` lead to; nil for remote ones and
  /// those outside of the workspace.
  private(set) var folders: [String?] = []
  /// The dependencies for which the workspace has a local package of their identity instead.
  private(set) var namesakes: [Int: Namesake] = [:]
  /// The numbers of the targets by their names.
  private var targetNumbers: [String: Int] = [:]
  /// The numbers of the products by their names.
  private var productNumbers: [String: Int] = [:]
  private(set) var productNames = KnownNames([])
  /// Whether a single target, beside tests, may have the folder of the package.
  private var hasOneTarget = false

  /// A package in `folder`; `hasFolder` tells whether a folder is there, from the root of the
  /// workspace.
  init(
    folder: String, file: FileID, contents: ManifestContents, hasFolder: (String) -> Bool
  ) {
    self.folder = folder
    self.file = file
    switch contents {
    case .literal(let manifest):
      name = manifest.name
      hasKnownName = true
      self.manifest = manifest
      number(manifest, hasFolder: hasFolder)
      folders = manifest.dependencies.map { dependency in
        guard case .path(let path) = dependency.source else { return nil }
        return Self.folder(path, in: folder)
      }
    case .computed(let name, _):
      hasKnownName = name != nil
      self.name = name ?? (folder.isEmpty ? "Package" : Path.lastComponent(folder))
    }
  }

  mutating func redirect(_ dependency: Int, to folder: String) {
    namesakes[dependency] = folders[dependency].map { .insteadOf(folder: $0) }
    folders[dependency] = folder
  }

  mutating func replace(_ dependency: Int, by folder: String, isCertain: Bool) {
    if isCertain { folders[dependency] = folder } else { namesakes[dependency] = .ofSomeProjects }
  }

  enum Namesake {
    /// Replaces a folder without a package.
    case insteadOf(folder: String)
    /// Replaces a remote package only in projects that reach both.
    case ofSomeProjects
  }

  private mutating func number(_ manifest: PackageManifest, hasFolder: (String) -> Bool) {
    for (number, target) in manifest.targets.enumerated() { targetNumbers[target.name] = number }
    let others = manifest.targets.filter { $0.kind != .test }
    // At the root of the workspace that would be the folder of everything.
    hasOneTarget =
      others.count == 1 && !(folder.isEmpty && hasFolder("Sources/" + others[0].name))
    productNames = KnownNames(manifest.products.map(\.name))
    for (number, product) in manifest.products.enumerated()
    where productNumbers[product.name] == nil {
      productNumbers[product.name] = number
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
    return PackageTable.folder(Path.join(folder, path))
  }

  /// The folder of a target: where SwiftPM looks for its sources first.
  func folder(of target: PackageManifest.Target) -> String {
    if let path = target.path { return Self.folder(path, in: folder) ?? folder }
    if target.kind != .test, hasOneTarget { return folder }
    let parent =
      switch target.kind {
      case .test: "Tests"
      case .plugin: "Plugins"
      default: "Sources"
      }
    return folder.isEmpty ? "\(parent)/\(target.name)" : "\(folder)/\(parent)/\(target.name)"
  }

  /// Its path from the root of the workspace.
  var path: String { folder.isEmpty ? "." : folder }

  func target(named name: String) -> PackageManifest.Target? {
    targetNumbers[name].flatMap { manifest?.targets[$0] }
  }

  /// The product of a name, also one that SwiftPM makes for an executable by itself.
  func product(_ name: String) -> PackageManifest.Product? {
    guard let manifest else { return nil }
    if let number = productNumbers[name] { return manifest.products[number] }
    guard let target = target(named: name), target.kind == .executable else { return nil }
    return target.executableProduct
  }
}

// What counts where no specification names packages.
extension LocalPackage {
  /// Whether it has a target that can be a module, or may have one, since only a program can tell.
  var hasModules: Bool { manifest.map { $0.targets.contains(where: \.kind.isModule) } ?? true }

  /// The folders of its test targets.
  var testFolders: [String] {
    guard let manifest else { return [folder.isEmpty ? "Tests" : "\(folder)/Tests"] }
    return manifest.targets.filter { $0.kind == .test }.map(self.folder(of:))
  }
}

extension PackageManifest.Target.Kind {
  /// What is not a module is an external: a part of the system, or a binary.
  var isModule: Bool { self != .system && self != .binary }
}
