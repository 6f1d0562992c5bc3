internal import Architecture
internal import Diagnostics
internal import Graph
internal import Paths

/// The remote packages in manifests of which no target uses a product.
struct UnusedPackages {
  private let graph: ModuleGraph
  private var manifests: [FileID: Int] = [:]
  private var used: [Int: Set<String>] = [:]
  private var required: [Int: Set<String>] = [:]
  /// The manifests with a dependency of unknown destination, and those that depend on the host.
  private var uncertain: Set<Int> = []
  /// The names of the folders of local packages, which replace remote ones.
  private var local: Set<String> = []

  /// - Complexity: O(*n* + *m*).
  init(_ layered: LayeredGraph) {
    graph = layered.graph
    let hosts = Set(layered.reading.gaps.filter { $0.kind == .hostManifests }.map(\.name))
    for (number, spec) in graph.specs.enumerated() where spec.isPackage {
      manifests[spec.file] = number
      local.insert(Path.lastComponent(spec.folder).lowercased())
      if hosts.contains(spec.path) { uncertain.insert(number) }
    }
    uncertain.formUnion(graph.unknownReferences.map { [graph] in graph[$0.from].spec })
    for link in graph.links where !link.isImport {
      guard case .package(let identity)? = graph[link.to].external else { continue }
      used[graph[link.from].spec, default: []].insert(identity)
    }
    for requirement in graph.packageRequirements {
      guard let number = manifests[requirement.location.file] else { continue }
      required[number, default: []].insert(requirement.identity)
    }
  }

  var entries: [PackageRequirement] {
    let built = Set(graph.builtModules.map { graph[$0].spec })
    return graph.packageRequirements.filter { requirement in
      guard requirement.kind == .package, let number = manifests[requirement.location.file],
        built.contains(number), !uncertain.contains(number)
      else { return false }
      let used = used[number] ?? []
      return !used.contains(requirement.identity)
        && used.isSubset(of: required[number] ?? [])
        && !local.contains(requirement.name.lowercased())
        && !Self.tools.contains { requirement.name.lowercased().contains($0) }
    }
  }

  /// Parts of the names of packages whose plug-ins and programs are run by hand.
  ///
  /// SwiftPM accepts an unused package that has an executable or plug-in product. Only its checkout
  /// shows its products, and a result must not depend on that, so its name decides.
  private static let tools = [
    "plugin", "lint", "format", "docc", "gen", "tool", "danger", "sourcery", "komondor", "rocket",
    "bench", "mint", "cli",
  ]
}
