internal import Diagnostics
internal import Editing
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

  /// - Parameters:
  ///   - tree: The files of the workspace.
  ///   - read: The paths of the files of the workspace.
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
