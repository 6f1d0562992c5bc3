import Diagnostics
import Paths
package import Files

/// A tree of files in memory: the text of each file by its path.
///
/// Folders are what the paths name. A path may start with `../`; nothing is a link.
package struct MemoryTree: FileTree, ExpressibleByDictionaryLiteral {
  private var contents: [String: [UInt8]] = [:]
  private var folders: [String: [FileEntry]] = ["": []]

  /// - Complexity: O(*n* log *n*), where *n* is the length of all paths.
  package init(_ files: [String: [UInt8]]) {
    var seen: [String: Set<FileEntry>] = [:]
    for (path, bytes) in files {
      let path = Path.normalized(path)
      contents[path] = bytes
      var entry = FileEntry(name: path, kind: .file)
      while true {
        let (folder, name) = Self.split(entry.name)
        let isNew = seen[folder, default: []].insert(FileEntry(name: name, kind: entry.kind))
          .inserted
        if folder.isEmpty || folder == "/" || !isNew { break }
        entry = FileEntry(name: folder, kind: .folder)
      }
    }
    for (folder, entries) in seen {
      folders[folder] = entries.filter { $0.name != ".." }.sorted {
        $0.name.precedes($1.name)
      }
    }
  }

  package init(_ files: [String: String]) { self.init(files.mapValues { Array($0.utf8) }) }

  package init(dictionaryLiteral files: (String, String)...) {
    self.init(Dictionary(files, uniquingKeysWith: { $1 }))
  }

  package func entries(of folder: String) throws(FileError) -> [FileEntry] {
    guard let entries = folders[Path.normalized(folder)] else { throw .notFound }
    return entries
  }

  package func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    buffer.removeAll(keepingCapacity: true)
    let bytes = try content(of: path)
    if bytes.count > limit { throw .tooLarge(limit: limit) }
    buffer.append(contentsOf: bytes)
  }

  package func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    Array(try content(of: path).dropFirst(offset).prefix(count))
  }

  package func kind(of path: String) -> FileKind? {
    let path = Path.normalized(path)
    if contents[path] != nil { return .file }
    return folders[path] == nil ? nil : .folder
  }

  package func resolved(_ path: String) -> String? {
    let real = Path.normalized(path)
    return Path.leadsOutside(real) || kind(of: real) == nil ? nil : path
  }

  private func content(of path: String) throws(FileError) -> [UInt8] {
    if let bytes = contents[Path.normalized(path)] { return bytes }
    throw kind(of: path) == .folder ? .notARegularFile(.folder) : .notFound
  }

  /// The folder and the name that `path` consists of.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}
