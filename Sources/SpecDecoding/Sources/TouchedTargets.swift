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

  /// Returns the changed files that affect the spec and each target; with `compiledAlone` only
  /// what is compiled, and property lists.
  ///
  /// - Complexity: O(*n*) for *n* texts in the spec, and lists the folders of sources with
  ///   `excludes` or `includes` that contain changed files.
  public mutating func touchedTargets(
    by changes: ChangedPaths, compiledAlone: Bool = false
  ) -> TouchedTargets {
    var touched = TouchedTargets()
    touched.shared = ownFiles.union(configurationFiles(of: spec.root))
      .filter { changes.contains($0) }
    let shared =
      compiledAlone ? [] : Self.shared.flatMap { texts(below: tree.value(of: spec.root, for: $0)) }
    var list = SourceList(folder: spec.folder, SourceOptions(of: spec), source)
    for key in [SpecKey.targets, .aggregateTargets] {
      for (name, node) in spec.targets(under: key) where tree.isMapping(node) {
        var search = TargetInputs(target: name, base: spec.folder, changes)
        search.hasScripts = hasScripts(node)
        search.add(spec.sourceEntries(of: node), &list)
        let settings = settings.settings(Self.keys, of: node, named: name)
        for file in settings.files(Self.files, in: spec.folder).known {
          search.found.formUnion(changes.below(file))
        }
        search.found.formUnion(configurationFiles(of: node).filter { changes.contains($0) })
        let own = compiledAlone ? tree.value(of: node, for: .info) : node
        for (key, text) in shared + texts(below: own, except: [.sources, .dependencies]) {
          search.add(text, under: key)
          guard key == SpecKey.inputFileLists.spelling else { continue }
          for line in source.lines(ofFile: text, in: spec.folder) { search.add(line, under: key) }
        }
        touched.targets[name, default: []].formUnion(search.found)
      }
    }
    return touched
  }

  /// The keys that affect all targets.
  private static let shared: [SpecKey] = [
    .settings, .settingGroups, .settingPresets, .options, .schemes, .schemeTemplates,
  ]

  private static let files: [SettingKey] = [
    .bridgingHeader, .prefixHeader, .moduleMap, .privateModuleMap, .infoPropertyList,
  ]

  private func hasScripts(_ target: NodeID) -> Bool {
    let runs = Self.scripts + [.buildScripts, .buildRules, .buildToolPlugins]
    return runs.contains { !tree.elements(of: target, for: $0).isEmpty }
      || tree.value(of: target, for: .legacy) != nil
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
    self.target = target
    self.base = base
    self.changes = changes
  }

  /// Adds the files in a text: a path, or words of a setting or a script.
  mutating func add(_ text: String, under key: String) {
    if ["path", "inputFiles", "inputFileLists"].contains(key) {
      if let input = InputPath(text, of: target, in: base) {
        found.formUnion(changes.matching(input))
      }
      return
    }
    let isSearchPath = key.contains("PATHS") || key.contains("FLAGS")
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
      let own = list.filter(files, of: entry, among: entries)
      // Other files may include those that are excluded, or scripts may read them.
      found.formUnion(
        files.filter { file in
          own.contains(file) || Self.isTextual(file)
            || hasScripts && SourceList.fileExtension(file) != "swift"
        })
    }
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
