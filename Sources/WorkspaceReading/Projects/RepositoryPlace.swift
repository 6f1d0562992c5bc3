internal import Files
internal import Paths

/// The place of a workspace in its repository.
struct RepositoryPlace: Sendable {
  /// The names of the folders from the top of the repository down to the root of the workspace; empty
  /// for the top, and without a repository.
  let names: [String]
  /// The absolute path of `info/exclude`, which all worktrees of a repository share; empty without
  /// a root.
  let exclusions: String

  /// - Parameter root: The absolute path of the root; empty if it has none.
  init(of root: String) {
    let all = Path.components(of: root).map(String.init)
    var depth = 0
    if !root.isEmpty, let disk = try? WorkingDirectory(root) {
      let isTop = { disk.kind(of: Self.top($0) + ".git") != nil }
      depth = (0...all.count).first(where: isTop) ?? 0
    }
    names = Array(all.suffix(depth))
    exclusions =
      root.isEmpty ? "" : Self.exclusions(of: Path.join(root, entry: Self.top(depth) + ".git"))
  }

  /// The path from the top of the repository to the root.
  var root: String { Path.joined(names) }

  /// The path from the root of the workspace up to the top: empty, or repeated `../`.
  var top: String { Self.top(names.count) }

  private static func top(_ depth: Int) -> String { String(repeating: "../", count: depth) }

  /// Returns the path of `info/exclude`.
  ///
  /// In a worktree and in a submodule `.git` is a file that names the folder of git, and that of a
  /// worktree has a file `commondir` that names the shared one.
  private static func exclusions(of git: String) -> String {
    func line(of path: String) -> String? {
      let text = try? WorkingDirectory.machine.content(of: path)
      return text.flatMap {
        String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline).first
      }.map(String.init)
    }
    var folder = git
    if let named = line(of: git), named.hasPrefix("gitdir: ") {
      folder = Path.join(Path.parent(git), String(named.dropFirst("gitdir: ".count)))
    }
    if let common = line(of: Path.join(folder, entry: "commondir")) {
      folder = Path.join(folder, common)
    }
    return Path.join(folder, entry: "info/exclude")
  }
}
