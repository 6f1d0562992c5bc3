internal import Files
internal import Paths
internal import Text

/// The paths that .gitignore files of a tree ignore.
///
/// An ignored file exists on some machines only, so it is not reported as missing. Reads the
/// .gitignore files from the top of the repository down to the path, and `.git/info/exclude`, but
/// not the ignore file of the user.
struct IgnoredPaths: Sendable {
  private let tree: any FileTree
  private let place: RepositoryPlace
  /// The lines of the .gitignore of each folder, by its path from the top of the repository.
  private var files: [String: [Line]] = [:]
  /// Whether git ignores a folder, by its path from the top.
  private var folders: [String: Bool] = [:]
  /// The folders below the root that have a .gitignore, by path from the top; `nil` if unknown.
  private let listed: Set<String>?
  private let ignoresCase: Bool

  private struct Line: Sendable {
    var pattern: PathPattern
    var isIgnored: Bool
    var isOfFolders: Bool
  }

  init(in tree: any FileTree, _ place: RepositoryPlace, listed: [String]?, ignoresCase: Bool) {
    self.tree = tree
    self.place = place
    self.ignoresCase = ignoresCase
    self.listed = listed.map { Set($0.map { Path.join(place.root, entry: $0) }) }
  }

  mutating func isEmpty() -> Bool {
    listed?.isEmpty ?? false
      && (0...place.names.count).allSatisfy {
        lines(ofFolder: Path.joined(place.names[..<$0])).isEmpty
      }
  }

  /// - Complexity: O(*n* · *d*) for a path of *d* names and *n* lines of .gitignore files.
  mutating func contains(_ path: String, isFolder: Bool) -> Bool {
    let names = place.names + Path.components(of: path).map(String.init)
    guard !names.contains("..") else { return false }
    return names.indices.contains { depth in
      isIgnored(names[...depth], isFolder: isFolder || depth < names.count - 1)
    }
  }

  /// The innermost file with a matching line decides, by its last matching line.
  private mutating func isIgnored(_ names: ArraySlice<String>, isFolder: Bool) -> Bool {
    let path = Path.joined(names)
    if isFolder, let known = folders[path] { return known }
    let bytes = names.map { Array(plain($0).utf8) }
    var isIgnored = false
    for depth in names.indices.reversed() {
      let line = lines(ofFolder: Path.joined(names[..<depth])).last { line in
        (isFolder || !line.isOfFolders) && line.pattern.matches(bytes[depth...])
      }
      guard let line else { continue }
      isIgnored = line.isIgnored
      break
    }
    if isFolder { folders[path] = isIgnored }
    return isIgnored
  }

  private mutating func lines(ofFolder folder: String) -> [Line] {
    if let known = files[folder] { return known }
    // The .gitignore at the top decides after the file of this clone.
    var lines = folder.isEmpty ? self.lines(of: place.exclusions, in: WorkingDirectory.machine) : []
    let isListed = listed?.contains(folder) ?? true
    if isListed || !Path.lies(folder, in: place.root) {
      let path = place.top + Path.join(folder, entry: ".gitignore")
      lines += self.lines(of: ignoresCase ? tree.spelling(of: path) ?? path : path, in: tree)
    }
    files[folder] = lines
    return lines
  }

  private func lines(of path: String, in tree: some FileTree) -> [Line] {
    let text = (try? tree.content(of: path)) ?? []
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { Self.line(plain(String($0))[...]) }
  }

  private func plain(_ text: String) -> String { ignoresCase ? text.lowercased() : text }

  private static func line(_ text: Substring) -> Line? {
    var text = text
    while text.hasSuffix(" "), !text.hasSuffix("\\ ") { text.removeLast() }
    guard let first = text.first, first != "#" else { return nil }
    let isIgnored = first != "!"
    if !isIgnored { text.removeFirst() }
    let isOfFolders = text.last == "/"
    if isOfFolders { text.removeLast() }
    return PathPattern(gitignore: text).map {
      Line(pattern: $0, isIgnored: isIgnored, isOfFolders: isOfFolders)
    }
  }
}

struct RepositoryPlace: Sendable {
  /// The names of the folders from the top of the repository down to the root of the workspace; empty
  /// for the top, and without a repository.
  let names: [String]
  /// The path of that folder from the top, and the path up: empty, or repeated `../`.
  let (root, top): (String, String)
  /// The absolute path of `info/exclude`, which all worktrees of a repository share; empty without
  /// a root.
  let exclusions: String

  init(of root: String) {
    var (names, top): ([String], String) = ([], "")
    if !root.isEmpty, let disk = try? WorkingDirectory(root) {
      var above = Path.components(of: root)
      while disk.kind(of: top + ".git") == nil {
        guard let name = above.popLast() else {
          (names, top) = ([], "")
          break
        }
        names.insert(String(name), at: 0)
        top += "../"
      }
    }
    self.names = names
    self.top = top
    self.root = Path.joined(names)
    exclusions = root.isEmpty ? "" : Self.exclusions(of: Path.join(root, entry: top + ".git"))
  }

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
