internal import Files
internal import Paths
internal import Text

/// Matches a pattern of `excludes` or `includes`: C's `glob` with braces, and `**` as in XcodeGen's
/// `Glob`.
///
/// - `*`, `?` and `[…]` match no `/`, and no leading `.` of a name.
/// - `**` matches the folder before it and all folders below, including hidden ones but without
///   `node_modules` and `Pods` directly in it. After a wildcard it matches that folder only.
/// - XcodeGen compares paths as texts: a file at `./x`, `/x`, `a//b` or `../y` is not matched,
///   since its path is spelled differently. The contents of a folder are matched unless its path
///   contains `..`, and `**` removes such spellings.
public struct SourceGlob {
  /// The paths of matched files, and of all files in matched folders.
  public private(set) var found: Set<String> = []
  private var collected: Set<String> = []
  /// The parsed patterns without `**`, by text: the same pattern follows `**` in every folder.
  private var parsed: [String: [[Part]]] = [:]
  private var matchesFoldersAlone = false

  public init() {}

  private static let skipped: Set<String> = ["node_modules", "Pods"]

  private enum Part {
    case literal(String)
    case glob(Glob, length: Int, matchesHidden: Bool)
    /// `.`, or an empty component between two slashes or after the last one.
    case here
    case up
  }

  fileprivate struct Match {
    var path: String
    var kind: FileKind
    /// Whether its text has no `.` and no empty component.
    var isPlain = true
  }

  /// Adds the paths below `folder` that a pattern matches.
  public mutating func add(_ pattern: String, in folder: String, _ tree: inout CachedListings) {
    matchesFoldersAlone = pattern.hasSuffix("**/")
    // All folders below all folders below a folder are those below it.
    var parts: [Substring] = []
    for part in pattern.split(separator: "/", omittingEmptySubsequences: false)
    where part != "**" || parts.last != "**" {
      parts.append(part)
    }
    expand(Path.joined(parts), folder, &tree)
  }

  private mutating func expand(_ pattern: String, _ folder: String, _ tree: inout CachedListings) {
    guard let star = pattern.firstRange(of: "**") else { return match(pattern, in: folder, &tree) }
    let before = String(pattern[..<star.lowerBound])
    var rest = String(pattern[star.upperBound...])
    let first = Path.normalized(Path.join(folder.isEmpty ? "." : folder, entry: before))
    if rest.isEmpty {
      match(before, in: folder, &tree)
      rest = "*"
    }
    guard tree.mayList(first, besides: folder) else { return }
    guard tree.kind(of: first) == .folder else {
      return expandNormalized(Path.join(before, entry: rest), in: folder, &tree)
    }
    let folders = tree.folders(from: first, skipping: Self.skipped)
    for folder in folders where tree.spend(1) { expandNormalized(rest, in: folder, &tree) }
  }

  /// Matches the rest of a pattern after `**`, which XcodeGen normalizes together with its folder.
  private mutating func expandNormalized(
    _ pattern: String, in folder: String, _ tree: inout CachedListings
  ) {
    let pattern = Path.normalized(pattern.hasPrefix("/") ? "." + pattern : pattern)
    guard pattern.hasPrefix("..") else { return expand(pattern, folder, &tree) }
    let parts = Path.components(of: pattern)
    let names = parts.drop { $0 == ".." }
    let above = Path.normalized(
      Path.join(folder.isEmpty ? "." : folder, Path.joined(Array(parts.prefix { $0 == ".." }))))
    guard tree.mayList(above, besides: folder) else { return }
    expand(Path.joined(Array(names)), above, &tree)
  }

