internal import Diagnostics
public import Files
internal import Paths
internal import Synchronization
internal import YAML

/// The files that affect a spec and its targets.
public struct SpecInputs: Sendable {
  /// The files of the spec, existing or not: itself, included files, configuration files.
  public let files: Set<String>
  private let sources: SpecSources?

  /// Reads the spec at `path`, and records the files that it looks up.
  ///
  /// Its paths are relative to `folder`, which is empty for the root.
  public init(
    of path: String, in folder: String, of tree: any FileTree,
    environment: @escaping @Sendable (String) -> String?
  ) {
    let recorder = RecordingTree(tree)
    var reader = SpecReader(source: recorder, options: .init(environment: environment))
    sources = reader.sources(
      of: path, in: folder.isEmpty ? "." : folder, from: tree, decodes: true)
    files = Set(recorder.seen.map(Path.normalized))
  }

  /// Returns the changed files that affect the spec and its targets.
  public func touched(by changes: ChangedPaths) -> TouchedTargets {
    var sources = sources
    var touched = sources?.touchedTargets(by: changes) ?? TouchedTargets()
    // A configuration file of one target does not affect the others.
    let read = files.subtracting(touched.ownSettings)
    touched.shared.formUnion(read.filter { changes.contains($0) })
    return touched
  }
}

/// A file tree that records which files are read or looked up.
struct RecordingTree: FileTree {
  private let base: any FileTree
  private let paths = Paths()

  private final class Paths: Sendable {
    let all = Mutex<Set<String>>([])
  }

  init(_ base: any FileTree) { self.base = base }

  // A spec needs only the content of files.

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
