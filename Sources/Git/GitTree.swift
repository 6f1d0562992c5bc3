internal import Diagnostics
public import Files
internal import Paths

/// The files of a revision or of the index of a git repository, without a checkout.
///
/// Files outside the repository, and those that git ignores, have no older state and are read from
/// the disk. A submodule that is not checked out is an empty folder.
public struct GitTree: FileTree {
  private let listing: Listing
  private let objects: ObjectReader
  private let state: State
  private let repository: Repository
  private let missing = MissingObjects()
  /// The root of the tree, from the top of the repository; "" is the top.
  private let root: String
  /// The folder of the working tree, whose path is absolute and without links.
  private let top: WorkingDirectory
  /// The trees of submodules by their paths from the top.
  private let submodules: [String: any FileTree]

  /// The maximum number of links followed in a row, as in Linux.
  private static let linkLimit = 40

  /// The state of the repository that a tree shows.
  enum State: Sendable {
    case commit(Repository.Commit)
    case index
  }

  init(
    _ listing: Listing, of state: State, in repository: Repository, _ objects: ObjectReader,
    root: String, top: WorkingDirectory, submodules: [String: any FileTree]
  ) {
    self.listing = listing
    self.state = state
    self.repository = repository
    self.objects = objects
    self.root = root
    self.top = top
    self.submodules = submodules
  }

  /// Whether it shows the index rather than a commit.
  public var isIndex: Bool {
    if case .index = state { true } else { false }
  }

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    switch try place(of: folder) {
    case .entry: throw .notFound
    case .ignored(let path): return try top.entries(of: path)
    case .other(let tree, let path): return try tree.entries(of: path)
    case .folder(let path):
      let listed = listing.entries(of: path) ?? []
      let ignored = ignoredEntries(of: path, besides: listed)
      return ignored.isEmpty ? listed : (listed + ignored).sorted { $0.name.precedes($1.name) }
    }
  }

  public func walkedEntries(of folder: String) throws(FileError) -> [FileEntry] {
    // git lists entries below a path only if no part of it is a link.
    if let entries = listing.entries(of: Path.join(root, entry: folder)) { return entries }
    switch try place(of: folder) {
    case .entry, .ignored: throw .notFound
    case .other(let tree, let path): return try tree.walkedEntries(of: path)
    case .folder(let path): return listing.entries(of: path) ?? []
    }
  }

  /// Returns the entries on the disk that git ignores.
  private func ignoredEntries(of folder: String, besides listed: [FileEntry]) -> [FileEntry] {
    let found = ((try? top.entries(of: folder)) ?? []).filter { !$0.name.hasPrefix(".") }
    guard !found.isEmpty else { return [] }
    let names = Set(listed.map(\.name))
    return found.filter {
      !names.contains($0.name) && repository.ignores(Path.join(folder, entry: $0.name))
    }
  }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    buffer.removeAll(keepingCapacity: true)
    switch try place(of: path) {
    case .folder: throw .notARegularFile(.folder)
    case .ignored(let path): try top.read(path, limit: limit, into: &buffer)
    case .other(let tree, let path): try tree.read(path, limit: limit, into: &buffer)
    case .entry(let number): buffer += try content(of: number, limit: limit)
    }
  }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    if case .other(let tree, let other) = try place(of: path) {
      try tree.readAnywhere(other, limit: limit, into: &buffer)
    } else {
      try read(path, limit: limit, into: &buffer)
    }
  }

  /// Returns the content of a file of the index in HEAD; `nil` if HEAD does not have it.
  public func contentAtHead(of path: String) -> [UInt8]? {
    let name = Path.join(root, entry: path)
    // git reads one name per line.
    guard !name.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    do throws(ObjectError) {
      return try objects.read("HEAD:" + name, limit: Limits.fileSize)
    } catch {
      return nil
    }
  }

  /// Whether another tree of the same root has the same paths, and the same contents of all files
  /// that are among some objects in either tree.
  ///
  /// - Complexity: O(size of the listing).
  public func equals(_ other: GitTree, in objects: Set<String>) -> Bool {
    root == other.root && submodules.isEmpty && other.submodules.isEmpty
      && listing.equals(other.listing, in: objects)
  }

  /// Returns the same files with paths relative to another folder.
  ///
  /// - Parameter root: The folder, relative to the top of the repository.
  /// - Returns: The files.
  public func rooted(at root: String) -> GitTree {
    GitTree(
      listing, of: state, in: repository, objects, root: root, top: top, submodules: submodules)
  }

  private func content(of number: Int, limit: Int) throws(FileError) -> [UInt8] {
    do throws(ObjectError) {
      return try objects.read(listing.object(number), limit: limit)
    } catch {
      missing.add(error, at: listing.path(number))
      throw error.fileError
    }
  }

  private func part(
    of number: Int, at offset: Int, count: Int
  ) throws(FileError) -> [UInt8] {
    do throws(ObjectError) {
      return try objects.bytes(of: listing.object(number), at: offset, count: count)
    } catch {
      missing.add(error, at: listing.path(number))
      throw error.fileError
    }
  }

  /// A sentence about the listed files that git could not read so far; `nil` if it read all.
  ///
  /// Readers of the tree treat such a file as missing, so their results are not reliable.
  public var failure: String? {
    if let failure = missing.failure(in: repository, of: state, listing) { return failure }
    for path in submodules.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if let failure = (submodules[path] as? GitTree)?.failure {
        return "submodule '\(path)': \(failure)"
      }
    }
    return nil
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    switch try place(of: path) {
    case .folder: throw .notARegularFile(.folder)
    case .ignored(let path): return try top.bytes(of: path, at: offset, count: count)
    case .other(let tree, let path): return try tree.bytes(of: path, at: offset, count: count)
    case .entry(let number):
      let bytes = try part(of: number, at: offset, count: count)
      let hasHead = offset == 0 && count >= Self.pointer.count
      let head = hasHead ? bytes : try part(of: number, at: 0, count: Self.pointer.count)
      guard head.starts(with: Self.pointer) else { return bytes }
      // Git LFS stores the content elsewhere. Read the working tree instead, since binaries rarely
      // change.
      return try top.bytes(of: listing.path(number), at: offset, count: count)
    }
  }

  /// The start of a pointer to a large file (Git LFS specification, version 1).
  private static let pointer = Array("version https://git-lfs".utf8)

  public func kind(of path: String) -> FileKind? {
    do throws(FileError) {
      switch try place(of: path) {
      case .folder: return .folder
      case .entry: return .file
      case .ignored(let path): return top.kind(of: path)
      case .other(let tree, let path): return tree.kind(of: path)
      }
    } catch {
      return nil
    }
  }

  public func resolvesInside(_ path: String) -> Bool {
    if case .other(let tree, let path)? = try? place(of: path) { return tree.resolvesInside(path) }
    return resolved(path) != nil
  }

  /// Links inside submodules are not resolved.
  public func resolved(_ path: String) -> String? {
    let real: String
    switch try? place(of: path) {
    case .folder(let path): real = path
    case .entry(let number): real = listing.path(number)
    case .ignored(let path):
      guard let resolved = top.resolved(path) else { return nil }
      real = resolved
    case .other(let tree, let other): return tree.resolvesInside(other) ? path : nil
    case nil: return nil
    }
    guard isInside(real) else { return nil }
    return root.isEmpty ? real : String(real.dropFirst(root.count + 1))
  }

  /// Whether a path, with its links resolved, is in the repository itself.
  public func holds(_ path: String) -> Bool {
    switch try? place(of: path) {
    case .entry, .folder: true
    case .ignored(let path): top.resolved(path) != nil
    case .other(let tree, let path): (tree as? GitTree)?.holds(path) ?? false
    case nil: false
    }
  }

  /// Whether git lists a file, or files in a folder.
  public func lists(_ path: String) -> Bool {
    switch try? place(of: path) {
    case .entry, .folder: true
    case .other(let tree, let path): (tree as? GitTree)?.lists(path) ?? (tree.kind(of: path) != nil)
    case .ignored, nil: false
    }
  }

  public func willRead(_ paths: some Sequence<String>) {
    objects.announce(
      paths.compactMap { path in
        guard case .entry(let number)? = try? place(of: path) else { return nil }
        return listing.object(number)
      })
  }

  private func isInside(_ path: String) -> Bool {
    Path.lies(path, in: root)
  }
}

