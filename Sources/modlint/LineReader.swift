import Diagnostics
import Files

/// Gives lines of files of a workspace, each file read once, when the first of its lines is wanted.
final class LineReader {
  private let tree: any FileTree
  private let sources: SourceMap
  /// Files whose paths are not those of the tree.
  private let hidden: Set<FileID>
  private var lines: [FileID: [Substring]] = [:]

  init(tree: any FileTree, sources: SourceMap, hidden: Set<FileID>) {
    self.tree = tree
    self.sources = sources
    self.hidden = hidden
  }

  /// The line with that number, counted from 1; `nil` for files outside of the workspace, whose
  /// content is not for reports.
  func line(_ file: FileID, _ number: UInt32) -> String? {
    let known = lines[file] ?? read(file)
    lines[file] = known
    let index = Int(number) - 1
    return known.indices.contains(index) ? String(known[index]) : nil
  }

  private func read(_ file: FileID) -> [Substring] {
    let path = sources[file]
    guard !hidden.contains(file), tree.resolvesInside(path) else { return [] }
    var bytes: [UInt8] = []
    do throws(FileError) {
      try tree.read(path, limit: Limits.fileSize, into: &bytes)
    } catch {
      return []
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
