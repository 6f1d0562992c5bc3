internal import Diagnostics
internal import Paths

extension XcodeProject {
  /// The files that a target compiles and copies.
  ///
  /// Paths are relative to the root of the tree.
  public struct Sources: Sendable {
    /// The files of its sources and headers phases.
    public var code: [String] = []
    /// The files of its resources phase.
    public var resources: [String] = []
    public var folders: [SynchronizedFolder] = []
    /// The module name for imports; `nil` if it depends on settings outside of the project.
    public var moduleName: String?
    /// The bridging and prefix headers and property lists in its settings.
    public var settingFiles: [String] = []
    /// The shell scripts and their outputs.
    public var scripts: [String] = []
    public var outputs: [String] = []
    /// Whether a build rule or plug-in may generate sources.
    public var hasBuildRules = false
    /// Whether some file is outside of the tree or unknown.
    public var isIncomplete = false
  }

  /// A folder whose files belong to the target without being listed.
  public struct SynchronizedFolder: Sendable {
    public var path: String
    /// The files and folders that do not belong to the target, relative to the folder.
    var exceptions: [String] = []
    /// Whether only the exceptions belong to the target.
    var isOfOther = false

    /// The files and folders that do not belong to the target.
    public var excluded: Set<String> { isOfOther ? [] : paths }
    /// The only files that belong to the target; `nil` for all.
    public var included: Set<String>? { isOfOther ? paths : nil }

    private var paths: Set<String> { Set(exceptions.map { ProjectPaths.join(path, $0) }) }
  }
}

/// The exception sets of synchronized folders, by target or build phase.
struct FolderExceptions {
  /// The files of an exception set, relative to their folder.
  private typealias ExceptionSet = (group: ProjectObjects.ObjectID, folder: String, files: [String])

  private var sets: [ProjectObjects.ObjectID: [ExceptionSet]] = [:]

  /// - Complexity: O(*n*) for *n* objects.
  init(_ objects: ProjectObjects, _ paths: ProjectPaths) {
    for group in objects.all where objects.kind(group) == .synchronizedGroup {
      guard case .file(let folder) = paths.place(of: group) else { continue }
      for set in objects.objects(group, "exceptions") {
        guard let owner = objects.object(set, "target") ?? objects.object(set, "buildPhase") else {
          continue
        }
        sets[owner, default: []].append((group, folder, objects.texts(set, "membershipExceptions")))
      }
    }
  }

  /// The files of synchronized folders that belong to a build phase without being listed in it.
  func files(of phase: ProjectObjects.ObjectID) -> [String] {
    (sets[phase] ?? []).flatMap { set in set.files.map { ProjectPaths.join(set.folder, $0) } }
  }

  /// The synchronized folders of a target without their exceptions, and the exceptions of others.
  ///
  /// A file that belongs to one build phase belongs to no other.
  func folders(
    of target: ProjectObjects.ObjectID, phases: [ProjectObjects.ObjectID],
    _ objects: ProjectObjects, _ paths: ProjectPaths
  ) -> [XcodeProject.SynchronizedFolder] {
    let own = objects.objects(target, "fileSystemSynchronizedGroups")
    let exceptions = sets[target] ?? []
    let ofPhases = phases.flatMap { sets[$0] ?? [] }
    let byGroup = Dictionary(grouping: exceptions + ofPhases) { $0.group }
    let folders = own.compactMap { group -> XcodeProject.SynchronizedFolder? in
      guard case .file(let path) = paths.place(of: group) else { return nil }
      return .init(path: path, exceptions: (byGroup[group] ?? []).flatMap(\.files))
    }
    let ownGroups = Set(own)
    return folders
      + exceptions.filter { !ownGroups.contains($0.group) }.map {
        .init(path: $0.folder, exceptions: $0.files, isOfOther: true)
      }
  }
}

