internal import Diagnostics
public import Files
internal import Paths
internal import Text

/// The paths that .gitignore files of a tree ignore, and the submodules in .gitmodules.
///
/// An ignored file exists on some machines only, so it is not reported as missing. Reads the
/// .gitignore files from the top of the repository down to the path, and `.git/info/exclude`, but
/// not the ignore file of the user.
public struct IgnoredPaths: Sendable {
  private let tree: any FileTree
  /// The path from the root of the tree up to the top of the repository: empty, or repeated `../`.
  private let top: String
  /// The names of the folders from the top of the repository down to the root of the tree.
  private let rootNames: [String]
  /// The lines of the .gitignore of each folder, by its path from the top of the repository.
  private var files: [String: [Line]] = [:]
  /// Whether git ignores a folder, by its path from the top.
  private var folders: [String: Bool] = [:]
  /// The folders below the root that have a .gitignore, by path from the top; `nil` if unknown.
  private let listed: Set<String>?
  private let ignoresCase: Bool
  /// The absolute path of `.git/info/exclude`; empty without one.
  private let exclusions: String
  /// The folders of submodules, relative to the top of the repository; `nil` before they are read.
  private var submodules: [String]?

  private struct Line: Sendable {
    var pattern: PathPattern
    var isIgnored: Bool
    var isOfFolders: Bool
  }

  /// - Parameters:
  ///   - tree: The tree with the .gitignore files.
  ///   - root: The absolute path of the root of the tree, to find the top of the repository.
  ///   - listed: The folders below the root that have a .gitignore; `nil` if unknown.
  ///   - ignoresCase: Whether case is ignored, as git does on Macs; for missing files.
  public init(
    in tree: any FileTree, root: String, listed: [String]? = nil, ignoresCase: Bool = false
  ) {
    self.tree = tree
    self.ignoresCase = ignoresCase
    let place = RepositoryPlace(of: root)
    (top, rootNames) = (place.top, place.names)
    exclusions = root.isEmpty ? "" : Self.exclusions(of: Path.join(root, entry: top + ".git"))
    let folder = Path.joined(rootNames)
    self.listed = listed.map { Set($0.map { Path.join(folder, entry: $0) }) }
  }

  /// Returns the path of the file `info/exclude`, which all worktrees of a repository share.
  ///
  /// In a worktree and in a submodule `.git` is a file that names the folder of git, and that of a
  /// worktree has a file `commondir` that names the shared one.
  private static func exclusions(of git: String) -> String {
    func line(of path: String) -> String? {
      var text: [UInt8] = []
      do throws(FileError) {
        try WorkingDirectory.machine.read(path, limit: Limits.fileSize, into: &text)
      } catch { return nil }
      return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).first
        .map(String.init)
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

  /// Whether any file may be ignored.
  mutating func isEmpty() -> Bool {
    listed?.isEmpty ?? false
      && (0...rootNames.count).allSatisfy {
        lines(ofFolder: Path.joined(rootNames[..<$0])).isEmpty
      }
  }

  /// Whether git ignores a file or folder at `path`, existing or not, relative to the root of the
  /// tree.
  ///
  /// Nothing in a submodule is ignored, which the .gitignore files around it do not concern.
  ///
  /// - Complexity: O(*n* · *d*) for a path of *d* names and *n* lines of .gitignore files.
  public mutating func contains(_ path: String, isFolder: Bool) -> Bool {
    let names = rootNames + Path.components(of: path).map(String.init)
    guard !names.contains(".."), !isInSubmodule(path) else { return false }
    return names.indices.contains { place in
      isIgnored(names[...place], isFolder: isFolder || place < names.count - 1)
    }
  }

  /// The folders of submodules in the tree, relative to its root.
  mutating func submodulesBelowRoot() -> [String] {
    _ = isInSubmodule("")
    let root = Path.joined(rootNames)
    return (submodules ?? []).compactMap { Path.part(of: $0, in: root).map(String.init) }
      .filter { !$0.isEmpty }
  }

  /// Whether a path is the folder of a submodule or inside of one.
  mutating func isInSubmodule(_ path: String) -> Bool {
    let folders = submodules ?? readSubmodules()
    submodules = folders
    if folders.isEmpty { return false }
    let path = Path.joined(rootNames + Path.components(of: path).map(String.init))
    return folders.contains { Path.lies(plain(path), in: plain($0)) }
  }

  private func readSubmodules() -> [String] {
    var text: [UInt8] = []
    do throws(FileError) {
      try tree.read(top + ".gitmodules", limit: Limits.fileSize, into: &text)
    } catch {}
    return SubmodulePaths.paths(in: String(decoding: text, as: UTF8.self))
  }

  /// Whether the .gitignore files above a path ignore the path itself, rather than a parent.
  ///
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
    var lines = folder.isEmpty ? self.lines(of: exclusions, in: WorkingDirectory.machine) : []
    let isListed = listed?.contains(folder) ?? true
    if isListed || !Path.lies(folder, in: Path.joined(rootNames)) {
      let path = top + Path.join(folder, entry: ".gitignore")
      lines += self.lines(of: ignoresCase ? tree.spelling(of: path) ?? path : path, in: tree)
    }
    files[folder] = lines
    return lines
  }

  private func lines(of path: String, in tree: some FileTree) -> [Line] {
    var text: [UInt8] = []
    do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {}
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
