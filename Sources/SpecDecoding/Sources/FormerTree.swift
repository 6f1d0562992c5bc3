internal import Diagnostics
public import Files
internal import Paths

/// A tree that also contains the deleted files of a change, which are listed and match patterns.
public struct FormerTree: FileTree {
  private let base: any FileTree
  private var removed: [String: [String: FileKind]] = [:]

  public init(_ base: any FileTree, with changes: ChangedPaths) {
    self.base = base
    for path in changes.sorted where base.kind(of: path) == nil {
      var (path, kind) = (path, FileKind.file)
      while !path.isEmpty, !Path.leadsOutside(path) {
        let folder = Path.folder(of: path)
        let name = Path.lastComponent(path)
        if removed[folder]?[name] != nil { break }
        removed[folder, default: [:]][name] = kind
        if base.kind(of: folder) != nil { break }
        (path, kind) = (folder, .folder)
      }
    }
  }

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    guard let gone = removed[folder] else { return try base.entries(of: folder) }
    let rest = (try? base.entries(of: folder)) ?? []
    return rest
      + gone.map { FileEntry(name: $0.key, kind: $0.value) }.sorted { $0.name.precedes($1.name) }
  }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    try base.read(path, limit: limit, into: &buffer)
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try base.bytes(of: path, at: offset, count: count)
  }

  public func kind(of path: String) -> FileKind? {
    base.kind(of: path) ?? removed[Path.folder(of: path)]?[Path.lastComponent(path)]
  }

  public func resolved(_ path: String) -> String? { base.resolvesInside(path) ? path : nil }
}
