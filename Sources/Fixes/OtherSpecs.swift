internal import Diagnostics
public import Files
internal import Paths

/// The YAML files of a tree that belong to no spec of the workspace: excluded ones, those of nested
/// workspaces, and those with other names.
///
/// The search runs once, when a fix changes a file that specs include.
public final class OtherSpecs {
  private let tree: any FileTree
  private let read: Set<String>
  private lazy var texts = search()
  private var isComplete = true

  /// The maximum number of folders to search; in larger trees shared files are not changed.
  private static let mostFolders = 100_000

  /// - Parameters:
  ///   - tree: The files of the workspace.
  ///   - read: The paths of the files of the workspace.
  public init(in tree: any FileTree, besides read: [String]) {
    self.tree = tree
    self.read = Set(read.map { tree.resolved($0) ?? $0 })
  }

  /// - Throws: `FixRefusal` if another spec may include the file.
  func requireNoInclude(of path: String) throws(FixRefusal) {
    let names = Set([path, tree.resolved(path) ?? path].map { Path.lastComponent($0) })
    let includer = texts.first { other in names.contains { other.text.contains($0) } }
    if let includer { throw .isIncluded(by: includer.path) }
    if !isComplete { throw .mayBeIncluded }
  }

  /// Returns the other YAML files that include any.
  ///
  /// - Complexity: Lists all folders, and reads these files.
  private func search() -> [(path: String, text: String)] {
    var found: [(path: String, text: String)] = []
    var folders = [""]
    var next = 0
    while next < folders.count, next < Self.mostFolders {
      let folder = folders[next]
      next += 1
      for entry in (try? tree.entries(of: folder)) ?? [] {
        let path = Path.join(folder, entry: entry.name)
        if entry.kind == .folder {
          if !Walk.neverDescends(into: entry.name) { folders.append(path) }
        } else if entry.name.hasSuffix(".yml") || entry.name.hasSuffix(".yaml"),
          !read.contains(tree.resolved(path) ?? path)
        {
          var text: [UInt8] = []
          guard (try? tree.read(path, limit: Limits.fileSize, into: &text)) != nil else { continue }
          found.append((path, String(decoding: text, as: UTF8.self)))
        }
      }
    }
    isComplete = next == folders.count
    return found.filter { $0.text.contains("include") }
  }
}
