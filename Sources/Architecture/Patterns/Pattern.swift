public import Diagnostics
public import Paths
public import Text

/// A pattern in rules.yml that matches modules by folder if it contains a `/`, else by name.
///
/// `package:Kit` matches Swift packages by address, its last component, or a product's name.
/// `domain/**` matches the folder `domain` and all below it, and so does a pattern with `/` and
/// without wildcards. Any other pattern with `/` matches single folders, where `**` is any number
/// of path components.
public struct Pattern: Sendable {
  public let text: String
  public let location: SourceRange
  /// Whether the pattern matches folders rather than names.
  public let isFolder: Bool
  public let isOfNames: Bool
  public let package: PackagePattern?
  private let parts: [Part]
  /// The whole pattern as a glob for names.
  public let name: Glob

  private enum Part: Hashable, Sendable {
    case one(Glob)
    case any

    var isPlain: Bool { if case .one(let glob) = self { !glob.hasWildcards } else { false } }
  }

  /// Returns `nil` for an unclosed bracket or brace.
  public init?(_ text: String, at location: SourceRange) {
    let isOfPackages = text.hasPrefix("package:")
    package = isOfPackages ? PackagePattern(trimmed(text.dropFirst("package:".count))) : nil
    guard let name = Glob(text), !isOfPackages || package != nil else { return nil }
    self.text = text
    self.location = location
    self.name = name
    isFolder = !isOfPackages && text.utf8.contains(UInt8(ascii: "/"))
    isOfNames = !isOfPackages && !isFolder
    guard let parts = Self.parts(of: text) else { return nil }
    self.parts = isFolder && parts.allSatisfy(\.isPlain) ? parts + [.any] : parts
  }

  public func matches(folder: Path) -> Bool { isFolder && matches(folder) }

  public func matches(name bytes: [UInt8]) -> Bool {
    isOfNames && name.matches(bytes[...])
  }

  /// The longest folder path without wildcards that contains all matches; possibly empty.
  var firstFolder: ArraySlice<UInt8> {
    var folder: [UInt8] = []
    for case .one(let glob) in parts.prefix(while: { $0 != .any }) {
      guard let name = glob.literal else { break }
      if !folder.isEmpty { folder.append(UInt8(ascii: "/")) }
      folder += name
    }
    return folder[...]
  }

  /// The first component without wildcards that all matches have at the same place.
  var firstLiteral: (place: Int, name: [UInt8])? {
    for (place, part) in parts.enumerated() {
      guard case .one(let glob) = part else { return nil }
      if let name = glob.literal, name.allSatisfy({ $0 < 0x80 }) { return (place, name) }
    }
    return nil
  }

  /// The components that every match contains, as the same bytes.
  var literalComponents: [[UInt8]] {
    parts.compactMap { part in
      guard case .one(let glob) = part, let name = glob.literal, name.allSatisfy({ $0 < 0x80 })
      else { return nil }
      return name
    }
  }

  /// Whether the pattern matches a path relative to the workspace root, even without a `/`.
  public func matches(path: String) -> Bool { matches(Path(path)) }

  /// Returns the outermost of `folder` and its ancestors that the pattern matches, even without a
  /// `/`.
  func shortestMatch(onWayTo folder: Path) -> Path? {
    (0..<folder.count).lazy.map { folder.prefix($0 + 1) }.first { matches($0) }
  }

  /// The extent to which a pattern matches a folder and its subfolders.
  enum Coverage {
    case ends
    case whole
    case parts
  }

  /// - Complexity: O(parts of the pattern × parts of the folder).
  func coverage(of folder: Path) -> Coverage {
    // The reachable positions in the pattern as a bit set.
    guard parts.count < UInt64.bitWidth else { return .parts }
    var places = closure(of: 1)
    for index in 0..<folder.count {
      var next: UInt64 = 0
      for place in parts.indices where places & (1 << UInt64(place)) != 0 {
        switch parts[place] {
        case .any: next |= 1 << UInt64(place)
        case .one(let glob): if glob.matches(folder[index]) { next |= 1 << UInt64(place + 1) }
        }
      }
      guard next != 0 else { return .ends }
      places = closure(of: next)
    }
    if parts.last == .any, places & (1 << UInt64(parts.count - 1)) != 0 { return .whole }
    return places & (1 << UInt64(parts.count) - 1) == 0 ? .ends : .parts
  }

  /// Whether the pattern matches everything that `other` matches, which must be a name or a folder
  /// with its subfolders.
  public func covers(_ other: Pattern) -> Bool {
    if isOfNames, other.isOfNames, let literal = other.name.literal {
      return matches(name: literal)
    }
    let folder = Path(String(decoding: other.firstFolder, as: UTF8.self))
    guard isFolder, other.isFolder, other.parts.last == .any,
      folder.count == other.parts.count - 1
    else { return false }
    return coverage(of: folder) == .whole
  }

