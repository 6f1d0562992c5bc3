public import Diagnostics

/// The modules of a workspace and the links between them.
///
/// A graph is immutable. Modules are in order of name, links in order of the module that links,
/// then of the linked one, then of location: every loop over a graph has one order.
///
///     let reached = graph.reachable(from: products) { $0.flags.contains(.linked) }
///     for module in graph.builtModules where !reached.contains(module) { … }
public final class ModuleGraph: Sendable {
  public let specs: [SpecInfo]
  @usableFromInline let rows: [Module]
  /// The number of `modules` that are built by a specification.
  public let builtCount: Int
  public let links: [Link]
  public let unknownReferences: [UnknownReference]
  /// The requirements of specifications for remote packages, in order of path, followed by the
  /// versions in lock files.
  public let packageRequirements: [PackageRequirement]
  /// The locations of links that are written outside of the workspace.
  public let outsideNotes: [Diagnostic.Note]
  /// The names of the build configurations in which some module or link differs, in order; empty if
  /// all configurations agree.
  public let configurations: [String]
  /// The groups of `specs` that are built together.
  private let buildGroups: BuildGroups
  /// The links by the module that links.
  @usableFromInline let forward: Digraph
  /// The links by the linked module; origins are numbers of links.
  @usableFromInline let backward: Digraph
  /// The printed names of modules whose name is not unique.
  private let shownNames: [ModuleID: String]
  /// The files of the Xcode projects among the specs, which are few.
  private let xcodeProjects: [FileID]

  /// Creates a graph of modules in the order of their numbers and links in any order.
  public init(
    specs: [SpecInfo], modules: [Module], builtCount: Int, links: consuming [Link],
    unknownReferences: [UnknownReference], packageRequirements: [PackageRequirement] = [],
    outsideNotes: [Diagnostic.Note] = [], configurations: [String] = [],
    buildGroups: BuildGroups = BuildGroups()
  ) {
    let written = Digraph(
      nodeCount: modules.count,
      sorting: links.lazy.map { (tail: $0.from.number, head: $0.to.number) })
    Self.reorder(&links, by: written.origins)
    for row in links.indices { links[row].id = LinkID(row) }
    let forward = Digraph(
      firstEdge: written.firstEdge, heads: written.heads, origins: Array(0..<Int32(links.count)))
    self.specs = specs
    rows = modules
    self.builtCount = builtCount
    self.links = links
    self.unknownReferences = unknownReferences
    self.packageRequirements = packageRequirements
    self.outsideNotes = outsideNotes
    self.configurations = configurations
    self.buildGroups = buildGroups
    self.forward = forward
    backward = forward.reversed()
    shownNames = Self.distinctNames(modules, specs, builtCount)
      .merging(distinctBinaryNames(modules, from: builtCount)) { name, _ in name }
    xcodeProjects = specs.filter(\.isXcodeProject).map(\.file)
  }
}

extension ModuleGraph {
  public func isXcodeProject(_ file: FileID) -> Bool { xcodeProjects.contains(file) }
}

extension ModuleGraph {
  /// Returns the graph with more links, in any order; all links get new numbers.
  public func adding(_ more: [Link]) -> ModuleGraph {
    guard !more.isEmpty else { return self }
    return ModuleGraph(
      specs: specs, modules: rows, builtCount: builtCount, links: links + more,
      unknownReferences: unknownReferences, packageRequirements: packageRequirements,
      outsideNotes: outsideNotes, configurations: configurations, buildGroups: buildGroups)
  }
}

extension ModuleGraph {
  @inlinable public subscript(id: ModuleID) -> Module { rows[id.number] }

  @inlinable public subscript(id: LinkID) -> Link { links[id.number] }

  /// All modules: those that specifications build, in order of name, followed by the externals.
  @inlinable public var modules: Range<ModuleID> { ModuleID(0)..<ModuleID(rows.count) }

