internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
internal import SourceReading
internal import Workspace

/// The module names that a target may import because of its declared dependencies.
struct DeclaredNames {
  private let graph: ModuleGraph
  private let moduleNames: ModuleNames
  private let podNames: Set<String>
  private let lists: SourceLists
  private var unknown: [ModuleID: Set<String>] = [:]
  private var podfiles: [String: Set<String>] = [:]
  private var known: [ModuleID: Set<String>] = [:]

  init(_ moduleNames: ModuleNames, in lists: SourceLists) {
    graph = moduleNames.graph
    self.moduleNames = moduleNames
    podNames = lists.podNames
    self.lists = lists
    for reference in graph.unknownReferences {
      unknown[reference.from, default: []].insert(reference.name)
    }
  }

  /// Whether a dependency of any kind, a linker flag or a pod allows `dependent` to import `name`.
  mutating func contains(_ name: String, of dependent: ModuleID) -> Bool {
    let names = known[dependent] ?? self.names(of: dependent)
    known[dependent] = names
    return names.contains(name) || podNames.contains(name) || isPod(name, of: dependent)
  }

  /// Whether `dependent` may import all of them: they are declared or part of the system.
  mutating func allow(_ imports: [SourceImport], of dependent: ModuleID) -> Bool {
    imports.allSatisfy { found in
      SystemFrameworks.contains(found.module) || contains(found.module, of: dependent)
    }
  }

  /// Returns the names that `dependent` may not import if the dependencies declared at `entries`
  /// are removed.
  mutating func undeclared(
    among names: Set<String>, of dependent: ModuleID, besides entries: Set<SourceRange> = []
  ) -> Set<String> {
    let declared = self.names(of: dependent, besides: entries)
    return names.filter { name in
      !declared.contains(name) && !podNames.contains(name) && !isPod(name, of: dependent)
    }
  }

  private func names(
    of dependent: ModuleID, besides entries: Set<SourceRange> = []
  ) -> Set<String> {
    var names = graph[dependent].looseNames.union(unknown[dependent] ?? [])
    names.insert(moduleNames.name(of: dependent) ?? graph[dependent].baseName)
    // The headers of a framework are in a folder with the name of its product.
    if graph[dependent].type.isFramework { names.insert(graph[dependent].productName) }
    let linked = graph.links(from: dependent).lazy
      .filter { !$0.isImport && !entries.contains($0.location) }.map(\.to)
    // A test bundle can import the module of its host application.
    for module in Array(linked) + (graph[dependent].host.map { [$0] } ?? []) {
      names.formUnion(moduleNames.knownNames(of: module))
    }
    return names
  }

  /// Whether the Podfile of the spec's folder, or of one above it, contains the pod.
  private mutating func isPod(_ name: String, of module: ModuleID) -> Bool {
    guard var folder = graph.spec(of: module)?.folder, !Path.leadsOutside(folder) else {
      return false
    }
    while true {
      let pods = podfiles[folder] ?? lists.pods(in: folder)
      podfiles[folder] = pods
      if pods.contains(name) { return true }
      if folder.isEmpty { return false }
      folder = Path.folder(of: folder)
    }
  }
}
