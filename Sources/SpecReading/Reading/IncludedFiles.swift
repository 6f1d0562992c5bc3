internal import Diagnostics
public import Files
internal import Paths
public import Projects
internal import Synchronization
internal import Text
internal import YAML

/// Reads the files that specs include, each once.
public struct IncludedFiles: Sendable {
  public let source: any FileTree
  private let cache = IncludeCache()
  /// Whether git ignores a missing file.
  private let isIgnored: (@Sendable (_ path: String) -> Bool)?
  private let numbers: FileNumbers
  private var parser: SpecParser
  /// The paths of the files that the current spec includes, existing or not.
  public var paths: [String] = []
  /// The ignored keys in those files, by path.
  public var ignoredKeys: [(path: String, keys: IgnoredKeys)] = []
  /// Files that do not exist and that git ignores.
  public var gitIgnored: Set<String> = []

  public init(_ source: some FileTree, _ numbers: FileNumbers, _ options: SpecOptions) {
    self.source = source
    self.numbers = numbers
    isIgnored = options.isIgnored
    parser = SpecParser(options)
  }

  /// Whether a file, or the target of its link, is outside the root; no text of it is quoted.
  func isOutside(_ path: String) -> Bool {
    Path.leadsOutside(path) || !source.resolvesInside(path)
  }

  mutating func fragment(at path: String) -> IncludeCache.Fragment {
    cache.fragment(at: path) {
      var text: [UInt8] = []
      do throws(FileError) {
        try source.readAnywhere(path, limit: Limits.fileSize, into: &text)
      } catch {
        guard case .notFound = error else { return .unreadable(reason: error.reason) }
        if isIgnored?(path) ?? false { return .ignored }
        let files = cache.entries(of: Path.folder(of: path)) { entries(of: $0) }
        return .missing(spelling: spelling(of: path, among: files), near: near(path, among: files))
      }
      return parse(text, at: path)
    }
  }

  private mutating func parse(_ text: [UInt8], at path: String) -> IncludeCache.Fragment {
    let file = numbers.number(of: path)
    var tree = Tree.spec
    do throws(Diagnostic) {
      let root = try parser.parse(text, at: path, into: &tree, file: file)
      if tree.hasVariables(root), tree.isTooLarge {
        throw Diagnostic(.invalidSpec, .error, .tooLarge, at: nil)
      }
      let keys = IgnoredKeys(of: tree, root: root)
      return .file(
        IncludedFile(
          path: path, file: file, tree: tree, root: root, ignoredKeys: keys.isEmpty ? nil : keys,
          isOutside: isOutside(path)))
    } catch {
      return .broken(error, at: error.location ?? file.firstLine)
    }
  }

  /// Returns the entries of a folder by their names in lower case.
  private func entries(of folder: String) -> IncludeCache.Folder {
    guard !Path.leadsOutside(folder), folder.isEmpty || source.resolvesInside(folder),
      let entries = try? source.entries(of: folder)
    else { return [:] }
    return Dictionary(grouping: entries) { $0.name.lowercased() }
  }

  /// Returns the path of the file that differs from a missing one in case alone.
  private func spelling(of path: String, among files: IncludeCache.Folder) -> String? {
    if files.isEmpty { return source.spelling(of: path) }
    let same = files[Path.lastComponent(path).lowercased()] ?? []
    return same.count == 1 ? Path.join(Path.folder(of: path), entry: same[0].name) : nil
  }

  /// Returns the name of the file with the nearest spelling to a missing one; `nil` in a folder of
  /// many files.
  private func near(_ path: String, among files: IncludeCache.Folder) -> String? {
    guard files.count <= Self.mostFiles else { return nil }
    return files.values.joined().filter { $0.kind == .file }.map(\.name)
      .filter { name in [".yml", ".yaml", ".json"].contains { name.hasSuffix($0) } }
      .nearest(to: Path.lastComponent(path))
  }

  private static let mostFiles = 250
}

/// A parsed file; a class, since thousands of specs may include it and copy its tree otherwise.
final class IncludedFile: Sendable {
  let path: String
  let file: FileID
  let tree: Tree
  let root: NodeID
  /// The ignored keys and values in it; `nil` for a file without any.
  let ignoredKeys: IgnoredKeys?
  let isOutside: Bool
  /// Whether it contains paths, which are rewritten for each spec that includes it.
  let hasPaths: Bool

  init(
    path: String, file: FileID, tree: Tree, root: NodeID, ignoredKeys: IgnoredKeys?, isOutside: Bool
  ) {
    self.path = path
    self.file = file
    self.tree = tree
    self.root = root
    self.ignoredKeys = ignoredKeys
    self.isOutside = isOutside
    hasPaths = PathRewriting.hasPaths(root, in: tree)
  }
}

/// Included files, each read and parsed once for all specs and readers of a run.
final class IncludeCache: Sendable {
  private let fragments = Mutex<[String: Fragment]>([:])
  private let folders = Mutex<[String: Folder]>([:])

  typealias Folder = [String: [FileEntry]]

  /// An included file, or the reason why it cannot be used.
  enum Fragment: Sendable {
    case file(IncludedFile)
    /// The file is neither YAML nor JSON, and has an error there.
    case broken(Diagnostic, at: SourceRange)
    /// The file exists but cannot be read, such as a folder.
    case unreadable(reason: String)
    /// The file does not exist, but maybe one that differs in case, or in some letters of its name.
    case missing(spelling: String?, near: String?)
    /// The file does not exist, and git ignores it.
    case ignored
  }

  func fragment(at path: String, read: () -> Fragment) -> Fragment {
    fragments.withLock { known in
      if let fragment = known[path] { return fragment }
      let fragment = read()
      known[path] = fragment
      return fragment
    }
  }

  /// Returns the entries of a folder, which is listed once: thousands of files may be missing.
  func entries(of folder: String, list: (String) -> Folder) -> Folder {
    folders.withLock { known in
      if let entries = known[folder] { return entries }
      let entries = list(folder)
      known[folder] = entries
      return entries
    }
  }
}
