internal import Files
internal import Paths

/// The place of a workspace in its repository.
struct RepositoryPlace: Sendable {
  /// The names of the folders from the top of the repository down to the root of the workspace; empty
  /// for the top, and without a repository.
  let names: [String]

  /// - Parameter root: The absolute path of the root; empty if it has none.
  init(of root: String) {
    let all = Path.components(of: root).map(String.init)
    var depth = 0
    if !root.isEmpty, let disk = try? WorkingDirectory(root) {
      let isTop = { disk.kind(of: String(repeating: "../", count: $0) + ".git") != nil }
      depth = (0...all.count).first(where: isTop) ?? 0
    }
    names = Array(all.suffix(depth))
  }

  /// The path from the root of the workspace up to the top: empty, or repeated `../`.
  var top: String { String(repeating: "../", count: names.count) }
}
