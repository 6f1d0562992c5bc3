internal import Architecture
internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths
internal import Projects
internal import WorkspaceReading

extension SpecSearch {
  /// Links the targets of all projects into one graph.
  ///
  /// Each stage derives one value from others:
  ///
  /// 1. `TargetIndex`: projects → numbered modules, with lookups;
  /// 2. `LinkBuilder`: modules → links, externals, and unresolved references;
  /// 3. all of these → `ModuleGraph`.
  ///
  /// - Returns: The graph, and the projects and submodules that are not there.
  /// - Complexity: O(*n* log *n* + *m*) for *n* targets with *m* dependencies.
  func graph(
    of specs: consuming ReadProjects, _ locks: LockTable, _ broken: BrokenSpecs,
    _ configuration: Configuration, looksAtAllFolders: Bool
  ) -> (graph: ModuleGraph, absentProjects: [String]) {
    let targets = TargetIndex(specs)
    var resolver = DestinationResolver(targets, self, locks: locks, configuration: configuration)
    // Xcode workspaces determine the module of an import.
    if looksAtAllFolders || configuration.needs.contains(.needsSources) {
      _ = resolver.groups()
    }
    let builder = LinkBuilder(consume resolver)
    let absentProjects = xcode.absent.places(withSubmodules: builder.resolver.absentSubmodules)
    let unknown = builder.unknown.filter {
      !broken.explains($0, ofSpec: targets.places[$0.from.number].spec)
    }
    var (links, externals) = (builder.links, builder.resolver.externals)
    let (notes, looseNames) = (builder.outsideNotes, builder.looseNames)
    let (configurations, groups) = (builder.configurations, builder.resolver.buildGroups)
    // Memory peaks here, so data that was converted to links and modules is released.
    _ = consume builder
    let infos = targets.specInfos(packages)
    var modules = targets.modules.map {
      targets.module($0, looseNames[$0], configurations, configuration)
    }
    let requirements =
      targets.packageRequirements
      + (locks.packages.isEmpty ? [] : locks.versions(in: workspaces.map(\.file)))
    _ = consume targets
    let builtCount = modules.count
    if !externals.modules.isEmpty { externals.append(to: &modules, renumbering: &links) }
    let graph = ModuleGraph(
      specs: infos, modules: modules, builtCount: builtCount, links: consume links,
      unknownReferences: unknown, packageRequirements: requirements, outsideNotes: notes,
      configurations: configurations.names, buildGroups: groups ?? BuildGroups())
    return (graph, absentProjects)
  }
}

// The facts of projects and targets that the graph keeps.
extension TargetIndex {
  fileprivate func specInfos(_ packages: PackageTable) -> [SpecInfo] {
    let identities = Dictionary(
      packages.packages.enumerated().map { (Path.lastComponent($1.folder).lowercased(), $0) }
    ) { first, _ in first }
    // Specs usually include the settings that they share.
    var last: (own: [SettingFact], placed: [SettingFact]) = ([], [])
    return specs.projects.map { project in
      // Usually the folder of the file is the same text, which is then shared.
      let isInFolder = Path.isFolder(project.folder, of: project.path)
      var info = SpecInfo(
        file: specs.range(project.nameRange).file, path: project.path,
        folder: isInFolder ? project.folder : Path.folder(of: project.path), project: project.name,
        references: project.references.isEmpty ? [:] : referencedSpecs(project.references))
      if project.settings != last.own {
        last = (project.settings, places(of: project.settings))
      }
      info.settings = last.placed
      switch project.kind {
      case .spec: break
      case .xcode:
        info.isXcodeProject = true
        info.folder = Path.folder(of: Path.folder(of: project.path))
      case .package:
        info.isPackage = true
        info.products = packages.libraries(inFolder: project.folder)
      }
      if !packages.packages.isEmpty, !project.packages.isEmpty {
        info.packageKeys = packageKeys(of: project, packages, identities)
      }
      return info
    }
  }

  private func places(of settings: [SettingFact]) -> [SettingFact] {
    settings.map { fact in
      var fact = fact
      fact.location = specs.range(fact.location)
      return fact
    }
  }

  /// Returns the keys of the local packages that a project depends on, by the numbers of their
  /// manifests.
  ///
  /// In a manifest, keys are identities, which remote dependencies have as well.
  private func packageKeys(
    of project: Project, _ packages: PackageTable, _ identities: [String: Int]
  ) -> [Int: String] {
    let isPackage = project.kind == .package
    var keys: [Int: String] = [:]
    for reference in project.packages where isPackage || reference.isLocal {
      let identity = Path.lastComponent(reference.identity).lowercased()
      let namesake = isPackage ? identities[identity] : nil
      guard let number = reference.folder.flatMap(packages.number(at:)) ?? namesake,
        packages.packages[number].manifest != nil
      else { continue }
      let (name, folder) = (packages.packages[number].name, packages.packages[number].folder)
      keys[specs.firstPackage + number] =
        isPackage ? folder.isEmpty ? name : Path.lastComponent(folder) : reference.key
    }
    return keys
  }

