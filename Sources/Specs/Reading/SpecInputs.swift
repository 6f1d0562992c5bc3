internal import Diagnostics
public import Files
internal import Synchronization
internal import YAML

/// The files that a specification and its targets are made of.
public struct SpecInputs: Sendable {
  /// The files that decide what the specification comes to, there or not: itself, what it includes,
  /// settings files.
  public var files: [String] = []
  /// The files and folders of each target, by its name; they may have wildcards.
  public var paths: [String: [String]] = [:]

  /// Reads the specification at `path` anew, and notes what is looked at.
  public init(
    of path: String, in tree: any FileTree, environment: @escaping @Sendable (String) -> String?
  ) {
    let recorder = RecordingTree(tree)
    var reader = SpecReader(
      source: recorder, includes: IncludeCache(), options: .init(environment: environment))
    reader.read(path)
    for target in reader.targetPaths(of: path) {
      paths[target.target, default: []].append(target.path)
      if target.kind == .configFile { _ = reader.configurationFile(target.path) }
    }
    files = recorder.seen.sorted { $0.precedes($1) }
  }
}

/// A tree of files that notes which of them are read or looked for.
private struct RecordingTree: FileTree {
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