  /// Whether the pattern may match a subfolder of `folder`.
  public func mayMatch(below folder: Path) -> Bool { coverage(of: folder) != .ends }

  /// Adds the positions after each reachable `**`, which may match nothing.
  private func closure(of places: UInt64) -> UInt64 {
    var places = places
    for place in parts.indices where parts[place] == .any && places & (1 << UInt64(place)) != 0 {
      places |= 1 << UInt64(place + 1)
    }
    return places
  }

  /// Whether `exclude` with this pattern ignores `folder`; without a `/` the folder's name must
  /// match.
  func matchesExcluded(_ folder: Path) -> Bool {
    if isFolder { return matches(folder) }
    return folder.count > 0 && name.matches(folder[folder.count - 1])
  }

  private func matches(_ path: Path) -> Bool {
    Wildcard.matches(
      tokens: parts.count, elements: 0..<path.count, isAnyRun: { parts[$0] == .any },
      length: { part, place in
        guard case .one(let glob) = parts[part], glob.matches(path[place]) else { return nil }
        return 1
      }, mayEnd: { $0 == path.count })
  }

  private static func parts(of text: String) -> [Part]? {
    var parts: [Part] = []
    for piece in text.split(separator: "/") where piece != "." {
      if piece == "**" {
        if parts.last != .any { parts.append(.any) }
        continue
      }
      guard let glob = Glob(String(piece)) else { return nil }
      parts.append(.one(glob))
    }
    return parts
  }
}

/// A pattern that matches Swift packages by normalized address or path, its last component, or the
/// name of a product.
///
/// Ignores case in addresses and paths, and accepts addresses with or without protocol and `.git`.
/// Names of products are case-sensitive.
public struct PackagePattern: Hashable, Sendable {
  private let product: Glob
  private let address: Glob?

  init?(_ text: String) {
    guard let product = Glob(text), !text.isEmpty else { return nil }
    self.product = product
    address = Glob(Self.plain(text))
  }

  public func matches(_ identity: String, product name: [UInt8]) -> Bool {
    if product.matches(name[...]) { return true }
    guard let address else { return false }
    let plain = Self.plain(identity)
    return address.matches(plain) || address.matches(Path.lastComponent(plain))
  }

  private static func plain(_ address: String) -> String {
    var text = address.lowercased()[...]
    if text.hasPrefix("https://") { text = text.dropFirst("https://".count) }
    text = Path.withoutTrailingSlashes(text)
    if text.hasSuffix(".git") { text = text.dropLast(".git".count) }
    return String(text)
  }
}

/// An index of many patterns, which limits the comparisons per name and folder.
struct PatternIndex: Sendable {
  private var names = GlobIndex()
  private var folders: FolderIndex

  /// The length up to which a linear search is faster than the index.
  private static let shortList = 16

  /// Returns `nil` for a short list.
  init?(_ patterns: [Pattern]) {
    guard patterns.count > Self.shortList else { return nil }
    folders = FolderIndex(patterns.enumerated().filter { $0.element.isFolder })
    for (number, pattern) in patterns.enumerated() where !pattern.isFolder {
      names.insert(number, pattern.name)
    }
  }

  func candidates(name: [UInt8]) -> [Int] { names.candidates(for: name[...]) }

  func candidates(folder: Path) -> [Int] { folders.candidates(for: folder) }
}

/// An index of patterns for paths by a component that all their matches contain.
struct FolderIndex: Sendable {
  private var byComponent: [ArraySlice<UInt8>: [Int]] = [:]
  private var others: [Int] = []

  /// Indexes patterns with their numbers, each by its rarest component.
  init(_ patterns: some Sequence<(offset: Int, element: Pattern)>) {
    let components = patterns.map { (number: $0.offset, names: $0.element.literalComponents) }
    var counts: [[UInt8]: Int] = [:]
    for name in components.lazy.flatMap(\.names) { counts[name, default: 0] += 1 }
    for (number, names) in components {
      if let rarest = names.min(by: { counts[$0, default: 0] < counts[$1, default: 0] }) {
        byComponent[rarest[...], default: []].append(number)
      } else {
        others.append(number)
      }
    }
  }

  func candidates(for path: Path) -> [Int] {
    guard !byComponent.isEmpty else { return others }
    var found = Set(others)
    for place in 0..<path.count { found.formUnion(byComponent[path[place]] ?? []) }
    return found.sorted()
  }
}
