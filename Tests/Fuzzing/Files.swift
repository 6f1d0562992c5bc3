import Files
import TestSupport

/// An input that stands for several files: each follows a line `=== path`, and what comes before the
/// first of these is `project.yml`.
struct FileSet {
  private(set) var files: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8]) {
    var path = "project.yml"
    var content: [UInt8] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: "=== ".utf8) {
        files[path] = content
        path = String(decoding: line.dropFirst(4), as: UTF8.self)
        content.removeAll()
      } else {
        content += line
        content.append(UInt8(ascii: "\n"))
      }
    }
    files[path] = content
    // A path that ends nowhere, or that is another one's folder, names no file.
    files = files.filter { path, _ in
      let isFolder = files.keys.contains { $0.hasPrefix(path + "/") }
      return !path.isEmpty && path.utf8.last != UInt8(ascii: "/") && !isFolder
    }
  }

  var tree: MemoryTree { MemoryTree(files) }
}
