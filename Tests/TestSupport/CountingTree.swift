package import Files
import Synchronization

/// Counts how often each file is read.
package final class CountingTree: FileTree {
  private let tree: MemoryTree
  private let counts = Mutex<[String: Int]>([:])

  package init(_ tree: MemoryTree) { self.tree = tree }

  package var reads: [String: Int] { counts.withLock { $0 } }

  package func entries(of folder: String) throws(FileError) -> [FileEntry] {
    try tree.entries(of: folder)
  }

  package func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    counts.withLock { $0[path, default: 0] += 1 }
    try tree.read(path, limit: limit, into: &buffer)
  }

  package func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try tree.bytes(of: path, at: offset, count: count)
  }

  package func kind(of path: String) -> FileKind? { tree.kind(of: path) }

  package func resolved(_ path: String) -> String? { tree.resolved(path) }
}