/// Reads the sources of a target from its build phases, folders and settings.
struct SourceReader {
  private let objects: ProjectObjects
  private let paths: ProjectPaths
  private(set) var sources = XcodeProject.Sources()

  init(_ objects: ProjectObjects, _ paths: ProjectPaths) {
    self.objects = objects
    self.paths = paths
  }

  mutating func read(
    _ target: ProjectObjects.ObjectID, phases: [ProjectObjects.ObjectID],
    _ exceptions: FolderExceptions
  ) {
    for phase in phases {
      switch objects.kind(phase) {
      case .sources, .headers: sources.code += files(of: phase) + exceptions.files(of: phase)
      case .resources: sources.resources += files(of: phase) + exceptions.files(of: phase)
      case .script:
        if let script = objects.text(phase, "shellScript") { sources.scripts.append(script) }
        sources.outputs += objects.texts(phase, "outputPaths")
        sources.outputs += objects.texts(phase, "outputFileListPaths")
      default: break
      }
    }
    sources.folders = exceptions.folders(of: target, phases: phases, objects, paths)
    sources.hasBuildRules =
      !objects.objects(target, "buildRules").isEmpty
      || objects.objects(target, "dependencies").contains { dependency in
        objects.object(dependency, "productRef").flatMap { objects.text($0, "productName") }?
          .hasPrefix("plugin:") ?? false
      }
  }

  private mutating func files(of phase: ProjectObjects.ObjectID) -> [String] {
    var files: [String] = []
    for file in objects.objects(phase, "files") {
      guard let reference = objects.object(file, "fileRef") else { continue }
      let isGroup = objects.kind(reference) == .variantGroup
      let children = isGroup ? objects.objects(reference, "children") : []
      for file in children.isEmpty ? [reference] : children {
        switch paths.place(of: file) {
        case .file(let path) where !Path.leadsOutside(path): files.append(path)
        case .product: break
        case .file, .system, .unknown: sources.isIncomplete = true
        }
      }
    }
    return files
  }

  mutating func read(_ settings: ConfiguredSettings, targetName: String) {
    sources.moduleName = moduleName(settings, targetName: targetName)
    for key in [SettingKey.bridgingHeader, .prefixHeader, .infoPropertyList] {
      for value in Set(settings.all.map { $0.lookup(key) }) {
        guard case .value(let path) = value, let path = paths.expanded(path) else {
          if value == .unknown { sources.isIncomplete = true }
          continue
        }
        if path != paths.folder { sources.settingFiles.append(path) }
      }
    }
    sources.settingFiles.sort { $0.precedes($1) }
  }

  /// Returns `PRODUCT_MODULE_NAME`, else `PRODUCT_NAME`, else the name of the target.
  private func moduleName(_ settings: ConfiguredSettings, targetName: String) -> String? {
    if case .unset = settings.lookup(.moduleName) {
      return settings.value(.productName, default: targetName)
    }
    return settings.value(.moduleName)
  }

  /// Whether the target may compile files.
  ///
  /// Synchronized folders may contain some.
  var compiles: Bool { !sources.code.isEmpty || !sources.folders.isEmpty }

  /// The folder that contains all code; `nil` if there is no code, or if it is outside of the tree.
  var sharedFolder: String? {
    var shared: String.UTF8View?
    let folders = sources.folders.filter { !$0.isOfOther }.map { $0.path + "/" }
    for path in sources.code + folders {
      guard !Path.leadsOutside(path) else { return nil }
      let folder = shared ?? path.utf8
      guard shared == nil || !path.utf8.starts(with: folder) else { continue }
      let length = zip(folder, path.utf8).prefix { $0 == $1 }.count
      let end = folder.prefix(length).lastIndex(of: UInt8(ascii: "/")).map(folder.index(after:))
      shared = String(folder[..<(end ?? folder.startIndex)])?.utf8
    }
    return shared.map { String(Path.withoutTrailingSlashes(String($0)[...])) }
  }
}
