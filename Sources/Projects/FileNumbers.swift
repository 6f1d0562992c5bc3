public import Diagnostics

/// The files of a batch by number.
public struct FileNumbers: Sendable {
  public private(set) var sources = SourceMap()
  /// The numbers of files that several specs may share, by path.
  private var known: [String: FileID] = [:]

  public init() {}

  /// Returns the number of a file, the same for each call with the same path.
  public mutating func number(of path: String) -> FileID {
    if let file = known[path] { return file }
    let file = sources.add(path)
    known[path] = file
    return file
  }

  /// Adds a file under a new number.
  public mutating func add(_ path: String) -> FileID { sources.add(path) }

  public subscript(file: FileID) -> String { sources[file] }
}
