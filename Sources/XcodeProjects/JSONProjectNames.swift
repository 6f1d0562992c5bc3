internal import Diagnostics
internal import Paths
internal import Text

/// Names below each other, as the references in a `project.xcproj` go through them.
///
/// Things with one name share what is below it.
struct NameTree {
  private struct Key: Hashable {
    var parent: Int
    var name: String
  }

  private var numbers: [Key: Int] = [:]
  /// The values that have each name: none, one or more, of which the last is kept.
  private var values: [(value: Int, count: Int)] = [(0, 0)]

  /// Returns the number of a name; one that is `nil` leads nowhere.
  mutating func child(named name: String?, below parent: Int = 0) -> Int {
    let key = name.map { Key(parent: parent, name: $0) }
    if let key, let known = numbers[key] { return known }
    if let key { numbers[key] = values.count }
    values.append((0, 0))
    return values.count - 1
  }

  /// Gives a name to a value.
  mutating func add(_ value: Int, at number: Int) {
    values[number] = (value, values[number].count + 1)
  }

  func number(at path: some Sequence<String>) -> Int? {
    var number = 0
    for name in path {
      guard let next = numbers[Key(parent: number, name: name)] else { return nil }
      number = next
    }
    return number
  }

  /// Returns the only value that has a name.
  func value(at number: Int) -> Int? { values[number].count == 1 ? values[number].value : nil }

  func isAmbiguous(_ number: Int) -> Bool { values[number].count > 1 }

  func names(below parent: Int) -> [String] {
    numbers.keys.filter { $0.parent == parent }.map(\.name)
  }
}

// References, each to one thing.
extension JSONProjectDecoder {
  /// Returns the names that a reference consists of, or `id:…` alone.
  mutating func names(_ reference: Node) -> [String]? {
    if json.kind(reference) == .text, let text = json.text(reference) {
      if text.hasPrefix("id:") { return [text] }
      return text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
    let elements = json.elements(reference)
    let names = elements.compactMap { json.text("name", of: $0) ?? json.text($0) }
    if !names.isEmpty, names.count == elements.count { return names }
    report(.noReference, at: reference)
    return nil
  }

  /// Returns the index of the target that a value names.
  mutating func target(_ node: Node) -> Int? {
    guard json.kind(node) == .text, let name = json.text(node) else {
      report(.noReference, at: node)
      return nil
    }
    return target(named: name, at: node)
  }

  private mutating func target(named name: String, at node: Node) -> Int? {
    value(at: [name], in: targetNames, at: node, .noTarget(name), .noTarget(name))
  }

  /// Returns the index of the build phase that a reference leads to, which names no target if it is
  /// made within `own`.
  mutating func phase(_ node: Node, of own: String? = nil) -> Int? {
    // Most files are in the phase of the file before.
    if let last = lastPhase, own == nil, json.isSame(node, as: last.reference) {
      return last.phase
    }
    guard var path = names(node) else { return nil }
    if let own, !path[0].hasPrefix("id:") { path.insert(own, at: 0) }
    let name = path[0]
    if !name.hasPrefix("id:") {
      guard let target = target(named: name, at: node), targets[target].number != nil else {
        return nil
      }
    }
    let shown = path.dropFirst().joined(separator: "/")
    let phase = value(
      at: path, in: targetNames, at: node, .noPhase(shown, of: name),
      .severalPhases(shown, of: name))
    if let phase, own == nil { lastPhase = (node, phase) }
    return phase
  }

  /// Returns the index of the file, group or folder that a reference leads to.
  mutating func file(_ node: Node) -> Int? {
    names(node).flatMap { path in
      let shown = path.joined(separator: "/")
      return value(at: path, in: fileNames, at: node, .noFile(shown), .severalFiles(shown))
    }
  }

  /// Returns the value that names lead to, or reports that it is missing or not the only one.
  private mutating func value(
    at path: [String], in tree: NameTree, at node: Node, _ missing: Diagnostic.Message,
    _ ambiguous: Diagnostic.Message
  ) -> Int? {
    let number = tree.number(at: path)
    if let value = number.flatMap(tree.value) { return value }
    let isAmbiguous = number.map(tree.isAmbiguous) ?? false
    if path[0].hasPrefix("id:") {
      reportUnresolved(isAmbiguous ? .severalIDs : .noID, at: node)
    } else if isAmbiguous {
      reportUnresolved(ambiguous, at: node)
    } else {
      let siblings = tree.number(at: path.dropLast()).map(tree.names) ?? []
      let nearest = siblings.nearest(to: path.last ?? "").map { path.dropLast() + [$0] }
      reportUnresolved(
        missing, at: node, help: nearest.map { [.didYouMean(Path.joined($0))] } ?? [])
    }
    return nil
  }
}

/// A path in a `project.xcproj`, and what it starts from.
struct JSONPath {
  /// As `sourceTree` of a `project.pbxproj` names it; `nil` for the group.
  private var sourceTree: String?
  var path: String

  /// Splits a path such as `<PRODUCTS>/App.app`; `nil` if there is no such base.
  init?(_ text: String) {
    path = text
    switch text.utf8.first {
    case UInt8(ascii: "/"), UInt8(ascii: "~"): sourceTree = "<absolute>"
    case UInt8(ascii: "<"):
      let parts = text.dropFirst().split(
        separator: ">/", maxSplits: 1, omittingEmptySubsequences: false)
      guard var base = parts.first else { return nil }
      if parts.count == 1, base.popLast() != ">" { return nil }
      let tree = base.hasPrefix("USER:") ? String(base.dropFirst(5)) : Self.bases[String(base)]
      guard let tree else { return nil }
      (sourceTree, path) = (tree, parts.count == 1 ? "" : String(parts[1]))
    default:
      guard text.utf8.contains(UInt8(ascii: "\\")) else { return }
      path = text.split(separator: #"\\"#, omittingEmptySubsequences: false)
        .map { $0.replacing(#"\<"#, with: "<") }.joined(separator: #"\"#)
    }
  }

  private static let bases = [
    "PRODUCTS": "BUILT_PRODUCTS_DIR", "SDK": "SDKROOT", "DEVELOPER": "DEVELOPER_DIR",
    "PROJECT": "SOURCE_ROOT",
  ]

  var name: String { Path.lastComponent(path) }

  /// Returns the place of the path of something in a group of a project in `folder`.
  func place(in group: ProjectPaths.Place, of folder: String) -> ProjectPaths.Place {
    sourceTree.map { ProjectPaths.place(path, from: $0, of: folder) }
      ?? ProjectPaths.join(group, path)
  }
}

extension Diagnostic.Message {
  fileprivate static let noReference: Self = "a reference is neither a text nor a list of names"
  fileprivate static let noID: Self = "nothing has the id of the reference"
  fileprivate static let severalIDs: Self = "the id of the reference stands twice"

  fileprivate static func noTarget(_ name: String) -> Self {
    "'\(name)' is no target of the project"
  }

  fileprivate static func noPhase(_ phase: String, of target: String) -> Self {
    "'\(target)' has no phase '\(phase)'"
  }

  fileprivate static func severalPhases(_ phase: String, of target: String) -> Self {
    "'\(phase)' names two phases of '\(target)'; Xcode asks for \"id:\""
  }

  fileprivate static func noFile(_ names: String) -> Self { "'\(names)' is not in 'files'" }

  fileprivate static func severalFiles(_ names: String) -> Self {
    "'\(names)' names two files; Xcode asks for \"id:\""
  }
}
