internal import Diagnostics
internal import Files
internal import Paths

/// The folders of a tree, each listed once, with what links to files lead to.
struct CachedListings {
  private let tree: any FileTree
  private var known: [String: [(name: String, kind: FileKind)]] = [:]
  /// Whether there were more folders than anybody has.
  private(set) var isExhausted = false
  /// Whether some folder has a link to another one, which is not followed.
  private(set) var hasFolderLinks = false

  init(_ tree: any FileTree) { self.tree = tree }

  /// The files and folders in a folder; a link to a file is a file, others are left out.
  mutating func entries(of folder: String) -> [(name: String, kind: FileKind)] {
    if let entries = known[folder] { return entries }
    guard known.count < Limits.sourceFolders else {
      isExhausted = true
      return []
    }
    var entries: [(name: String, kind: FileKind)] = []
    for entry in (try? tree.entries(of: folder)) ?? [] {
      switch entry.kind {
      case .file, .folder: entries.append((entry.name, entry.kind))
      case .link:
        switch tree.kind(of: Path.join(folder, entry: entry.name)) {
        case .file: entries.append((entry.name, .file))
        case .folder: hasFolderLinks = true
        case .link, .other, nil: break
        }
      case .other: break
      }
    }
    known[folder] = entries
    return entries
  }

  /// What is at a path.
  func kind(of path: String) -> FileKind? {
    known[path] == nil ? tree.kind(of: path) : .folder
  }

  /// All that is in a folder and in those below it, but not the folder itself.
  mutating func collectAll(below folder: String, into found: inout Set<String>) {
    var open = [folder]
    while let folder = open.popLast() {
      for (name, kind) in entries(of: folder) {
        let path = Path.join(folder, entry: name)
        found.insert(path)
        if kind == .folder { open.append(path) }
      }
    }
  }

  /// A folder and all below it.
  mutating func folders(from folder: String, skipping names: Set<String>) -> [String] {
    var found = [folder]
    var open = [(folder, true)]
    while let (folder, isFirst) = open.popLast() {
      for (name, kind) in entries(of: folder) where kind == .folder {
        if isFirst, names.contains(name) { continue }
        let path = Path.join(folder, entry: name)
        found.append(path)
        open.append((path, false))
      }
    }
    return found
  }
}
