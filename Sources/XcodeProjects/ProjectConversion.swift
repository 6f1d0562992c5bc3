internal import Diagnostics

/// Converts a `project.xcproj` into the objects of a `project.pbxproj`.
///
/// Both describe the same model, but here files list the build phases that they are in, and few
/// values have an id: the id of an object is the number of the value that it is made of.
struct ProjectConversion {
  typealias Node = PropertyListTree.Node

  struct Phase {
    var node: Node
    var kind: String
    var name: String?
    /// The values that build files are made of.
    var files: [Node] = []
  }

  struct FoundTarget {
    var node: Node
    var name: String
    /// The `isa` of the object; `nil` for an unknown kind, which is skipped.
    var isa: String?
    var phases: [Phase]
    /// The synchronized folders that it is a member of.
    var folders: [Node] = []
  }

  let source: PropertyListTree
  let root: Node
  private let file: FileID
  private var result: PropertyListTree
  var targets: [FoundTarget] = []
  var names = ProjectNames()
  /// The packages by the last part of their paths or addresses.
  var packages: [String: Node] = [:]
  /// The files that are projects.
  var projects: [Node] = []
  private var findings: [Diagnostic] = []

  private init(_ source: PropertyListTree, root: Node, file: FileID) {
    (self.source, self.root, self.file) = (source, root, file)
    result = PropertyListTree(source.bytes)
  }

  /// Returns the property list of a `project.pbxproj` that describes the same project.
  ///
  /// - Throws: Diagnostics for what Xcode refuses.
  /// - Complexity: O(*n*) for *n* values.
  static func objects(
    of source: PropertyListTree, file: FileID
  ) throws(InvalidProject) -> PropertyListTree {
    guard let root = source.root, source.kind(root) == .table else {
      throw InvalidProject(.noObject, at: source.range(source.root ?? 0, file: file))
    }
    var conversion = ProjectConversion(source, root: root, file: file)
    let table = conversion.result.append(.table, 0..<0, at: .start)
    conversion.put("rootObject", id(root))
    conversion.put("objects") { $0.convert() }
    conversion.result.close(table)
    guard conversion.findings.isEmpty else { throw InvalidProject(conversion.findings) }
    return conversion.result
  }

  private mutating func convert() {
    for capability in elements("required-capabilities", of: root) {
      report(.needs(source.text(capability) ?? ""), at: capability, help: [.updateModlint])
    }
    if source.value("files", of: root) == nil { report(.noFiles, at: root) }
    for target in elements("targets", of: root) { readTarget(target) }
    // Names lead nowhere if what they name cannot be read.
    guard findings.isEmpty else { return }
    readPackages()
    for file in elements("files", of: root) { readFile(file) }
    for product in elements("imported-products", of: root) { readImport(product) }
    for number in targets.indices { writeTarget(number) }
    writeProject()
  }

  private mutating func readTarget(_ node: Node) {
    guard source.kind(node) == .table else { return report(.noTarget, at: node) }
    guard let nameNode = source.value("name", of: node) else { return report(.noName, at: node) }
    guard source.kind(nameNode) == .text, let name = source.text(nameNode) else {
      return report(.wrongName, at: nameNode)
    }
    if let first = names.targets[name].flatMap({ source.value("name", of: targets[$0].node) }) {
      let note = Diagnostic.Note(.firstTarget, at: source.range(first, file: file))
      return report(.sameName(name), at: nameNode, notes: [note])
    }
    let isa = Self.targetKinds[text("kind", of: node) ?? "native"]
    let phases = elements("build-phases", of: node).compactMap { phase -> Phase? in
      let kind = source.text(phase) ?? text("kind", of: phase)
      return kind.map { Phase(node: phase, kind: $0, name: text("name", of: phase)) }
    }
    names.targets[name] = targets.count
    for (number, phase) in phases.enumerated() {
      let place = ProjectNames.PhasePlace(target: targets.count, phase: number)
      names.add(phase, of: name, id: text("id", of: phase.node), at: place)
    }
    targets.append(FoundTarget(node: node, name: name, isa: isa, phases: phases))
  }

  private static let targetKinds = [
    "native": "PBXNativeTarget", "aggregate": "PBXAggregateTarget",
    "external-build-system": "PBXLegacyTarget",
  ]
}

// Reading.
extension ProjectConversion {
  func text(_ key: StaticString, of node: Node) -> String? {
    source.value(key, of: node).flatMap(source.text)
  }

  /// Returns the elements of a list, which is empty if it is absent.
  mutating func elements(_ key: StaticString, of node: Node) -> [Node] {
    guard let list = source.value(key, of: node) else { return [] }
    guard source.kind(list) == .list else {
      report(.noList("\(key)"), at: list)
      return []
    }
    return source.children(of: list).filter { source.kind($0) != .null }
  }

  mutating func report(
    _ message: Diagnostic.Message, at node: Node, notes: [Diagnostic.Note] = [],
    help: [Diagnostic.Message] = []
  ) {
    findings.append(
      Diagnostic(
        .invalidProject, .error, message, at: source.range(node, file: file), notes: notes,
        help: help))
  }
}

// Writing.
extension ProjectConversion {
  static func id(_ node: Node) -> String { String(node) }

  /// Writes an object that has the place of a value.
  mutating func object(
    _ id: String, at node: Node, _ isa: String? = nil, _ properties: (inout Self) -> Void
  ) {
    put(id)
    let table = result.appendTable(at: node, of: source)
    if let isa { put("isa", isa) }
    properties(&self)
    result.close(table)
  }

  private mutating func put(_ text: String) {
    result.append(.text, decoded: text.utf8, at: .start)
  }

  mutating func put(_ key: String, _ text: String) {
    put(key)
    put(text)
  }

  /// Writes a property with a value of the project, if there is one.
  mutating func put(_ key: String, _ node: Node?) {
    guard let node else { return }
    put(key)
    result.append(node, of: source)
  }

  mutating func put(_ key: String, _ texts: [String]) {
    put(key)
    let list = result.append(.list, 0..<0, at: .start)
    for text in texts { put(text) }
    result.close(list)
  }

  mutating func put(_ key: String, _ properties: (inout Self) -> Void) {
    put(key)
    let table = result.append(.table, 0..<0, at: .start)
    properties(&self)
    result.close(table)
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
