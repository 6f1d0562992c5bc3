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
  /// The values that have each name.
  private var values: [[Int]] = [[]]

  /// Returns the number of a name.
  mutating func child(named name: String, below parent: Int = 0) -> Int {
    let key = Key(parent: parent, name: name)
    if let known = numbers[key] { return known }
    numbers[key] = values.count
    values.append([])
    return values.count - 1
  }

  /// Gives a name to a value.
  mutating func add(_ value: Int, at number: Int) { values[number].append(value) }

  func number(of name: String, below parent: Int) -> Int? {
    numbers[Key(parent: parent, name: name)]
  }

  func number(at path: some Sequence<String>) -> Int? {
    var number = 0
    for name in path {
      guard let next = self.number(of: name, below: number) else { return nil }
      number = next
    }
    return number
  }

  func values(at number: Int) -> [Int] { values[number] }

  /// Returns the only value that has a name.
  func value(at number: Int) -> Int? { values[number].count == 1 ? values[number][0] : nil }

  func names(below parent: Int) -> [String] {
    numbers.keys.filter { $0.parent == parent }.map(\.name)
  }
}

/// The names of files and groups.
///
/// What is in a group gets its names when a reference goes through the group: most files are never
/// referred to.
struct FileNames {
  var tree = NameTree()
  /// The numbers of the groups' names below which everything has its name.
  var indexed: Set<Int> = []
  var hasIDs = false
}

extension JSONProjectDecoder {
  /// Returns the number of the name that a path leads to.
  mutating func fileNumber(at path: [String]) -> Int? {
    if path[0].hasPrefix("id:") { indexFileIDs() }
    var number = 0
    for name in path {
      indexFileNames(below: number)
      guard let next = fileNames.tree.number(of: name, below: number) else { return nil }
      number = next
    }
    return number
  }

  private mutating func indexFileIDs() {
    guard !fileNames.hasIDs else { return }
    fileNames.hasIDs = true
    for (index, file) in files.enumerated() {
      guard let id = json.text("id", of: file.node) else { continue }
      fileNames.tree.add(index, at: fileNames.tree.child(named: "id:" + id))
    }
  }

  private mutating func indexFileNames(below parent: Int) {
    guard fileNames.indexed.insert(parent).inserted else { return }
    let groups = parent == 0 ? [nil] : fileNames.tree.values(at: parent).map(Optional.some)
    for group in groups {
      for file in children(of: group) {
        guard let name = name(of: files[file]) else { continue }
        fileNames.tree.add(file, at: fileNames.tree.child(named: name, below: parent))
      }
    }
  }

  private func name(of file: FoundFile) -> String? {
    let name = file.kind == .file ? nil : json.text("name", of: file.node)
    return name ?? path(of: file)?.name
  }
}

