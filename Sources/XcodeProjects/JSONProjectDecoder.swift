internal import Diagnostics
internal import Files
internal import Projects

/// Decodes a `project.xcproj`.
///
/// It describes the same model as a `project.pbxproj`, but files list the build phases that they are
/// in, and names lead to targets, phases and files.
struct JSONProjectDecoder {
  typealias Node = PropertyListTree.Node

  let json: PropertyListTree
  let root: Node
  let file: FileID
  var builder: ProjectBuilder
  /// The targets, each with its phases and its index in the result or, if it is skipped, with
  /// `nil`.
  var targets: [(target: ProjectBuilder.FoundTarget, phases: Range<Int>, number: Int?)] = []
  private var read = 0
  var phases: [BuildPhase] = []
  private(set) var targetNames: Names = [:]
  var phaseNames: Names = [:]
  /// References and the phases that they lead to, each at the hash of the reference.
  var knownPhases = [(reference: Node, phase: Int)?](repeating: nil, count: 256)
  var files: [FoundFile] = []
  /// The places that paths start from: those of the project and of what has children.
  var places: [ProjectPaths.Place] = []
  var fileNames: Names = [:]
  /// The groups whose contents have names; `id:` if all files have theirs.
  var indexedGroups: Set<String> = []
  /// The indices of packages by the last part of their paths or addresses.
  var packages: [String: Int] = [:]
  var configurations: [String] = []
  private var findings: [Diagnostic] = []
  var unresolved = 0

  init(
    _ json: PropertyListTree, file: FileID, path: String,
    in repository: XcodeProjectReader.Repository
  ) throws(InvalidProject) {
    guard let root = json.root, json.kind(root) == .table else {
      throw InvalidProject(.noObject, at: json.range(json.root ?? 0, file: file))
    }
    self.json = json
    self.root = root
    self.file = file
    builder = ProjectBuilder(
      json, at: path, root: json.range(root, file: file), in: repository)
    builder.dividesTables = true
    places = [.file(builder.folder)]
  }

  /// - Throws: Diagnostics for what Xcode refuses.
  /// - Complexity: O(*n*) for *n* values.
  mutating func decode() throws(InvalidProject) {
    for capability in elements("required-capabilities", of: root) {
      report(.needs(json.text(capability) ?? ""), at: capability, help: [.updateModlint])
    }
    if json.value("files", of: root) == nil { report(.noFiles, at: root) }
    for target in elements("targets", of: root) { readTarget(target) }
    // Names lead nowhere if what they name cannot be read.
    if findings.isEmpty {
      readPackages()
      readFiles()
      readConfigurations()
      for index in targets.indices where targets[index].number != nil { add(index) }
    }
    guard findings.isEmpty else { throw InvalidProject(findings) }
  }

  private mutating func readTarget(_ node: Node) {
    guard json.kind(node) == .table else { return report(.noTarget, at: node) }
    guard let nameNode = json.value("name", of: node) else { return report(.noName, at: node) }
    guard json.kind(nameNode) == .text, let name = json.text(nameNode) else {
      return report(.wrongName, at: nameNode)
    }
    if let first = targetNames[name.withoutSlashes]?.first {
      let note = Diagnostic.Note(.firstTarget, at: targets[first].target.location)
      return report(.sameName(name), at: nameNode, notes: [note])
    }
    targetNames[name.withoutSlashes] = [targets.count]
    let own = Array(elements("build-phases", of: node))
    let firstPhase = phases.count
    for phase in own { readPhase(phase, of: name) }
    let kind = Self.targetKinds[json.text("kind", of: node) ?? "native"]
    let type = json.text("product-type", of: node).map { "com.apple.product-type." + $0 }
    var target = ProjectBuilder.FoundTarget(
      id: node, name: name, location: range(nameNode), kind: kind ?? .plain,
      type: type ?? json.text("full-product-type", of: node))
    target.phases = own
    let isName = !name.isEmpty && name.utf8.count <= Limits.nameLength
    let isRead = kind != nil && isName && read < Limits.targets
    targets.append((target, firstPhase..<phases.count, isRead ? read : nil))
    if isRead { read += 1 }
  }

  private static let targetKinds: [String: Target.Kind] = [
    "native": .plain, "aggregate": .aggregate, "external-build-system": .legacy,
  ]
}

extension JSONProjectDecoder {
  func range(_ node: Node) -> SourceRange { json.range(node, file: file) }

  /// Returns the elements of a list, which is empty if it is absent.
  mutating func elements(_ key: StaticString, of node: Node) -> PropertyListTree.Children {
    json.value(key, of: node).map { elements($0, key) } ?? .none
  }

  mutating func elements(_ list: Node, _ key: StaticString) -> PropertyListTree.Children {
    if json.kind(list) != .list { report(.noList("\(key)"), at: list) }
    return json.elements(list)
  }

  mutating func report(
    _ message: Diagnostic.Message, at node: Node, notes: [Diagnostic.Note] = [],
    help: [Diagnostic.Message] = []
  ) {
    findings.append(
      Diagnostic(.invalidProject, .error, message, at: range(node), notes: notes, help: help))
  }
}

extension Diagnostic.Message {
  fileprivate static let noObject: Self = "the project is no object"
  fileprivate static let noFiles: Self = "the project has no 'files'"
  fileprivate static let noTarget: Self = "a target is no object"
  fileprivate static let noName: Self = "a target has no name"
  fileprivate static let wrongName: Self = "the name of a target is no text"
  fileprivate static let firstTarget: Self = "the first"
  fileprivate static let updateModlint: Self = "update modlint; a newer version may know it"

  fileprivate static func noList(_ key: String) -> Self { "'\(key)' is no list" }

  fileprivate static func sameName(_ name: String) -> Self { "two targets are called '\(name)'" }

  fileprivate static func needs(_ capability: String) -> Self {
    "the project needs '\(capability)', which modlint does not know"
  }
}
