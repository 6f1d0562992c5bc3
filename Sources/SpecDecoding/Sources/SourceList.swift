internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecReading
internal import Text
internal import YAML

/// Collects the files of the targets of a spec, as XcodeGen's `SourceGenerator` does.
struct SourceList {
  private let folder: String
  private let options: SourceOptions
  private var tree: CachedListings
  /// The first entry of each path; its `excludes` apply to a synced folder at the path.
  private var firstEntries: [String: ListedSource] = [:]
  private var syncedFolders: Set<String> = []
  private var files: [String: SourceFile.Phase] = [:]
  private var missing: [String] = []
  private var isIncomplete = false
  private var copiedFolders: Set<String> = []

  /// - Parameters:
  ///   - folder: The folder that paths are relative to; `.` for the root.
  ///   - options: The options for sources of the spec.
  ///   - tree: The file tree.
  init(folder: String, _ options: SourceOptions, _ tree: any FileTree) {
    self.folder = folder
    self.options = options
    self.tree = CachedListings(tree)
  }

  /// Lists the sources of a target; none above the limit, since the excluded files are unknown
  /// then.
  mutating func sources(of target: String, _ entries: [ListedSource]) -> TargetSources {
    (files, missing, isIncomplete) = ([:], [], false)
    (copiedFolders, firstEntries, syncedFolders) = ([], [:], [])
    tree.beginTarget()
    for entry in entries { add(entry) }
    var sources = TargetSources(target: target)
    guard !tree.isExhausted else {
      (sources.exceedsLimits, sources.isIncomplete) = (true, true)
      return sources
    }
    sources.files = files.map { SourceFile(path: $0.key, phase: $0.value) }
      .sorted { $0.path.precedes($1.path) }
    sources.copiedFolders = copiedFolders.sorted { $0.precedes($1) }
    sources.missing = missing
    sources.exceedsLimits = tree.hasFolderLinks
    sources.isIncomplete = isIncomplete || sources.exceedsLimits
    return sources
  }

  private mutating func add(_ entry: ListedSource) {
    guard !entry.path.hasVariable else {
      isIncomplete = true
      return
    }
    let path = Path.normalized(Path.join(folder, entry.path))
    let kind = tree.kind(of: path)
    if firstEntries[path] == nil { firstEntries[path] = entry }
    if kind == nil { noteMissing(path, entry) }
    switch entry.type ?? defaultType(of: path, kind) {
    case .file:
      if kind != nil { add(path, Self.fileExtension(path), entry) }
    // The files in it are copied without changes.
    case .folder: if kind == .folder { copiedFolders.insert(path) }
    case .group:
      guard kind == .folder else { return }
      addGroup(path, entry, excluded: matches(entry.excludes, in: path), included(entry, in: path))
    case .syncedFolder:
      guard kind == .folder, syncedFolders.insert(path).inserted else { return }
      let entry = firstEntries[path] ?? entry
      addSynced(path, excluded: matches(entry.excludes, in: path), included(entry, in: path))
    }
  }

  /// Records a missing entry.
  ///
  /// A tool may write an optional file, which matters if it is compiled.
  private mutating func noteMissing(_ path: String, _ entry: ListedSource) {
    guard entry.isOptional else { return missing.append(path) }
    let ending = Self.fileExtension(path)
    if ending == nil || (entry.phase ?? usualPhase(ofEnding: ending)) == .sources {
      isIncomplete = true
    }
  }

  private func defaultType(of path: String, _ kind: FileKind?) -> ListedSource.Kind {
    if kind == .file || Self.fileExtension(path) != nil { return .file }
    return options.defaultDirectoryType ?? .group
  }

  /// Adds a file or a wrapper.
  private mutating func add(_ path: String, _ ending: String?, _ entry: ListedSource) {
    add(path, entry.phase ?? usualPhase(ofEnding: ending))
  }

  /// Adds a file; among several entries for it, one that compiles it wins.
  private mutating func add(_ path: String, _ phase: SourceFile.Phase) {
    guard let known = files[path], phase.weight <= known.weight else { return files[path] = phase }
  }

  private func usualPhase(ofEnding ending: String?) -> SourceFile.Phase {
    guard let ending else { return .none }
    if let own = options.fileTypes[ending] {
      return own.phase ?? FileTypes.phase(ofUnknown: ending)
    }
    return FileTypes.phase(of: ending)
  }

  /// Returns the extension of a path or of a name.
  static func fileExtension(_ path: String) -> String? {
    Path.splitExtension(Path.lastComponent(path)).extension
  }
}

// Excluded files.
extension SourceList {
  /// Returns the resolved patterns of an entry; `nil` if that exceeds the limit of work.
  mutating func choice(of entry: ListedSource, among entries: [ListedSource]) -> SourceChoice? {
    tree.beginTarget()
    let path = Path.normalized(Path.join(folder, entry.path))
    var entry = entry
    switch entry.type ?? defaultType(of: path, tree.kind(of: path)) {
    case .file, .folder: return SourceChoice()
    case .group: break
    case .syncedFolder:
      entry = entries.first { Path.normalized(Path.join(folder, $0.path)) == path } ?? entry
    }
    let choice = SourceChoice(
      excluded: matches(entry.excludes, in: path), included: included(entry, in: path))
    return tree.isExhausted ? nil : choice
  }

