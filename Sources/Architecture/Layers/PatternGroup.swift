public import Diagnostics
internal import Graph
internal import Paths

/// The patterns of one entry with their matches and use.
struct PatternGroup {
  let owner: UnmatchedPattern.Owner
  let patterns: [Pattern]
  let hasFolderPatterns: Bool
  let hasNamePatterns: Bool
  let hasPackagePatterns: Bool
  private(set) var members: ModuleSet = []
  /// The externals that package patterns match.
  private(set) var packages: [ModuleID] = []
  private var isUsed: [Bool]
  private(set) var matchesFolder: [Bool] = []
  private let index: PatternIndex?

  init(_ owner: UnmatchedPattern.Owner, _ patterns: [Pattern]) {
    self.owner = owner
    self.patterns = patterns
    hasFolderPatterns = patterns.contains { $0.isFolder }
    hasNamePatterns = patterns.contains { $0.isOfNames }
    hasPackagePatterns = patterns.contains { $0.package != nil }
    isUsed = Array(repeating: false, count: patterns.count)
    index = PatternIndex(patterns)
  }

  var unused: [UnmatchedPattern] {
    zip(patterns, isUsed).filter { !$1 }.map { pattern, _ in
      UnmatchedPattern(
        text: pattern.text, location: pattern.location, owner: owner, pattern: pattern)
    }
  }

  var isOfLayer: Bool {
    guard case .layer = owner else { return false }
    return true
  }

  mutating func reserve(folders count: Int) {
    matchesFolder = Array(repeating: false, count: count)
  }

  /// Matches all patterns, so that unused ones can be reported.
  mutating func enter(folder number: Int, _ folder: Path) {
    guard let index else {
      for pattern in patterns.indices { enter(folder: number, folder, pattern) }
      return
    }
    for pattern in index.candidates(folder: folder) { enter(folder: number, folder, pattern) }
  }

  private mutating func enter(folder number: Int, _ folder: Path, _ pattern: Int) {
    guard patterns[pattern].matches(folder: folder) else { return }
    matchesFolder[number] = true
    isUsed[pattern] = true
  }

  mutating func enter(
    _ module: ModuleID, isComputed: Bool, _ folders: ModuleFolders, _ name: [UInt8],
    _ otherName: [UInt8]
  ) {
    // The contents of a package with a computed manifest are unknown, so its folder does not
    // determine a layer.
    var isMember =
      hasFolderPatterns && !(isComputed && isOfLayer)
      && (isOfLayer
        ? folders.isDecided(module, by: matchesFolder)
        : folders.contains(module, anyOf: matchesFolder))
    if let index, hasNamePatterns {
      for pattern in index.candidates(name: name) { enter(name, pattern, &isMember) }
      if !otherName.isEmpty {
        for pattern in index.candidates(name: otherName) { enter(otherName, pattern, &isMember) }
      }
    } else if hasNamePatterns {
      // Matches all patterns, so that unused ones can be reported.
      for pattern in patterns.indices {
        enter(name, pattern, &isMember)
        if !otherName.isEmpty { enter(otherName, pattern, &isMember) }
      }
    }
    if isMember { members.insert(module) }
  }

  private mutating func enter(_ name: [UInt8], _ pattern: Int, _ isMember: inout Bool) {
    guard !(isMember && isUsed[pattern]), patterns[pattern].matches(name: name) else { return }
    isUsed[pattern] = true
    isMember = true
  }

  mutating func enter(
    _ module: ModuleID, package identity: String, _ product: [UInt8], isExternal: Bool
  ) {
    for (index, pattern) in patterns.enumerated()
    where pattern.package?.matches(identity, product: product) ?? false {
      isUsed[index] = true
      members.insert(module)
      if isExternal, packages.last != module { packages.append(module) }
    }
  }
}

/// A pattern of rules.yml without a match.
public struct UnmatchedPattern: Sendable {
  public var text: String
  public var location: SourceRange
  public var owner: Owner
  /// `nil` for a layer without patterns, which matches the folder of its name.
  public var pattern: Pattern?

  public enum Owner: Sendable {
    case layer(Int, String)
    /// A layer without patterns, which matches the folder of its name.
    case folder(Int, [UInt8])
    /// The layer that the pattern divides into slices.
    case slices(String)
    case interfaces
    case testSupport
    case ignore
    case tag(String)
  }
}
