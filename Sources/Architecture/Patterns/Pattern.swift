public import Diagnostics
public import Paths
public import Text

/// Names modules in rules.yml: by the folder of their spec if it has a `/`, else by their name.
///
/// `package:Kit` speaks of Swift packages: by their address, its last part, or a product's name.
/// `domain/**` is the folder `domain` and all below it, and so is a pattern with `/` and without
/// wildcards; any other pattern with `/` is the folders it matches, where `**` is any number of
/// parts.
public struct Pattern: Sendable {
  public let text: String
  public let location: SourceRange
  /// Whether it speaks of folders rather than names.
  public let isFolder: Bool
  /// Whether it speaks of the names of modules.
  public let isOfNames: Bool
  /// The packages that it speaks of.
  public let package: PackagePattern?
  private let parts: [Part]
  /// The whole pattern as one over names.
  public let name: Glob

  private enum Part: Hashable, Sendable {
    case one(Glob)
    case any
  }

  /// Returns `nil` for a bracket or brace that is not closed.
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
    let hasWildcards = parts.contains { part in
      guard case .one(let glob) = part else { return true }
      return glob.hasWildcards
    }
    self.parts = hasWildcards || !isFolder ? parts : parts + [.any]
  }

  /// Whether it is a pattern over folders that matches `folder`.
  public func matches(folder: Path) -> Bool { isFolder && matches(folder) }

  /// Whether it is a pattern over names that matches `name`.
  public func matches(name bytes: [UInt8]) -> Bool {
    isOfNames && name.matches(bytes[...])
  }

  /// The folder that all folders it matches are or lie in, as far as that is written without
  /// wildcards; empty if it is not.
  var firstFolder: ArraySlice<UInt8> {
    var folder: [UInt8] = []
    for case .one(let glob) in parts.prefix(while: { $0 != .any }) {
      guard let name = glob.literal else { break }
      if !folder.isEmpty { folder.append(UInt8(ascii: "/")) }
      folder += name
    }
    return folder[...]
  }

  /// Whether it matches a path relative to the workspace root, with or without a `/` of its own.
  public func matches(path: String) -> Bool { matches(Path(path)) }

  /// The shortest path on the way to `folder` that it matches, with or without a `/` of its own.
  func shortestMatch(onWayTo folder: Path) -> Path? {
    (0..<folder.count).lazy.map { folder.prefix($0 + 1) }.first { matches($0) }
  }

  /// What a pattern says of a folder and of those below it.
  enum Coverage {
    /// It matches no folder below.
    case ends
    /// It matches the folder and all below.
    case whole
    /// It may match some folders below and not others.
    case parts
  }

  /// - Complexity: O(parts of the pattern × parts of the folder).
  func coverage(of folder: Path) -> Coverage {
    // The places in the pattern that the folder's path may lead to, as bits.
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

  /// Whether it matches all that `other`, a name or a folder and all below, does.
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

  /// Whether it may match a folder below `folder`.
  public func mayMatch(below folder: Path) -> Bool { coverage(of: folder) != .ends }

  /// Adds the places behind each `**` that is reached, for it may stand for nothing.
  private func closure(of places: UInt64) -> UInt64 {
    var places = places
    for place in parts.indices where parts[place] == .any && places & (1 << UInt64(place)) != 0 {
      places |= 1 << UInt64(place + 1)
    }
    return places
  }

  /// Whether it keeps `folder` from being read: without a `/` by the last part of its path.
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

/// Names Swift packages: by their normalised address or path, the last part of it, or the name of a
/// product.
///
/// Addresses and paths are compared without regard to case, and an address may be written with its
/// protocol and `.git` or without; only the names of products are taken exactly.
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

  /// An address as people say it: in lower case, without protocol, `.git` and a slash at its end.
  private static func plain(_ address: String) -> String {
    var text = address.lowercased()[...]
    if text.hasPrefix("https://") { text = text.dropFirst("https://".count) }
    text = Path.withoutTrailingSlashes(text)
    if text.hasSuffix(".git") { text = text.dropLast(".git".count) }
    return String(text)
  }
}
