// Operations on paths as strings.
extension Path {
  static var slash: UInt8 { UInt8(ascii: "/") }

  /// Returns the path of the entry `name` in a folder; the root is empty, a `..` is not resolved.
  public static func join(_ folder: String, entry name: String) -> String {
    if folder.isEmpty { return name }
    var path = ""
    path.reserveCapacity(folder.utf8.count + 1 + name.utf8.count)
    path += folder
    if folder.utf8.last != slash { path += "/" }
    path += name
    return path
  }

  /// Returns the components of a path, without `.` and empty ones.
  public static func components(of path: String) -> [Substring] {
    var components: [Substring] = []
    for part in path.utf8.split(separator: slash) where !part.elementsEqual(".".utf8) {
      components.append(Substring(part))
    }
    return components
  }

  /// Returns the relative path that consists of these components.
  @inlinable public static func joined(_ components: some Sequence<some StringProtocol>) -> String {
    components.joined(separator: "/")
  }

  public static func isAbsolute(_ path: some StringProtocol) -> Bool { path.utf8.first == slash }

  /// Returns whether a path from the root of a tree leads out of it.
  public static func leadsOutside(_ path: String) -> Bool {
    switch path.utf8.first {
    case slash: true
    case UInt8(ascii: "."): path == ".." || path.hasPrefix("../")
    default: false
    }
  }

  /// Ignores trailing slashes.
  public static func lastComponent(_ path: Substring) -> Substring {
    let path = withoutTrailingSlashes(path)
    guard path.utf8.count > 1, let cut = path.utf8.lastIndex(of: slash) else { return path }
    return path[path.utf8.index(after: cut)...]
  }

  public static func lastComponent(_ path: String) -> String {
    guard path.utf8.last != slash else { return String(lastComponent(path[...])) }
    let length = length(of: path, without: 1)
    if length == 0, path.utf8.first != slash { return path }
    return String(path[path.utf8.index(path.startIndex, offsetBy: length + 1)...])
  }

  public static func withoutTrailingSlashes(_ path: Substring) -> Substring {
    var path = path
    while path.utf8.count > 1, path.utf8.last == slash { path = path.dropLast() }
    return path
  }

  /// Splits the last component at its last `.`.
  public static func splitExtension(_ name: String) -> (stem: String, extension: String?) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return (name, nil)
    }
    let ending = name[name.utf8.index(after: dot)...]
    return ending.isEmpty ? (name, nil) : (String(name[..<dot]), String(ending))
  }

  /// Returns the name without folder, `lib` and extension: `libtide.a` becomes `tide`.
  public static func libraryName(of path: String) -> String {
    let file = lastComponent(path)
    let (stem, ending) = splitExtension(file)
    guard ["a", "dylib", "tbd"].contains(ending), stem.hasPrefix("lib"), stem.utf8.count > 3 else {
      return stem
    }
    return String(stem.dropFirst(3))
  }

  /// Returns a path without `.` and empty components, with every `..` that follows a name resolved.
  public static func normalized(_ path: String) -> String {
    if isPlain(path) { return path }
    let isAbsolute = isAbsolute(path)
    var kept: [Substring] = []
    for component in components(of: path) {
      if component != ".." {
        kept.append(component)
      } else if let last = kept.last, last != ".." {
        kept.removeLast()
      } else if !isAbsolute {
        kept.append(component)
      }
    }
    return (isAbsolute ? "/" : "") + joined(kept)
  }

  /// Returns a path relative to a folder of the same base, both without `..`; the folder is `.`.
  public static func relative(_ path: String, to folder: String) -> String {
    let (from, to) = (components(of: folder), components(of: path))
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let steps = [Substring](repeating: "..", count: from.count - shared) + to[shared...]
    return steps.isEmpty ? "." : joined(steps)
  }
}

// File types.
extension Path {
  /// Returns whether it is the path of a `project.pbxproj` or `project.xcproj`.
  public static func isXcodeProject(_ path: String) -> Bool {
    path.hasSuffix(".xcodeproj/project.pbxproj") || path.hasSuffix(".xcodeproj/project.xcproj")
  }
}

// Enclosing folders.
extension Path {
  /// Returns the folder of a path; the root is empty.
  public static func folder(of path: String) -> String {
    let folder = parent(path)
    return folder == "." ? "" : folder
  }

  /// Returns the folders around a path without redundant slashes, from the innermost to the root.
  public static func folders(above path: String) -> some Sequence<String> {
    sequence(first: path, next: enclosingFolder).dropFirst()
  }

  /// Returns the part before the last `/`; `nil` for a root.
  public static func enclosingFolder(of path: String) -> String? {
    if path.isEmpty || path == "/" { return nil }
    guard let cut = path.utf8.lastIndex(of: slash) else { return "" }
    return cut == path.startIndex ? "/" : String(path[..<cut])
  }

  /// Returns the part of `path` after `folder`, empty for the folder itself; `nil` outside of it.
  ///
  /// Every relative path is inside of the root, which is empty.
  public static func part(of path: String, in folder: String) -> Substring? {
    let bytes = path.utf8.span
    let start = folder.utf8.span
    guard start.count <= bytes.count else { return nil }
    for place in start.indices where bytes[place] != start[place] { return nil }
    if folder.isEmpty { return isAbsolute(path) ? nil : path[...] }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    if folder.utf8.last == slash { return Substring(rest) }
    guard let first = rest.first else { return "" }
    return first == slash ? Substring(rest.dropFirst()) : nil
  }

  public static func lies(_ path: String, in folder: String) -> Bool {
    part(of: path, in: folder) != nil
  }

  /// Returns whether a path is one of `folders`, or inside of one that is not the root.
  public static func lies(_ path: String, inAnyOf folders: Set<String>) -> Bool {
    folders.contains(path)
      || self.folders(above: path).contains { !$0.isEmpty && folders.contains($0) }
  }
}
