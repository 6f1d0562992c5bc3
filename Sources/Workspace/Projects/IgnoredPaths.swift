internal import Diagnostics
internal import Files
internal import Paths
internal import Text

/// The paths that .gitignore files of a tree ignore, and the submodules in .gitmodules.
///
/// An ignored file exists on some machines only, so it is not reported as missing. Reads the
/// .gitignore files from the top of the repository down to the path, but no personal ignore files,
/// which are not shared.
struct IgnoredPaths<Tree: FileTree> {
  private let tree: Tree
  /// The path from the root of the tree up to the top of the repository: empty, or repeated `../`.
  private let top: String
  /// The names of the folders from the top of the repository down to the root of the tree.
  private let rootNames: [String]
  /// The lines of the .gitignore of each folder, by its path from the root of the tree.
  private var files: [String: [Line]] = [:]
  /// The folders of submodules, relative to the top of the repository; `nil` before they are read.
  private var submodules: [String]?

  private struct Line {
    var pattern: PathPattern
    var isIgnored: Bool
    var isOfFolders: Bool
  }

  /// - Parameters:
  ///   - tree: The tree with the .gitignore files.
  ///   - root: The absolute path of the root of the tree, to find the top of the repository.
  init(in tree: Tree, root: String) {
    self.tree = tree
    let names = Path.components(of: root).map(String.init)
    var depth = 0
    if let disk = try? WorkingDirectory(root.isEmpty ? "." : root) {
      let isTop = { disk.kind(of: String(repeating: "../", count: $0) + ".git") != nil }
      depth = root.isEmpty ? 0 : (0...names.count).first(where: isTop) ?? 0
    }
    top = String(repeating: "../", count: depth)
    rootNames = Array(names.suffix(depth))
  }

  /// Whether git ignores a file or folder at `path`, existing or not, relative to the root of the
  /// tree.
  ///
  /// - Complexity: O(*n* · *d*) for a path of *d* names and *n* lines of .gitignore files.
  mutating func contains(_ path: String, isFolder: Bool) -> Bool {
    let names = rootNames + Path.components(of: path).map(String.init)
    guard !names.contains("..") else { return false }
    for count in 1...max(names.count, 1) where count <= names.count {
      if isIgnored(Array(names.prefix(count)), isFolder: isFolder || count < names.count) {
        return true
      }
    }
    return false
  }

  /// Whether a path is the folder of a submodule or inside of one.
  mutating func isInSubmodule(_ path: String) -> Bool {
    let folders = submodules ?? readSubmodules()
    submodules = folders
    let path = Path.joined(rootNames + Path.components(of: path).map(String.init))
    return folders.contains { Path.lies(path, in: $0) }
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
  private mutating func isIgnored(_ names: [String], isFolder: Bool) -> Bool {
    for depth in (0..<names.count).reversed() {
      let rest = names[depth...].map { Array($0.utf8) }
      let line = lines(ofFolder: Array(names.prefix(depth))).last { line in
        (isFolder || !line.isOfFolders) && line.pattern.matches(rest)
      }
      if let line { return line.isIgnored }
    }
    return false
  }

  private mutating func lines(ofFolder names: [String]) -> [Line] {
    let path = top + Path.joined(names + [".gitignore"])
    if let known = files[path] { return known }
    var text: [UInt8] = []
    do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {}
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { Self.line($0) }
    files[path] = lines
    return lines
  }

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
