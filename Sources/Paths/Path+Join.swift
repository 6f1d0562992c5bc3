// Joins paths as XcodeGen does, with the `+` of PathKit 1.0.1.
extension Path {
  /// Returns `path`, relative to `base`, as a path relative to the same folder as `base`.
  ///
  /// Leading `..` of `path` remove folders of `base`; `..` further inside stays. An absolute path
  /// stays as it is. An empty result is `.`.
  public static func join(_ base: String, _ path: String) -> String {
    if path.utf8.isEmpty {
      if base.utf8.isEmpty { return "." }
      if isPlain(base) { return base }
    }
    let added = PathShape(path.utf8.span)
    if added.isSettled {
      if base.utf8.isEmpty || base == "." { return path }
      let folder = PathShape(base.utf8.span)
      if folder.isSettled, added.ups == 0 { return base + "/" + path }
      if folder.isPlain, added.ups <= folder.names, added.names > 0 {
        return append(path, to: base, ups: added.ups)
      }
    }
    return path.utf8.first == slash ? path : joinComponents(base, path)
  }

  /// Joins a path that starts with `ups` components `..`, if `base` has as many folders to remove.
  private static func append(_ path: String, to base: String, ups: Int) -> String {
    let length = length(of: base, without: ups)
    let name = path.utf8.index(path.startIndex, offsetBy: 3 * ups)
    if length == 0 { return String(path[name...]) }
    let kept = base.utf8.index(base.startIndex, offsetBy: length)
    var joined = ""
    joined.reserveCapacity(base.utf8.count + path.utf8.count)
    joined.append(contentsOf: base[..<kept])
    // Includes the slash after the last `..`.
    joined.append(contentsOf: path[path.utf8.index(before: name)...])
    return joined
  }

  /// Returns the length of a settled path without its last components and the slash before them.
  static func length(of path: String, without components: Int) -> Int {
    let bytes = path.utf8.span
    var (length, cut) = (bytes.count, 0)
    while length > 0, cut < components {
      length -= 1
      if bytes[length] == slash { cut += 1 }
    }
    return length
  }

  /// Joins any paths, with a trailing slash as a separate component, like Foundation.
  private static func joinComponents(_ base: String, _ path: String) -> String {
    var folder = Array(base.utf8)
    while folder.count > 1, folder.last == slash { folder.removeLast() }
    var kept = components(folder)[...]
    var added = components(Array(path.utf8))[...]
    while let last = kept.last, !last.elementsEqual("..".utf8),
      let first = added.first, first.elementsEqual("..".utf8)
    {
      added.removeFirst()
      // A leading `/` is never removed.
      if last.first != slash { kept.removeLast() }
    }
    if kept.isEmpty, added.allSatisfy({ $0.first == slash }) { return "." }
    var bytes: [UInt8] = []
    for part in kept + added {
      if let last = bytes.last, last != slash { bytes.append(slash) }
      bytes += part
    }
    return bytes.isEmpty ? "." : String(decoding: bytes, as: UTF8.self)
  }

  public static func parent(_ path: String) -> String {
    let shape = PathShape(path.utf8.span)
    guard shape.isSettled, shape.names > 0 else { return join(path, "..") }
    if shape.names + shape.ups == 1 { return "." }
    let length = length(of: path, without: 1)
    return String(path[..<path.utf8.index(path.startIndex, offsetBy: length)])
  }

  /// Returns whether `folder` equals the part of `path` before its last `/`.
  public static func isFolder(_ folder: String, of path: String) -> Bool {
    let length = length(of: path, without: 1)
    return length == folder.utf8.count && path.hasPrefix(folder)
  }

  /// Returns whether a path is neither empty nor absolute and has no `.`, `..` or empty component.
  public static func isPlain(_ path: String) -> Bool { PathShape(path.utf8.span).isPlain }

  public static func isPlain(_ path: ArraySlice<UInt8>) -> Bool {
    // The name of a file, as most are.
    if let first = path.first, first != UInt8(ascii: "."), !path.contains(slash) { return true }
    return PathShape(path.span).isPlain
  }

  /// Returns the components of a path, except those that are `.`.
  ///
  /// The first one of an absolute path is `/`, and so is the last one of a path with a trailing
  /// slash.
  private static func components(_ path: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = path.first == slash ? [path[..<1]] : []
    var start = 0
    for index in 0...path.count where index == path.count || path[index] == slash {
      let part = path[start..<index]
      if !part.isEmpty, !part.elementsEqual(".".utf8) { parts.append(part) }
      start = index + 1
    }
    if path.last == slash, !path.allSatisfy({ $0 == slash }) {
      parts.append(path.suffix(1))
    }
    return parts
  }
}

private struct PathShape {
  /// The number of leading `..`.
  private(set) var ups = 0
  private(set) var names = 0
  /// Whether joining would change nothing: the path is neither empty nor absolute, does not end in
  /// a slash, and has no `.`, no empty component, and `..` only at the start.
  private(set) var isSettled = true

  init(_ path: Span<UInt8>) {
    var (start, dots) = (0, 0)
    for place in 0...path.count {
      if place < path.count, path[place] != Path.slash {
        if path[place] == UInt8(ascii: ".") { dots &+= 1 }
        continue
      }
      let length = place &- start
      if dots < length || length > 2 {
        names += 1
      } else if length == 2, names == 0 {
        ups += 1
      } else {
        isSettled = false
      }
      (start, dots) = (place &+ 1, 0)
    }
  }

  /// Whether it is settled and has no `..`.
  var isPlain: Bool { isSettled && ups == 0 }
}
