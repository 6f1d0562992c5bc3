internal import Diagnostics
public import Files
internal import Paths
internal import Synchronization
internal import YAML

/// The files that a specification and its targets are made of.
public struct SpecInputs: Sendable {
  /// The files that decide what the specification comes to, there or not: itself, what it includes,
  /// settings files.
  public let files: Set<String>
  private let path: String
  private let options: SpecReader.Options
  private let source: any FileTree

  /// Reads the specification at `path` again, and notes what is looked at.
  ///
  /// Its paths start from `folder`, which is nothing for the root.
  public init(
    of path: String, in folder: String, of tree: any FileTree,
    environment: @escaping @Sendable (String) -> String?
  ) {
    (self.path, source) = (path, tree)
    options = .init(projectRoot: folder.isEmpty ? "." : folder, environment: environment)
    let recorder = RecordingTree(tree)
    var reader = SpecReader(source: recorder, includes: IncludeCache(), options: options)
    reader.read(path)
    files = Set(recorder.seen.map(Path.normalized))
  }

  /// The changed files that touch the specification and its targets.
  public func touched(by changes: ChangedPaths) -> TouchedTargets {
    var reader = SpecReader(source: source, includes: IncludeCache(), options: options)
    var sources = reader.sources(of: path, in: options.projectRoot ?? Path.parent(path))
    var touched = sources?.touchedTargets(by: changes) ?? TouchedTargets()
    // The settings files of one target say nothing of the others.
    let read = files.subtracting(touched.ownSettings)
    touched.shared.formUnion(read.filter { changes.contains($0) })
    return touched
  }
}

/// A tree of files that notes which of them are read or looked for.
struct RecordingTree: FileTree {
  private let base: any FileTree
  private let paths = Paths()

  private final class Paths: Sendable {
    let all = Mutex<Set<String>>([])
  }

  init(_ base: any FileTree) { self.base = base }

  // Reading a specification asks for the content of files alone; the protocol has the rest.

  var seen: Set<String> { paths.all.withLock { $0 } }

  private func note(_ path: String) { paths.all.withLock { _ = $0.insert(path) } }

  func entries(of folder: String) throws(FileError) -> [FileEntry] {
    try base.entries(of: folder)
  }

  func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    note(path)
    try base.read(path, limit: limit, into: &buffer)
  }

  func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    note(path)
    try base.readAnywhere(path, limit: limit, into: &buffer)
  }

  func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    note(path)
    return try base.bytes(of: path, at: offset, count: count)
  }

  func kind(of path: String) -> FileKind? {
    note(path)
    return base.kind(of: path)
  }

  func resolvesInside(_ path: String) -> Bool { base.resolvesInside(path) }
}
