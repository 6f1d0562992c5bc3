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
  private var entries: [ListedSource] = []
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
    files = [:]
    missing = []
    isIncomplete = false
    copiedFolders = []
    syncedFolders = []
    begin(entries)
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

  private mutating func begin(_ entries: [ListedSource]) {
    self.entries = entries
    tree.beginTarget()
  }

  private func path(of entry: ListedSource) -> String {
    Path.normalized(Path.join(folder, entry.path))
  }

  private mutating func add(_ entry: ListedSource) {
    guard !entry.path.hasVariable else {
      isIncomplete = true
      return
    }
    let path = path(of: entry)
    let kind = tree.kind(of: path)
    if kind == nil { noteMissing(path, entry) }
    switch type(of: entry, at: path) {
    case .file:
      if kind != nil { add(path, phase(ofEnding: Self.fileExtension(path), entry)) }
    // The files in it are copied without changes.
    case .folder: if kind == .folder { copiedFolders.insert(path) }
    case .group: if kind == .folder { addFolder(path, entry, options, isSynced: false) }
    case .syncedFolder:
      guard kind == .folder, syncedFolders.insert(path).inserted else { return }
      // Xcode lists these itself, regardless of `options.fileTypes`.
      addFolder(path, entry, SourceOptions(), isSynced: true)
    }
  }

  /// Records a missing entry.
  ///
  /// A tool may write an optional file, which matters if it is compiled.
  private mutating func noteMissing(_ path: String, _ entry: ListedSource) {
    guard entry.isOptional else { return missing.append(path) }
    let ending = Self.fileExtension(path)
    if ending == nil || phase(ofEnding: ending, entry) == .sources { isIncomplete = true }
  }

  private func type(of entry: ListedSource, at path: String) -> ListedSource.Kind {
    if let type = entry.type { return type }
    if Self.fileExtension(path) != nil || tree.kind(of: path) == .file { return .file }
    return options.defaultDirectoryType ?? .group
  }

  private func phase(ofEnding ending: String?, _ entry: ListedSource) -> SourceFile.Phase {
    entry.phase ?? options.phase(ofEnding: ending)
  }

  /// Adds a file or a wrapper; among several entries for it, one that compiles it wins.
  private mutating func add(_ path: String, _ phase: SourceFile.Phase) {
    guard let known = files[path], phase.weight <= known.weight else { return files[path] = phase }
  }

  /// Returns the extension of a path or of a name.
  static func fileExtension(_ path: String) -> String? {
    Path.splitExtension(Path.lastComponent(path)).extension
  }
}

// Folders.
extension SourceList {
  /// Adds the files of a folder and of all below it but for wrappers, each of which is one file.
  private mutating func addFolder(
    _ folder: String, _ entry: ListedSource, _ options: SourceOptions, isSynced: Bool
  ) {
    let choice = choice(of: entry, at: folder, isSynced: isSynced)
    let phase = isSynced ? nil : entry.phase
    var open = [folder]
    while let folder = open.popLast() {
      let isLocalized = Self.fileExtension(folder) == "lproj"
      for (name, kind) in tree.entries(of: folder) {
        let path = Path.join(folder, entry: name)
        guard
          isSynced
            ? !name.hasPrefix(".") && choice.contains(path)
            : isWanted(name, path, kind, choice)
        else { continue }
        let ending = Self.fileExtension(name)
        if kind == .file || ending != "lproj" && options.isWrapper(ending) {
          add(path, phase ?? options.phase(ofEnding: ending))
        } else if !isLocalized {
          open.append(path)
        }
      }
    }
  }

  /// Whether XcodeGen takes a file, or visits a folder, which must directly contain a file or folder
  /// that is not excluded.
  private mutating func isWanted(
    _ name: String, _ path: String, _ kind: FileKind, _ choice: SourceChoice
  ) -> Bool {
    guard kind != .folder else {
      return tree.entries(of: path).contains {
        choice.takes($0.name, Path.join(path, entry: $0.name))
      }
    }
    return choice.takes(name, path)
  }

  /// Returns the resolved patterns of an entry; those of the first entry for a synced folder.
  private mutating func choice(
    of entry: ListedSource, at path: String, isSynced: Bool
  ) -> SourceChoice {
    let entry = isSynced ? entries.first { self.path(of: $0) == path } ?? entry : entry
    return SourceChoice(
      excluded: matches(entry.excludes, in: path),
      included: entry.includes.isEmpty ? nil : matches(entry.includes, in: path).sorted())
  }

  /// Returns the paths that patterns match below a folder, with the contents of matched folders.
  private mutating func matches(_ patterns: [String], in folder: String) -> Set<String> {
    guard !patterns.isEmpty else { return [] }
    var glob = SourceGlob()
    for pattern in patterns where !pattern.isEmpty { glob.add(pattern, in: folder, &tree) }
    return glob.found
  }

  /// Returns those of the files below an entry that belong to it, or may have before they were
  /// deleted; all above the limit.
  mutating func filter(
    _ files: [String], of entry: ListedSource, among entries: [ListedSource]
  ) -> Set<String> {
    begin(entries)
    let path = path(of: entry)
    let type = type(of: entry, at: path)
    guard type == .group || type == .syncedFolder else { return Set(files) }
    let choice = choice(of: entry, at: path, isSynced: type == .syncedFolder)
    let own = files.filter { file in
      file == path || !Path.lies(file, in: path) || tree.kind(of: file) == nil
        || contains(file, choice, below: path)
    }
    return Set(tree.isExhausted ? files : own)
  }

  /// Whether a choice contains a file below `folder`; a target with a wrapper has all its files.
  private mutating func contains(
    _ file: String, _ choice: SourceChoice, below folder: String
  ) -> Bool {
    let wrapper = Path.folders(above: file).filter { Path.lies($0, in: folder) && $0 != folder }
      .last { options.isWrapper(Self.fileExtension($0)) && Self.fileExtension($0) != "lproj" }
    let path = wrapper ?? file
    return isWanted(Path.lastComponent(path), path, wrapper == nil ? .file : .folder, choice)
  }
}

/// The paths that `excludes` and `includes` of an entry match.
private struct SourceChoice {
  var excluded: Set<String>
  /// The included paths in order; `nil` without `includes`.
  var included: [String]?

  /// Whether XcodeGen includes a path, which must be a prefix of the next included path in order.
  func contains(_ path: String) -> Bool {
    guard !excluded.contains(path) else { return false }
    guard let included else { return true }
    let next = included.partitionPoint { $0 >= path }
    return next < included.count && included[next].hasPrefix(path)
  }

  func takes(_ name: String, _ path: String) -> Bool {
    name != ".DS_Store" && (!name.hasSuffix(".orig") || name == ".orig") && contains(path)
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
