internal import Diagnostics
internal import Graph

/// The final order of modules: those that the workspace builds by name, then externals by name.
///
/// Until then, modules have provisional numbers: those of specs, then those of packages, then
/// externals in order of discovery.
struct ModuleOrder {
  /// The modules in their final order.
  private(set) var modules: [Module]
  let builtCount: Int
  /// The final id for each provisional number.
  private var ids: [ModuleID]

  /// - Parameters:
  ///   - specModules: The modules of specs, in order of name.
  ///   - packageModules: The modules of packages, in order of name.
  ///   - externals: The other linked modules.
  /// - Complexity: O(*n* log *n*); O(*e* log *e*) for *e* externals without packages.
  init(
    specModules: consuming [Module], packageModules: [Module], externals: inout ExternalTable
  ) {
    let others = externals.sorted()
    modules = consume specModules
    modules += packageModules
    builtCount = modules.count
    ids = (0..<(builtCount + externals.modules.count)).map { ModuleID($0) }
    if !packageModules.isEmpty { sortBuilt() }
    for (module, numbers) in others {
      for number in numbers { ids[number] = ModuleID(modules.count) }
      modules.append(module)
    }
  }

  private mutating func sortBuilt() {
    let order = modules.indices.sorted { a, b in
      let (x, y) = (modules[a].name, modules[b].name)
      return x == y ? a < b : x.precedes(y)
    }
    for (new, old) in order.enumerated() { ids[old] = ModuleID(new) }
    modules = order.map { modules[$0] }
    for index in modules.indices {
      modules[index].host = modules[index].host.map { ids[$0.number] }
      for configured in modules[index].configuredHosts.indices {
        let host = modules[index].configuredHosts[configured].host
        modules[index].configuredHosts[configured].host = host.map { ids[$0.number] }
      }
    }
  }

  /// Replaces the provisional numbers in links and references.
  func renumber(_ links: inout [Link], _ unknown: inout [UnknownReference]) {
    for index in links.indices {
      links[index].from = ids[links[index].from.number]
      links[index].to = ids[links[index].to.number]
    }
    for index in unknown.indices { unknown[index].from = ids[unknown[index].from.number] }
  }
}
