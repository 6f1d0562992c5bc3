public import Diagnostics
internal import Graph

/// The patterns of one entry of rules.yml with their matches.
struct PatternGroup {
  let owner: UnmatchedPattern.Owner
  /// Whether each folder matches.
  private(set) var marks: [Bool]
  private(set) var named: ModuleSet = []
  /// The modules whose packages match.
  private(set) var packaged: ModuleSet = []
  private(set) var unused: [UnmatchedPattern] = []

  private init(
    _ owner: UnmatchedPattern.Owner, folderCount: Int, _ matches: some Sequence<PatternMatch>
  ) {
    self.owner = owner
    marks = Array(repeating: false, count: folderCount)
    for match in matches {
      for folder in match.folders { marks[folder] = true }
      named.formUnion(ModuleSet(match.named))
      packaged.formUnion(ModuleSet(match.packaged))
      guard match.isEmpty else { continue }
      unused.append(
        UnmatchedPattern(
          text: match.pattern.text, location: match.pattern.location, owner: owner,
          pattern: match.pattern))
    }
  }

  /// Matches the patterns of all entries in one pass.
  static func groups(
    of entries: [(owner: UnmatchedPattern.Owner, patterns: [Pattern])], in graph: ModuleGraph,
    _ folders: ModuleFolders
  ) -> [PatternGroup] {
    let matches = PatternMatch.all(of: entries.flatMap(\.patterns), in: graph, folders)
    var rest = matches[...]
    return entries.map { owner, patterns in
      let own = rest.prefix(patterns.count)
      rest = rest.dropFirst(patterns.count)
      return PatternGroup(owner, folderCount: folders.paths.count, own)
    }
  }

  /// The number of the layer; `nil` for a list or a tag.
  var layer: Int? {
    guard case .layer(let number, _) = owner else { return nil }
    return number
  }

  /// Returns the modules that match by any of their folders, by name or by package.
  func members(in graph: ModuleGraph, _ folders: ModuleFolders) -> ModuleSet {
    guard marks.contains(true) else { return named.union(packaged) }
    return named.union(packaged).union(
      ModuleSet(graph.modules.filter { folders.contains($0, anyOf: marks) }))
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
