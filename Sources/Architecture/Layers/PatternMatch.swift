internal import Graph
internal import Paths

/// The folders, by number, and the modules that a pattern matches.
struct PatternMatch {
  let pattern: Pattern
  private(set) var folders: [Int] = []
  /// The modules whose names match, with or without platform suffix.
  private(set) var named: [ModuleID] = []
  /// The modules whose packages match.
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
    let ofFolders = patterns.indices.filter { patterns[$0].isFolder }
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
    let ofNames = patterns.indices.filter { patterns[$0].isOfNames }
    if !ofNames.isEmpty {
      func match(_ name: String, of module: ModuleID) {
        let name = Array(name.utf8)
        for place in index?.candidates(name: name) ?? ofNames
        where patterns[place].matches(name: name) && matches[place].named.last != module {
          matches[place].named.append(module)
        }
      }
      for module in graph.modules {
        match(graph[module].name, of: module)
        if let name = graph[module].unsuffixedName { match(name, of: module) }
      }
    }
    matchPackages(of: graph, &matches)
    return matches
  }

  private static func matchPackages(of graph: ModuleGraph, _ matches: inout [PatternMatch]) {
    let ofPackages = matches.indices.filter { matches[$0].pattern.package != nil }
    guard !ofPackages.isEmpty else { return }
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
