public import Files
internal import Diagnostics

/// The files that a target of a local package is compiled of.
public struct PackageSources: Hashable, Sendable {
  /// From the tree's root, in order: sources and headers of all languages.
  public var files: [String] = []
  /// Whether the folder of the target is not there, or cannot be known.
  public var isIncomplete = false
  /// Whether a plug-in may write Swift that is compiled with it.
  public var mayGenerateSources = false
}

extension PackageManifest {
  /// The files of a target, where SwiftPM looks for them: in its `path`, or in the folder of its name in the
  /// first of the usual folders that is there, but for what it excludes and the folders of other targets.
  ///
  /// Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - target: One of `targets`.
  ///   - folder: The folder of the package, from the root of `tree`; empty for the root.
  ///   - tree: The tree that the package lies in.
  /// - Returns: Nothing but that it is incomplete where no folder is found.
  /// - Complexity: Lists the folders of the target.
  public func sources(
    of target: Target, in folder: String, _ tree: some FileTree
  ) -> PackageSources {
    var sources = PackageSources()
    sources.mayGenerateSources = target.plugins.contains { plugin in
      let name = plugin.name.lowercased()
      return !["lint", "format"].contains { name.contains($0) }
    }
    guard !target.hasUnknownSources, let root = self.folder(of: target, in: folder, tree) else {
      sources.isIncomplete = true
      return sources
    }
    let others = targets.filter { $0.name != target.name }
      .compactMap { self.folder(of: $0, in: folder, tree) }
    let below = others.filter { Path.part(of: $0, in: root) != nil || root.isEmpty && !$0.isEmpty }
    let excluded = Set(target.exclude.map { Self.join(root, $0) } + below)
    var listing = SourceListing(tree, excluded: excluded)
    if let named = target.sources {
      for path in named { listing.add(Self.join(root, path)) }
    } else {
      listing.add(root)
    }
    sources.files = listing.files.sorted { $0.precedes($1) }
    sources.isIncomplete = listing.isExhausted
    return sources
  }

  /// The folder of a target, from the root of `tree`; `nil` if it is not there.
  private func folder(of target: Target, in folder: String, _ tree: some FileTree) -> String? {
    if let path = target.path {
      let own = Self.join(folder, path)
      return tree.kind(of: own) == .folder ? own : nil
    }
    let usual: [String]
    switch target.kind {
    case .test: usual = ["Tests", "Sources", "Source", "src", "srcs"]
    case .plugin: usual = ["Plugins"]
    case .regular, .executable, .macro, .system: usual = ["Sources", "Source", "src", "srcs"]
    case .binary: return nil
    }
    let there = usual.lazy.map { Self.join(folder, $0) }.first { tree.kind(of: $0) == .folder }
    guard let parent = there else { return nil }
    let own = Self.join(parent, target.name)
    if tree.kind(of: own) == .folder { return own }
    // The only target may have all of the folder.
    return targets.count == 1 ? parent : nil
  }

  private static func join(_ folder: String, _ path: String) -> String {
    let joined = Path.normalized(Files.join(folder, path))
    return joined == "." ? "" : joined
  }
}

/// Lists the sources in folders.
private struct SourceListing<Tree: FileTree> {
  private let tree: Tree
  private let excluded: Set<String>
  private(set) var files: Set<String> = []
  private var folders = 0

  var isExhausted: Bool { folders > Limits.sourceFolders }

  init(_ tree: Tree, excluded: Set<String>) {
    self.tree = tree
    self.excluded = excluded
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
        let path = join(folder, entry.name)
        if excluded.contains(path) { continue }
        switch entry.kind {
        case .file: addFile(path)
        case .folder: if !Self.isWrapper(entry.name) { open.append(path) }
        case .link: if tree.kind(of: path) == .file { addFile(path) }
        case .other: break
        }
      }
    }
  }

  private mutating func addFile(_ path: String) {
    let ending = Path.splitExtension(Path.lastComponent(path)).extension
    if let ending, Self.endings.contains(ending) { files.insert(path) }
  }

  /// Whether a folder is no folder for SwiftPM.
  private static func isWrapper(_ name: String) -> Bool {
    switch Path.splitExtension(name).extension {
    case "xcodeproj", "playground", "xcworkspace", "docc", "xcassets", "bundle", "lproj",
      "xcdatamodeld", "xcdatamodel", "framework", "xcframework":
      true
    default: false
    }
  }

  private static var endings: Set<String> {
    [
      "swift", "c", "m", "mm", "cc", "cpp", "cxx", "S", "h", "hh", "hpp", "hxx", "h++", "ipp",
      "inl",
    ]
  }
}