// References, each to one thing.
extension JSONProjectDecoder {
  /// Returns the names that a reference consists of, or `id:…` alone.
  mutating func names(_ reference: Node) -> [String]? {
    if json.kind(reference) == .text, let text = json.text(reference) {
      if text.hasPrefix("id:") { return [text] }
      return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    let elements = Array(json.elements(reference))
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
    let number = targetNames.number(of: name, below: 0)
    return value(at: number, of: [name], in: targetNames, node, .noTarget(name), .noTarget(name))
  }

  /// Returns the index of the build phase that a reference leads to, which names no target if it is
  /// made within `own`.
  mutating func phase(_ node: Node, of own: String? = nil) -> Int? {
    // Many files are in the same few phases.
    if own == nil, let last = lastPhase, json.isEqual(node, to: last.reference) {
      return last.phase
    }
    let hash = json.hash(node) & (knownPhases.count - 1)
    if own == nil, let known = knownPhases[hash], json.isEqual(node, to: known.reference) {
      lastPhase = known
      return known.phase
    }
    guard var path = names(node) else { return nil }
    if let own, !path[0].hasPrefix("id:") { path.insert(own, at: 0) }
    let name = path[0]
    if !name.hasPrefix("id:") {
      guard let target = target(named: name, at: node), targets[target].number != nil else {
        return nil
      }
    }
    let phase = value(
      at: targetNames.number(at: path), of: path, in: targetNames, node,
      .noPhase(path.dropFirst(), of: name), .severalPhases(path.dropFirst(), of: name))
    if let phase, own == nil {
      lastPhase = (node, phase)
      knownPhases[hash] = lastPhase
    }
    return phase
  }

  /// Returns the index of the file, group or folder that a reference leads to.
  mutating func file(_ node: Node) -> Int? {
    guard let path = names(node) else { return nil }
    return value(
      at: fileNumber(at: path), of: path, in: fileNames.tree, node, .noFile(path),
      .severalFiles(path))
  }

  /// Returns the value at the number that names lead to, or reports one of the first references to
  /// what is missing or not the only one.
  private mutating func value(
    at number: Int?, of path: [String], in tree: NameTree, _ node: Node,
    _ missing: @autoclosure () -> Diagnostic.Message,
    _ ambiguous: @autoclosure () -> Diagnostic.Message
  ) -> Int? {
    if let value = number.flatMap(tree.value) { return value }
    unresolved += 1
    guard unresolved <= Self.mostUnresolved else { return nil }
    let isAmbiguous = number.map { tree.values(at: $0).count > 1 } ?? false
    if path[0].hasPrefix("id:") {
      report(isAmbiguous ? .severalIDs : .noID, at: node)
    } else if isAmbiguous {
      report(ambiguous(), at: node)
    } else {
      let siblings = tree.number(at: path.dropLast()).map(tree.names) ?? []
      let nearest = siblings.nearest(to: path.last ?? "").map { path.dropLast() + [$0] }
      report(missing(), at: node, help: nearest.map { [.didYouMean(Path.joined($0))] } ?? [])
    }
    return nil
  }

  private static let mostUnresolved = 20
}

/// A path in a `project.xcproj`, and what it starts from.
struct JSONPath {
  /// As `sourceTree` of a `project.pbxproj` names it; `nil` for the group.
  private var sourceTree: String?
  var path: String

  /// Splits a path such as `<PRODUCTS>/App.app`; `nil` if there is no such base.
  init?(_ text: String) {
    path = text
    let slash = UInt8(ascii: "/")
    switch text.utf8.first {
    case slash, UInt8(ascii: "~"): sourceTree = "<absolute>"
    case UInt8(ascii: "<"):
      let bytes = Array(text.utf8)
      let end = bytes.indices.first {
        bytes[$0] == UInt8(ascii: ">") && bytes[($0 + 1)...].first ?? slash == slash
      }
      guard let end else { return nil }
      let base = String(decoding: bytes[1..<end], as: UTF8.self)
      let tree = base.hasPrefix("USER:") ? String(base.dropFirst(5)) : Self.bases[base]
      guard let tree else { return nil }
      sourceTree = tree
      path = String(decoding: bytes[(end + 1)...].dropFirst(), as: UTF8.self)
    default:
      guard text.utf8.contains(UInt8(ascii: "\\")) else { return }
      path = text.split(separator: #"\\"#, omittingEmptySubsequences: false)
        .map { $0.replacing(#"\<"#, with: "<") }.joined(separator: #"\"#)
    }
  }

  /// Whether a path that is written without escapes starts from the group.
  static func isRelative(_ text: ArraySlice<UInt8>) -> Bool {
    text.first != UInt8(ascii: "/") && text.first != UInt8(ascii: "~")
      && text.first != UInt8(ascii: "<")
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

  fileprivate static func noPhase(_ phase: ArraySlice<String>, of target: String) -> Self {
    "'\(target)' has no phase '\(phase.joined(separator: "/"))'"
  }

  fileprivate static func severalPhases(_ phase: ArraySlice<String>, of target: String) -> Self {
    "'\(phase.joined(separator: "/"))' names two phases of '\(target)'; Xcode asks for \"id:\""
  }

  fileprivate static func noFile(_ names: [String]) -> Self {
    "'\(names.joined(separator: "/"))' is not in 'files'"
  }

  fileprivate static func severalFiles(_ names: [String]) -> Self {
    "'\(names.joined(separator: "/"))' names two files; Xcode asks for \"id:\""
  }
}
