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
  /// `nil` if the spec has no settings.
  var settings: SettingsReader?
  /// The folders of targets; `nil` if the folder of the spec applies to all.
  var locator: TargetLocator?
  let source: any FileTree
  var outsideNotes: [Diagnostic.Note] = []
  /// The names of dependencies.
  var texts = SharedTexts()
  var dependencyCount = 0

  init(_ spec: ResolvedSpec, in source: any FileTree, _ numbers: FileNumbers) {
    self.spec = spec
    checker = SpecChecker(spec, in: source)
    if spec.tree.has(.settings) || spec.tree.has(.configFiles) || spec.tree.has(.deploymentTarget)
      || spec.tree.has(.bundleIdPrefix)
    {
      settings = SettingsReader(spec, ConfigurationFiles(numbers), in: source)
    }
    self.source = source
  }

  let spec: ResolvedSpec
  var tree: Tree { _read { yield spec.tree } }

  /// Checks the spec and decodes its values.
  mutating func decode() -> Project {
    let nameNode = tree.value(of: spec.root, for: .name)
    var project = Project(
      .spec, path: spec.path, folder: spec.folder == "." ? "" : spec.folder, file: spec.file,
      name: "", nameRange: spec.range(of: nameNode ?? spec.root))
    if let text = tree.ifText(nameNode) {
      project.name = tree.string(text)
    } else {
      reportName(nameNode)
      project.name = Path.lastComponent(spec.folder)
      project.gaps.insert(.name)
    }
    if let options = tree.value(of: spec.root, for: .options) {
      decodeOptions(options, into: &project)
    }
    if tree.has(.configs) { checker.checkProjectSettings() }
    if tree.has(.packages) || tree.has(.localPackages) { project.packages = decodePackages() }
    if tree.has(.projectReferences) { project.references = decodeProjectReferences() }
    project.settings = settings?.sharedSettings().facts ?? []
    project.targets = decodeTargets()
    if checker.sources?.hasFound == false, let path = checker.sources?.firstPath {
      project.firstSource = tree.string(path)
    }
    project.prebuilt.areUsed =
      tree.has(.carthage)
      && project.targets.contains { $0.dependencies.contains { $0.reference.isPrebuilt } }
    if spec.traits.isIncomplete { project.gaps.insert(.parts) }
    if spec.traits.contains(.missingTemplates) { project.gaps.insert(.inherited) }
    if checker.isRejected { project.gaps.insert(.isBroken) }
    project.outsideNotes = outsideNotes
    return project
  }

  /// Reports that a project has no name, or one that is not text.
  private mutating func reportName(_ name: NodeID?) {
    if let name {
      checker.report(.nameIsNoText, at: name, help: [.giveName])
    } else {
      checker.reportMissing(.noName, at: spec.root, help: [.giveName])
    }
  }

  private mutating func decodeOptions(_ options: NodeID, into project: inout Project) {
    guard tree.isMapping(options) else {
      return checker.report(.notAMapping("options"), at: options)
    }
    checker.checkOptions(options)
    project.linksTransitively = tree.bool(of: options, for: .transitivelyLinkDependencies) ?? false
    project.prebuilt.includeRelated = tree.bool(of: options, for: .findCarthageFrameworks) ?? false
    project.prebuilt.folder = tree.text(of: options, for: .carthageBuildPath)
  }
}

extension Diagnostic.Message {
  fileprivate static let noName: Self = "the spec has no 'name'"
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
    guard targets.count > 1 else { return targets }
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
