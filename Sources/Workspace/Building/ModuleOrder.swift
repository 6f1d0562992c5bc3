internal import Diagnostics
internal import Graph

/// The final order of modules: those that the workspace builds by name, then externals by name.
///
/// Until then, externals are numbered in order of discovery.
struct ModuleOrder {
  /// The modules in their final order.
  private(set) var modules: [Module]
  let builtCount: Int
  /// The final id for each provisional number.
  private var ids: [ModuleID]

  /// - Parameters:
  ///   - built: The modules that the workspace builds, in order of name.
  ///   - externals: The other linked modules.
  /// - Complexity: O(*n* + *e* log *e*) for *n* modules and *e* externals.
  init(built: consuming [Module], externals: inout ExternalTable) {
    let others = externals.sorted()
    modules = consume built
    builtCount = modules.count
    ids = (0..<(builtCount + externals.modules.count)).map { ModuleID($0) }
    for (module, numbers) in others {
      for number in numbers { ids[number] = ModuleID(modules.count) }
      modules.append(module)
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
