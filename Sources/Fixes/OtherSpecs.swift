internal import Diagnostics
public import Files
internal import Paths
public import Specs

/// The YAML files of a tree that belong to no spec of the workspace: excluded ones, those of nested
/// workspaces, and those with other names.
///
/// The search runs once, when a fix changes a file that several specs may include.
public final class OtherSpecs {
  private let tree: any FileTree
  private let environment: Environment?
  /// The first such file that includes each included file.
  private var includers: [String: String]?
  private var isComplete = true

  /// The maximum number of folders to search; in larger trees shared files are not changed.
  private static let mostFolders = 100_000

  public init(in tree: any FileTree, environment: Environment?) {
    self.tree = tree
    self.environment = environment
  }

  /// - Parameters:
  ///   - path: A file of the workspace.
  ///   - read: All files of the workspace.
  /// - Throws: `FixRefusal` if another spec may include the file.
  func check(
    _ path: String, read: @autoclosure () -> Set<String>
  ) throws(FixRefusal) {
    if includers == nil { search(besides: Set(read().map { tree.resolved($0) ?? $0 })) }
    guard isComplete else { throw .mayBeIncluded }
    if let includer = includers?[tree.resolved(path) ?? path] {
      throw .isIncluded(by: includer)
    }
  }

  /// - Complexity: Lists all folders, and reads the other YAML files.
  private func search(besides read: Set<String>) {
    var found: [String: String] = [:]
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
          for file in includes(of: path) where found[file] == nil { found[file] = path }
        }
      }
    }
    isComplete = next == folders.count
    includers = found
  }

  /// Returns the files that a YAML file includes, directly or through others.
  private func includes(of path: String) -> [String] {
    var text: [UInt8] = []
    guard (try? tree.read(path, limit: Limits.fileSize, into: &text)) != nil,
      String(decoding: text, as: UTF8.self).contains("include")
    else { return [] }
    return LoadedSpec(path, in: tree, environment: environment).sources.paths.map {
      tree.resolved($0) ?? $0
    }
  }
}
