internal import Diagnostics
internal import Paths
internal import Text

/// The indices of what paths of names lead to.
///
/// Things with one path share what is below it.
typealias Names = [[String]: [Int]]

// The names of files and groups.
extension JSONProjectDecoder {
  /// Names what is in the groups on a path: most files are never referred to.
  mutating func indexFileNames(on path: [String]) {
    if path.first?.hasPrefix("id:") ?? false { indexFileIDs() }
    guard !indexedGroups.contains(path.dropLast()) else { return }
    for length in path.indices {
      let parent = Array(path[..<length])
      guard length == 0 || fileNames[parent] != nil else { return }
      if indexedGroups.insert(parent).inserted { indexFileNames(below: parent) }
    }
  }

  private mutating func indexFileNames(below parent: [String]) {
    let groups = parent.isEmpty ? [nil] : (fileNames[parent] ?? []).map(Optional.some)
    for group in groups {
      for file in children(of: group) {
        guard let name = name(of: files[file]) else { continue }
        fileNames[parent + [name], default: []].append(file)
      }
    }
  }

  private mutating func indexFileIDs() {
    guard !hasFileIDs else { return }
    hasFileIDs = true
    for (index, file) in files.enumerated() {
      guard let id = json.text("id", of: file.node) else { continue }
      fileNames[["id:" + id], default: []].append(index)
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
    value(of: [name], in: targetNames, node, .noTarget(name), .noTarget(name))
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
      of: path, in: phaseNames, node, .noPhase(path.dropFirst(), of: name),
      .severalPhases(path.dropFirst(), of: name))
    if let phase, own == nil {
      lastPhase = (node, phase)
      knownPhases[hash] = lastPhase
    }
    return phase
  }

  /// Returns the index of the file, group or folder that a reference leads to.
  mutating func file(_ node: Node) -> Int? {
    guard let path = names(node) else { return nil }
    indexFileNames(on: path)
    return value(of: path, in: fileNames, node, .noFile(path), .severalFiles(path))
  }

  /// Returns what a path leads to, or reports one of the first references to what is missing or not
  /// the only one.
  private mutating func value(
    of path: [String], in names: Names, _ node: Node,
    _ missing: @autoclosure () -> Diagnostic.Message,
    _ ambiguous: @autoclosure () -> Diagnostic.Message
  ) -> Int? {
    let found = names[path] ?? []
    if found.count == 1 { return found[0] }
    unresolved += 1
    guard unresolved <= Self.mostUnresolved else { return nil }
    if path[0].hasPrefix("id:") {
      report(found.isEmpty ? .noID : .severalIDs, at: node)
    } else if !found.isEmpty {
      report(ambiguous(), at: node)
    } else {
      let siblings = names.keys.filter {
        $0.count == path.count && $0.dropLast() == path.dropLast()
      }
      let nearest = siblings.compactMap(\.last).nearest(to: path.last ?? "").map {
        path.dropLast() + [$0]
      }
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
    phase.isEmpty
      ? "'\(target)' names no build phase"
      : "'\(target)' has no phase '\(phase.joined(separator: "/"))'"
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
