internal import Diagnostics
internal import Paths
internal import Text

/// Where the names in a `project.xcproj` lead.
struct ProjectNames {
  typealias Node = PropertyListTree.Node

  struct PhasePlace {
    var target: Int
    var phase: Int
  }

  var targets: [String: Int] = [:]
  /// The build phases by the names that lead to them, and by `id:…`.
  fileprivate var phases: [[String]: [PhasePlace]] = [:]
  /// The build phases by the references that led to them.
  fileprivate var knownPhases: [String: PhasePlace] = [:]
  /// The files by `id:…`.
  var fileIDs: [String: [Node]] = [:]
  /// The contents of groups by the names of the groups on the way there.
  fileprivate var files: [[String]: [String: [Node]]] = [:]
  /// The number of references that lead nowhere.
  fileprivate var unresolved = 0

  mutating func add(
    _ phase: ProjectConversion.Phase, of target: String, id: String?, at place: PhasePlace
  ) {
    // Without a name, these can only be meant by id.
    if phase.name != nil || phase.kind != "copy" && phase.kind != "script" {
      phases[[target, phase.kind], default: []].append(place)
    }
    if let name = phase.name { phases[[target, phase.kind, name], default: []].append(place) }
    if let id { phases[["id:" + id], default: []].append(place) }
  }
}

extension ProjectConversion {
  /// Returns the names that a reference consists of, or `id:…` alone.
  private mutating func path(_ reference: Node) -> [String]? {
    if source.kind(reference) == .text, let text = source.text(reference) {
      if text.hasPrefix("id:") { return [text] }
      return text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
    if source.kind(reference) == .list {
      let names = source.children(of: reference).map { text("name", of: $0) ?? source.text($0) }
      if !names.isEmpty, !names.contains(nil) { return names.compactMap(\.self) }
    }
    report(.noReference, at: reference)
    return nil
  }

  private mutating func reportUnresolved(
    _ message: Diagnostic.Message, at node: Node, near word: String = "", of words: [String] = []
  ) {
    let most = 20
    guard names.unresolved < most else { return }
    names.unresolved += 1
    report(message, at: node, help: words.nearest(to: word).map { [.didYouMean($0)] } ?? [])
  }

  /// Returns the index of the target that a value names.
  mutating func target(_ node: Node) -> Int? {
    guard source.kind(node) == .text, let name = source.text(node) else {
      report(.noReference, at: node)
      return nil
    }
    if let known = names.targets[name] { return known }
    reportUnresolved(.noTarget(name), at: node, near: name, of: targets.map(\.name))
    return nil
  }

  /// Returns the build phase that a reference leads to, which does not name a target that it is
  /// part of.
  mutating func phase(_ node: Node, of own: String? = nil) -> ProjectNames.PhasePlace? {
    let text = own == nil ? source.text(node) : nil
    if let text, let known = names.knownPhases[text] { return known }
    guard var path = path(node) else { return nil }
    let isID = path[0].hasPrefix("id:")
    if let own, !isID { path.insert(own, at: 0) }
    let found = names.phases[path] ?? []
    if found.count == 1 {
      if let text { names.knownPhases[text] = found[0] }
      return found[0]
    }
    if isID {
      reportUnresolved(found.isEmpty ? .noID : .severalIDs, at: node)
    } else if let target = names.targets[path[0]].map({ targets[$0] }) {
      let shown = path.dropFirst().joined(separator: "/")
      guard target.isa != nil else { return nil }
      reportUnresolved(
        found.isEmpty
          ? .noPhase(shown, of: target.name) : .severalPhases(shown, of: target.name),
        at: node, near: found.isEmpty ? shown : "",
        of: target.phases.map { [$0.kind, $0.name].compactMap(\.self).joined(separator: "/") })
    } else {
      reportUnresolved(
        .noTarget(path[0]), at: node, near: path[0], of: targets.map(\.name))
    }
    return nil
  }

  /// Returns the file, group or folder that a reference leads to.
  mutating func file(_ node: Node) -> Node? {
    guard let path = path(node), let name = path.last else { return nil }
    let found = files(path)
    if found.count == 1 { return found[0] }
    let shown = path.joined(separator: "/")
    if name.hasPrefix("id:") {
      reportUnresolved(found.isEmpty ? .noID : .severalIDs, at: node)
    } else if found.isEmpty {
      let others = (names.files[path.dropLast()] ?? [:]).keys.map {
        (path.dropLast() + [$0]).joined(separator: "/")
      }
      reportUnresolved(.noFile(shown), at: node, near: shown, of: others)
    } else {
      reportUnresolved(.severalFiles(shown), at: node)
    }
    return nil
  }

  /// Returns the referenced file, or the names of the reference if no such file exists.
  mutating func fileIfListed(_ node: Node) -> (file: Node?, names: String) {
    guard let path = path(node) else { return (nil, "") }
    let found = files(path)
    return (found.count == 1 ? found[0] : nil, path.joined(separator: "/"))
  }

  private mutating func files(_ path: [String]) -> [Node] {
    guard let name = path.last, path.count <= Limits.nesting else { return [] }
    return path.count == 1 && name.hasPrefix("id:")
      ? names.fileIDs[name] ?? [] : contents(of: path.dropLast())[name] ?? []
  }

  /// Returns what the groups with these names contain, by name.
  private mutating func contents(of groups: [String]) -> [String: [Node]] {
    if let known = names.files[groups] { return known }
    var lists = source.value("files", of: root).map { [$0] } ?? []
    if let name = groups.last {
      lists = (contents(of: groups.dropLast())[name] ?? [])
        .compactMap { source.value("children", of: $0) }
    }
    var found: [String: [Node]] = [:]
    for list in lists where source.kind(list) == .list {
      for node in source.children(of: list) {
        if let name = name(ofFile: node) { found[name, default: []].append(node) }
      }
    }
    names.files[groups] = found
    return found
  }

  private func name(ofFile node: Node) -> String? {
    let isFile = text("kind", of: node).map { $0 == "file-reference" } ?? true
    if !isFile, let name = text("name", of: node) { return name }
    return text("path", of: node).flatMap(ProjectLocation.init).map { Path.lastComponent($0.path) }
  }
}

/// A path of a file or group, and the folder that it starts from.
struct ProjectLocation {
  /// As `sourceTree` of `project.pbxproj` names it.
  var sourceTree = "<group>"
  var path: String

