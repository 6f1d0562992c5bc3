internal import Diagnostics
public import Files
internal import Paths

/// The files of a revision or of the index of a git repository, without a checkout.
///
/// What lies outside the repository has no older state and is read as it is on disk now.
public struct GitTree: FileTree {
  private let listing: Listing
  private let objects: ObjectReader
  private let state: State
  private let repository: Repository
  private let losses = Losses()
  /// The root of the tree, from the top of the repository; "" is the top.
  private let root: String
  /// The folder of the working tree, whose path is absolute and without links.
  private let top: WorkingDirectory
  /// The trees of submodules by their paths from the top.
  private let submodules: [String: any FileTree]

  /// Links that lead to each other in a row; Linux has the same limit.
  private static let linkLimit = 40

  /// What the files are those of.
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

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    // Where git lists something below a path, there is no link on the way.
    if let entries = listing.entries(of: Path.join(root, entry: folder)) { return entries }
    switch try place(of: folder) {
    case .entry: throw .notFound
    case .other(let tree, let path): return try tree.entries(of: path)
    case .folder(let path):
      guard let entries = listing.entries(of: path) else { throw .notFound }
      return entries
    }
  }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    buffer.removeAll(keepingCapacity: true)
    switch try place(of: path) {
    case .folder: throw .notARegularFile(.folder)
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

  /// The content of a file of the index as HEAD has it; `nil` where HEAD has none.
  public func contentAtHead(of path: String) -> [UInt8]? {
    let name = Path.join(root, entry: path)
    // git reads a name a line.
    guard !name.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    do throws(ObjectError) {
      return try objects.read("HEAD:" + name, limit: Limits.fileSize)
    } catch {
      return nil
    }
  }

  /// Whether another tree of the same root has the same files, but for the contents of those that are none of
  /// some objects.
  ///
  /// - Complexity: O(size of the listing).
  public func equals(_ other: GitTree, in objects: Set<String>) -> Bool {
    root == other.root && submodules.isEmpty && other.submodules.isEmpty
      && listing.equals(other.listing, in: objects)
  }

  /// The same files, seen from another folder.
  ///
  /// - Parameter root: The folder, from the top of the repository.
  /// - Returns: The files.
  public func rooted(at root: String) -> GitTree {
    GitTree(
      listing, of: state, in: repository, objects, root: root, top: top, submodules: submodules)
  }

  private func content(of number: Int, limit: Int) throws(FileError) -> [UInt8] {
    do throws(ObjectError) {
      return try objects.read(listing.object(number), limit: limit)
    } catch {
      losses.add(error, at: listing.path(number))
      throw error.fileError
    }
  }

  private func part(
    of number: Int, at offset: Int, count: Int
  ) throws(FileError) -> [UInt8] {
    do throws(ObjectError) {
      return try objects.bytes(of: listing.object(number), at: offset, count: count)
    } catch {
      losses.add(error, at: listing.path(number))
      throw error.fileError
    }
  }

  /// What git could not give so far of all that it lists, as a sentence; nil if it gave everything.
  ///
  /// For the reader of the tree such a file does not exist, so what is concluded from the tree is not true.
  public var failure: String? {
    if let failure = losses.failure(in: repository, of: state, listing) { return failure }
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
    case .other(let tree, let path): return try tree.bytes(of: path, at: offset, count: count)
    case .entry(let number):
      let bytes = try part(of: number, at: offset, count: count)
      let hasHead = offset == 0 && count >= Self.pointer.count
      let head = hasHead ? bytes : try part(of: number, at: 0, count: Self.pointer.count)
      guard head.starts(with: Self.pointer) else { return bytes }
      // What git keeps elsewhere is in the working tree, and binaries change seldom.
      return try top.bytes(of: listing.path(number), at: offset, count: count)
    }
  }

  /// How a pointer to a large file starts (Git LFS specification, version 1).
  private static let pointer = Array("version https://git-lfs".utf8)

  public func kind(of path: String) -> FileKind? {
    do throws(FileError) {
      switch try place(of: path) {
      case .folder: return .folder
      case .entry: return .file
      case .other(let tree, let path): return tree.kind(of: path)
      }
    } catch {
      return nil
    }
  }

  public func resolvesInside(_ path: String) -> Bool {
    do throws(FileError) {
      switch try place(of: path) {
      case .folder(let path): return isInside(path)
      case .entry(let number): return isInside(listing.path(number))
      case .other(let tree, let path): return tree.resolvesInside(path)
      }
    } catch {
      return false
    }
  }

  /// Links inside of submodules stay as they are.
  public func resolved(_ path: String) -> String? {
    let real: String
    switch try? place(of: path) {
    case .folder(let path): real = path
    case .entry(let number): real = listing.path(number)
    case .other(let tree, let other): return tree.resolvesInside(other) ? path : nil
    case nil: return nil
    }
    guard isInside(real) else { return nil }
    return root.isEmpty ? real : String(real.dropFirst(root.count + 1))
  }

  /// Whether the repository itself holds what is at a path, at the end of all links.
  public func holds(_ path: String) -> Bool {
    switch try? place(of: path) {
    case .entry, .folder: true
    case .other(let tree, let path): (tree as? GitTree)?.holds(path) ?? false
    case nil: false
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
  /// Where a path leads to.
  private enum Place {
    case entry(Int)
    case folder(String)
    /// A path of another tree: of a submodule, or of the disk.
    case other(any FileTree, String)
  }

  /// What is at a path, at the end of all links.
  private func place(of path: String) throws(FileError) -> Place {
    // Nearly always it is there just as it is written.
    let name = Path.join(root, entry: path)
    if let number = listing.find(name), listing.kind(number) == .file { return .entry(number) }
    if listing.hasFolder(name) { return .folder(name) }
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
        throw path.unicodeScalars.contains("\u{FFFD}")
          ? .notReadable("name is not UTF-8") : .notFound
      }
      switch listing.kind(number) {
      case .submodule: throw .notFound
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
}

/// Goes along a path from the top of a repository, name by name.
private struct PathWalk {
  private var done: [Substring] = []
  /// The names that are left, last first.
  private var left: [Substring] = []
  private let top: String
  private var isOutside: String?

  enum Step {
    case inside
    /// A path that leads out of the repository: absolute, or from its top.
    case outside(String)
  }

  init(_ path: String, from root: String, top: String) {
    self.top = top
    left = Path.isAbsolute(path) ? [] : Path.components(of: root).reversed()
    // The names of the path come behind those of the root.
    let names = left
    left = []
    push(path)
    left += names
  }

  var path: String { Path.joined(done) }
  var rest: String { Path.joined(left.reversed()) }
  var isAtEnd: Bool { left.isEmpty }

  /// Goes on to the next name.
  mutating func next() -> Step? {
    if let isOutside { return .outside(isOutside) }
    while let name = left.popLast() {
      guard name == ".." else {
        done.append(name)
        return .inside
      }
      if done.popLast() == nil { return .outside(Path.join("..", entry: rest)) }
    }
    return nil
  }

  /// Goes on as far as there are folders, which nothing that git lists can be a link among.
  ///
  /// - Complexity: O(log *n*) questions for *n* names that are left, so that deep folders cost little.
  mutating func skip(_ hasFolder: (String) -> Bool) {
    guard isOutside == nil, left.count > 1 else { return }
    let names = left.reversed().prefix { $0 != ".." }
    let start = path
    func isFolder(_ count: Int) -> Bool {
      hasFolder(Path.join(start, entry: Path.joined(names.prefix(count))))
    }
    // Mostly it is one to its end.
    var (low, high) = isFolder(names.count) ? (names.count, names.count) : (0, names.count)
    while low < high {
      let middle = (low + high + 1) / 2
      if isFolder(middle) {
        low = middle
      } else {
        high = middle - 1
      }
    }
    done += names.prefix(low)
    left.removeLast(low)
  }

  /// Goes where a link leads that is at `path`.
  mutating func follow(_ target: String) {
    done.removeLast()
    push(target)
  }

  private mutating func push(_ path: String) {
    guard Path.isAbsolute(path) else {
      left += Path.components(of: path).reversed()
      return
    }
    done = []
    if let part = Path.part(of: path, in: top) {
      left += Path.components(of: String(part)).reversed()
    } else {
      isOutside = left.isEmpty ? path : Path.join(path, entry: rest)
    }
  }
}
