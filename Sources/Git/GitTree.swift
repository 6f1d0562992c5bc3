internal import Diagnostics
public import Files
internal import Paths
internal import Synchronization

/// The files of a revision or of the index of a git repository, without a checkout.
///
/// Files outside the repository, and those that git ignores, have no older state and are read from
/// the disk. A submodule that is not checked out is an empty folder.
public struct GitTree: FileTree {
  private let files: ListedFiles
  private let state: State
  private let repository: Repository
  private let unread = UnreadFiles()
  /// The root of the tree, from the top of the repository; "" is the top.
  private let root: String
  /// The folder of the working tree, whose path is absolute and without links.
  private let top: WorkingDirectory
  /// The trees of the submodules that are checked out, by path.
  private let submodules: [String: any FileTree]
  /// Whether a walk visits what git ignores.
  private var walksIgnored = false

  enum State: Sendable {
    case commit(Repository.Commit)
    case index
  }

  init(
    _ files: ListedFiles, of state: State, in repository: Repository, root: String,
    top: WorkingDirectory, submodules: [String: any FileTree]
  ) {
    self.files = files
    self.state = state
    self.repository = repository
    self.root = root
    self.top = top
    self.submodules = submodules
  }

  /// Whether it shows the index rather than a commit.
  public var isIndex: Bool {
    if case .index = state { true } else { false }
  }

  /// A sentence about the listed files that git could not read so far, which count as missing.
  public var failure: String? {
    if let reason = unread.reason { return reason }
    for (path, tree) in submodules.sorted(by: { $0.key.precedes($1.key) }) {
      if let failure = (tree as? GitTree)?.failure { return "submodule '\(path)': \(failure)" }
    }
    return nil
  }
}

// Folders and kinds.
extension GitTree {
  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    switch try place(of: folder) {
    case .file: throw .notFound
    case .ignored(let path): return try top.entries(of: path)
    case .other(let tree, let path): return try tree.entries(of: path)
    case .folder(let path):
      let listed = files.entries(of: path)
      let names = Set(listed.map(\.name))
      let ignored = ((try? top.entries(of: path)) ?? []).filter {
        !$0.name.hasPrefix(".") && !names.contains($0.name)
          && repository.ignores(Path.join(path, entry: $0.name))
      }
      return (listed + ignored).sorted { $0.name.precedes($1.name) }
    }
  }

  public var walkingAll: GitTree? {
    var copy = self
    copy.walksIgnored = true
    return copy
  }

  public func walkedEntries(of folder: String) throws(FileError) -> [FileEntry] {
    if walksIgnored { return try entries(of: folder) }
    switch try place(of: folder) {
    case .file, .ignored: throw .notFound
    case .other(let tree, let path): return try tree.walkedEntries(of: path)
    case .folder(let path): return files.entries(of: path)
    }
  }

  public func kind(of path: String) -> FileKind? {
    switch try? place(of: path) {
    case .folder: .folder
    case .file: .file
    case .ignored(let path): top.kind(of: path)
    case .other(let tree, let path): tree.kind(of: path)
    case nil: nil
    }
  }

  /// Links inside submodules are not resolved.
  public func resolved(_ path: String) -> String? {
    switch try? place(of: path) {
    case .folder(let path), .file(_, let path): fromRoot(path)
    case .ignored(let path): top.resolved(path).flatMap(fromRoot)
    case .other(let tree, let inside): tree.resolvesInside(inside) ? path : nil
    case nil: nil
    }
  }

  /// Returns a path from the top as one from the root; `nil` outside of it.
  private func fromRoot(_ path: String) -> String? {
    Path.part(of: path, in: root).map { String($0) }
  }
}

