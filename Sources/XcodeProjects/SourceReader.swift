internal import Diagnostics
internal import Paths

extension XcodeProject {
  /// What a target compiles and copies; paths start from the tree's root.
  public struct Sources: Sendable {
    /// The files of its sources and headers phases.
    public var code: [String] = []
    /// The files of its resources phase.
    public var resources: [String] = []
    public var folders: [SynchronizedFolder] = []
    /// What imports of it are called; `nil` where that depends on what is not in the project.
    public var moduleName: String?
    /// The bridging and prefix headers, and property lists, that its settings name.
    public var settingFiles: [String] = []
    /// The shell scripts and their outputs.
    public var scripts: [String] = []
    public var outputs: [String] = []
    /// A rule or plug-in may write sources.
    public var hasBuildRules = false
    /// Some file is not in the tree, or is named by what is not in the project.
    public var isIncomplete = false
  }

  /// A folder whose files belong to the target, without being listed.
  public struct SynchronizedFolder: Sendable {
    public var path: String
    /// The files and folders that do not belong to the target.
    public var excluded: Set<String> = []
    /// The only files that belong to it; `nil` for all.
    public var included: Set<String>?
  }
}

/// The exception sets of synchronized folders, by target or build phase.
struct FolderExceptions {
  /// The files of a folder that a set names, as paths from the tree's root in the order of writing.
  typealias ExceptionSet = (group: ProjectObjects.ObjectID, files: [String])

  private var sets: [ProjectObjects.ObjectID: [ExceptionSet]] = [:]

  /// - Complexity: O(*n*) for *n* objects.
  init(_ objects: ProjectObjects, _ paths: ProjectPaths) {
    for group in objects.all where objects.isa(group, "PBXFileSystemSynchronizedRootGroup") {
      guard case .file(let folder) = paths.place(of: group) else { continue }
      for set in objects.objects(group, "exceptions") {
        guard let owner = objects.object(set, "target") ?? objects.object(set, "buildPhase") else {
          continue
        }
        let files = objects.texts(set, "membershipExceptions").map { ProjectPaths.join(folder, $0) }
        sets[owner, default: []].append((group, files))
      }
    }
  }

  /// The files of synchronized folders that a build phase has besides those that it lists.
  func files(of phase: ProjectObjects.ObjectID) -> [String] { (sets[phase] ?? []).flatMap(\.files) }

  /// The synchronized folders of a target: its own without exceptions, and of others the exceptions.
  ///
  /// A file that one phase has is in no other.
  func folders(
    of target: ProjectObjects.ObjectID, _ objects: ProjectObjects, _ paths: ProjectPaths
  ) -> [XcodeProject.SynchronizedFolder] {
    let own = objects.objects(target, "fileSystemSynchronizedGroups")
    let exceptions = sets[target] ?? []
    let ofPhases = objects.objects(target, "buildPhases").flatMap { sets[$0] ?? [] }
    var folders: [XcodeProject.SynchronizedFolder] = []
    for group in own {
      guard case .file(let path) = paths.place(of: group) else { continue }
      let excluded = (exceptions + ofPhases).filter { $0.group == group }
        .reduce(into: Set<String>()) { $0.formUnion($1.files) }
      folders.append(.init(path: path, excluded: excluded))
    }
    for (group, files) in exceptions where !own.contains(group) {
      guard case .file(let path) = paths.place(of: group) else { continue }
      folders.append(.init(path: path, included: Set(files)))
    }
    return folders
  }
}

/// Reads what one target compiles out of its build phases, folders and settings.
struct SourceReader {
  private let objects: ProjectObjects
  private let paths: ProjectPaths
  private(set) var sources = XcodeProject.Sources()

  init(_ objects: ProjectObjects, _ paths: ProjectPaths) {
    self.objects = objects
    self.paths = paths
  }

  mutating func read(_ target: ProjectObjects.ObjectID, _ exceptions: FolderExceptions) {
    for phase in objects.objects(target, "buildPhases") {
      if objects.isa(phase, "PBXSourcesBuildPhase") || objects.isa(phase, "PBXHeadersBuildPhase") {
        sources.code += files(of: phase) + exceptions.files(of: phase)
      } else if objects.isa(phase, "PBXResourcesBuildPhase") {
        sources.resources += files(of: phase) + exceptions.files(of: phase)
      } else if objects.isa(phase, "PBXShellScriptBuildPhase") {
        if let script = objects.text(phase, "shellScript") { sources.scripts.append(script) }
        sources.outputs += objects.texts(phase, "outputPaths")
        sources.outputs += objects.texts(phase, "outputFileListPaths")
      }
    }
    sources.folders = exceptions.folders(of: target, objects, paths)
    sources.hasBuildRules =
      !objects.objects(target, "buildRules").isEmpty
      || objects.objects(target, "dependencies").contains { dependency in
        objects.object(dependency, "productRef").flatMap { objects.text($0, "productName") }?
          .hasPrefix("plugin:") ?? false
      }
  }

  private mutating func files(of phase: ProjectObjects.ObjectID) -> [String] {
    objects.objects(phase, "files").flatMap { file -> [String] in
      guard let reference = objects.object(file, "fileRef") else { return [] }
      let children =
        objects.isa(reference, "PBXVariantGroup") ? objects.objects(reference, "children") : []
      return (children.isEmpty ? [reference] : children).compactMap { file in
        switch paths.place(of: file) {
        case .file(let path) where !Path.leadsOutside(path): return path
        case .product: return nil
        case .file, .system, .nowhere:
          sources.isIncomplete = true
          return nil
        }
      }
    }
  }

  mutating func read(_ settings: ConfiguredSettings, targetName: String) {
    sources.moduleName = moduleName(settings, targetName: targetName)
    for key in ["SWIFT_OBJC_BRIDGING_HEADER", "GCC_PREFIX_HEADER", "INFOPLIST_FILE"] {
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

  /// `PRODUCT_MODULE_NAME`, else `PRODUCT_NAME`, else the name of the target.
  private func moduleName(_ settings: ConfiguredSettings, targetName: String) -> String? {
    if case .unset = settings.lookup("PRODUCT_MODULE_NAME") {
      return settings.value("PRODUCT_NAME", default: targetName)
    }
    return settings.value("PRODUCT_MODULE_NAME")
  }

  /// Some file is compiled, or may be: a synchronized folder contains what it contains.
  var compiles: Bool { !sources.code.isEmpty || !sources.folders.isEmpty }

  /// The folder that all code shares; `nil` where there is none, or it is outside of the tree.
  var sharedFolder: String? {
    let folders =
      sources.code.map(Path.folder(of:)) + sources.folders.filter { $0.included == nil }.map(\.path)
    guard var shared = folders.first.map({ Path.components(of: $0) }) else { return nil }
    for folder in Set(folders) {
      guard !Path.leadsOutside(folder) else { return nil }
      shared = Array(zip(shared, Path.components(of: folder)).prefix { $0 == $1 }.map(\.0))
    }
    return Path.joined(shared)
  }
}
