internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
internal import Specs

/// The files that a module is made of, as far as they tell what it needs.
struct ModuleSources: Sendable {
  /// The paths from the root of what the compiler reads, headers too, in order.
  var code: [String] = []
  /// Storyboards, interface files and property lists, which name classes with their modules, and headers that are
  /// in no build phase.
  var texts: [String] = []
  /// What the specification itself writes into property lists.
  var properties: [String] = []
  /// The module maps, which may call the module otherwise than the target.
  var moduleMaps: [String] = []
  /// What an import of the module is called; `nil` if that cannot be known.
  var moduleName: String?
  /// Where its settings have headers looked for.
  var searchPaths = HeaderSearchPaths()
  /// The names in blocks that were meant to declare dependencies, and do not.
  var lostDependencies: Set<String> = []
  /// The folder that all of a package's target is in; `nil` of other targets.
  var topFolder: String?
  /// Whether it is said to be built for the Mac from code for the phone.
  var namesMacCatalyst = false
  /// Whether a script or a plug-in may write further sources.
  var isGenerated = false
  /// Whether something that is listed is not there, or cannot be read.
  var isIncomplete = false
  /// Whether something is not listed since it is beyond some limit.
  var exceedsLimits = false

  /// The numbers of the `exclude` patterns that keep some of it from being read.
  var exclusions: Set<Int> = []

  /// Whether anything in it is compiled.
  var hasCode: Bool { code.contains { !$0.isHeaderPath } }

  /// Whether a file of that path can be in one of the lists.
  static func mayList(_ path: String) -> Bool {
    SourceLanguage(path: path) != nil || isModuleMap(path) || isText(path)
  }

  static func isModuleMap(_ path: String) -> Bool { path.hasSuffix(".modulemap") }

  /// Whether a file names classes with their modules, besides code.
  static func isText(_ path: String) -> Bool {
    [".storyboard", ".xib", ".nib", ".plist"].contains { path.hasSuffix($0) }
  }

  /// The same with nothing in its lists but some paths; `nil` if it has none of these.
  func part(of paths: Set<String>) -> ModuleSources? {
    var part = self
    part.code = code.filter { paths.contains($0) }
    part.texts = texts.filter { paths.contains($0) }
    part.moduleMaps = moduleMaps.filter { paths.contains($0) }
    return part.code.isEmpty && part.texts.isEmpty && part.moduleMaps.isEmpty ? nil : part
  }
}

extension String {
  /// Whether a path is that of a header.
  var isHeaderPath: Bool {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return ["h", "hh", "hpp", "hxx", "h++", "H", "ipp", "tpp", "tcc", "inl", "inc", "pch", "def"]
      .contains(self[utf8.index(after: dot)...])
  }
}

/// What imports of modules are called.
struct ModuleNames {
  private let table: SourceTable

  /// Modules whose sources nobody has asked for are taken to be called like their products.
  init(_ table: SourceTable) { self.table = table }

  var graph: ModuleGraph { table.graph }

  /// What an import of a module is called; `nil` if that cannot be known, or nothing here builds it.
  func name(of module: ModuleID) -> String? {
    guard graph.builtModules.contains(module) else { return nil }
    return table.isLoaded(module)
      ? table[module]?.moduleName : graph[module].productName.moduleIdentifier
  }

  /// What sources may call a module, or an external.
  func knownNames(of module: ModuleID) -> Set<String> {
    let known = graph[module]
    return Set(
      [known.name, known.baseName, known.productName] + (name(of: module).map { [$0] } ?? []))
  }
}

/// The modules by the names under which sources import them.
struct ImportableModules {
  let names: ModuleNames
  private var modules: [String: [ModuleID]] = [:]
  /// The names of modules by the folders of their headers, which are called like the products, where these
  /// differ; empty ones where several modules have one folder.
  private var folders: [String: String] = [:]

  private var graph: ModuleGraph { names.graph }

  /// - Complexity: O(*n*) for *n* modules.
  init(_ table: SourceTable) {
    names = ModuleNames(table)
    for module in graph.builtModules where graph[module].isImportable {
      guard let name = names.name(of: module) else { continue }
      modules[name, default: []].append(module)
      let folder = graph[module].productName
      if folder != name, folders.updateValue(name, forKey: folder) ?? name != name {
        folders[folder] = ""
      }
    }
  }

  /// All names that lead to a module.
  var allNames: Set<String> { Set(modules.keys).union(folders.keys) }

  /// What the module is called that a source imports: a header stands in a folder that is called like the module
  /// or like its product.
  func name(of found: SourceImport) -> String {
    guard found.header != nil, !folders.isEmpty, modules[found.module] == nil,
      let name = folders[found.module]
    else { return found.module }
    return name
  }

  /// All modules of that name, in order.
  func modules(named name: String) -> [ModuleID] { modules[name] ?? [] }

  /// The modules of that name that a source of `dependent` may import, rather those that are built together with
  /// it.
  ///
  /// Only tests import programs, and nobody what is built for other platforms or in another Xcode workspace.
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
  /// Whether sources can import it: a library, or a program under test.
  fileprivate var isImportable: Bool {
    roles.isDisjoint(with: [.test, .aggregate, .legacy, .resourceBundle, .external])
      && packageTarget != .plugin
  }
}

extension ModuleGraph {
  /// Whether a module is an archive that a target builds.
  func isStaticLibrary(_ module: ModuleID) -> Bool {
    self[module].linkage == .static && self[module].packageTarget == nil
      && !self[module].type.isFramework
  }
}
