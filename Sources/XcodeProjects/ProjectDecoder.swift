internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects

/// Decodes the objects of a project file into an `XcodeProject`.
///
/// Like Xcode, it ignores ids without an object, unknown objects and keys, and phases without a
/// target.
struct ProjectDecoder {
  typealias ObjectID = ProjectObjects.ObjectID

  /// A target with the objects that are part of it.
  ///
  /// Each object is part of one target, as for Xcode. If targets shared objects, the result would
  /// exceed any multiple of the file.
  struct FoundTarget {
    var object: ObjectID
    var name: String
    var phases: [ObjectID]
    var configurations: [ObjectID]
  }

  let objects: ProjectObjects
  let root: ObjectID
  let tree: any FileTree
  let paths: ProjectPaths
  let exceptions: FolderExceptions
  var configurationFiles: ConfigurationFiles
  var result: XcodeProject
  /// The indices of targets by their objects and by those of their products.
  private(set) var numbers: [ObjectID: Int] = [:]
  /// The indices of packages by their objects.
  var packages: [ObjectID: Int] = [:]
  /// The configurations of the project.
  var levels: [(name: String, levels: [SettingLevel])] = []
  /// The configuration that Xcode uses if the project lacks the requested one.
  private(set) var defaultConfiguration = ""
  /// The objects that are part of a target or phase.
  var claimed: Set<ObjectID> = []
  /// The bytes of paths that targets may list: they could share the same groups and lists.
  var room: Int

  /// Decodes the project in the file at `path`.
  init(
    _ objects: ProjectObjects, root: ObjectID, path: String, in tree: any FileTree,
    configurationFiles: ConfigurationFiles
  ) {
    self.objects = objects
    self.root = root
    self.tree = tree
    self.configurationFiles = configurationFiles
    let bundle = Path.folder(of: path)
    let folder = ProjectPaths.join(
      Path.folder(of: bundle), objects.text(root, "projectDirPath") ?? "")
    paths = ProjectPaths(objects, folder: folder)
    room = (1 << 16) + 4 * objects.tree.bytes.count
    exceptions = FolderExceptions(objects, paths)
    result = XcodeProject(
      project: Project(
        .xcode, path: path, folder: folder, file: objects.range(root).file,
        name: Path.splitExtension(Path.lastComponent(bundle)).stem,
        nameRange: objects.range(root)))
  }

  /// Decodes the targets and packages.
  ///
  /// - Complexity: O(*n*) for *n* objects.
  mutating func project() -> XcodeProject {
    readProjectReferences()
    readPackages()
    levels = settingLevels(claimedConfigurations(of: root), of: root)
    defaultConfiguration =
      objects.object(root, "buildConfigurationList")
      .flatMap { objects.text($0, "defaultConfigurationName") } ?? ""
    for target in findTargets() { result.targets.append(self.target(target)) }
    return result
  }

  private mutating func readProjectReferences() {
    guard let list = objects.node(root, "projectReferences") else { return }
    for entry in objects.tree.children(of: list) {
      let node = objects.tree.value("ProjectRef", of: entry) ?? entry
      guard let object = objects.object(named: node), case .file(let path) = paths.place(of: object)
      else { continue }
      result.project.references.append(
        ProjectReference(key: path, path: path, at: objects.range(object)))
    }
  }

  private mutating func findTargets() -> [FoundTarget] {
    var targets: [FoundTarget] = []
    // Names identify targets.
    var names: Set<String> = []
    for object in objects.objects(root, "targets") where targets.count < Limits.targets {
      guard objects.isTarget(object), let name = objects.text(object, "name"), !name.isEmpty,
        name.utf8.count <= Limits.nameLength, names.insert(name).inserted
      else { continue }
      for id in [object, objects.object(object, "productReference") ?? object]
      where numbers[id] == nil {
        numbers[id] = targets.count
        if let id = objects.id(id) { result.targetNumbers[id] = targets.count }
      }
      let phases = objects.objects(object, "buildPhases").filter { claimed.insert($0).inserted }
      targets.append(
        FoundTarget(
          object: object, name: name, phases: phases,
          configurations: claimedConfigurations(of: object)))
    }
    return targets
  }

  private mutating func claimedConfigurations(of object: ObjectID) -> [ObjectID] {
    guard let list = objects.object(object, "buildConfigurationList"),
      claimed.insert(list).inserted
    else { return [] }
    return Array(
      objects.objects(list, "buildConfigurations").prefix(LinkSettings.mostConfigurations))
  }

  private mutating func target(_ target: FoundTarget) -> XcodeProject.Target {
    let kind: Target.Kind =
      switch objects.kind(target.object) {
      case .aggregateTarget: .aggregate
      case .legacyTarget: .legacy
      default: .plain
      }
    let settings = settings(of: target)
    let type = kind == .plain ? productType(objects.text(target.object, "productType")) : .none
    var contents = contents(of: target, isStaticLibrary: type == .staticLibrary)
    readSources(settings, targetName: target.name, into: &contents.sources)
    return XcodeProject.Target(
      target: self.target(target, kind, type, settings, contents.sources),
      dependencies: contents.dependencies, sources: contents.sources)
  }

  private func target(
    _ found: FoundTarget, _ kind: Target.Kind, _ type: ProductType,
    _ settings: ConfiguredSettings, _ sources: XcodeProject.Sources
  ) -> Target {
    let location =
      objects.node(found.object, "name").map { objects.range(ofNode: $0) }
      ?? objects.range(found.object)
    let (platform, platforms) = settings.destinations
    var target = Target(
      name: found.name, location: location, kind: kind, type: type, platform: platform,
      platforms: platforms, linkage: settings.linkage(of: type))
    target.builtProductName = productName(of: found, settings)
    target.hasUnknownProductName = target.builtProductName == nil
    target.isResourceBundle = type == .bundle && !sources.compiles
    target.runsScripts = !sources.scripts.isEmpty
    target.settings = settings.judged(at: location)
    if let folder = sources.sharedFolder { target.details.sourceFolder = folder }
    if kind == .plain {
      settings.readLinking(into: &target, defaultConfiguration: defaultConfiguration)
    }
    return target
  }

  /// Returns the type of a product.
  ///
  /// Unknown types are bundles.
  private func productType(_ identifier: String?) -> ProductType {
    let prefix = "com.apple.product-type."
    guard let identifier, identifier.hasPrefix(prefix) else { return .bundle }
    return ProductType(rawValue: String(identifier.dropFirst(prefix.count))) ?? .bundle
  }

  private func productName(of target: FoundTarget, _ settings: ConfiguredSettings) -> String? {
    switch settings.lookup(.productName, default: target.name) {
    case .value(let name) where !name.isEmpty: return name
    case .value, .unset, .unknown:
      // Xcode updates the name of the product file.
      let product = objects.object(target.object, "productReference")
      // A conversion writes `.app` for a name that is set outside of the project.
      guard let file = product.flatMap({ objects.text($0, "path") }), !file.hasPrefix(".") else {
        return nil
      }
      let stem = Path.splitExtension(file).stem
      return file.hasSuffix(".a") && stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem
    }
  }
}