  /// The modules that specifications build.
  @inlinable public var builtModules: Range<ModuleID> { ModuleID(0)..<ModuleID(builtCount) }

  /// The modules that are linked and that no specification builds.
  @inlinable public var externals: Range<ModuleID> {
    ModuleID(builtCount)..<ModuleID(rows.count)
  }

  public func spec(of id: ModuleID) -> SpecInfo? {
    let number = self[id].spec
    return number < 0 ? nil : specs[number]
  }

  /// Returns the package of a module: its identity (URL or path relative to the root) and its name,
  /// or for an external the name of the product.
  public func package(of module: ModuleID) -> (identity: String, name: String)? {
    if case .package(let identity) = self[module].external { return (identity, self[module].name) }
    guard self[module].packageTarget != nil, let spec = spec(of: module) else { return nil }
    return (spec.folder.isEmpty ? "." : spec.folder, spec.project)
  }

  /// Returns the outgoing links of `module`, by the linked module, then by location.
  @inlinable public func links(from module: ModuleID) -> ArraySlice<Link> {
    links[forward.edges(from: module.number)]
  }

  /// Returns the incoming links of `module`, by the module that links.
  @inlinable public func links(to module: ModuleID) -> some RandomAccessCollection<Link> {
    let (links, origins) = (links, backward.origins)
    return backward.edges(from: module.number).lazy.map { links[Int(origins[$0])] }
  }

  /// Returns the name to print: without a platform suffix, with the project if the name is not
  /// unique, with the id if that is not unique either; for vendored binaries that share a name with
  /// the folder.
  public func shownName(_ id: ModuleID) -> String {
    shownNames[id] ?? self[id].baseName
  }

  /// Returns `Project/Target` without a platform suffix: a name that does not change when folders
  /// move.
  public func identity(_ id: ModuleID) -> String {
    guard let spec = spec(of: id) else { return self[id].name }
    return "\(spec.project)/\(self[id].baseName)"
  }

  /// The names `Project/Target` shared by several targets.
  public var sharedIdentities: Set<String> {
    var owners: [String: Int] = [:]
    var shared: Set<String> = []
    for id in builtModules {
      let name = identity(id)
      if let owner = owners.updateValue(self[id].spec, forKey: name), owner != self[id].spec {
        shared.insert(name)
      }
    }
    return shared
  }

  /// Returns whether two modules may be built into one folder.
  public func mayShareProducts(_ a: ModuleID, _ b: ModuleID) -> Bool {
    buildGroups.mayMeet(self[a].spec, self[b].spec)
  }

  /// Returns whether some Xcode workspace contains the projects of two specifications.
  public func haveXcodeWorkspace(_ a: Int, _ b: Int) -> Bool { buildGroups.haveWorkspace(a, b) }

  /// Returns whether two modules are never built into one folder, although others are built with
  /// each.
  public func areApart(_ a: ModuleID, _ b: ModuleID) -> Bool {
    buildGroups.areApart(self[a].spec, self[b].spec)
  }

  /// Returns whether two modules are platform variants of one target, which appear as one module.
  public func areVariants(_ a: ModuleID, _ b: ModuleID) -> Bool {
    let (x, y) = (self[a], self[b])
    return a == b
      || x.spec == y.spec && x.spec >= 0 && x.unsuffixedName != nil
        && x.unsuffixedName == y.unsuffixedName
  }

  /// The identity of a target on all platforms: variants of one target have the same key, every
  /// other module a unique one.
  public enum TargetKey: Hashable, Sendable {
    case variants(name: String, spec: Int)
    case module(ModuleID)
  }

  /// Returns the key of the target that `module` is, or is a platform variant of.
  public func target(of module: ModuleID) -> TargetKey {
    guard let name = self[module].unsuffixedName else { return .module(module) }
    return .variants(name: name, spec: self[module].spec)
  }

