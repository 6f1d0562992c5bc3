internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import SpecChecks
internal import SpecReading
internal import YAML

/// Decodes a resolved spec into a project.
struct SpecDecoder {
  var checker: SpecChecker
  var settings: SettingsReader
  /// The folders of targets; `nil` if the folder of the spec applies to all.
  let locator: TargetLocator?
  var outsideNotes: [Diagnostic.Note] = []
  /// The names of dependencies.
  var texts = SharedTexts()
  private var dependencyCount = 0

  init(
    _ checker: consuming SpecChecker, locator: TargetLocator?, in source: any FileTree,
    _ numbers: FileNumbers
  ) {
    self.locator = locator
    settings = SettingsReader(checker.spec, ConfigurationFiles(numbers), in: source)
    self.checker = checker
  }

  public var spec: ResolvedSpec { _read { yield checker.spec } }
  var tree: Tree { _read { yield checker.spec.tree } }

  /// Checks the spec and decodes its values.
  mutating func decode() -> Project {
    let nameNode = tree.value(of: spec.root, for: .name)
    let name = decodeName(nameNode)
    var project = Project(
      .spec, path: spec.path, folder: spec.folder == "." ? "" : spec.folder, file: spec.file,
      name: name, nameRange: spec.range(of: nameNode ?? spec.root))
    decodeOptions(into: &project)
    checker.checkProjectSettings()
    project.packages = decodePackages()
    project.references = decodeProjectReferences()
    project.settings = settings.sharedSettings().facts
    project.targets = decodeTargets()
    if !checker.sources.hasFound, let path = checker.sources.firstPath {
      project.firstSource = tree.string(path)
    }
    project.prebuilt.areUsed =
      tree.has(.carthage)
      && project.targets.contains { $0.dependencies.contains { $0.reference.isPrebuilt } }
    if spec.traits.isIncomplete { project.gaps.insert(.parts) }
    if spec.traits.contains(.missingTemplates) { project.gaps.insert(.inherited) }
    if !(nameNode.map { tree.isText($0) } ?? false) { project.gaps.insert(.name) }
    if checker.isRejected { project.gaps.insert(.isBroken) }
    project.outsideNotes = outsideNotes
    return project
  }

  /// Returns the name of the project, or of its folder if it has none.
  private mutating func decodeName(_ name: NodeID?) -> String {
    if let name, tree.isText(name) { return tree.string(name) }
    if let name {
      checker.report(.nameIsNoText, at: name, help: [.giveName])
    } else {
      checker.reportMissing(.noName, at: spec.root, help: [.giveName])
    }
    return Path.lastComponent(spec.folder)
  }

  private mutating func decodeOptions(into project: inout Project) {
    guard let options = tree.value(of: spec.root, for: .options) else { return }
    guard tree.isMapping(options) else {
      return checker.report(.notAMapping("options"), at: options)
    }
    checker.checkOptions(options)
    project.linksTransitively = tree.bool(of: options, for: .transitivelyLinkDependencies) ?? false
    project.prebuilt.includeRelated = tree.bool(of: options, for: .findCarthageFrameworks) ?? false
    project.prebuilt.folder = tree.text(of: options, for: .carthageBuildPath)
  }

  /// Takes room for another dependency, which aliases can multiply.
  ///
  /// - Returns: Whether there is room.
  mutating func takeRoom(at node: NodeID) -> Bool {
    guard dependencyCount < Limits.dependencies else {
      checker.report(.tooManyDependencies, at: node)
      return false
    }
    dependencyCount += 1
    return true
  }
}

extension Diagnostic.Message {
  fileprivate static let noName: Self = "the spec has no 'name'"
  fileprivate static let tooManyDependencies: Self =
    "more than \(Limits.dependencies) dependencies; templates or aliases multiply"
  fileprivate static let nameIsNoText: Self = "the 'name' of a project must be a string"
  fileprivate static let giveName: Self =
    "give the project a name: 'name: …', in quotes if it looks like a number"
}

// The order of targets.
extension SpecDecoder {
  /// Returns targets by name.
  ///
  /// XcodeGen crashes on equal names: the first target is kept, and each other one is reported.
  /// Names are equal in any Unicode form.
  mutating func inOrder(_ targets: [Target]) -> [Target] {
    let order = targets.indices.sorted { a, b in
      let (first, second) = (targets[a].name, targets[b].name)
      return first.precedes(second) || first == second && a < b
    }
    let mayRepeat =
      zip(order, order.dropFirst()).contains { targets[$0].name == targets[$1].name }
      || targets.indices.contains { !targets[$0].name.utf8.allSatisfy { $0 < 0x80 } }
    if !mayRepeat {
      return order.elementsEqual(targets.indices) ? targets : order.map { targets[$0] }
    }
    var seen: [String: Int] = [:]
    for number in targets.indices {
      guard let known = seen[targets[number].name] else {
        seen[targets[number].name] = number
        continue
      }
      report(targets[number], asNamedLike: targets[known])
    }
    return order.filter { seen[targets[$0].name] == $0 }.map { targets[$0] }
  }

  private mutating func report(_ target: Target, asNamedLike known: Target) {
    checker.report(
      Diagnostic(
        .invalidSpec, .error, .sameName(target.name),
        at: target.location, notes: [.init(.firstOne, at: known.location)]))
  }
}

extension Diagnostic.Message {
  fileprivate static func sameName(_ name: String) -> Self {
    "duplicate target name '\(name)'"
  }
}
