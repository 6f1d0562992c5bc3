extension Path {
  /// The names that a path consists of, without `.` and empty ones.
  public static func names(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }

  /// A path without `.` and empty names, and without the names that a `..` behind them takes back.
  ///
  /// Nothing is the empty path.
  public static func normalized(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var names: [Substring] = []
    for name in Self.names(of: path) {
      if name != ".." {
        names.append(name)
      } else if let last = names.last, last != ".." {
        names.removeLast()
      } else if !isAbsolute {
        names.append(name)
      }
    }
    return (isAbsolute ? "/" : "") + names.joined(separator: "/")
  }

  /// A path as seen from a folder; both start from the same one, and neither has a `..` of its own.
  ///
  /// The folder itself is `.`.
  public static func relative(_ path: String, to folder: String) -> String {
    let (from, to) = (names(of: folder), names(of: path))
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let steps = [Substring](repeating: "..", count: from.count - shared) + to[shared...]
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Whether a path is one of `folders`, or lies in one of them.
  ///
  /// - Complexity: O(*n*) for each folder that a path of *n* bytes lies in.
  public static func lies(_ path: String, inAnyOf folders: Set<String>) -> Bool {
    folders.contains(path)
      || path.utf8.indices.contains { index in
        path.utf8[index] == UInt8(ascii: "/") && folders.contains(String(path[..<index]))
      }
  }
}
