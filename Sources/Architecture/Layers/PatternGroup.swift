public import Diagnostics
internal import Graph
internal import Paths

struct PatternGroup {
  let owner: UnmatchedPattern.Owner
  private(set) var marks: [Bool]
  private(set) var named: ModuleSet = []
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

  var layer: Int? {
    guard case .layer(let number, _) = owner else { return nil }
    return number
  }

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
    case slices(String)
    case interfaces
    case testSupport
    case ignore
    case tag(String)
  }
}

struct PatternMatch {
  let pattern: Pattern
  private(set) var folders: [Int] = []
  /// The modules whose names match, with or without platform suffix.
  private(set) var named: [ModuleID] = []
  private(set) var packaged: [ModuleID] = []

  private init(_ pattern: Pattern) { self.pattern = pattern }

  var isEmpty: Bool { folders.isEmpty && named.isEmpty && packaged.isEmpty }

  /// Matches each folder and each module against all patterns.
  ///
  /// - Complexity: O(folders, modules and packages × the patterns that an index finds for each).
  static func all(
    of patterns: [Pattern], in graph: ModuleGraph, _ folders: ModuleFolders
  ) -> [PatternMatch] {
    var matches = patterns.map { PatternMatch($0) }
    let index = PatternIndex(patterns)
    var (ofFolders, ofNames, ofPackages): ([Int], [Int], [Int]) = ([], [], [])
    for (number, pattern) in patterns.enumerated() {
      if pattern.isFolder { ofFolders.append(number) }
      if pattern.isOfNames { ofNames.append(number) }
      if pattern.package != nil { ofPackages.append(number) }
    }
    if !ofFolders.isEmpty {
      var folder = Path("")
      for (number, path) in folders.paths.enumerated() {
        folder.replace(with: path)
        for place in index?.candidates(folder: folder) ?? ofFolders
        where patterns[place].matches(folder: folder) {
          matches[place].folders.append(number)
        }
      }
    }
    if !ofNames.isEmpty { matchNames(ofNames, of: graph, index, &matches) }
    if !ofPackages.isEmpty { matchPackages(ofPackages, of: graph, &matches) }
    return matches
  }

  private static func matchNames(
    _ ofNames: [Int], of graph: ModuleGraph, _ index: PatternIndex?,
    _ matches: inout [PatternMatch]
  ) {
    func match(_ name: String, of module: ModuleID) {
      let name = Array(name.utf8)
      for place in index?.candidates(name: name) ?? ofNames
      where matches[place].pattern.matches(name: name) && matches[place].named.last != module {
        matches[place].named.append(module)
      }
    }
    for module in graph.modules {
      match(graph[module].name, of: module)
      if let name = graph[module].unsuffixedName { match(name, of: module) }
    }
  }

  private static func matchPackages(
    _ ofPackages: [Int], of graph: ModuleGraph, _ matches: inout [PatternMatch]
  ) {
    for module in graph.modules {
      guard let package = graph.package(of: module) else { continue }
      let product = Array(package.name.utf8)
      for place in ofPackages
      where matches[place].pattern.package?.matches(package.identity, product: product) ?? false {
        matches[place].packaged.append(module)
      }
    }
  }
}
