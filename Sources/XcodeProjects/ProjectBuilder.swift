internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects

/// Makes an `XcodeProject` of what the decoders of both formats find in a project file.
struct ProjectBuilder {
  typealias ConfiguredLevels = (name: String, levels: [SettingLevel])

  struct FoundTarget {
    var id: Int
    var name: String
    var location: SourceRange
    var kind: Target.Kind
    var type: ProductType
    var product: String?
    var phases: [Int] = []
    var folders: [FolderExceptions.Folder] = []
    var levels: [ConfiguredLevels] = []

    init(
      id: Int, name: String, location: SourceRange, kind: Target.Kind, type identifier: String?
    ) {
      self.id = id
      self.name = name
      self.location = location
      self.kind = kind
      let prefix = "com.apple.product-type."
      // Unknown types are bundles.
      let known = identifier.flatMap { identifier in
        identifier.hasPrefix(prefix)
          ? ProductType(rawValue: String(identifier.dropFirst(prefix.utf8.count))) : nil
      }
      type = kind == .plain ? known ?? .bundle : .none
    }
  }

  let tree: any FileTree
  let source: PropertyListTree
  /// The folder that paths in the project are relative to.
  let folder: String
  var configurationFiles: ConfigurationFiles
  /// Whether git ignores a path.
  let isIgnored: (String) -> Bool
  /// Whether a table has settings of several configurations, under conditions.
  var dividesTables = false
  var result: XcodeProject
  var exceptions = FolderExceptions()
  var levels: [ConfiguredLevels] = []
  /// The configuration that Xcode uses if the project lacks the requested one.
  var defaultConfiguration = ""
  /// The bytes of paths that targets may list: they could share the same groups and lists.
  var room: Int

  init(
    _ source: PropertyListTree, at path: String, folder: String? = nil, root: SourceRange,
    in repository: XcodeProjectReader.Repository
  ) {
    tree = repository.tree
    isIgnored = repository.isIgnored
    configurationFiles = repository.configurationFiles
    self.source = source
    let bundle = Path.folder(of: path)
    self.folder = ProjectPaths.join(Path.folder(of: bundle), folder ?? "")
    room = (1 << 16) + 4 * source.bytes.count
    result = XcodeProject(
      project: Project(
        .xcode, path: path, folder: self.folder, file: root.file,
        name: Path.splitExtension(Path.lastComponent(bundle)).stem, nameRange: root))
  }

  mutating func add(_ found: FoundTarget, _ contents: TargetContents) {
    let settings = settings(of: found)
    var sources = contents.sources
    sources.folders = exceptions.folders(
      of: found.id, memberOf: found.folders, phases: found.phases)
    readSources(settings, into: &sources)
    result.targets.append(
      XcodeProject.Target(
        target: target(found, settings, sources), dependencies: contents.dependencies,
        sources: sources))
  }

  private func target(
    _ found: FoundTarget, _ settings: TargetSettings, _ sources: XcodeProject.Sources
  ) -> Target {
    let type = found.type
    let (platform, platforms) = settings.destinations
    var target = Target(
      name: found.name, location: found.location, kind: found.kind, type: type, platform: platform,
      platforms: platforms, linkage: settings.linkage(of: type))
    target.builtProductName = productName(of: found, settings)
    target.isResourceBundle = type == .bundle && !sources.compiles
    target.runsScripts = !sources.scripts.isEmpty
    target.settings = SettingKey.judged.flatMap {
      settings.facts($0.setting, $0.key, at: found.location)
    }
    if let folder = sources.sharedFolder { target.details.sourceFolder = folder }
    if found.kind == .plain {
      settings.readLinking(
        into: &target, defaultConfiguration: defaultConfiguration, unsetHost: .noneOrUnknown)
    }
    return target
  }

  private func productName(of target: FoundTarget, _ settings: TargetSettings) -> String? {
    if let name = settings.value(.productName, default: target.name), !name.isEmpty { return name }
    // Xcode updates the name of the product file. A conversion writes `.app` for a name that is
    // set outside of the project.
    guard let file = target.product, !file.hasPrefix(".") else { return nil }
    let stem = Path.splitExtension(file).stem
    return file.hasSuffix(".a") && stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem
  }
}

// Packages.
extension ProjectBuilder {
  /// Adds a folder in the navigator if it is a package.
  mutating func addPackage(listedIn folder: String, at location: SourceRange) {
    let manifest = Path.join(folder, entry: "Package.swift")
    guard !Path.leadsOutside(folder), tree.kind(of: manifest) == .file else { return }
    addPackage(in: folder, at: location)
  }

  mutating func addPackage(in folder: String, at location: SourceRange) {
    result.project.packages.append(
      PackageReference(key: folder, identity: folder, isLocal: true, at: location))
  }

  mutating func addPackage(at url: String, _ requirement: String?, location: SourceRange) {
    let last = Path.lastComponent(url)
    result.project.packages.append(
      PackageReference(
        key: last.hasSuffix(".git") ? String(last.dropLast(4)) : last,
        identity: normalized(url: url), isLocal: false, requirement: requirement, at: location))
  }
}
