/// A position in a text file; numbers count from 1, columns count scalars, like those of libyaml.
public struct Position: Hashable, Comparable, Sendable {
  public var line: UInt32
  public var column: UInt32

  public init(line: UInt32, column: UInt32) {
    self.line = line
    self.column = column
  }

  public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A half-open range of an input file, of five integers, small enough for every link.
public struct SourceRange: Hashable, Comparable, Sendable {
  public var file: FileID
  public var start: Position
  public var end: Position

  public init(file: FileID, start: Position, end: Position) {
    self.file = file
    self.start = start
    self.end = end
  }

  public static func < (a: Self, b: Self) -> Bool {
    (a.file, a.start, a.end) < (b.file, b.start, b.end)
  }
}

/// The identifier of a file in a `SourceMap`.
public struct FileID: Hashable, Comparable, Sendable {
  public var index: UInt32

  public init(index: Int) { self.index = UInt32(index) }

  /// The first position in the file, for findings without an exact location.
  public var firstLine: SourceRange {
    let start = Position(line: 1, column: 1)
    return SourceRange(file: self, start: start, end: start)
  }

  public static func < (a: Self, b: Self) -> Bool { a.index < b.index }
}

/// The paths of the files of a run, so that a location consists of integers.
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