  private func referencedSpecs(_ references: [ProjectReference]) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for reference in references { numbers[reference.key] = projects[reference.path]?.first }
    return numbers
  }

  fileprivate var packageRequirements: [PackageRequirement] {
    specs.projects.indices.flatMap { number in
      specs.projects[number].packages.compactMap { package in
        package.requirement.map {
          PackageRequirement(
            name: package.key, identity: package.identity, requirement: $0,
            location: specs.range(package.location))
        }
      }
    }
  }

  fileprivate func module(
    _ number: Int, _ looseNames: Set<String>?, _ configurations: ConfigurationTable,
    _ configuration: Configuration
  ) -> Module {
    let (spec, index, traits) = (places[number].spec, places[number].target, traits[number])
    // Members of an element, which is not copied as a whole.
    let targets = specs.projects[spec].targets
    var roles = self[number].roles
    let details = targets[index].rare.first
    if targets[index].linksTransitively ?? specs.projects[spec].linksTransitively {
      roles.insert(.linksTransitively)
    }
    var module = Module(
      name: targets[index].name, unsuffixedName: details?.unsuffixedName, spec: spec,
      location: specs.range(targets[index].location), type: traits.type,
      platform: traits.platform, platforms: traits.platforms, linkage: traits.builtLinkage,
      roles: roles, productName: targets[index].productName)
    module.settings = places(of: targets[index].settings)
    if let folder = details?.sourceFolder {
      module.folders.append(ModuleFolder(folder, .sources))
    }
    if let folder = details?.includedFolder {
      module.folders.append(ModuleFolder(folder, .includedFile))
    }
    if traits.type == .unitTestBundle { addHosts(of: number, configurations, to: &module) }
    if let settings = details?.linkSettings { configurations.add(settings, to: &module) }
    if let looseNames { module.looseNames = looseNames }
    if let kind = traits.kind.packageTarget { complete(&module, as: kind, configuration) }
    return module
  }

  private func complete(
    _ module: inout Module, as kind: PackageTarget, _ configuration: Configuration
  ) {
    module.packageTarget = kind
    if kind == .macro || kind == .plugin { module.roles.insert(.executable) }
    guard kind == .library else { return }
    let isDeclared = configuration.external(named: module.name)?.linkage != nil
    let isUnknown = module.linkage == .unknown
    module.facts = [
      LinkageFact(
        module.linkage, isDeclared ? .configuration : isUnknown ? .package : .manifest)
    ]
  }
}

extension Target {
  fileprivate var roles: Module.Roles {
    switch kind {
    case .aggregate: return [.aggregate]
    case .legacy: return [.legacy]
    default: break
    }
    var roles: Module.Roles = []
    if isUntyped { roles.insert(.untyped) }
    if runsScripts { roles.insert(.runsScripts) }
    if type.isTest { roles.insert(.test) }
    if type.isExecutable { roles.formUnion([.executable, .image]) }
    if type.isApp { roles.insert(.app) }
    if type.isExtension { roles.insert(.appExtension) }
    if isResourceBundle {
      roles.insert(.resourceBundle)
    } else if builtLinkage == .dynamic || type == .bundle {
      roles.insert(.image)
    }
    return roles
  }
}

// The applications that load unit-test bundles.
extension TargetIndex {
  /// Sets the host of a unit-test bundle, and that in each configuration if they disagree.
  func addHosts(of number: Int, _ configurations: ConfigurationTable, to module: inout Module) {
    if let settings = linkSettings(of: number) {
      let hosts = configurations.sets(of: settings) { host(of: number, by: $0.testHost) }
      module.host = hosts.lazy.compactMap(\.value).first
      if hosts.count > 1 { module.configuredHosts = hosts.map { Configured($0, in: $1) } }
    } else {
      module.host = host(of: number, by: .unset)
    }
    if module.host != nil { module.roles.insert(.hosted) }
  }

  /// Returns the application that `TEST_HOST` names, else the first dependency on an application of
  /// the same project.
  private func host(of module: Int, by setting: Target.TestHost) -> ModuleID? {
    let spec = places[module].spec
    let apps: [Int]
    switch setting {
    case .noneOrUnknown: return nil
    case .product(let name):
      let found = products.builders(of: name, "app", traits).map(Int.init)
      apps = found.filter { places[$0].spec == spec } + found
    case .unset:
      apps = self[module].dependencies.compactMap { dependency in
        guard case .target(let name) = dependency.reference else { return nil }
        return self.module(name, ofSpec: spec)
      }
    }
    return apps.first { traits[$0].type.isApp }.map { ModuleID($0) }
  }
}
