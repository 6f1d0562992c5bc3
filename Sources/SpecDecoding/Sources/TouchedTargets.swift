internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// The changed files that affect a spec and its targets.
///
/// If in doubt, a file counts, since no test is run for the others.
public struct TouchedTargets: Sendable {
  /// Files of all targets: the spec, included files, configuration files of the project.
  public var shared: Set<String> = []
  /// The files of each target, by name.
  public var targets: [String: Set<String>] = [:]

  public init() {}
}

extension SpecSources {
  /// The paths of the files that the spec consists of, existing or not: itself, included files and
  /// configuration files.
  public mutating func files() -> Set<String> {
    let targets = spec.targets() + spec.targets(under: .aggregateTargets)
    return ([spec.root] + targets.map(\.node)).reduce(into: ownFiles) {
      $0.formUnion(configurationFiles(of: $1))
    }
  }

  /// Returns the paths of the `.xcconfig` files in `configFiles` and of those that they include.
  private mutating func configurationFiles(of node: NodeID) -> Set<String> {
    var found: Set<String> = []
    for (_, value) in tree.entries(of: node, for: .configFiles) {
      guard let text = tree.textValue(value) else { continue }
      found.formUnion(settings.file(at: Path.join(spec.folder, text)).file.files)
    }
    return Set(found.map(Path.normalized))
  }

  private var ownFiles: Set<String> { Set(([spec.path] + included).map(Path.normalized)) }

  /// Returns the changed files that affect the spec and each target.
  ///
  /// - Complexity: O(*n*) for *n* texts in the spec, and lists the folders of sources with
  ///   `excludes` or `includes` that contain changed files.
  public mutating func touchedTargets(by changes: ChangedPaths) -> TouchedTargets {
    var touched = TouchedTargets()
    let base = spec.folder
    touched.shared = ownFiles.union(configurationFiles(of: spec.root))
      .filter { changes.contains($0) }
    let sharedTexts = Self.shared.flatMap { texts(below: tree.value(of: spec.root, for: $0)) }
    var list = SourceList(folder: base, SourceOptions(of: spec), FormerTree(source, with: changes))
    for key in [SpecKey.targets, .aggregateTargets] {
      for (name, node) in spec.targets(under: key) where tree.isMapping(node) {
        var search = TargetInputs(target: name, base: base, changes)
        search.hasScripts = hasScripts(node)
        search.add(spec.sourceEntries(of: node), &list)
        addInputs(of: node, to: &search)
        for (text, isSearchPath) in sharedTexts + texts(below: node, isTarget: true) {
          search.add(text: text, isSearchPath: isSearchPath)
        }
        search.found.formUnion(configurationFiles(of: node).filter { changes.contains($0) })
        touched.targets[name, default: []].formUnion(search.found)
      }
    }
    return touched
  }

  /// The keys that affect all targets.
  private static let shared: [SpecKey] = [
    .settings, .settingGroups, .settingPresets, .options, .schemes, .schemeTemplates,
  ]

  private static let runs = scripts + [.buildScripts, .buildRules, .buildToolPlugins]

  private func hasScripts(_ target: NodeID) -> Bool {
    Self.runs.contains { !tree.elements(of: target, for: $0).isEmpty }
      || tree.value(of: target, for: .legacy) != nil
  }

  /// Adds the files in keys and settings of a target that contain paths.
  private mutating func addInputs(
    of target: NodeID, to search: inout TargetInputs
  ) {
    let settings = settings.settings(Self.keys, of: target, named: search.target)
    let keys: [SettingKey] = [
      .bridgingHeader, .prefixHeader, .moduleMap, .privateModuleMap, .infoPropertyList,
    ]
    for file in settings.files(keys, in: spec.folder).known { search.add(file: file) }
    for key in [SpecKey.info, .entitlements] {
      guard let node = tree.value(of: target, for: key) else { continue }
      search.add(input: tree.text(of: node, for: .path) ?? "")
    }
    for script in Self.runs.flatMap({ tree.elements(of: target, for: $0) }) {
      search.add(input: tree.text(of: script, for: .path) ?? "")
      for file in spec.texts(in: tree.value(of: script, for: .inputFiles)) {
        search.add(input: file)
      }
      for list in spec.texts(in: tree.value(of: script, for: .inputFileLists)) {
        search.add(input: list)
        for line in source.lines(ofFile: list, in: search.base) { search.add(input: line) }
      }
    }
  }

