/// Paths as XcodeGen joins them: PathKit 1.0.1's `+`, purely textual.
public enum SpecPath {
  /// `path` as seen from the folder `base` is seen from.
  ///
  /// Leading `..` of `path` eat folders of `base`; `..` further inside stays. An absolute path stays
  /// as it is. Nothing on either side is `.`.
  public static func join(_ base: String, _ path: String) -> String {
    if path.utf8.first == slash { return path }
    var left = components(base)
    var right = components(path)[...]
    while let last = left.last, last != "..", right.first == ".." {
      if left.count == 1, last == "/" { right.removeFirst(); continue }
      left.removeLast()
      right.removeFirst()
    }
    return joined(left + right)
  }

  /// The folder that holds `path`.
  public static func parent(_ path: String) -> String { join(path, "..") }

  /// What follows the last `/`.
  static func lastComponent(_ path: Substring) -> Substring {
    var path = path
    while path.utf8.count > 1, path.utf8.last == slash { path = path.dropLast() }
    guard let cut = path.utf8.lastIndex(of: slash) else { return path }
    return path[path.utf8.index(after: cut)...]
  }

  public static func lastComponent(_ path: String) -> String { String(lastComponent(path[...])) }

  /// The part before the last `.` of the last component, and the part behind it.
  public static func splitExtension(_ name: String) -> (stem: String, extension: String?) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return (name, nil)
    }
    let ending = name[name.utf8.index(after: dot)...]
    return ending.isEmpty ? (name, nil) : (String(name[..<dot]), String(ending))
  }

  /// Whether a path from the root of a tree leads out of it.
  public static func leadsOutside(_ path: String) -> Bool {
    path == ".." || path.hasPrefix("../") || path.utf8.first == slash
  }

  /// Whether joining could change the text of `path` even where there is no folder to put in front.
  static func needsNormalizing(_ path: ArraySlice<UInt8>) -> Bool {
    if path.isEmpty || path.first == UInt8(ascii: ".") || path.last == slash { return true }
    var previous: UInt8 = 0
    for byte in path {
      if previous == slash, byte == slash || byte == UInt8(ascii: ".") { return true }
      previous = byte
    }
    return false
  }

  private static let slash = UInt8(ascii: "/")

  private static func components(_ path: String) -> [Substring] {
    var parts = path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
    if path.utf8.first == slash { parts.insert("/", at: 0) }
    return parts
  }

  private static func joined(_ components: [Substring]) -> String {
    guard let first = components.first else { return "." }
    guard first == "/", components.count > 1 else { return components.joined(separator: "/") }
    return "/" + components.dropFirst().joined(separator: "/")
  }
}
