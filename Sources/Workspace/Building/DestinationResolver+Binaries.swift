internal import Architecture
internal import Diagnostics
internal import Graph
internal import LockFiles
internal import Paths
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

// Vendored binaries and their linkage.
extension DestinationResolver {
  /// Returns the external of a dependency on a binary.
  ///
  /// The linkage in `found` and in rules.yml applies to the platforms of the dependency. `key`
  /// distinguishes binaries of one name with different paths.
  mutating func binary(
    _ name: String, key: ExternalTable.Key? = nil, kind: Module.External, _ found: [LinkageFact],
    of dependency: Dependency, from module: Int, at place: SourceRange
  ) -> DependencyDestination {
    let all = targets.traits[module].platforms
    let common = dependency.platforms.intersection(all)
    let platforms = common.isEmpty ? all : common
    let declared = declaredFact(name).map { [$0] } ?? []
    let facts = (found + declared).compactMap { $0.limited(to: platforms) }
    return .module(
      externals.add(
        key ?? .binary(name), kind: kind, name: name, facts: facts, location: place))
  }

  /// Returns the identity of the library or bundle at `path`: its name and folder, of which
  /// Carthage has one for each platform.
  func fileKey(_ name: String, at path: String, from module: Int) -> ExternalTable.Key {
    var folder = Path.folder(of: path)
    if folder.contains("/..") { folder = Path.normalized(folder) }
    var build = folder
    if Path.lastComponent(build) == "Static" { build = Path.folder(of: build) }
    if Platform.allCases.contains(where: { $0.carthageName == Path.lastComponent(build) }) {
      build = Path.folder(of: build)
    }
    let spec = targets.spec(of: module)
    let isCarthage =
      build == "Carthage/Build" || build.hasSuffix("/Carthage/Build")
      || spec.prebuilt.folder.map { Path.join(spec.folder, $0) } == build
    if isCarthage { folder = build }
    return .file(name, folder: folder, isCarthage: isCarthage)
  }

  func declaredFact(_ name: String) -> LinkageFact? {
    configuration.external(named: name)?.linkage.map { LinkageFact($0, .configuration) }
  }

  mutating func carthageFacts(of dependency: Dependency, from module: Int) -> [LinkageFact] {
    let isStatic = dependency.flags.contains(.prebuiltStatic)
    var found = [LinkageFact(isStatic ? .static : .dynamic, isStatic ? .linkType : .carthage)]
    let (spec, traits) = (targets.spec(of: module), targets.traits[module])
    let folder = Path.join(spec.folder, spec.prebuilt.folder ?? "Carthage/Build")
    guard checkout.exists(folder) else { return found }
    let (name, isAuto) = (dependency.reference.text, traits.platform == .auto)
    for platform in isAuto ? Platform.allCases.filter({ $0 != .auto }) : [traits.platform] {
      let related =
        dependency.findsFrameworks(in: spec)
        ? checkout.tree.carthageFrameworks(of: name, for: platform, buildFolder: folder) : nil
      for name in related ?? [name] {
        guard let build = carthageBuild(of: name, isStatic: isStatic, for: platform, in: folder)
        else { continue }
        let served = isAuto ? PlatformSet(platform) : traits.platforms
        found += facts(at: build).compactMap { $0.limited(to: served) }
      }
    }
    return found
  }

  /// The path that XcodeGen expects, else the output path of Carthage.
  private func carthageBuild(
    of name: String, isStatic: Bool, for platform: Platform, in folder: String
  ) -> String? {
    let stem = Path.libraryName(of: name)
    let own = Path.join(folder, platform.carthageName)
    let places = [
      Path.join(own, "\(stem).framework"), Path.join(own, "Static/\(stem).framework"),
    ]
    return
      ((isStatic ? places.reversed() : places) + [Path.join(folder, "\(stem).xcframework")])
      .first { checkout.exists($0) }
  }
}
