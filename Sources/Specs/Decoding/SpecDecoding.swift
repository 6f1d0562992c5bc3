internal import Diagnostics
internal import Graph
internal import YAML
internal import Paths

/// What a reader keeps of the specification that it decodes.
struct DecodingState {
  /// Whether XcodeGen would refuse it.
  var isRefused = false
  /// Whether parts of it are missing: an include that could not be read, or keys that stand where they are
  /// taken for something else.
  var isIncomplete = false
  /// Whether some target has sources that exist.
  var hasSources = false
  /// The targets none of whose sources exists.
  var sourceless: [SourcelessTarget] = []
  /// How many names like one that is not there were searched for.
  var nearestSearches = 0
  /// The folder that its paths start from.
  var baseFolder = ""
  /// What its settings may name.
  var settingNames = SettingNames()
  /// The flat mappings of its settings.
  var flatSettings: [SettingsKey: [NodeID]] = [:]
  /// The memory for the settings that a search has met.
  var seenSettings: Set<NodeID> = []
  /// The first path among the sources of its targets.
  var firstSource: NameID?
  /// The folders that patterns of sources were matched in.
  var patternListings: CachedListings?
  /// Where its dependencies start.
  var firstDependency = 0
  /// The memory for its targets while they are decoded.
  var targets: [Target] = []
  /// The dependencies of the target that is being decoded.
  var declared: [DeclaredDependency] = []
}

// The third stage: decoding. XcodeGen gives up at the first error; here each is reported, and what is not
// invalid is read.
extension SpecReader {
  /// Checks a resolved specification as XcodeGen does, and appends what it says to the batch.
  mutating func decode(_ resolved: consuming ResolvedSpec) throws(Diagnostic) {
    let (root, folder) = (resolved.root, resolved.folder)
    decoding.isRefused = resolved.isBroken
    decoding.isIncomplete = resolved.isIncomplete
    let nameNode = tree.value(of: root, for: .name)
    let name = decodeName(nameNode, of: root, in: folder)
    let named = nameNode ?? root
    var spec = Spec(
      path: resolved.path, folder: folder == "." ? "" : folder, file: resolved.file,
      name: name, nameRange: range(of: named))
    decodeOptions(of: root, into: &spec)
    decoding.baseFolder = folder
    findScope(ofTargetsIn: resolved.path, base: folder)
    decoding.nearestSearches = 0
    decoding.settingNames.read(root, in: tree)
    checkShapes(of: root)
    spec.packages = decodePackages(of: root, folder: folder)
    spec.projectReferences = decodeProjectReferences(of: root, folder: folder)
    decoding.firstDependency = batch.dependencies.count
    decoding.flatSettings.removeAll(keepingCapacity: true)
    let judged = JudgedSettings(root: root, folder: folder, in: tree)
    readProjectSettings(of: root, into: &spec, judged)
    spec.targets = decodeTargets(of: root, folder: folder, judged)
    spec.firstSource = decoding.hasSources ? nil : decoding.firstSource
    checkSchemes(of: root, folder: folder)
    spec.hasCarthage = batch.dependencies[decoding.firstDependency...].contains {
      $0.kind == .carthage
    }
    spec.lacksIncludes = resolved.isIncomplete
    spec.lacksTemplates = resolved.lacksTemplates
    if let nameNode { spec.isNamed = tree.isText(nameNode) } else { spec.isNamed = false }
    spec.isBroken = decoding.isRefused
    if options.notesSourceHints { spec.sourceHints = sourceHints(of: root, spec) }
    batch.specs.append(spec)
  }

  /// The name of the project; without one it is called like its folder.
  private mutating func decodeName(
    _ name: NodeID?, of root: NodeID, in folder: String
  ) -> NameID {
    if let name, tree.isText(name) { return intern(name) }
    if let name {
      report(.nameIsNoText, at: name, help: [.giveName])
    } else {
      reportMissing(.noName, at: root, help: [.giveName])
    }
    return batch.names.intern(Path.lastComponent(folder))
  }

  /// Adds a finding about something that is not there, unless a file that is not there either may
  /// hold it: one error is one finding.
  mutating func reportMissing(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    if !decoding.isIncomplete { report(message, at: node, help: help) }
  }

  /// Adds a finding that XcodeGen would fail for.
  ///
  /// A value has one error at most, however many targets and specifications have it from a template or
  /// an included file; only of what lies outside the root the place says nothing.
  mutating func report(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    let diagnostic = refused(message, at: node, help: help)
    guard diagnostic.notes.isEmpty else { return add(diagnostic) }
    decoding.isRefused = true
    log.mustWait = true
    let key = DiagnosticKey(location: diagnostic.location, message: nil)
    if log.reported.insert(key).inserted { batch.diagnostics.append(diagnostic) }
  }

  /// A finding about a value, without a word of it if it is written outside of the root.
  func refused(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message]
  ) -> Diagnostic {
    guard let note = outsideNote(of: node) else {
      return Diagnostic(.invalidSpec, .error, message, at: range(of: node), help: help)
    }
    // The words of the error would show what stands there.
    return Diagnostic(
      .invalidSpec, .error, .hasRefusedValue, at: range(of: node), notes: [note])
  }

  /// Whether there is room for more dependencies: aliases can multiply them.
  mutating func hasRoom(at node: NodeID) -> Bool {
    if batch.dependencies.count - decoding.firstDependency < Limits.nodes { return true }
    report(.tooLarge, at: node)
    return false
  }

  mutating func intern(_ node: NodeID) -> NameID { batch.names.intern(node, of: tree) }

  private mutating func decodeOptions(of root: NodeID, into spec: inout Spec) {
    guard let options = tree.value(of: root, for: .options) else { return }
    guard tree.isMapping(options) else { return report(.notAMapping("options"), at: options) }
    checkOptions(options)
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
