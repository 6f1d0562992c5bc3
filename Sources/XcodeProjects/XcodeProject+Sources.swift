internal import Diagnostics
internal import Paths

extension XcodeProject {
  /// The files compiled and copied by a target.
  ///
  /// Paths are relative to the root of the tree.
  public struct Sources: Sendable {
    /// The files of its sources and headers phases.
    var code: [String] = []
    var resources: [String] = []
    public var folders: [SynchronizedFolder] = []
    /// The module name for imports; `nil` if it depends on settings outside of the project.
    public var moduleName: String?
    /// The bridging and prefix headers and property lists in its settings.
    public var settingFiles: [String] = []
    public var scripts: [String] = []
    public var outputs: [String] = []
    /// Whether a build rule or plug-in may generate sources.
    public var hasBuildRules = false
    /// Whether a file is outside of the tree or unknown.
    public var isIncomplete = false
    /// Whether a configuration file that may name further files is not there.
    public var lacksSettings = false

    public var files: [String] { code + resources + settingFiles }
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
  /// A synchronized folder, by its number in the project file.
  typealias Folder = (id: Int, path: String)

  private typealias ExceptionSet = (folder: Folder, files: [String])

  private var sets: [Int: [ExceptionSet]] = [:]

  mutating func add(_ files: [String], of folder: Folder, to owner: Int) {
    sets[owner, default: []].append((folder, files))
  }

  /// Returns the files of synchronized folders that belong to a build phase without being listed in
  /// it.
  func files(of phase: Int) -> [String] {
    (sets[phase] ?? []).flatMap { set in set.files.map { ProjectPaths.join(set.folder.path, $0) } }
  }

  /// Returns the synchronized folders of a target, which is a member of `folders`, without their
  /// exceptions, and the exceptions of others.
  ///
  /// A file that belongs to one build phase belongs to no other.
  func folders(
    of target: Int, memberOf folders: [Folder], phases: [Int]
  ) -> [XcodeProject.SynchronizedFolder] {
    var ownIDs: Set<Int> = []
    let own = folders.filter { ownIDs.insert($0.id).inserted }
    let exceptions = sets[target] ?? []
    let ofPhases = phases.flatMap { sets[$0] ?? [] }
    let byFolder = Dictionary(grouping: exceptions + ofPhases) { $0.folder.id }
    return own.map { .init(path: $0.path, exceptions: (byFolder[$0.id] ?? []).flatMap(\.files)) }
      + exceptions.filter { !ownIDs.contains($0.folder.id) }.map {
        .init(path: $0.folder.path, exceptions: $0.files, isOfOther: true)
      }
  }
}

extension XcodeProject.Sources {
  /// Whether the target may compile files.
  ///
  /// Synchronized folders may contain some.
  var compiles: Bool { !code.isEmpty || !folders.isEmpty }

  /// The folder that contains all code; `nil` if there is no code, or if it is outside of the tree.
  var sharedFolder: String? {
    let paths = code + folders.filter { !$0.isOfOther }.map(\.path)
    guard let first = paths.first, !paths.contains(where: Path.leadsOutside) else { return nil }
    var shared = code.isEmpty ? first : Path.folder(of: first)
    for path in paths {
      while !Path.lies(path, in: shared) { shared = Path.folder(of: shared) }
    }
    return shared
  }
}
