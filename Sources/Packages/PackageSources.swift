internal import Diagnostics
public import Files
internal import Paths

/// The files of a target of a local package.
public struct PackageSources: Hashable, Sendable {
  /// The sources and headers of all languages, and module maps: paths from the root of the tree, in
  /// order.
  public var files: [String] = []
  /// The storyboards, interface files, property lists and data models: paths from the root of the
  /// tree, in order.
  public var resources: [String] = []
  /// The folder of the target; `nil` if it does not exist.
  public var folder: String?
  /// Whether the folder of the target is missing, is unknown, or contains links to other folders.
  public var isIncomplete = false
  /// Whether files are not listed, because of links to folders or too many folders.
  public var exceedsLimits = false
  /// Whether a plug-in may generate sources of the target.
  public var mayGenerateSources = false
}

/// Lists the files of the targets of a local package.
///
/// The folder of a target is its `path`, or the folder of its name in the first existing standard
/// folder. Excluded files and the folders of other targets do not belong to it.
///
/// Does not follow links to folders.
public struct PackageFolderTable {
  let package: PackageManifest
  private let root: String
  private let tree: any FileTree
  /// The first existing standard folder for targets of each kind without a `path`.
  private var usual: [PackageManifest.Target.Kind: String] = [:]
  private var all: Set<String> = []

  /// - Parameters:
  ///   - package: The manifest.
  ///   - folder: The folder of the package, from the root of `tree`; empty for the root.
  ///   - tree: The tree with the package.
  /// - Complexity: O(*n*) for *n* targets.
  public init(of package: PackageManifest, in folder: String, _ tree: some FileTree) {
    self.package = package
    self.tree = tree
    root = folder
    for kind in Set(package.targets.map(\.kind)) {
      usual[kind] = Self.usualFolders(of: kind).lazy.map { Self.join(folder, $0) }
        .first { tree.kind(of: $0) == .folder }
    }
    all = Set(package.targets.compactMap { place(of: $0) })
  }

  /// Returns the files of a target; none and `isIncomplete` if it has no folder.
  ///
  /// - Complexity: Lists the folders of the target.
  public func sources(of target: PackageManifest.Target) -> PackageSources {
    var sources = PackageSources()
    sources.mayGenerateSources = target.plugins.contains { plugin in
      let name = plugin.name.lowercased()
      return !["lint", "format"].contains { name.contains($0) }
    }
    guard !target.hasUnknownSources, let own = folder(of: target) else {
      sources.isIncomplete = true
      return sources
    }
    var listing = PackageListing(
      tree: tree, excluded: Set(target.exclude.map { Self.join(own, $0) }),
      resourcePaths: Set(target.resources.map { Self.join(own, $0) }), others: all)
    for path in target.sources ?? [""] { listing.add(Self.join(own, path), .all) }
    // `sources` selects the compiled files, but not resources and public headers.
    if target.sources != nil {
      listing.add(own, .resources)
      listing.add(Self.join(own, target.publicHeadersPath ?? "include"), .headers)
    }
    sources.folder = own
    sources.files = listing.files.sorted { $0.precedes($1) }
    sources.resources = listing.resources.sorted { $0.precedes($1) }
    sources.exceedsLimits = listing.isExhausted || listing.hasFolderLinks
    sources.isIncomplete = sources.exceedsLimits
    return sources
  }

  /// Returns the package with each `.target` that has a `main.swift` as an executable, as SwiftPM
  /// below tools version 5.4 does.
  ///
  /// - Complexity: Lists the folders of the targets.
  public func withExecutables() -> PackageManifest {
    var package = package
    for index in package.targets.indices where package.targets[index].kind == .regular {
      let isProgram = sources(of: package.targets[index]).files.contains { path in
        let (name, ending) = Path.splitExtension(Path.lastComponent(path).lowercased())
        return name == "main" && !["h", "modulemap"].contains(ending)
      }
      if isProgram { package.targets[index].kind = .executable }
    }
    return package
  }

  /// Returns the folder of a target, from the root of the tree; `nil` if it does not exist.
  func folder(of target: PackageManifest.Target) -> String? {
    guard let own = place(of: target) else { return nil }
    if tree.kind(of: own) == .folder { return own }
    return target.path == nil ? sharedFolder(of: target.kind) : nil
  }

  /// Returns the standard folder that the only target of a kind may own entirely.
  ///
  /// SwiftPM counts tests, plug-ins and all others together as kinds.
  ///
  /// SwiftPM rejects tests without their own folder, which would contain the tested sources.
  private func sharedFolder(of kind: PackageManifest.Target.Kind) -> String? {
    let count = package.targets.count { $0.kind.usualFolder == kind.usualFolder }
    guard count == 1, let folder = usual[kind] else { return nil }
    let isOthers = package.targets.contains { other in
      kind == .test && other.kind != .test
        && place(of: other).map { Path.lies($0, in: folder) } ?? false
    }
    return isOthers ? nil : folder
  }