// Paths and links.
extension GitTree {
  /// The target of a path.
  private enum Place {
    case entry(Int)
    case folder(String)
    /// A path on the disk that git ignores.
    case ignored(String)
    /// A path of another tree: a submodule, or what is outside of the repository.
    case other(any FileTree, String)
  }

  /// Resolves a path and its links.
  private func place(of path: String) throws(FileError) -> Place {
    // The common case: the path contains no links.
    let name = Path.join(root, entry: path)
    if let number = listing.find(name), listing.kind(number) == .file { return .entry(number) }
    if listing.hasFolder(name) { return .folder(name) }
    // Most lookups of a workspace are for folders that do not exist.
    if !listing.hasLinks, listing.submodules.isEmpty, Self.isPlain(name) {
      return try unlisted(name)
    }
    var walk = PathWalk(path, from: root, top: top.path)
    var links = 0
    while true {
      walk.skip { listing.hasFolder($0) }
      guard let step = walk.next() else { break }
      if case .outside(let path) = step { return .other(top, path) }
      let path = walk.path
      if let tree = submodules[path] { return .other(tree, walk.rest) }
      guard let number = listing.find(path) else {
        if listing.hasFolder(path) { continue }
        if path.unicodeScalars.contains("\u{FFFD}") { throw .notReadable("name is not UTF-8") }
        return try unlisted(walk.isAtEnd ? path : Path.join(path, entry: walk.rest))
      }
      switch listing.kind(number) {
      case .submodule:
        if walk.isAtEnd { return .folder(path) }
        throw .notFound
      case .file:
        if walk.isAtEnd { return .entry(number) }
        throw .notFound
      case .link:
        links += 1
        if links > Self.linkLimit { throw .notReadable("too many levels of symbolic links") }
        let target = try content(of: number, limit: .max)
        walk.follow(String(decoding: target, as: UTF8.self))
      }
    }
    return .folder(walk.path)
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

extension GitTree {
  /// Whether no component of a path is empty or starts with a dot, and the path is valid UTF-8.
  fileprivate static func isPlain(_ path: String) -> Bool {
    var previous = UInt8(ascii: "/")
    for byte in path.utf8 {
      if previous == UInt8(ascii: "/"), byte == previous || byte == UInt8(ascii: ".") {
        return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "/") && !path.unicodeScalars.contains("\u{FFFD}")
  }
}
