/// Identifies a file in the `SourceMap` it was added to.
public struct FileID: Hashable, Comparable, Sendable {
  public var index: UInt32

  public init(index: Int) { self.index = UInt32(index) }

  public static func < (a: Self, b: Self) -> Bool { a.index < b.index }
}

/// The paths of the files read in a run, so that a location can be integers.
///
/// Texts are not kept: a line is read again when a finding that points at it is printed.
public struct SourceMap: Sendable {
  /// The paths, relative to the workspace root, by `FileID`.
  public private(set) var paths: [String]

  public init(paths: [String] = []) { self.paths = paths }

  public mutating func add(_ path: String) -> FileID {
    paths.append(path)
    return FileID(index: paths.count - 1)
  }

  public subscript(file: FileID) -> String { paths[Int(file.index)] }
}
