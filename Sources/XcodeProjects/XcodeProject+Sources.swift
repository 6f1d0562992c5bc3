internal import Diagnostics
internal import Paths

extension XcodeProject {
  /// The files compiled and copied by a target.
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
    /// Whether a file is outside of the tree or unknown.
    public var isIncomplete = false
    /// Whether a configuration file that may name further files is not there.
    public var lacksSettings = false
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

  /// Collects the exception sets.
  ///
  /// - Complexity: O(*n*) for *n* objects.
  init(_ objects: ProjectObjects, _ paths: ProjectPaths) {
    var taken: Set<ProjectObjects.ObjectID> = []
    for group in objects.all where objects.kind(group) == .synchronizedGroup {
      guard case .file(let folder) = paths.place(of: group) else { continue }
      for set in objects.objects(group, "exceptions") where taken.insert(set).inserted {
        guard let owner = objects.object(set, "target") ?? objects.object(set, "buildPhase") else {
          continue
        }
        sets[owner, default: []].append((group, folder, objects.texts(set, "membershipExceptions")))
      }
    }
  }

  /// Returns the files of synchronized folders that belong to a build phase without being listed in
  /// it.
  func files(of phase: ProjectObjects.ObjectID) -> [String] {
    (sets[phase] ?? []).flatMap { set in set.files.map { ProjectPaths.join(set.folder, $0) } }
  }

  /// Returns the synchronized folders of a target without their exceptions, and the exceptions of
  /// others.
  ///
  /// A file that belongs to one build phase belongs to no other.
  func folders(
    of target: ProjectObjects.ObjectID, phases: [ProjectObjects.ObjectID],
    _ objects: ProjectObjects, _ paths: ProjectPaths
  ) -> [XcodeProject.SynchronizedFolder] {
    var ownGroups: Set<ProjectObjects.ObjectID> = []
    let own = objects.objects(target, "fileSystemSynchronizedGroups")
      .filter { ownGroups.insert($0).inserted }
    let exceptions = sets[target] ?? []
    let ofPhases = phases.flatMap { sets[$0] ?? [] }
    let byGroup = Dictionary(grouping: exceptions + ofPhases) { $0.group }
    let folders = own.compactMap { group -> XcodeProject.SynchronizedFolder? in
      guard case .file(let path) = paths.place(of: group) else { return nil }
      return .init(path: path, exceptions: (byGroup[group] ?? []).flatMap(\.files))
    }
    return folders
      + exceptions.filter { !ownGroups.contains($0.group) }.map {
        .init(path: $0.folder, exceptions: $0.files, isOfOther: true)
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
    var shared: [UInt8]?
    for path in code + folders.filter({ !$0.isOfOther }).map({ $0.path + "/" }) {
      guard !Path.leadsOutside(path) else { return nil }
      let folder = shared ?? Array(path.utf8)
      var length = 0
      for byte in path.utf8 {
        guard length < folder.count, byte == folder[length] else { break }
        length += 1
      }
      guard shared == nil || length < folder.count else { continue }
      let end = folder[..<length].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      shared = Array(folder[..<end])
    }
    return shared.map {
      String(Path.withoutTrailingSlashes(String(decoding: $0, as: UTF8.self)[...]))
    }
  }
}
