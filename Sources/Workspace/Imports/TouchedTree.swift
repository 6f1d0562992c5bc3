internal import Files
internal import Paths

/// A view of a tree that contains only some files and their siblings, so that the targets of these
/// files are found without listing other folders.
///
/// Files that no longer exist are included.
struct FilteredTree: FileTree {
  private let base: any FileTree
  private let files: Set<String>
  /// The folders that contain the files.
  let folders: Set<String>
  /// The files that no longer exist, by folder.
  private var gone: [String: [FileEntry]] = [:]

  /// - Parameters:
  ///   - paths: The paths of the files from the root of the tree.
  ///   - base: The tree.
  /// - Complexity: O(*n*) for *n* files.
  init(_ paths: Set<String>, of base: any FileTree) {
    self.base = base
    files = paths
    folders = Set(paths.flatMap { Path.folders(above: $0) })
    for path in paths where base.kind(of: path) == nil { note(path, .file) }
    guard !gone.isEmpty else { return }
    for folder in folders where !folder.isEmpty && base.kind(of: folder) == nil {
      note(folder, .folder)
    }
  }

  private mutating func note(_ path: String, _ kind: FileKind) {
    gone[Path.folder(of: path), default: []].append(
      FileEntry(name: Path.lastComponent(path), kind: kind))
  }

  func entries(of folder: String) throws(FileError) -> [FileEntry] {
    guard folders.contains(folder) else { return [] }
    let entries = (try? base.entries(of: folder)) ?? []
    return entries.filter { entry in
      entry.kind != .folder || folders.contains(Path.join(folder, entry: entry.name))
    } + (gone[folder] ?? [])
  }

  /// Whether the view contains something at or below a path.
  func holds(_ path: String) -> Bool { folders.contains(path) || files.contains(path) }

  func kind(of path: String) -> FileKind? {
    if folders.contains(path) { return .folder }
    return base.kind(of: path) ?? (files.contains(path) ? .file : nil)
  }

  func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    try base.read(path, limit: limit, into: &buffer)
  }

  func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    try base.readAnywhere(path, limit: limit, into: &buffer)
  }

  func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try base.bytes(of: path, at: offset, count: count)
  }

  func resolvesInside(_ path: String) -> Bool { base.resolvesInside(path) }
}
