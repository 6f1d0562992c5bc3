public import Architecture
public import Diagnostics
public import Graph
internal import Paths

/// The layers that a workspace seems to have, read off its folders, its names and its links.
///
/// The folders say which modules belong together, the links which group stands above which: in the
/// order of layers that the fewest links break. Where folders say nothing, as where all modules lie
/// in one, the links alone decide.
public struct LayerInference: Sendable {
  /// What to write.
  public let rules: RulesFile
  /// The layers that are folders which a person named for what is in them.
  public let namedLayers: Set<String>
  /// How many modules are in each layer, tests included and the platform variants of one counted
  /// once.
  public let moduleCounts: [Int]
  /// How many modules each pattern of `interfaces` and `test-support` matches.
  public let patternCounts: [String: Int]

  /// Infers the layers of a graph; `specs` says which files it was read from, where these have not
  /// the usual name and place, and `exclude` which folders were left out.
  ///
  /// - Complexity: O(*d* (*n* + *m*)) for folders *d* deep, and the search for the cheapest cut of
  ///   the graph of groups.
  public init(_ graph: ModuleGraph, specs: [RulesFile.Specs] = [], exclude: [String] = []) {
    var population = Population(graph)
    let naming = Naming(of: population)
    var rules = RulesFile(
      interfaces: naming.interfaces, testSupport: naming.testSupport, exclude: exclude,
      specs: specs)
    let layered = LayeredGraph(graph, configuration: Configuration(rules))
    population.noteTestSupport(of: layered)
    let links = population.links(judgedBy: layered)
    let units = FolderDivision(population, links: links).units
    let order = UnitOrder(units, population, links: links)
    let drafts = LayerDrafting(units, order, population, links).drafts
    rules.layers = LayerPatterns(drafts, units, population).layers(for: rules)
    self.rules = rules
    namedLayers = Set(
      drafts.filter { draft in
        draft.units.count == 1 && units[draft.units[0]].isNamedByPerson
      }.map(\.name))
    moduleCounts = drafts.map { draft in
      draft.units.reduce(0) { $0 + units[$1].members.count }
    }
    patternCounts = Dictionary(
      (naming.interfaces + naming.testSupport).map { pattern in
        let ending = pattern.dropFirst()
        let count = population.members.count { member in
          pattern.hasPrefix("*")
            ? member.name.hasSuffix(ending) : RulesFile.pattern(name: member.name) == pattern
        }
        return (pattern, count)
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension Population {
  /// The links that the rules on layers judge, each pair once, by the hardest of its entries.
  fileprivate func links(judgedBy layered: LayeredGraph) -> [LayerLink] {
    let strict = Set(pairs { layered.requirement(of: $0) == .below })
    return pairs { layered.requirement(of: $0) != .none }.map { pair in
      LayerLink(from: pair.from, to: pair.to, isStrict: strict.contains(pair))
    }
  }
}

extension LayerInference {
  /// Patterns for the folders of templates, and of archives whose projects build what others do.
  ///
  /// - Parameters:
  ///   - graph: The modules of the workspace.
  ///   - duplicates: The findings about products that several projects build.
  ///   - templates: The patterns that are known already.
  /// - Returns: What `exclude` has to list, in order.
  public static func dormantFolders(
    of graph: ModuleGraph, duplicates: [Diagnostic], templates: [String]
  ) -> [String] {
    let places = duplicates.flatMap { [$0.location] + $0.notes.map(\.location) }
    let files = Set(places.compactMap { $0?.file })
    let archives = graph.specs.filter { files.contains($0.file) }
      .compactMap { DormantFolder(of: $0.path, project: $0.project) }
    let others = graph.specs.compactMap { DormantFolder(template: $0.path, project: $0.project) }
    return Set(templates + (archives + others + unlinkedFolders(of: graph)).map(\.pattern))
      .sorted { $0.precedes($1) }
  }

  /// Folders named for archives or templates that nothing outside of them links.
  ///
  /// One that a module in it is named after may be anything: `Backup` may be what an application does.
  private static func unlinkedFolders(of graph: ModuleGraph) -> Set<DormantFolder> {
    let folders = graph.specs.map { DormantFolder(of: $0.path, project: $0.project) }
    guard folders.contains(where: { $0 != nil }) else { return [] }
    func folder(of module: ModuleID) -> DormantFolder? {
      graph[module].spec < 0 ? nil : folders[graph[module].spec]
    }
    var used: Set<DormantFolder> = []
    for link in graph.links {
      if let other = folder(of: link.to), folder(of: link.from) != other { used.insert(other) }
    }
    for module in graph.builtModules {
      guard let folder = folder(of: module) else { continue }
      let name = Path.lastComponent(Path.folder(of: folder.pattern)).lowercased()
      if graph[module].baseName.lowercased().hasSuffix(name) { used.insert(folder) }
    }
    return Set(folders.compactMap(\.self)).subtracting(used)
  }
}
