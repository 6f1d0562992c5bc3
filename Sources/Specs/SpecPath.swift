/// Paths as XcodeGen joins them: PathKit 1.0.1's `+`, purely textual.
public enum SpecPath {
  /// `path` as seen from the folder `base` is seen from.
  ///
  /// Leading `..` of `path` eat folders of `base`; `..` further inside stays. An absolute path stays
  /// as it is. Nothing on either side is `.`.
  public static func join(_ base: String, _ path: String) -> String {
    if path.utf8.first == slash { return path }
    if isPlain(path.utf8) {
      if base.utf8.isEmpty || base == "." { return path }
      if isPlain(base.utf8) { return base + "/" + path }
    }
    if path.utf8.isEmpty, isPlain(base.utf8) { return base }
    if path.utf8.isEmpty, base.utf8.isEmpty { return "." }
    guard path.utf8.last == slash || base.utf8.last == slash else {
      var joined = JoinedPath(capacity: base.utf8.count + path.utf8.count + 1)
      joined.append(base, eatsFolders: false)
      joined.append(path, eatsFolders: true)
      return joined.text
    }
    return joinWithTrailingSlash(base, path)
  }

  /// The same where a slash at the end is a component of its own, as for Foundation.
  private static func joinWithTrailingSlash(_ base: String, _ path: String) -> String {
    var (left, right) = (Array(base.utf8), Array(path.utf8))
    while left.count > 1, left.last == slash { left.removeLast() }
    var kept = components(left)[...]
    var added = components(right)[...]
    while let last = kept.last, !isUp(left[last]), let first = added.first, isUp(right[first]) {
      added.removeFirst()
      // A leading `/` is never eaten.
      if left[last].first != slash { kept.removeLast() }
    }
    var bytes: [UInt8] = []
    for part in kept.map({ left[$0] }) + added.map({ right[$0] }) {
      if let last = bytes.last, last != slash { bytes.append(slash) }
      bytes += part
    }
    return bytes.isEmpty ? "." : String(decoding: bytes, as: UTF8.self)
  }

  /// The folder that holds `path`.
  public static func parent(_ path: String) -> String {
    guard isPlain(path.utf8) else { return join(path, "..") }
    guard let cut = path.utf8.lastIndex(of: slash) else { return "." }
    return String(path[..<cut])
  }

  /// What follows the last `/`.
  static func lastComponent(_ path: Substring) -> Substring {
    var path = path
    while path.utf8.count > 1, path.utf8.last == slash { path = path.dropLast() }
    guard path.utf8.count > 1, let cut = path.utf8.lastIndex(of: slash) else { return path }
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

  private static let slash = UInt8(ascii: "/")

  /// Whether a path is neither empty nor absolute and has no `.`, `..` or empty component.
  private static func isPlain(_ path: String.UTF8View) -> Bool {
    path.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(Array(path))
  }

  private static func isPlain(_ path: some Sequence<UInt8>) -> Bool {
    var previous = slash
    for byte in path {
      // Names that start with a dot are rare enough to be taken the long way.
      if previous == slash, byte == slash || byte == UInt8(ascii: ".") { return false }
      previous = byte
    }
    return previous != slash
  }

  fileprivate static func isUp(_ part: ArraySlice<UInt8>) -> Bool {
    part.count == 2 && part.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  /// Where the components of a path are, without `.`: `/` alone stands at the front of an absolute
  /// one, and at the end where the path ends in one.
  private static func components(_ path: [UInt8]) -> [Range<Int>] {
    var parts: [Range<Int>] = path.first == slash ? [0..<1] : []
    var start = 0
    for index in 0...path.count where index == path.count || path[index] == slash {
      let part = start..<index
      let isHere = part.count == 1 && path[start] == UInt8(ascii: ".")
      if !part.isEmpty, !isHere { parts.append(part) }
      start = index + 1
    }
    if path.last == slash, !path.allSatisfy({ $0 == slash }) {
      parts.append(path.count - 1..<path.count)
    }
    return parts
  }
}

/// A path that is put together component by component.
private struct JoinedPath {
  private var bytes: [UInt8] = []
  private let slash = UInt8(ascii: "/")
  private let dot = UInt8(ascii: ".")

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var text: String { bytes.isEmpty ? "." : String(decoding: bytes, as: UTF8.self) }

  /// Appends the components of `path`, without any `.`; its leading `..` eat what is there already.
  mutating func append(_ path: String, eatsFolders: Bool) {
    if !eatsFolders, path.utf8.first == slash { bytes.append(slash) }
    let path = Array(path.utf8)
    var isLeading = eatsFolders
    var start = 0
    while start < path.count {
      var end = start
      while end < path.count, path[end] != slash { end += 1 }
      let isHere = end == start + 1 && path[start] == dot
      if end > start, !isHere { append(path[start..<end], isLeading: &isLeading) }
      start = end + 1
    }
  }

  private mutating func append(_ component: ArraySlice<UInt8>, isLeading: inout Bool) {
    if isLeading, SpecPath.isUp(component), !bytes.isEmpty {
      let folder = (bytes.lastIndex(of: slash) ?? -1) + 1
      if !SpecPath.isUp(bytes[folder...]) {
        // A leading `/` is never eaten.
        if folder < bytes.count { bytes.removeSubrange((folder > 1 ? folder - 1 : folder)...) }
        return
      }
    }
    isLeading = false
    if let last = bytes.last, last != slash { bytes.append(slash) }
    bytes += component
  }
}
