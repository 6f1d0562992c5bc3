internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths
internal import Projects
internal import Specs

/// The local packages of a workspace: those that specs name and those that they depend on.
///
/// A package outside of the workspace, in an excluded folder or in a nested workspace is an
/// external.
struct PackageTable {
  /// Those whose manifests were read, which are projects, in order of path; then the others.
  private(set) var packages: [LocalPackage] = []
  /// The computed packages that `swift` could not describe, and why.
  var failures: [(path: String, reason: String)] = []
  /// The indexes by each path that leads to a package.
  private var numbers: [String: Int] = [:]

  init() {}

  init(_ packages: [LocalPackage], aliases: [String: String]) {
    let sorted = packages.sorted { $0.folder.precedes($1.folder) }
    self.packages = sorted.filter { $0.manifest != nil } + sorted.filter { $0.manifest == nil }
    for (number, package) in self.packages.enumerated() { numbers[package.folder] = number }
    for (alias, folder) in aliases { numbers[alias] = numbers[folder] }
  }

  var isEmpty: Bool { packages.isEmpty }

  /// The paths of the manifests that only a program can read.
  var unreadManifests: Set<String> {
    Set(
      packages.lazy.filter { $0.manifest == nil }
        .map { Path.join($0.folder, entry: "Package.swift") })
  }

  /// Has each dependency on a folder without a package lead to the package of its identity, if the
  /// workspace has one: SwiftPM warns of it, and builds.
  ///
  /// A local package also takes the place of a remote one of its identity, as in Xcode, if all
  /// projects that reach the dependency reach the local package.
  ///
  /// - Parameters:
  ///   - named: The folders that each specification names, which come first.
  ///   - rootName: The name of the root's folder.
  ///   - isThere: Whether a folder has a manifest, whatever keeps it from being read.
  /// - Complexity: O(*n* log *n*) for *n* packages and dependencies.
  mutating func redirect(
    named: [Set<String>], rootName: String, isThere: (_ folder: String) -> Bool
  ) {
    lazy var identities = identities(named: Set(named.joined()), rootName: rootName)
    lazy var reached = named.map(reached(from:))
    for number in packages.indices {
      for (index, dependency) in (packages[number].manifest?.dependencies ?? []).enumerated() {
        if let folder = packages[number].folders[index] {
          guard self.number(at: folder) == nil, !isThere(folder),
            let other = identities[Path.lastComponent(folder).lowercased()], other != number
          else { continue }
          packages[number].redirect(index, to: packages[other].folder)
        } else if !dependency.isLocal, let other = identities[dependency.identity],
          other != number
        {
          packages[number].replace(
            index, by: packages[other].folder,
            isCertain: reached.allSatisfy { !$0.contains(number) || $0.contains(other) })
        }
      }
    }
  }

  /// The numbers of the packages in `folders` and of those that they lead to.
  private func reached(from folders: Set<String>) -> Set<Int> {
    var reached: Set<Int> = []
    var pending = folders.compactMap(number(at:))
    while let number = pending.popLast() {
      guard reached.insert(number).inserted else { continue }
      pending += packages[number].folders.compactMap { $0.flatMap(self.number(at:)) }
    }
    return reached
  }

  /// The numbers of the packages by what SwiftPM calls them: the last parts of their paths.
  private func identities(named: Set<String>, rootName: String) -> [String: Int] {
    var identities: [String: Int] = [:]
    let others = numbers.keys.filter { !named.contains($0) }
    for path in named.sorted(by: { $0.precedes($1) }) + others.sorted(by: { $0.precedes($1) }) {
      let identity = (path.isEmpty ? rootName : Path.lastComponent(path)).lowercased()
      if identities[identity] == nil { identities[identity] = numbers[path] }
    }
    return identities
  }

  /// The library products of the package in a folder.
  func libraries(inFolder folder: String) -> [PackageProduct] {
    let products = numbers[folder].flatMap { packages[$0].manifest?.products } ?? []
    return products.filter(\.kind.isLibrary).map {
      PackageProduct(name: $0.name, targets: $0.targets.map(\.name))
    }
  }

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
  /// The numbers of the products by their names, and of the libraries by the targets in them.
  private var productNumbers: [String: Int] = [:]
  private var libraries: [String: [Int]] = [:]
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

  fileprivate mutating func redirect(_ dependency: Int, to folder: String) {
    namesakes[dependency] = folders[dependency].map { .insteadOf(folder: $0) }
    folders[dependency] = folder
  }

  fileprivate mutating func replace(_ dependency: Int, by folder: String, isCertain: Bool) {
    if isCertain { folders[dependency] = folder } else { namesakes[dependency] = .ofSomeProjects }
  }

  enum Namesake {
    /// Replaces a folder without a package.
    case insteadOf(folder: String)
    /// Replaces a remote package only in projects that reach both.
    case ofSomeProjects
  }

  private mutating func number(
    _ manifest: PackageManifest, hasFolder: (String) -> Bool
  ) {
    for (number, target) in manifest.targets.enumerated() { targetNumbers[target.name] = number }
    let others = manifest.targets.filter { $0.kind != .test }
    // At the root of the workspace that would be the folder of everything.
    hasOneTarget =
      others.count == 1 && !(folder.isEmpty && hasFolder("Sources/" + others[0].name))
    productNames = KnownNames(manifest.products.map(\.name))
    for (number, product) in manifest.products.enumerated() {
      if productNumbers[product.name] == nil { productNumbers[product.name] = number }
      guard product.kind.isLibrary else { continue }
      for target in product.targets where libraries[target.name]?.last != number {
        libraries[target.name, default: []].append(number)
      }
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

  /// How a target is linked, which the products say that it is in.
  func linkage(of target: PackageManifest.Target) -> Linkage {
    guard target.kind == .regular, let manifest else { return .none }
    let products = (libraries[target.name] ?? []).map { manifest.products[$0] }
    let own = products.filter { $0.name == target.name && $0.targets.count == 1 }
    // One that no product has is linked by its siblings alone.
    guard !products.isEmpty else { return .automatic }
    let kinds = Set((own.isEmpty ? products : own).map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else { return .unknown }
    switch kind {
    case .static: return .static
    case .dynamic: return .dynamic
    default: return .automatic
    }
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