  /// Returns the targets at both ends of a link, the dependent first.
  public func targets(of link: Link) -> [TargetKey] {
    [target(of: link.from), target(of: link.to)]
  }

  /// Permutes the links in place: they take up most of the memory of a graph.
  private static func reorder(_ links: inout [Link], by origins: [Int32]) {
    var origins = origins
    for start in origins.indices where origins[start] != start {
      let first = links[start]
      var index = start
      while origins[index] != start {
        let next = Int(origins[index])
        links[index] = links[next]
        origins[index] = Int32(index)
        index = next
      }
      links[index] = first
      origins[index] = Int32(index)
    }
  }

  private static func distinctNames(
    _ modules: [Module], _ specs: [SpecInfo], _ builtCount: Int
  ) -> [ModuleID: String] {
    // Modules are in order of name, so equal names are adjacent.
    let mayShareNames = (0..<builtCount).contains { index in
      modules[index].unsuffixedName != nil
        || index > 0 && modules[index].name == modules[index - 1].name
    }
    guard mayShareNames else { return [:] }
    var owner: [String: Int] = [:]
    owner.reserveCapacity(builtCount)
    var isShared: Set<String> = []
    for index in 0..<builtCount {
      let name = modules[index].baseName
      guard let first = owner.updateValue(index, forKey: name) else { continue }
      if modules[first].spec != modules[index].spec || modules[index].unsuffixedName == nil {
        isShared.insert(name)
      }
    }
    var names: [ModuleID: String] = [:]
    var projects: [String: Int] = [:]
    for index in 0..<builtCount where isShared.contains(modules[index].baseName) {
      let spec = modules[index].spec
      let name = "\(specs[spec].project)/\(modules[index].baseName)"
      names[ModuleID(index)] = name
      if let other = projects.updateValue(spec, forKey: name), other != spec {
        projects[name] = -1
      }
    }
    for (id, name) in names where projects[name] == -1 {
      let module = modules[id.number]
      names[id] = "\(specs[module.spec].path)#\(module.baseName)"
    }
    return names
  }
}

extension ModuleGraph {
  /// Returns the folders that patterns are matched against: the most precise first, that of the
  /// specification last, none for an external.
  public func folders(of module: ModuleID) -> [ModuleFolder] {
    guard let spec = spec(of: module) else { return self[module].folders }
    return self[module].folders + [ModuleFolder(spec.folder, .spec)]
  }

  /// Returns the most precise folder of a module; `nil` for an external.
  public func folder(of module: ModuleID) -> ModuleFolder? {
    self[module].folders.first ?? spec(of: module).map { ModuleFolder($0.folder, .spec) }
  }
}

extension ModuleGraph {
  /// Returns the values of a setting of a module, falling back to those of its project.
  public func settingFacts(_ setting: JudgedSetting, of module: ModuleID) -> [SettingFact] {
    let own = self[module].settings.filter { $0.setting == setting }
    guard own.isEmpty, let spec = spec(of: module) else { return own }
    return spec.settings.filter { $0.setting == setting }
  }

  /// Returns whether a predicate holds for any setting of a module or project.
  ///
  /// - Complexity: O(*n*) for *n* settings; those that projects share count once.
  public func hasSettingFact(where predicate: (SettingFact) -> Bool) -> Bool {
    var last: [SettingFact] = []
    for spec in specs where spec.settings != last {
      last = spec.settings
      if last.contains(where: predicate) { return true }
    }
    // A copy of each module would take longer than the search.
    return rows.indices.contains { rows[$0].settings.contains(where: predicate) }
  }
}

extension ModuleGraph {
  /// Returns the names of the configurations in `set`, in order; empty if it contains all
  /// configurations of the graph.
  public func configurationNames(_ set: ConfigurationSet) -> [String] {
    let names = configurations.indices.filter { set.contains(ConfigurationSet(number: $0)) }
      .map { configurations[$0] }
    return names.count == configurations.count ? [] : names
  }
}
