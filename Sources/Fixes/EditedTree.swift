import Diagnostics
import Editing
public import Files
import Paths
import Synchronization

/// A file tree with changes that are not written to disk.
///
/// Caches YAML and JSON files and manifests, so that they do not change during a run.
public struct EditedTree: FileTree {
  private let base: any FileTree
  private let known = Snapshots()
  /// The changed files, by their paths without links.
  public private(set) var files: [String: [UInt8]] = [:]

  public init(_ base: any FileTree) { self.base = base }

  mutating func replace(_ path: String, with bytes: [UInt8]) {
    files[resolved(path) ?? path] = bytes
  }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    let place = place(of: path)
    if try readKnown(place, limit: limit, into: &buffer) { return }
    try base.read(path, limit: limit, into: &buffer)
    keep(buffer, of: place)
  }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    let place = place(of: path)
    if try readKnown(place, limit: limit, into: &buffer) { return }
    try base.readAnywhere(path, limit: limit, into: &buffer)
    keep(buffer, of: place)
  }

  /// - Returns: Whether the file was changed, or read before.
  private func readKnown(
    _ place: String?, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) -> Bool {
    guard let place, let bytes = files[place] ?? known[place] else { return false }
    buffer.removeAll(keepingCapacity: true)
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    buffer += bytes
    return true
  }

  private func keep(_ bytes: [UInt8], of place: String?) {
    if let place { known[place] = bytes }
  }

  /// Returns the path without links of a file to cache; `nil` for other files and those outside the
  /// root.
  private func place(of path: String) -> String? {
    let name = Path.lastComponent(path)
    let ending = Path.splitExtension(name).extension?.lowercased()
    let isEditable = ["yml", "yaml", "json"].contains(ending) || name == "Package.swift"
    return isEditable ? resolved(path) : nil
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard let bytes = place(of: path).flatMap({ files[$0] }) else {
      return try base.bytes(of: path, at: offset, count: count)
    }
    return Array(bytes.dropFirst(offset).prefix(count))
  }

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    try base.entries(of: folder)
  }

  public func kind(of path: String) -> FileKind? { base.kind(of: path) }

  public func resolved(_ path: String) -> String? { base.resolved(path) }

  public func spelling(of path: String) -> String? { base.spelling(of: path) }
}

private final class Snapshots: Sendable {
  private let files = Mutex<[String: [UInt8]]>([:])

  subscript(path: String) -> [UInt8]? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }
}

/// The YAML files of a tree that belong to no spec of the workspace: excluded ones, those of nested
/// workspaces, and those with other names.
///
/// The search runs once, when a fix changes a file that specs include.
public final class OtherSpecs {
  private let tree: any FileTree
  private let read: Set<String>
  private lazy var texts = search()

  /// Searches `tree` for YAML files that are not among the `read` ones.
  public init(in tree: any FileTree, besides read: [String]) {
    self.tree = tree
    self.read = Set(read.map { tree.resolved($0) ?? $0 })
  }

  /// - Throws: `EditRefusal` if another spec may include the file, itself or through other files
  ///   than `specs`.
  func requireNoInclude(of path: String, besides specs: Set<String>) throws(EditRefusal) {
    var (paths, next) = ([tree.resolved(path) ?? path], 0)
    while next < paths.count {
      let names = Set([path, paths[next]].map { Path.lastComponent($0).lowercased() })
      next += 1
      for other in texts where names.contains(where: { other.text.contains($0) }) {
        guard read.contains(other.path) else { throw .isIncluded(by: other.path) }
        if !specs.contains(other.path), !paths.contains(other.path) { paths.append(other.path) }
      }
    }
  }

  /// Returns the YAML files that include any, in lowercase as on a disk that ignores case.
  ///
  /// - Complexity: Lists all folders, and reads these files.
  private func search() -> [(path: String, text: String)] {
    var found: [(path: String, text: String)] = []
    var (folders, next) = ([""], 0)
    while next < folders.count {
      let folder = folders[next]
      next += 1
      for entry in (try? tree.entries(of: folder)) ?? [] {
        let path = Path.join(folder, entry: entry.name)
        if entry.kind == .folder {
          if !Walk.neverDescends(into: entry.name) { folders.append(path) }
        } else if entry.name.hasSuffix(".yml") || entry.name.hasSuffix(".yaml") {
          guard let text = try? tree.content(of: path) else { continue }
          let lowercased = String(decoding: text, as: UTF8.self).lowercased()
          if lowercased.contains("include") {
            found.append((tree.resolved(path) ?? path, lowercased))
          }
        }
      }
    }
    return found
  }
}
