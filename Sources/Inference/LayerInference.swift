public import Architecture
public import Diagnostics
public import Graph
internal import Paths

/// The layers inferred from the folders, names and links of a workspace.
///
/// Folders group the modules, and links order the groups so that the fewest links lead upward.
/// Without meaningful folders, links also determine the groups.
public struct LayerInference: Sendable {
  /// The maximum number of times that folders are divided because links contradict them.
  private static let mostAttempts = 4

  /// The proposed rules.yml.
  public let rules: RulesFile
  /// The number of modules in each layer, including tests and counting platform variants once.
  public let moduleCounts: [Int]
  /// The number of modules that each pattern of `interfaces` and `test-support` matches.
  public let patternCounts: [String: Int]

  /// Infers the layers of a graph.
  ///
  /// `specs` are the patterns of unusual spec files, and `exclude` those of ignored folders.
  ///
  /// - Complexity: O(*d* (*n* + *m*)) for folders *d* deep, and the search for the cheapest cut of
  ///   the graph of groups.
  public init(_ graph: ModuleGraph, specs: [RulesFile.Specs] = [], exclude: [String] = []) {
    var table = ModuleTable(graph)
    let roles = RolePatterns(of: table)
    var rules = RulesFile(
      interfaces: roles.interfaces, testSupport: roles.testSupport, exclude: exclude,
      specs: specs)
    let layered = LayeredGraph(graph, configuration: Configuration(rules))
    table.noteTestSupport(of: layered)
    let links = table.links(judgedBy: layered)
    var drafting = Self.drafting(table, links)
    var found = LayerPatterns(drafting).layers(for: rules)
    if !found.inseparable.isEmpty {
      var units = drafting.units
      units.join(found.inseparable, drafting.drafts, table)
      drafting = LayerDrafting(units, UnitOrder(units, table, links: links), table, links)
      found = LayerPatterns(drafting).layers(for: rules)
    }
    rules.layers = found.layers
    self.rules = rules
    moduleCounts = drafting.drafts.map { draft in
      draft.units.reduce(0) { $0 + drafting.units[$1].members.count }
    }
    patternCounts = Dictionary(
      (roles.interfaces + roles.testSupport).map { pattern in
        let ending = pattern.dropFirst()
        let count = table.members.count { member in
          pattern.hasPrefix("*")
            ? member.name.hasSuffix(ending) : RulesFile.pattern(name: member.name) == pattern
        }
        return (pattern, count)
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension LayerInference {
  /// Returns layers for units of folders, dividing the folders that links contradict.
  private static func drafting(_ table: ModuleTable, _ links: [LayerLink]) -> LayerDrafting {
    var divided: Set<String> = []
    var attempts = 0
    while true {
      let units = FolderDivision(table, links: links, dividing: divided).units
      let order = UnitOrder(units, table, links: links)
      let known = divided.count
      divided.formUnion(order.contradictedFolders(links, table))
      attempts += 1
      if divided.count == known || attempts > mostAttempts {
        return LayerDrafting(units, order, table, links)
      }
    }
  }
}

extension ModuleTable {
  /// Returns the links that layer rules check, once per pair with the strictest requirement.
  fileprivate func links(judgedBy layered: LayeredGraph) -> [LayerLink] {
    let strict = Set(pairs(where: layered.needsLowerLayer))
    return pairs(where: layered.isJudgedByLayers).filter { pair in
      // `test-support-in-product` reports the others.
      !members[pair.to].isTestSupport || members[pair.from].isCompanion
    }.map { LayerLink(from: $0.from, to: $0.to, isStrict: strict.contains($0)) }
  }
}

extension LayerInference {
  /// Returns patterns for the folders of templates, and of archives that duplicate other projects.
  ///
  /// - Parameters:
  ///   - graph: The modules of the workspace.
  ///   - duplicates: The findings of `duplicate-module`.
  ///   - templates: The patterns of known templates.
  /// - Returns: The sorted patterns for `exclude`.
  public static func inactiveFolders(
    of graph: ModuleGraph, duplicates: [Diagnostic], templates: [String]
  ) -> [String] {
    let places = duplicates.flatMap { [$0.location] + $0.notes.map(\.location) }
    let files = Set(places.compactMap { $0?.file })
    let archives = graph.specs.filter { files.contains($0.file) }
      .compactMap { InactiveFolder(of: $0.path, project: $0.project) }
    let others = graph.specs.compactMap { InactiveFolder(template: $0.path, project: $0.project) }
    return Set(templates + (archives + others + unlinkedFolders(of: graph)).map(\.pattern))
      .sorted { $0.precedes($1) }
  }

  /// Returns folders named like archives or templates without dependents elsewhere.
  ///
  /// Skips folders that a module is named after: `Backup` may be a feature of the application.
  private static func unlinkedFolders(of graph: ModuleGraph) -> Set<InactiveFolder> {
    let folders = graph.specs.map { InactiveFolder(of: $0.path, project: $0.project) }
    guard folders.contains(where: { $0 != nil }) else { return [] }
    func folder(of module: ModuleID) -> InactiveFolder? {
      graph[module].spec < 0 ? nil : folders[graph[module].spec]
    }
    var used: Set<InactiveFolder> = []
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
