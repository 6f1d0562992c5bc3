internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
internal import SourceReading
internal import Text
internal import Workspace

extension SourceTable {
  /// Returns the import name of a module; `nil` if it is unknown or the workspace does not build
  /// it.
  ///
  /// Assumes the product name for modules whose sources are not listed.
  func name(of module: ModuleID) -> String? {
    guard graph.builtModules.contains(module) else { return nil }
    return isLoaded(module)
      ? self[module]?.moduleName : graph[module].productName.moduleIdentifier
  }

  func knownNames(of module: ModuleID) -> Set<String> {
    let known = graph[module]
    return Set(
      [known.name, known.baseName, known.productName] + (name(of: module).map { [$0] } ?? []))
  }
}

struct ImportableModules {
  let table: SourceTable
  private var modules: [String: [ModuleID]] = [:]
  /// The module names by header folder, which is named after the product; empty if several modules
  /// share a folder.
  private var folders: [String: String] = [:]
  /// The products of remote packages that targets of each spec link, by name.
  private var remoteProducts: [Int: [String: ModuleID]] = [:]

  private var graph: ModuleGraph { table.graph }

  /// - Complexity: O(*n*) for *n* modules.
  init(_ table: SourceTable) {
    self.table = table
    for module in graph.builtModules where graph[module].isImportable {
      guard let name = table.name(of: module) else { continue }
      modules[name, default: []].append(module)
      let folder = graph[module].productName
      if folder != name, folders.updateValue(name, forKey: folder) ?? name != name {
        folders[folder] = ""
      }
    }
    for link in graph.links
    where link.kind == .package && link.flags.contains(.linked) && !link.flags.contains(.renamed) {
      let product = graph[link.to]
      guard graph.isRemoteProduct(link.to), modules[product.name] == nil else { continue }
      remoteProducts[graph[link.from].spec, default: [:]][product.name] = link.to
    }
  }

  var allNames: Set<String> {
    Set(modules.keys).union(folders.keys).union(remoteProducts.values.flatMap(\.keys))
  }

  /// Returns the product of a remote package that another target of the same manifest, spec or
  /// project links by the name.
  func remoteProduct(named name: String, near dependent: ModuleID) -> ModuleID? {
    remoteProducts[graph[dependent].spec]?[name]
  }

  /// Returns the module name of an import, whose header folder is named after the module or its
  /// product.
  func name(of found: SourceImport) -> String {
    guard found.header != nil, !folders.isEmpty, modules[found.module] == nil,
      let name = folders[found.module]
    else { return found.module }
    return name
  }

  func modules(named name: String) -> [ModuleID] { modules[name] ?? [] }

  /// Returns the modules with the name that a source of `dependent` may import.
  ///
  /// Prefers modules that are built together with it. Only tests import executables. Modules of
  /// other platforms or of another Xcode workspace are excluded.
  func modules(named name: String, importedBy dependent: ModuleID) -> [ModuleID] {
    let isTest = graph[dependent].roles.contains(.test)
    let fitting = modules(named: name).filter { module in
      (isTest || !graph[module].roles.contains(.executable))
        && !graph[module].platforms.isDisjoint(with: graph[dependent].platforms)
        && !graph.areApart(module, dependent)
    }
    let near = fitting.filter { graph.mayShareProducts($0, dependent) }
    return near.isEmpty ? fitting : near
  }
}

extension Module {
  /// Whether sources can import the module: a library, or an executable under test.
  fileprivate var isImportable: Bool {
    roles.isDisjoint(with: [.test, .aggregate, .legacy, .resourceBundle, .external])
      && packageTarget != .plugin
  }
}

extension ModuleGraph {
  /// Whether it is a product of a package outside of the workspace, whose targets are unknown.
  func isRemoteProduct(_ module: ModuleID) -> Bool {
    guard case .package(let identity)? = self[module].external else { return false }
    // A plain name in a manifest may be a product of any of its packages.
    return (identity.contains("://") || identity == self[module].name)
      && !self[module].roles.contains(.unreadPackage)
  }

  func isStaticLibrary(_ module: ModuleID) -> Bool {
    self[module].linkage == .static && self[module].packageTarget == nil
      && !self[module].type.isFramework
  }
}

/// The module names that a target may import because of its declared dependencies.
struct DeclaredNames {
  private let table: SourceTable
  private let podNames: Set<String>
  private var unknown: [ModuleID: Set<String>] = [:]
  private var podfiles: [String: Set<String>] = [:]
  private var known: [ModuleID: Set<String>] = [:]

  private var graph: ModuleGraph { table.graph }

  init(_ table: SourceTable) {
    self.table = table
    podNames = table.lists.podNames
    for reference in table.graph.unknownReferences {
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
    names.insert(table.name(of: dependent) ?? graph[dependent].baseName)
    // The headers of a framework are in a folder with the name of its product.
    if graph[dependent].type.isFramework { names.insert(graph[dependent].productName) }
    let linked = graph.links(from: dependent).lazy
      .filter { !$0.isImport && !entries.contains($0.location) }.map(\.to)
    // A test bundle can import the module of its host application.
    for module in Array(linked) + (graph[dependent].host.map { [$0] } ?? []) {
      names.formUnion(table.knownNames(of: module))
    }
    return names
  }

  /// Whether the Podfile of the spec's folder, or of one above it, contains the pod.
  private mutating func isPod(_ name: String, of module: ModuleID) -> Bool {
    guard var folder = graph.spec(of: module)?.folder, !Path.leadsOutside(folder) else {
      return false
    }
    while true {
      let pods = podfiles[folder] ?? table.lists.pods(in: folder)
      podfiles[folder] = pods
      if pods.contains(name) { return true }
      if folder.isEmpty { return false }
      folder = Path.folder(of: folder)
    }
  }
}