  /// Whether a choice contains a file below `folder`; a target with a wrapper has all its files.
  mutating func has(_ file: String, _ choice: SourceChoice, below folder: String) -> Bool {
    let wrapper = Path.folders(above: file).filter { Path.lies($0, in: folder) && $0 != folder }
      .filter { isWrapper(Self.fileExtension($0)) && Self.fileExtension($0) != "lproj" }
      .min { $0.utf8.count < $1.utf8.count }
    if let wrapper { return holdsWanted(wrapper, choice.excluded, choice.included) }
    return isWanted(Path.lastComponent(file), file, choice.excluded, choice.included)
  }
}

/// The paths that `excludes` and `includes` of an entry match.
struct SourceChoice {
  var excluded: Set<String> = []
  var included: IncludedPaths?
}

// Folders.
extension SourceList {
  /// Adds the files of a group, in which folders other than wrappers are groups as well.
  private mutating func addGroup(
    _ folder: String, _ entry: ListedSource, excluded: Set<String>, _ included: IncludedPaths?
  ) {
    var open = [folder]
    while let folder = open.popLast() {
      for (name, kind) in tree.entries(of: folder) {
        let path = Path.join(folder, entry: name)
        let isPart =
          kind == .folder
          ? holdsWanted(path, excluded, included) : isWanted(name, path, excluded, included)
        guard isPart else { continue }
        let ending = Self.fileExtension(name)
        if ending == "lproj" {
          guard kind == .folder else { continue }
          for (name, kind) in tree.entries(of: path) where kind == .file {
            let path = Path.join(path, entry: name)
            if isWanted(name, path, excluded, included) {
              add(path, Self.fileExtension(name), entry)
            }
          }
        } else if kind == .file || isWrapper(ending) {
          add(path, ending, entry)
        } else {
          open.append(path)
        }
      }
    }
  }

  /// Whether XcodeGen visits a folder, which must directly contain a file or folder that is not
  /// excluded.
  private mutating func holdsWanted(
    _ folder: String, _ excluded: Set<String>, _ included: IncludedPaths?
  ) -> Bool {
    for (name, _) in tree.entries(of: folder)
    where isWanted(name, Path.join(folder, entry: name), excluded, included) {
      return true
    }
    return false
  }

  /// Adds the files of a folder that Xcode lists itself, except the exceptions.
  private mutating func addSynced(
    _ folder: String, excluded: Set<String>, _ included: IncludedPaths?
  ) {
    var open = [folder]
    while let folder = open.popLast() {
      let isLocalized = Self.fileExtension(folder) == "lproj"
      for (name, kind) in tree.entries(of: folder) where !name.hasPrefix(".") {
        let path = Path.join(folder, entry: name)
        if excluded.contains(path) { continue }
        if let included, !included.holds(path) { continue }
        let ending = Self.fileExtension(name)
        // Xcode lists these itself, regardless of `options.fileTypes`.
        if kind == .file || ending != "lproj" && FileTypes.isWrapper(ending) {
          add(path, ending.map(FileTypes.phase(of:)) ?? .none)
        } else if !isLocalized {
          open.append(path)
        }
      }
    }
  }

  /// Whether a folder with an extension is one file.
  private func isWrapper(_ ending: String?) -> Bool {
    ending.flatMap { options.fileTypes[$0]?.isFile } ?? FileTypes.isWrapper(ending)
  }

  private func isWanted(
    _ name: String, _ path: String, _ excluded: Set<String>, _ included: IncludedPaths?
  ) -> Bool {
    name != ".DS_Store" && (!name.hasSuffix(".orig") || name == ".orig") && !excluded.contains(path)
      && (included?.holds(path) ?? true)
  }

  private mutating func included(_ entry: ListedSource, in folder: String) -> IncludedPaths? {
    entry.includes.isEmpty ? nil : IncludedPaths(matches(entry.includes, in: folder))
  }

  /// Returns the paths that patterns match below a folder, with the contents of matched folders.
  private mutating func matches(_ patterns: [String], in folder: String) -> Set<String> {
    guard !patterns.isEmpty else { return [] }
    var glob = SourceGlob()
    for pattern in patterns where !pattern.isEmpty { glob.add(pattern, in: folder, &tree) }
    return glob.found
  }
}

extension SourceFile.Phase {
  /// The rank of the phase among several phases of a file.
  fileprivate var weight: Int {
    switch self {
    case .sources: 2
    case .headers: 1
    case .resources, .frameworks, .copyFiles, .copyFrameworks, .none: 0
    }
  }
}

/// The paths that `includes` match.
struct IncludedPaths {
  private let sorted: [String]

  init(_ paths: Set<String>) { sorted = paths.sorted() }

  /// Whether XcodeGen includes a path, which must be a prefix of the next included path in order.
  func holds(_ path: String) -> Bool {
    let next = sorted.partitionPoint { $0 >= path }
    return next < sorted.count && sorted[next].hasPrefix(path)
  }
}
