internal import Diagnostics
internal import Paths
internal import Text

/// The indices of what references lead to.
///
/// The keys are what a reference consists of: names with slashes between them, or `id:…`. Things
/// with one path share what is below it.
typealias Names = [String: [Int]]

// The names of files and groups.
extension JSONProjectDecoder {
  /// Names what is in the groups on a path: most files are never referred to.
  mutating func indexFileNames(on path: String) {
    if path.isID { return indexFileIDs() }
    for slash in path.utf8.indices where path.utf8[slash] == UInt8(ascii: "/") {
      let group = String(path[..<slash])
      guard let found = fileNames[group] else { return }
      guard indexedGroups.insert(group).inserted else { continue }
      for number in found { indexFileNames(in: number, at: group + "/") }
    }
  }

  mutating func indexFileNames(in group: Int?, at path: String) {
    for file in children(of: group) {
      guard let name = name(of: files[file]) else { continue }
      fileNames[path + name.withoutSlashes, default: []].append(file)
    }
  }

  private mutating func indexFileIDs() {
    guard indexedGroups.insert("id:").inserted else { return }
    for (index, file) in files.enumerated() {
      guard let id = json.text("id", of: file.node) else { continue }
      fileNames["id:" + id, default: []].append(index)
    }
  }

  private func name(of file: FoundFile) -> String? {
    let name = file.kind == .file ? nil : json.text("name", of: file.node)
    return name ?? path(of: file)?.name
  }
}

// References, each to one thing.
extension JSONProjectDecoder {
  mutating func path(ofReference node: Node) -> String? {
    if json.kind(node) == .text { return json.text(node) }
    let elements = Array(json.elements(node))
    let names = elements.compactMap { json.text("name", of: $0) ?? json.text($0) }
    if !names.isEmpty, names.count == elements.count {
      return Path.joined(names.map(\.withoutSlashes))
    }
    report(.noReference, at: node)
    return nil
  }

  mutating func target(_ node: Node) -> Int? {
    guard json.kind(node) == .text, let name = json.text(node) else {
      report(.noReference, at: node)
      return nil
    }
    return target(named: name.withoutSlashes, at: node)
  }

  private mutating func target(named name: String, at node: Node) -> Int? {
    value(of: name, in: targetNames, node, .noTarget(name), .noTarget(name))
  }

  /// A reference within the target `own` does not name it.
  mutating func phase(_ node: Node, of own: String? = nil) -> Int? {
    // Many files are in the same few phases.
    let hash = json.hash(node) & (knownPhases.count - 1)
    if own == nil, let known = knownPhases[hash], json.isEqual(node, to: known.reference) {
      return known.phase
    }
    guard var path = path(ofReference: node) else { return nil }
    if let own, !path.isID { path = own.withoutSlashes + "/" + path }
    let end = path.utf8.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
    let name = String(path[..<end])
    if !path.isID {
      guard let target = target(named: name, at: node), targets[target].number != nil else {
        return nil
      }
    }
    let rest = String(path[end...].dropFirst())
    let phase = value(
      of: path, in: phaseNames, node, .noPhase(rest, of: name), .severalPhases(rest, of: name),
      unwritten: own == nil ? 0 : name.count + 1)
    if let phase, own == nil { knownPhases[hash] = (node, phase) }
    return phase
  }

  mutating func file(_ node: Node) -> Int? {
    guard let path = path(ofReference: node) else { return nil }
    indexFileNames(on: path)
    return value(of: path, in: fileNames, node, .noFile(path), .severalFiles(path))
  }

  /// Returns what a path leads to, or reports one of the first references to what is missing or not
  /// the only one; `unwritten` is the length of the start of the path that the reference omits.
  private mutating func value(
    of path: String, in names: Names, _ node: Node,
    _ missing: @autoclosure () -> Diagnostic.Message,
    _ ambiguous: @autoclosure () -> Diagnostic.Message, unwritten: Int = 0
  ) -> Int? {
    let found = names[path] ?? []
    if found.count == 1 { return found[0] }
    unresolved += 1
    guard unresolved <= Self.mostUnresolved else { return nil }
    if path.isID {
      report(found.isEmpty ? .noID : .severalIDs, at: node)
    } else if !found.isEmpty {
      report(ambiguous(), at: node)
    } else {
      let group = path.group
      let siblings = names.keys.filter { $0.group == group }
      let nearest = siblings.map { String($0.dropFirst(group.count)).withSlashes }
        .nearest(to: String(path.dropFirst(group.count)).withSlashes)
      report(
        missing(), at: node,
        help: nearest.map {
          [.didYouMean(String(group.dropFirst(unwritten)).withSlashes + $0)]
        } ?? [])
    }
    return nil
  }

  private static let mostUnresolved = 20
}

extension String {
  /// A name in a path, in which a slash would separate names.
  var withoutSlashes: String {
    utf8.contains(UInt8(ascii: "/")) ? replacing("/", with: "\0") : self
  }

  var withSlashes: String { utf8.contains(0) ? replacing("\0", with: "/") : self }

  var isID: Bool { hasPrefix("id:") }

  fileprivate var group: Substring {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { self[...$0] } ?? ""
  }
}

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

  private static let bases = [
    "PRODUCTS": "BUILT_PRODUCTS_DIR", "SDK": "SDKROOT", "DEVELOPER": "DEVELOPER_DIR",
    "PROJECT": "SOURCE_ROOT",
  ]

  var name: String { Path.lastComponent(path) }

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
    "'\(name.withSlashes)' is no target of the project"
  }

  fileprivate static func noPhase(_ phase: String, of target: String) -> Self {
    phase.isEmpty
      ? "'\(target.withSlashes)' names no build phase"
      : "'\(target.withSlashes)' has no phase '\(phase.withSlashes)'"
  }

  fileprivate static func severalPhases(_ phase: String, of target: String) -> Self {
    "'\(phase.withSlashes)' names two phases of '\(target.withSlashes)'; Xcode asks for \"id:\""
  }

  fileprivate static func noFile(_ path: String) -> Self {
    "'\(path.withSlashes)' is not in 'files'"
  }

  fileprivate static func severalFiles(_ path: String) -> Self {
    "'\(path.withSlashes)' names two files; Xcode asks for \"id:\""
  }
}