  /// Returns the texts in a value, each with whether it is a header search path; excludes keys that
  /// are read separately.
  private func texts(below node: NodeID?, isTarget: Bool = false) -> [(String, Bool)] {
    var found: [(String, Bool)] = []
    // Aliases can repeat values exponentially.
    var seen: Set<NodeID> = []
    var open = node.map { [($0, false)] } ?? []
    while let (node, isSearchPath) = open.popLast() {
      guard seen.insert(node).inserted else { continue }
      if let text = tree.textValue(node) { found.append((text, isSearchPath)) }
      open += tree.elements(of: node).map { ($0, isSearchPath) }
      for (key, value) in tree.entries(of: node) {
        if isTarget, let key = tree.key(key), key == .sources || key == .dependencies { continue }
        let name = tree.string(key)
        open.append((value, name.contains("PATHS") || name.contains("FLAGS")))
      }
    }
    return found
  }
}

/// The changed files that one target depends on.
private struct TargetInputs {
  let target: String
  /// The folder that paths of the spec are relative to; `.` for the root.
  let base: String
  var found: Set<String> = []
  var hasScripts = false
  private let changes: ChangedPaths

  init(target: String, base: String, _ changes: ChangedPaths) {
    (self.target, self.base, self.changes) = (target, base, changes)
  }

  mutating func add(file: String) { found.formUnion(changes.below(file)) }

  mutating func add(input text: String) {
    guard !text.isEmpty, let input = InputPath(text, of: target, in: base) else { return }
    found.formUnion(changes.matching(input))
  }

  /// Adds the files in the words of a text, such as a setting or a script.
  mutating func add(text: String, isSearchPath: Bool) {
    for word in text.split(whereSeparator: { " \t\n\"'=,;".contains($0) }) {
      var path = word.hasPrefix("-I") ? word.dropFirst(2) : word
      if path.hasSuffix("/**") { path = path.dropLast(3) }
      guard let input = InputPath(String(path), of: target, in: base) else { continue }
      if isSearchPath {
        let inside = changes.below(input.folder).filter(Self.isTextual)
        found.formUnion(input.isExact ? inside : inside.filter { "/\($0)".contains(input.ending) })
      } else if input.isExact {
        if changes.contains(input.folder) { found.insert(input.folder) }
      } else if input.ending.contains(where: { $0 != "/" }) {
        found.formUnion(changes.matching(input))
      }
    }
  }

  mutating func add(_ entries: [ListedSource], _ list: inout SourceList) {
    for entry in entries {
      guard let input = InputPath(entry.path, of: target, in: base) else { continue }
      let files = changes.matching(input)
      guard input.isExact, files.contains(where: { !found.contains($0) }) else {
        found.formUnion(files)
        continue
      }
      let choice = list.choice(of: entry, among: entries)
      found.formUnion(files.filter { isUsed($0, choice, in: input.folder, &list) })
    }
  }

  /// Whether a file below the path of an entry may affect the target.
  private func isUsed(
    _ file: String, _ choice: SourceChoice?, in folder: String, _ list: inout SourceList
  ) -> Bool {
    guard let choice, file != folder, Path.lies(file, in: folder),
      !list.has(file, choice, below: folder)
    else { return true }
    // Other files may include it, or scripts may read it.
    let ending = SourceList.fileExtension(file)
    return Self.isTextual(file) || hasScripts && ending != "swift"
  }

  /// Whether sources of C, C++ or Objective-C may include a file.
  private static func isTextual(_ file: String) -> Bool {
    guard let ending = SourceList.fileExtension(file) else { return false }
    switch FileTypes.phase(of: ending) {
    case .headers: return true
    case .sources: return ["c", "m", "mm", "cc", "cp", "cpp", "cxx", "metal"].contains(ending)
    default: return ["inc", "inl", "tcc", "pch", "modulemap", "h++"].contains(ending)
    }
  }
}