  /// Splits a path such as `<PRODUCTS>/App.app`; `nil` if there is no such folder.
  init?(_ text: String) {
    path = text
    if text.hasPrefix("/") || text.hasPrefix("~") {
      sourceTree = "<absolute>"
    } else if text.hasPrefix("<") {
      var isEscaped = false
      let end = text.utf8.firstIndex { byte in
        defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
        return byte == UInt8(ascii: ">") && !isEscaped
      }
      guard let end else { return nil }
      let base = text[..<end].dropFirst()
      let rest = text[end...].dropFirst()
      let tree = base.hasPrefix("USER:") ? String(base.dropFirst(5)) : Self.bases[String(base)]
      guard rest.isEmpty || rest.hasPrefix("/"), let tree else { return nil }
      (sourceTree, path) = (tree, String(rest.dropFirst()))
    } else if text.utf8.contains(UInt8(ascii: "\\")) {
      path = text.split(separator: #"\\"#, omittingEmptySubsequences: false)
        .map { $0.replacing(#"\<"#, with: "<") }.joined(separator: #"\"#)
    }
  }

  private static let bases = [
    "PRODUCTS": "BUILT_PRODUCTS_DIR", "SDK": "SDKROOT", "DEVELOPER": "DEVELOPER_DIR",
    "PROJECT": "SOURCE_ROOT",
  ]
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
