internal import Architecture
internal import Diagnostics
internal import Files
internal import Graph
internal import LockFiles
internal import Paths
internal import WorkspaceReading

/// The lock files of package managers in the folders of specs and above.
struct LockTable {
  private(set) var packages: [LockedPackage] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The files that could not be read completely, so that packages may be missing.
  private(set) var invalidPaths: [String] = []
  /// The pods in lock files by the names of their frameworks and libraries.
  private(set) var pods: [String: String] = [:]
  private var podFolders: [(folder: String, pods: Range<Int>)] = []
  /// The module names of the pods in Podfiles, which may have no lock file.
  private var declaredPods: Set<String> = []
  private var hasPods = false

  init(
    _ found: FoundFiles, of specs: ReadProjects, in tree: some FileTree, _ sources: inout SourceMap
  ) {
    guard !found.lockFiles.isEmpty || !found.podfiles.isEmpty else { return }
    let folders = specs.foldersToRoot
    for (path, error) in found.lockFiles.sorted(by: { $0.path.precedes($1.path) })
    where folders.contains(Path.folder(of: path)) {
      let file = sources.add(path)
      do throws(FileError) {
        if let error { throw error }
        let text = try tree.content(of: path)
        add(LockFile(named: Path.lastComponent(path), text: text, file: file), at: path)
      } catch {
        diagnostics.append(LockFile.unreadable(error.reason, file: file))
        invalidPaths.append(path)
      }
    }
    for package in packages where package.manager == .cocoaPods {
      let names = Podfile.moduleNames(of: package.name) + [package.frameworkName]
      for name in names where pods[name] == nil { pods[name] = package.name }
    }
    for path in found.podfiles where folders.contains(Path.folder(of: path)) {
      declaredPods.formUnion(Podfile.names(in: (try? tree.content(of: path)) ?? []))
      hasPods = true
    }
  }

  private mutating func add(_ lock: LockFile, at path: String) {
    if Path.lastComponent(path) == "Podfile.lock" {
      let pods = packages.count..<packages.count + lock.packages.count
      podFolders.append((Path.folder(of: path), pods))
      hasPods = true
    }
    packages += lock.packages
    diagnostics += lock.diagnostics
    if !lock.diagnostics.isEmpty { invalidPaths.append(path) }
  }

  /// Returns the pod whose framework or library has the name, or the name itself if CocoaPods makes
  /// it for a target of a Podfile, or if only a Podfile names the pod.
  func pod(building name: String) -> String? {
    if let pod = pods[name] { return pod }
    let isOfTarget = name == "Pods" || name.hasPrefix("Pods-") || name.hasPrefix("Pods_")
    return declaredPods.contains(name) || hasPods && isOfTarget ? name : nil
  }

  func versions(in workspaces: [XcodeWorkspaceFile]) -> [PackageRequirement] {
    var versions = packages.map { package in
      PackageRequirement(
        kind: package.manager == .cocoaPods ? .pod : .carthage, name: package.name,
        identity: package.identity, requirement: package.version, location: package.location)
    }
    for (group, pods) in zip(groups(of: workspaces), podFolders.map(\.pods)) {
      for number in pods { versions[number].group = group }
    }
    return versions
  }

  /// Returns the group of each file in `podFolders`: an Xcode workspace unites those of the projects
  /// that it lists.
  private func groups(of workspaces: [XcodeWorkspaceFile]) -> [Int] {
    var groups = Array(podFolders.indices)
    guard groups.count > 1 else { return groups }
    for workspace in workspaces {
      let met = Set(workspace.projectPaths.compactMap { lock(above: $0).map { groups[$0] } })
      guard let first = met.min() else { continue }
      for file in groups.indices where met.contains(groups[file]) { groups[file] = first }
    }
    return groups
  }

  private func lock(above project: String) -> Int? {
    Path.folders(above: project).lazy.compactMap { folder in
      podFolders.firstIndex { $0.folder == folder }
    }.first
  }
}
