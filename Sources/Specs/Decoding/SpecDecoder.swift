internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import YAML

/// Decodes a resolved spec into the records of a batch.
struct SpecDecoder {
  var checker: SpecChecker
  var settings: SettingsReader
  var batch: ProjectBatch
  /// The folders of targets; `nil` if the folder of the spec applies to all.
  let locator: TargetLocator?
  /// The number of the first dependency in the batch.
  let firstDependency: Int
  /// The number of dependencies that may be added to the batch.
  private var room: DependencyRoom
  /// The dependencies of the current target, kept to reuse the memory.
  var declared: [DeclaredDependency] = []
  /// The targets before they are sorted, kept to reuse the memory.
  var decoded: [Target] = []

  init(
    _ checker: consuming SpecChecker, locator: TargetLocator?, firstDependency: Int,
    in source: any FileTree
  ) {
    self.locator = locator
    self.firstDependency = firstDependency
    settings = SettingsReader(checker.spec, ConfigurationFiles(in: source, notesHints: false))
    room = DependencyRoom(nodeCount: checker.spec.tree.nodeCount)
    self.checker = checker
    batch = ProjectBatch(names: NameTable(capacity: 0))
  }

  var spec: ResolvedSpec { _read { yield checker.spec } }
  var tree: Tree { _read { yield checker.spec.tree } }

  /// Checks the spec and appends it to the batch.
  mutating func decode(notesSourceHints: Bool) {
    let nameNode = tree.value(of: spec.root, for: .name)
    let name = decodeName(nameNode)
    var project = Project(
      .spec, path: spec.path, folder: spec.folder == "." ? "" : spec.folder, file: spec.file,
      name: name, nameRange: spec.range(of: nameNode ?? spec.root))
    decodeOptions(into: &project)
    checker.checkProjectSettings()
    project.packages = decodePackages()
    project.projectReferences = decodeProjectReferences()
    let judged = JudgedSettings(of: spec.root, in: tree)
    settings.readProjectSettings(into: &project, judged, &batch)
    project.targets = decodeTargets(judged)
    if !checker.sources.hasFound, let path = checker.sources.firstPath {
      project.firstSource = intern(path)
    }
    project.hasCarthage = batch.dependencies[firstDependency...].contains { $0.kind == .carthage }
    project.lacksIncludes = spec.traits.isIncomplete
    project.lacksTemplates = spec.traits.contains(.missingTemplates)
    project.isNamed = nameNode.map { tree.isText($0) } ?? false
    project.isBroken = checker.isRejected
    if notesSourceHints {
      project.sourceHints = SourceHints(
        of: spec, settings.files.hints,
        hasUnknownNames: batch.targets[project.targets].contains(where: \.hasUnknownProductName))
    }
    batch.projects.append(project)
  }

  /// Returns the name of the project, or of its folder if it has none.
  private mutating func decodeName(_ name: NodeID?) -> NameID {
    if let name, tree.isText(name) { return intern(name) }
    if let name {
      checker.report(.nameIsNoText, at: name, help: [.giveName])
    } else {
      checker.reportMissing(.noName, at: spec.root, help: [.giveName])
    }
    return batch.names.intern(Path.lastComponent(spec.folder))
  }

  private mutating func decodeOptions(into project: inout Project) {
    guard let options = tree.value(of: spec.root, for: .options) else { return }
    guard tree.isMapping(options) else {
      return checker.report(.notAMapping("options"), at: options)
    }
    checker.checkOptions(options)
    project.linksTransitively = tree.bool(of: options, for: .transitivelyLinkDependencies) ?? false
    project.findsCarthageFrameworks = tree.bool(of: options, for: .findCarthageFrameworks) ?? false
    project.carthageBuildPath = tree.text(of: options, for: .carthageBuildPath)
  }

  /// Whether there is room for more dependencies, which aliases can multiply.
  mutating func hasRoom(at node: NodeID) -> Bool {
    let count = batch.dependencies.count - firstDependency
    if count < room.limit || room.holds(count, of: spec) { return true }
    checker.report(.tooLarge, at: node)
    return false
  }

  mutating func intern(_ node: NodeID) -> NameID { batch.names.intern(node, of: tree) }
}

extension Diagnostic.Message {
  fileprivate static let noName: Self = "the spec has no 'name'"
  fileprivate static let nameIsNoText: Self = "the 'name' of a project must be a string"
  fileprivate static let giveName: Self =
    "give the project a name: 'name: …', in quotes if it looks like a number"

  static func notAMapping(_ key: String) -> Self { "'\(key)' must be a mapping" }
  static func notAListOfMappings(_ key: String) -> Self { "'\(key)' must be a list of mappings" }
}
