internal import Diagnostics
public import Files
internal import Paths

/// The files that a target of a local package is compiled of.
public struct PackageSources: Hashable, Sendable {
  /// From the tree's root, in order: sources and headers of all languages, and module maps.
  public var files: [String] = []
  /// Whether the folder of the target is not there, cannot be known, or has links to others.
  public var isIncomplete = false
  /// Whether a plug-in may write Swift that is compiled with it.
  public var mayGenerateSources = false
}

/// Where the targets of a local package have their files: in their `path`, or in the folder of their name in the
/// first of the usual folders that is there, but for what they exclude and the folders of others.
///
/// Links to folders are not followed.
public struct PackageFolderTable {
  private let package: PackageManifest
  private let root: String
  private let tree: any FileTree
  /// The first of the usual folders that is there, for targets of each kind without a `path`.
  private var usual: [PackageManifest.Target.Kind: String] = [:]
  /// Where all targets would be.
  private var all: Set<String> = []

  /// - Parameters:
  ///   - package: What its manifest says.
  ///   - folder: The folder of the package, from the root of `tree`; empty for the root.
  ///   - tree: The tree that it lies in.
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

  /// The files of a target; nothing but that it is incomplete where no folder is found.
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
    var listing = PackageListing(tree, excluded: target.exclude.map { Self.join(own, $0) })
    listing.others = all
    for path in target.sources ?? [""] { listing.add(Self.join(own, path)) }
    sources.files = listing.files.sorted { $0.precedes($1) }
    sources.isIncomplete = listing.isExhausted || listing.hasFolderLinks
    return sources
  }

  /// The folder of a target, from the root of the tree; `nil` if it is not there.
  private func folder(of target: PackageManifest.Target) -> String? {
    guard let own = place(of: target) else { return nil }
    if tree.kind(of: own) == .folder { return own }
    // The only target may have all of the folder.
    return target.path == nil && package.targets.count == 1 ? usual[target.kind] : nil
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

  private static func join(_ folder: String, _ path: String) -> String {
    Path.normalized(Path.join(folder, entry: path))
  }
}

/// Lists the sources in folders.
private struct PackageListing {
  private let tree: any FileTree
  private let excluded: Set<String>
  /// Folders that belong to others where they lie in one that was added.
  var others: Set<String> = []
  private(set) var files: Set<String> = []
  /// Whether some folder has a link to another one, which is not followed.
  private(set) var hasFolderLinks = false
  private var folders = 0

  var isExhausted: Bool { folders > Limits.sourceFolders }

  init(_ tree: any FileTree, excluded: [String]) {
    self.tree = tree
    self.excluded = Set(excluded)
  }

  /// Adds a file, or all sources in a folder.
  mutating func add(_ path: String) {
    guard !excluded.contains(path) else { return }
    guard tree.kind(of: path) == .folder else {
      if tree.kind(of: path) == .file { addFile(path) }
      return
    }
    var open = [path]
    while let folder = open.popLast() {
      folders += 1
      if isExhausted { return }
      for entry in (try? tree.entries(of: folder)) ?? [] where !entry.name.hasPrefix(".") {
        let path = Path.join(folder, entry: entry.name)
        if excluded.contains(path) || others.contains(path) { continue }
        switch entry.kind {
        case .file: addFile(path)
        case .folder: if !Self.isWrapper(entry.name) { open.append(path) }
        case .link:
          switch tree.kind(of: path) {
          case .file: addFile(path)
          case .folder: hasFolderLinks = true
          case .link, .other, nil: break
          }
        case .other: break
        }
      }
    }
  }

  private mutating func addFile(_ path: String) {
    switch Path.splitExtension(Path.lastComponent(path)).extension {
    case "swift", "c", "m", "mm", "cc", "cpp", "cxx", "S", "h", "hh", "hpp", "hxx", "h++", "ipp",
      "inl", "modulemap":
      files.insert(path)
    default: break
    }
  }

  /// Whether SwiftPM ignores a folder.
  private static func isWrapper(_ name: String) -> Bool {
    switch Path.splitExtension(name).extension {
    case "xcodeproj", "playground", "xcworkspace", "docc", "xcassets", "bundle", "lproj",
      "xcdatamodeld", "xcdatamodel", "framework", "xcframework":
      true
    default: false
    }
  }
}
