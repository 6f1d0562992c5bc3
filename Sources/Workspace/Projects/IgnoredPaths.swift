internal import Diagnostics
internal import Files
internal import Paths
internal import Text

/// The paths that .gitignore files of a tree ignore, and the submodules in .gitmodules.
///
/// An ignored file exists on some machines only, so it is not reported as missing. Reads the
/// .gitignore files from the top of the repository down to the path, but no personal ignore files,
/// which are not shared.
struct IgnoredPaths: Sendable {
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
  init(in tree: any FileTree, root: String, listed: [String]? = nil) {
    self.tree = tree
    let names = Path.components(of: root).map(String.init)
    var depth = 0
    if let disk = try? WorkingDirectory(root.isEmpty ? "." : root) {
      let isTop = { disk.kind(of: String(repeating: "../", count: $0) + ".git") != nil }
      depth = root.isEmpty ? 0 : (0...names.count).first(where: isTop) ?? 0
    }
    top = String(repeating: "../", count: depth)
    rootNames = Array(names.suffix(depth))
    let folder = Path.joined(rootNames)
    self.listed = listed.map { Set($0.map { Path.join(folder, entry: $0) }) }
  }

  /// Whether any file may be ignored.
  mutating func isEmpty() -> Bool {
    listed?.isEmpty ?? false
      && (0..<rootNames.count).allSatisfy {
        lines(ofFolder: Path.joined(rootNames[..<$0])).isEmpty
      }
  }

  /// Whether git ignores a file or folder at `path`, existing or not, relative to the root of the
  /// tree.
  ///
  /// Nothing in a submodule is ignored, which the .gitignore files around it do not concern.
  ///
  /// - Complexity: O(*n* · *d*) for a path of *d* names and *n* lines of .gitignore files.
  mutating func contains(_ path: String, isFolder: Bool) -> Bool {
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
  private mutating func isIgnored(_ names: ArraySlice<String>, isFolder: Bool) -> Bool {
    let path = Path.joined(names)
    if isFolder, let known = folders[path] { return known }
    let bytes = names.map { Array($0.utf8) }
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
    if let listed, !listed.contains(folder), Path.lies(folder, in: Path.joined(rootNames)) {
      return []
    }
    var text: [UInt8] = []
    do throws(FileError) {
      try tree.read(
        top + Path.join(folder, entry: ".gitignore"), limit: Limits.fileSize, into: &text)
    } catch {}
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { Self.line($0) }
    files[folder] = lines
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