  /// Matches a pattern without `**`, component by component.
  private mutating func match(
    _ pattern: String, in folder: String, _ tree: inout CachedListings
  ) {
    for parts in self.parts(of: pattern, &tree) {
      var matches = [Match(path: folder, kind: .folder)]
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        var next: [Match] = []
        for match in matches where match.kind == .folder && tree.spend(1) {
          step(part, in: match, isLast: isLast, &tree, &next)
        }
        matches = next
      }
      for match in matches { add(match, &tree) }
    }
  }

  private func step(
    _ part: Part, in match: Match, isLast: Bool, _ tree: inout CachedListings,
    _ next: inout [Match]
  ) {
    switch part {
    // Texts with `..` never equal those of sources.
    case .up: return
    case .here:
      // A trailing slash of a pattern adds nothing to the text of a folder.
      next.append(Match(path: match.path, kind: .folder, isPlain: isLast && match.isPlain))
    case .literal(let name):
      let entries = tree.entries(of: match.path)
      guard tree.spend(entries.count / 8), let entry = entries.first(where: { $0.name == name })
      else { return }
      next.append(match.entering(entry.name, entry.kind))
    case .glob(let glob, let length, let matchesHidden):
      let entries = tree.entries(of: match.path)
      guard tree.spend(entries.count * (2 + length / 8)) else { return }
      if matchesHidden, glob.matches(".") {
        next.append(Match(path: match.path, kind: .folder, isPlain: false))
      }
      for entry in entries {
        if !isLast, entry.kind != .folder { continue }
        if !matchesHidden, entry.name.hasPrefix(".") { continue }
        if glob.matches(entry.name) { next.append(match.entering(entry.name, entry.kind)) }
      }
    }
  }

  private mutating func add(_ match: Match, _ tree: inout CachedListings) {
    if match.kind == .folder {
      tree.collectAll(below: match.path, into: &found, besides: &collected)
    } else if match.isPlain, !matchesFoldersAlone {
      found.insert(match.path)
    }
  }

  private mutating func parts(
    of pattern: String, _ tree: inout CachedListings
  ) -> [[Part]] {
    if let known = parsed[pattern] { return known }
    let alternatives = BraceExpansion.alternatives(of: pattern) { tree.spend($0) }
    let parts = alternatives.compactMap { alternative in
      let texts = alternative.split(separator: "/", omittingEmptySubsequences: false)
      let parts = texts.compactMap(Self.part)
      // An invalid pattern matches nothing.
      return parts.count == texts.count ? parts : nil
    }
    parsed[pattern] = parts
    return parts
  }

  private static func part(_ text: Substring) -> Part? {
    if text.isEmpty || text == "." { return .here }
    if text == ".." { return .up }
    if let name = literal(text) { return .literal(name) }
    return Glob(String(text)).map {
      .glob($0, length: text.utf8.count, matchesHidden: text.hasPrefix("."))
    }
  }

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

extension SourceGlob.Match {
  fileprivate func entering(_ name: String, _ kind: FileKind) -> Self {
    Self(path: Path.join(path, entry: name), kind: kind, isPlain: isPlain)
  }
}

enum BraceExpansion {
  /// Returns the texts for all alternatives of each `{a,b}`; unclosed braces are literal.
  ///
  /// Empty if `mayGoOn`, called with the bytes of each step, returns false.
  static func alternatives(of pattern: String, while mayGoOn: (Int) -> Bool) -> [String] {
    guard pattern.utf8.contains(UInt8(ascii: "{")) else { return [pattern] }
    var done: [String] = []
    var open = [Array(pattern.utf8)]
    while let bytes = open.popLast() {
      guard mayGoOn(bytes.count) else { return [] }
      guard let (start, commas, end) = firstBraces(in: bytes) else {
        done.append(String(decoding: bytes, as: UTF8.self))
        continue
      }
      guard mayGoOn(bytes.count * commas.count) else { return [] }
      for (from, to) in zip([start] + commas, commas + [end]) {
        var whole = Array(bytes[..<start])
        whole += bytes[(from + 1)..<to]
        whole += bytes[(end + 1)...]
        open.append(whole)
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
        // `{}` is literal.
        if depth == 0 { return index == start + 1 ? nil : (start, commas, index) }
      default: break
      }
    }
    return nil
  }
}