// Contents.
extension GitTree {
  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    buffer.removeAll(keepingCapacity: true)
    switch try place(of: path) {
    case .folder: throw .notARegularFile(.folder)
    case .ignored(let path): try top.read(path, limit: limit, into: &buffer)
    case .other(let tree, let path): try tree.read(path, limit: limit, into: &buffer)
    case .file(let object, let path):
      buffer += try content(repository.objects.read(object, limit: limit), at: path)
    }
  }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    if case .other(let tree, let path) = try place(of: path) {
      try tree.readAnywhere(path, limit: limit, into: &buffer)
    } else {
      try read(path, limit: limit, into: &buffer)
    }
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    switch try place(of: path) {
    case .folder: throw .notARegularFile(.folder)
    case .ignored(let path):
      return try top.bytes(of: path, at: offset, count: count)
    case .other(let tree, let path):
      return try tree.bytes(of: path, at: offset, count: count)
    case .file(let object, let path):
      let bytes = try content(repository.objects.read(object, limit: .max), at: path)
      // Git LFS stores the content elsewhere. Read the working tree instead, since binaries rarely
      // change.
      if bytes.starts(with: Self.pointer) {
        return try top.bytes(of: path, at: offset, count: count)
      }
      return Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  /// The start of a pointer to a large file (Git LFS specification, version 1).
  private static let pointer = Array("version https://git-lfs".utf8)

  /// Returns the content of a file of the index in HEAD; `nil` if HEAD does not have it.
  public func contentAtHead(of path: String) -> [UInt8]? {
    let name = Path.join(root, entry: path)
    // git reads one name per line.
    guard !name.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    return try? repository.objects.read("HEAD:" + name, limit: Limits.fileSize).get()
  }

  private func content(
    _ answer: ObjectReader.Answer, at path: String
  ) throws(FileError) -> [UInt8] {
    switch answer {
    case .success(let content): return content
    case .failure(let error):
      unread.add(error, at: path, of: state)
      throw error.fileError
    }
  }
}

// Paths and links.
extension GitTree {
  /// The target of a path; paths are from the top.
  private enum Place {
    case file(object: String, path: String)
    /// A listed folder, or a submodule that is not checked out.
    case folder(String)
    /// A path on the disk that git ignores.
    case ignored(String)
    /// A path of a submodule, or of the disk outside of the repository.
    case other(any FileTree, path: String)
  }

  private func place(of path: String) throws(FileError) -> Place {
    if path.unicodeScalars.contains("\u{FFFD}") { throw .notReadable("name is not UTF-8") }
    var walk = PathWalk()
    if Path.isAbsolute(path) {
      if let outside = walk.follow(path, from: top.path) { return .other(top, path: outside) }
    } else {
      walk.left = Path.components(of: Path.join(root, entry: path)).reversed()
    }
    while let name = walk.left.popLast() {
      if name == ".." {
        // Leaves the folder, if it is not the top.
        guard walk.names.popLast() != nil else {
          return .other(top, path: Path.join("..", entry: walk.rest))
        }
      } else if let place = try place(of: name, &walk) {
        return place
      }
    }
    return .folder(Path.joined(walk.names))
  }

  /// Returns the place of a path at its next component, or enters a folder or link and returns
  /// `nil`.
  private func place(of name: Substring, _ walk: inout PathWalk) throws(FileError) -> Place? {
    let path = Path.joined(walk.names + [name])
    switch files.content(of: path) {
    case .folder: walk.names.append(name)
    case .link(let object):
      walk.links += 1
      guard walk.links <= PathWalk.mostLinks else {
        throw .notReadable("too many levels of symbolic links")
      }
      let target = try content(repository.objects.read(object, limit: .max), at: path)
      let outside = walk.follow(String(decoding: target, as: UTF8.self), from: top.path)
      return outside.map { .other(top, path: $0) }
    case .submodule:
      if let tree = submodules[path] { return .other(tree, path: walk.rest) }
      guard walk.left.isEmpty else { throw .notFound }
      return .folder(path)
    case .file(let object):
      guard walk.left.isEmpty else { throw .notFound }
      return .file(object: object, path: path)
    case nil: return try unlisted(Path.joined(walk.names + [name] + walk.left.reversed()))
    }
    return nil
  }

  /// Returns the place of a path that git does not list.
  private func unlisted(_ path: String) throws(FileError) -> Place {
    // A `..` may lead to files that git lists.
    guard top.kind(of: path) != nil, !Path.components(of: path).contains(".."),
      repository.ignores(path)
    else { throw .notFound }
    return .ignored(path)
  }
}

/// A path from the top of a repository that is resolved component by component.
private struct PathWalk {
  var names: [Substring] = []
  /// The components that follow, last first.
  var left: [Substring] = []
  var links = 0

  /// The maximum number of links in a row, as in Linux.
  static let mostLinks = 40

  var rest: String { Path.joined(left.reversed()) }

  /// Continues with the target of a link; returns the whole path if that is outside of `top`.
  mutating func follow(_ target: String, from top: String) -> String? {
    var inside = target[...]
    if Path.isAbsolute(target) {
      guard let part = Path.part(of: target, in: top) else {
        return left.isEmpty ? target : Path.join(target, entry: rest)
      }
      (names, inside) = ([], part)
    }
    left += Path.components(of: String(inside)).reversed()
    return nil
  }
}
