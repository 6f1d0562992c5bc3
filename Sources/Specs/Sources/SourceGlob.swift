internal import Files
internal import Paths
internal import Text

/// Finds what a pattern of `excludes` or `includes` matches: C's `glob` with braces, and `**` as XcodeGen's
/// `Glob` reads it.
///
/// - `*`, `?` and `[…]` match no `/`, and no `.` that a name starts with.
/// - `**` stands for the folder before it and all below that, hidden ones as well, but for `node_modules` and
///   `Pods` directly in it. Behind a wildcard it stands for that folder alone.
struct SourceGlob {
  private(set) var tree: CachedListings
  private var steps = 0

  private static let skipped: Set<String> = ["node_modules", "Pods"]
  /// Folders and names that one pattern may be compared with; several `**` multiply.
  private static let mostSteps = 2_000_000

  init(_ tree: CachedListings) { self.tree = tree }

  /// The paths from the tree's root, in no order.
  mutating func paths(matching pattern: String, in folder: String) -> Set<String> {
    var found: Set<String> = []
    var pattern = pattern
    // Only folders.
    let isForFolders =
      pattern.hasSuffix("**/") || pattern.hasSuffix("/") && !pattern.contains("**")
    if Path.isAbsolute(pattern) { pattern.removeFirst() }
    expand(pattern, folder, &found)
    return isForFolders ? found.filter { tree.kind(of: $0) == .folder } : found
  }

  /// All that is in a folder and below, but not the folder itself.
  mutating func collectAll(below folder: String, into found: inout Set<String>) {
    tree.collectAll(below: folder, into: &found)
  }

  private mutating func expand(_ pattern: String, _ folder: String, _ found: inout Set<String>) {
    guard let star = pattern.firstRange(of: "**") else {
      for alternative in BraceExpansion.alternatives(of: pattern) {
        match(alternative, in: folder, &found)
      }
      return
    }
    let before = String(pattern[..<star.lowerBound])
    var rest = String(pattern[star.upperBound...])
    let first = Path.normalized(Path.join(folder.isEmpty ? "." : folder, before))
    let isLiteral = !before.contains { "*?[{\\".contains($0) }
    let isFolder = isLiteral && tree.kind(of: first) == .folder
    if rest.isEmpty {
      if isFolder { found.insert(first) }
      rest = "*"
    }
    while rest.hasPrefix("/") { rest.removeFirst() }
    while rest.hasSuffix("/") { rest.removeLast() }
    let folders = isFolder ? tree.folders(from: first, skipping: Self.skipped) : []
    for folder in folders {
      guard steps < Self.mostSteps else { return }
      steps += 1
      if rest.isEmpty { found.insert(folder) } else { expand(rest, folder, &found) }
    }
    if !isFolder {
      expand(Path.join(before, entry: rest), folder, &found)
    }
  }

  /// Matches a pattern without braces and `**`, name by name.
  private mutating func match(_ pattern: String, in folder: String, _ found: inout Set<String>) {
    var folders = [folder]
    let parts = Path.components(of: pattern)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      var next: [String] = []
      for folder in folders where steps < Self.mostSteps {
        steps += 1
        if part == ".." {
          next.append(Path.normalized(Path.join(folder, entry: "..")))
        } else if let name = Self.literal(part) {
          let path = Path.join(folder, entry: name)
          if let kind = tree.kind(of: path), isLast || kind == .folder { next.append(path) }
        } else {
          next += matches(part, in: folder, foldersAlone: !isLast)
        }
      }
      folders = next
    }
    if !parts.isEmpty { found.formUnion(folders) }
  }

  private mutating func matches(
    _ part: Substring, in folder: String, foldersAlone: Bool
  ) -> [String] {
    guard let glob = Glob(String(part)) else { return [] }
    let entries = tree.entries(of: folder)
    steps += entries.count
    return entries.compactMap { name, kind in
      if foldersAlone, kind != .folder { return nil }
      if name.hasPrefix("."), !part.hasPrefix(".") { return nil }
      return glob.matches(name) ? Path.join(folder, entry: name) : nil
    }
  }

  /// The name that a part without wildcards stands for.
  private static func literal(_ part: Substring) -> String? {
    var name = ""
    var rest = part[...]
    while let character = rest.popFirst() {
      switch character {
      case "*", "?", "[": return nil
      case "\\": if let next = rest.popFirst() { name.append(next) }
      default: name.append(character)
      }
    }
    return name
  }
}

/// Takes the braces out of a pattern.
enum BraceExpansion {
  private static let most = 1024

  /// Each way to take one alternative out of every `{a,b}`; braces that are not closed stand for themselves.
  static func alternatives(of pattern: String) -> [String] {
    var done: [String] = []
    var open = [pattern]
    while let pattern = open.popLast(), done.count + open.count < most {
      guard let (start, commas, end) = firstBraces(in: Array(pattern.utf8)) else {
        done.append(pattern)
        continue
      }
      let bytes = Array(pattern.utf8)
      for (from, to) in zip([start] + commas, commas + [end]) {
        let whole = bytes[..<start] + bytes[(from + 1)..<to] + bytes[(end + 1)...]
        open.append(String(decoding: whole, as: UTF8.self))
      }
    }
    return done
  }

  private static func firstBraces(in bytes: [UInt8]) -> (start: Int, commas: [Int], end: Int)? {
    var start = 0
    while start < bytes.count, bytes[start] != UInt8(ascii: "{") {
      start += bytes[start] == UInt8(ascii: "\\") ? 2 : 1
    }
    var depth = 0
    var commas: [Int] = []
    for index in bytes.indices.dropFirst(start) {
      switch bytes[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ","): if depth == 1 { commas.append(index) }
      case UInt8(ascii: "}"):
        depth -= 1
        // `{}` stands for itself.
        if depth == 0 { return index == start + 1 ? nil : (start, commas, index) }
      default: break
      }
    }
    return nil
  }
}
