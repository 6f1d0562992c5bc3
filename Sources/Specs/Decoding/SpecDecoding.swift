internal import Diagnostics
internal import Graph
internal import YAML
internal import Files

// XcodeGen gives up at the first fault; here each is reported, and what is not at fault is read.
extension SpecReader {
  /// Appends what the resolved specification `root` says to the batch.
  mutating func decode(
    _ root: NodeID, path: String, folder: String, file: FileID, isBroken: Bool
  ) throws(Diagnostic) {
    isRefused = isBroken
    isIncomplete = isBroken || swallowsBlocks
    let nameNode = tree.value(of: root, for: .name)
    let name: NameID
    if let nameNode, tree.isText(nameNode) {
      name = intern(nameNode)
    } else {
      if let nameNode {
        report(.nameIsNoText, at: nameNode, help: [.giveName])
      } else {
        reportMissing(.noName, at: root, help: [.giveName])
      }
      name = batch.names.intern(Path.lastComponent(folder))
    }
    let named = nameNode ?? root
    var spec = Spec(
      path: path, folder: folder == "." ? "" : folder, file: file,
      name: name, nameRange: range(of: named),
      targets: 0..<0, packages: 0..<0, projectReferences: 0..<0)
    decodeOptions(of: root, into: &spec)
    baseFolder = folder
    findScope(ofTargetsIn: Path.folder(of: path), base: folder)
    nearestSearches = 0
    settingNames = SettingNames(of: root, in: tree)
    checkShapes(of: root)
    spec.packages = decodePackages(of: root, folder: folder)
    spec.projectReferences = decodeProjectReferences(of: root, folder: folder)
    firstDependency = batch.dependencies.count
    spec.targets = decodeTargets(of: root, folder: folder)
    checkSchemes(of: root, folder: folder)
    spec.hasCarthage = batch.dependencies[firstDependency...].contains { $0.kind == .carthage }
    spec.lacksIncludes = isBroken || swallowsBlocks
    spec.lacksTemplates = lacksTemplates
    if let nameNode { spec.isNamed = tree.isText(nameNode) } else { spec.isNamed = false }
    spec.isBroken = isRefused
    batch.specs.append(spec)
  }

  /// Adds a finding about something that is not there, unless a file that is not there either may
  /// hold it: one fault is one finding.
  mutating func reportMissing(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    if !isIncomplete { report(message, at: node, help: help) }
  }

  /// Adds a finding that XcodeGen would fail for.
  ///
  /// A value has one fault at most, however many targets and specifications have it from a template or
  /// an included file; only of what lies outside the root the place says nothing.
  mutating func report(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    let diagnostic = refused(message, at: node, help: help)
    guard diagnostic.notes.isEmpty else { return add(diagnostic) }
    isRefused = true
    mustWait = true
    let fault = Fault(location: diagnostic.location, message: nil)
    if faults.insert(fault).inserted { batch.diagnostics.append(diagnostic) }
  }

  /// A finding about a value, without a word of it if it is written outside of the root.
  func refused(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message]
  ) -> Diagnostic {
    guard let note = outsideNote(of: node) else {
      return Diagnostic(.invalidSpec, .error, message, at: range(of: node), help: help)
    }
    // The words of the fault would show what stands there.
    return Diagnostic(
      .invalidSpec, .error, .hasRefusedValue, at: range(of: node), notes: [note])
  }

  /// Whether there is room for more dependencies: aliases can multiply them.
  mutating func hasRoom(at node: NodeID) -> Bool {
    if batch.dependencies.count - firstDependency < Limits.nodes { return true }
    report(.tooLarge, at: node)
    return false
  }

  mutating func intern(_ node: NodeID) -> NameID { batch.names.intern(tree.bytes(node)) }

  private mutating func decodeOptions(of root: NodeID, into spec: inout Spec) {
    guard let options = tree.value(of: root, for: .options) else { return }
    guard tree.isMapping(options) else { return report(.notAMapping("options"), at: options) }
    spec.linksTransitively = tree.bool(of: options, for: .transitivelyLinkDependencies) ?? false
    spec.findsCarthageFrameworks = tree.bool(of: options, for: .findCarthageFrameworks) ?? false
    spec.carthageBuildPath = tree.text(of: options, for: .carthageBuildPath)
  }

  /// What XcodeGen insists on although it decides nothing here.
  private mutating func checkShapes(of root: NodeID) {
    checkBreakpoints(of: root)
    checkProjectSettings(of: root)
  }
}

extension Diagnostic.Message {
  fileprivate static let hasRefusedValue: Self =
    "the included file has something that XcodeGen does not load"
  fileprivate static let noName: Self = "the spec has no 'name'"
  fileprivate static let nameIsNoText: Self = "the 'name' of a project must be a string"
  fileprivate static let giveName: Self =
    "give the project a name: 'name: …', in quotes if it looks like a number"

  static func notAMapping(_ key: String) -> Self { "'\(key)' must be a mapping" }
  static func notAListOfMappings(_ key: String) -> Self { "'\(key)' must be a list of mappings" }
}
