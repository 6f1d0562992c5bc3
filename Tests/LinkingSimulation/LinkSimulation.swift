/// Links every image and launches every executable of a workspace, on one platform and in one
/// configuration.
///
/// Written from the definitions of Apple's tools and XcodeGen's defaults alone, target by target and in
/// sets of names. Slow and obvious: the rules are compared with it.
package struct LinkSimulation {
  let workspace: SimulatedWorkspace
  let platform: String
  let configuration: String
  /// For images the static frameworks of which the linker needs nothing, although they, or archives in
  /// them, import them.
  private var spared: [String: Set<String>] = [:]

  init(workspace: SimulatedWorkspace, platform: String, configuration: String) {
    self.workspace = workspace
    self.platform = platform
    self.configuration = configuration
    spared = ImportedArchives(of: self).spared
  }

  /// The rules that are simulated.
  package static let rules: Set<String> = [
    "duplicate-static", "package-in-static", "missing-embed", "missing-bundle", "nested-embed",
    "unembedded-extension", "deployment-target",
  ]

  /// What linking and launching comes to on all platforms and in all configurations, each as
  /// `rule from -> to` or `rule library [owners]`.
  package static func findings(in workspace: SimulatedWorkspace) -> Set<String> {
    var found: Set<String> = []
    for platform in ["iOS", "macCatalyst", "macOS"] {
      for configuration in ["Debug", "Release"] {
        let simulation = Self(
          workspace: workspace, platform: platform, configuration: configuration)
        found.formUnion(simulation.duplicates())
        found.formUnion(simulation.packagesInArchives())
        found.formUnion(simulation.missingFrameworks())
        found.formUnion(simulation.mergedFrameworks())
        found.formUnion(simulation.missingBundles())
      }
    }
    found.formUnion(NestedFrameworks.findings(in: workspace))
    found.formUnion(NestedFrameworks.unembedded(in: workspace))
    found.formUnion(workspace.newerDependencies)
    return found
  }

  func type(_ name: String) -> SimulatedType? { workspace.target(name)?.type }

  /// Whether a target is built for the platform; a binary is for all.
  func isBuilt(_ name: String) -> Bool {
    guard let target = workspace.target(name) else { return true }
    return target.isMac ? platform == "macOS" : platform != "macOS"
  }

  func isExecutable(_ name: String) -> Bool { type(name)?.isExecutable ?? false }

  /// Whether Xcode builds an archive, as the setting has it, else the type.
  func isStatic(_ name: String) -> Bool {
    if let binary = workspace.binary(name) { return binary.isStatic }
    guard let target = workspace.target(name), target.type.isLinkable else { return false }
    if let value = target.machOTypes[configuration] { return value == "staticlib" }
    return target.type == .staticFramework || target.type == .staticLibrary
  }

  func isDynamic(_ name: String) -> Bool {
    if let binary = workspace.binary(name) { return !binary.isStatic }
    return (type(name)?.isLinkable ?? false) && !isStatic(name)
  }

  /// Whether something is linked by name on this platform: a filter may say no.
  private func holds(_ dependency: SimulatedDependency) -> Bool {
    switch dependency.platformFilter {
    case "iOS": platform == "iOS"
    case "macOS": platform != "iOS"
    default: true
    }
  }

  /// The dependencies of a target that hold on this platform.
  func dependencies(of name: String) -> [SimulatedDependency] {
    guard isBuilt(name) else { return [] }
    return (workspace.target(name)?.dependencies ?? []).filter(holds)
  }

  enum Link {
    case certain
    /// It depends on what nobody sees.
    case uncertain
  }

  /// Whether code of the dependency gets into, or is loaded by, the target.
  func link(_ dependency: SimulatedDependency, in name: String) -> Link? {
    guard isBuilt(dependency.name), !isExecutable(dependency.name) else { return nil }
    if dependency.form == .package {
      return dependency.link ?? (type(name) != .staticLibrary) ? .certain : nil
    }
    guard workspace.binary(dependency.name) != nil || type(dependency.name)?.isLinkable == true
    else { return nil }
    if type(dependency.name)?.isFramework == true, isStatic(dependency.name), !linksArchives(name) {
      // Whoever imports it has its name in the object files.
      return .certain
    }
    if dependency.form == .target, type(dependency.name) == .staticLibrary, dependency.link == nil,
      !linksArchives(name)
    {
      return .uncertain
    }
    return dependency.link ?? true ? .certain : nil
  }

  /// Whether XcodeGen puts archives into the link phase of a target: into programs and tests alone.
  private func linksArchives(_ name: String) -> Bool {
    isExecutable(name) && type(name) != .service
  }

  /// Whether the linker learns of a static framework from object files alone, because XcodeGen puts it
  /// into no link phase.
  func isUnwritten(_ dependency: SimulatedDependency, in name: String) -> Bool {
    guard let head = type(dependency.name), head.isFramework, isStatic(dependency.name) else {
      return false
    }
    if let link = dependency.link { return !link }
    // XcodeGen goes by the type, whatever the settings make of it.
    return dependency.form == .target && head == .staticFramework
      ? !linksArchives(name) : type(name) == .staticLibrary
  }

  /// The names that a target links for certain.
  func links(of name: String, skippingWeak: Bool = false) -> [String] {
    dependencies(of: name).filter { dependency in
      link(dependency, in: name) == .certain && !(skippingWeak && dependency.isWeak)
        && dependency.form != .package
        && !(spared[name]?.contains(dependency.name) ?? false)
    }.map(\.name)
  }

  /// The same, if the linker finds what is in `sparing` elsewhere.
  func sparing(_ sparing: [String: Set<String>]) -> Self {
    var copy = self
    copy.spared = sparing
    return copy
  }

  /// The target itself and the archives in it: they end where the next image begins.
  ///
  /// With `unwritten`, what only object files name of that library is left out.
  func parts(
    of image: String, skippingWeak: Bool = false, withoutUnwritten library: String? = nil
  ) -> Set<String> {
    var parts: Set<String> = [image]
    var open = [image]
    while let part = open.popLast() {
      let written = dependencies(of: part).filter {
        $0.name == library && !isUnwritten($0, in: part)
      }
      for name in links(of: part, skippingWeak: skippingWeak)
      where isStatic(name) && !(spared[image]?.contains(name) ?? false) {
        if name == library, written.isEmpty { continue }
        if parts.insert(name).inserted { open.append(name) }
      }
    }
    return parts
  }

  /// The images and archives that are in memory once `executable` runs.
  func process(of executable: String) -> Set<String> {
    var loaded: Set<String> = [executable]
    var open = [executable]
    while let module = open.popLast() {
      for name in links(of: module) where loaded.insert(name).inserted { open.append(name) }
    }
    return loaded
  }

  /// The application that loads a unit-test bundle: the first that it depends on.
  func host(of tests: String) -> String? {
    guard let target = workspace.target(tests), target.type == .unitTests else { return nil }
    let app = target.dependencies.first { dependency in
      dependency.form == .target && type(dependency.name)?.isApp == true
    }
    guard let app, isBuilt(app.name), isBuilt(tests) else { return nil }
    return app.name
  }

  /// All processes there are: of each executable, with its host's if it is loaded into one.
  func processes() -> [(executable: String, modules: Set<String>)] {
    workspace.targets.filter { $0.type.isExecutable && isBuilt($0.name) }.map { target in
      let host = host(of: target.name).map { process(of: $0) } ?? []
      return (target.name, process(of: target.name).union(host))
    }
  }

  func isImage(_ name: String) -> Bool {
    isExecutable(name) || type(name) == .plugIn || isDynamic(name) && type(name) != nil
  }

  /// Archives that are twice in one process, or in what clients outside of the workspace may load together.
  func duplicates() -> Set<String> {
    var found: Set<String> = []
    for modules in processes().map(\.modules) + [imagesForClients] {
      for (archive, images) in owners(among: modules) where images.count > 1 {
        found.insert("duplicate-static \(archive) [\(images.sorted().joined(separator: " "))]")
      }
    }
    return found
  }

  /// The images that take each archive in.
  private func owners(among modules: Set<String>) -> [String: Set<String>] {
    var owners: [String: Set<String>] = [:]
    for image in modules where isImage(image) {
      for archive in parts(of: image) where archive != image {
        owners[archive, default: []].insert(image)
      }
    }
    return owners
  }

  /// The dynamic frameworks that no program of the workspace loads but tests.
  private var imagesForClients: Set<String> {
    let programs = workspace.targets.filter {
      $0.type.isExecutable && !$0.type.isTest && isBuilt($0.name)
    }
    let loaded = programs.reduce(into: Set<String>()) { $0.formUnion(process(of: $1.name)) }
    return Set(workspace.targets.map(\.name).filter { isDynamic($0) && isBuilt($0) })
      .subtracting(loaded)
  }

  /// Whether copies of a library in `owners` can be told of a module: of a program that has just these in its
  /// process, or of the application that hosts it, and of the first owner only if there is none.
  package static func mayTell(
    _ library: String, of module: String, owners: [String], in workspace: SimulatedWorkspace
  ) -> Bool {
    let programs = workspace.simulations.flatMap { simulation in
      simulation.processes().filter { process in
        simulation.owners(among: process.modules)[library] == Set(owners)
      }.flatMap { [$0.executable, simulation.host(of: $0.executable) ?? $0.executable] }
    }
    return programs.isEmpty ? module == owners.first : programs.contains(module)
  }

  /// Package products in an archive that someone else in the process links too.
  func packagesInArchives() -> Set<String> {
    var found: Set<String> = []
    for (_, modules) in processes() {
      let linkers = modules.filter { module in
        dependencies(of: module).contains {
          $0.form == .package && link($0, in: module) == .certain
        }
      }
      guard linkers.count > 1 else { continue }
      for module in linkers where isStatic(module) {
        found.insert("package-in-static \(module) -> Kit")
      }
    }
    return found
  }
}
