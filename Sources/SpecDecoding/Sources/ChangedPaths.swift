internal import Diagnostics
internal import Paths

/// The paths of changed files, relative to the root and sorted, so that the paths below a folder
/// are adjacent.
public struct ChangedPaths: Sendable {
  private let all: Set<String>
  private let sorted: [String]

  public init(_ paths: Set<String>) {
    all = paths
    sorted = paths.sorted { $0.precedes($1) }
  }

  public func contains(_ path: String) -> Bool { all.contains(path) }

  /// Returns the paths at or below a path.
  ///
  /// A changed submodule is listed as its folder, since any file in it may have changed.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* paths below.
  public func below(_ path: String) -> [String] {
    let start = Path.join(path, entry: "")
    let first = sorted.partitionPoint { !$0.precedes(start) }
    let inside = sorted[first...].prefix { Path.lies($0, in: path) }
    let above = ([path] + Path.folders(above: path)).filter { all.contains($0) }
    return above.reversed() + inside
  }

  /// Returns the paths of files with a name, in any folder.
  public func named(_ name: String) -> [String] {
    sorted.filter { Path.lastComponent($0) == name }
  }

  /// Whether there are paths at or below a path.
  public func touch(_ path: String) -> Bool { !below(path).isEmpty }

  /// Returns the paths that an input may refer to.
  func matching(_ input: InputPath) -> [String] {
    let inside = below(input.folder)
    guard !input.ending.isEmpty else { return inside }
    return inside.filter { path in
      "/\(path)".hasSuffix(input.ending) || Path.lies(input.folder, in: path)
    }
  }
}