  private func place(of target: PackageManifest.Target) -> String? {
    if let path = target.path { return Self.join(root, path) }
    return usual[target.kind].map { Self.join($0, target.name) }
  }

  private static func usualFolders(of kind: PackageManifest.Target.Kind) -> [String] {
    switch kind {
    case .test: ["Tests", "Sources", "Source", "src", "srcs"]
    case .plugin: ["Plugins"]
    case .regular, .executable, .macro, .system: ["Sources", "Source", "src", "srcs"]
    case .binary: []
    }
  }

  static func join(_ folder: String, _ path: String) -> String {
    Path.normalized(Path.join(folder, entry: path))
  }
}

extension PackageManifest.Target.Kind {
  /// A number that is equal for kinds with the same standard folder.
  fileprivate var usualFolder: Int { self == .test ? 0 : self == .plugin ? 1 : 2 }
}

private struct PackageListing {
  let tree: any FileTree
  let excluded: Set<String>
  /// The paths of resources, which are not compiled.
  let resourcePaths: Set<String>
  /// The folders of other targets inside of an added folder.
  let others: Set<String>
  var files: Set<String> = []
  var resources: Set<String> = []
  /// Whether a folder of sources contains a link to another folder, which is not followed.
  var hasFolderLinks = false
  var folders = 0

  /// The files of a folder that belong to a target.
  enum Content {
    case all, resources, headers
  }

  var isExhausted: Bool { folders > Limits.sourceFolders }

  /// Adds a file or the contents of a folder.
  mutating func add(_ path: String, _ content: Content) {
    guard !excluded.contains(path) else { return }
    guard tree.kind(of: path) == .folder else {
      if tree.kind(of: path) == .file { addFile(path, content) }
      return
    }
    var open = [(folder: path, content: resourcePaths.contains(path) ? .resources : content)]
    while let (folder, content) = open.popLast() {
      folders += 1
      if isExhausted { return }
      for entry in list(folder) where !entry.name.hasPrefix(".") {
        let path = Path.join(folder, entry: entry.name)
        if excluded.contains(path) || others.contains(path) { continue }
        switch entry.kind {
        case .file: addFile(path, content)
        case .folder: if let content = addFolder(path, content) { open.append((path, content)) }
        case .link:
          switch tree.kind(of: path) {
          case .file: addFile(path, content)
          case .folder: if content != .resources { hasFolderLinks = true }
          case .link, .other, nil: break
          }
        case .other: break
        }
      }
    }
  }

  private mutating func list(_ folder: String) -> [FileEntry] {
    do throws(FileError) {
      return try tree.entries(of: folder)
    } catch {
      if error == .outsideRoot { hasFolderLinks = true }
      return []
    }
  }

  private mutating func addFile(_ path: String, _ content: Content) {
    let isCompiled = content != .resources && !resourcePaths.contains(path)
    switch Path.splitExtension(Path.lastComponent(path)).extension {
    case "swift", "c", "m", "mm", "cc", "cpp", "cxx", "S":
      if isCompiled, content == .all { files.insert(path) }
    case "h", "hh", "hpp", "hxx", "h++", "ipp", "tpp", "tcc", "inl", "modulemap":
      if isCompiled { files.insert(path) }
    case "storyboard", "xib", "nib", "plist": resources.insert(path)
    default: break
    }
  }

  /// Returns what of a folder is added; `nil` if SwiftPM treats the folder as one file.
  private mutating func addFolder(_ path: String, _ content: Content) -> Content? {
    switch Path.splitExtension(Path.lastComponent(path)).extension {
    case "xcodeproj", "playground", "xcworkspace", "docc", "xcassets", "bundle", "xcdatamodel",
      "framework", "xcframework":
      return nil
    case "xcdatamodeld":
      resources.insert(path)
      return nil
    case "lproj": return .resources
    default: return resourcePaths.contains(path) ? .resources : content
    }
  }
}

/// The folder of a target of a package.
///
/// What it contains are sources and resources, whatever their names are.
public struct TargetFolder: Sendable {
  let path: String
  let excluded: Set<String>
  /// The paths that contain all its files; `nil` if these are anywhere in the folder.
  let sources: Set<String>?

  /// Whether a file or folder belongs to the target.
  public func contains(_ other: String) -> Bool {
    guard Path.lies(other, in: path), !Path.lies(other, inAnyOf: excluded) else { return false }
    return sources.map { Path.lies(other, inAnyOf: $0) } ?? true
  }
}

extension PackageFolderTable {
  /// Returns the folders of the targets, except binary ones and those with an unknown place.
  ///
  /// - Complexity: O(*n*) for *n* targets.
  public func targetFolders() -> [TargetFolder] {
    package.targets.compactMap { target in
      guard !target.hasUnknownSources, target.kind != .binary, let own = folder(of: target) else {
        return nil
      }
      return TargetFolder(
        path: own, excluded: Set(target.exclude.map { Self.join(own, $0) }),
        sources: target.sources.map { Set($0.map { Self.join(own, $0) }) })
    }
  }
}
