internal import Diagnostics
internal import Files
internal import Imports
internal import Paths
internal import Projects
internal import SpecDecoding
internal import Text
internal import WorkspaceReading
internal import XcodeProjects

// The sources of targets of Xcode projects.
extension SourceLists {
  func xcodeSources(of project: ProjectFacts) -> [String: ModuleSources] {
    var scripts = BuildScripts(in: project.folder, tree)
    var result: [String: ModuleSources] = [:]
    // What one script runs is looked up for the next.
    let targets = (xcodeTargets[project.path] ?? [:]).sorted { $0.key.precedes($1.key) }
    for (name, listed) in targets {
      var sources = ModuleSources()
      sources.moduleName = listed.moduleName?.moduleIdentifier
      sources.isGenerated =
        listed.hasBuildRules || listed.outputs.contains(where: BuildScripts.mayBeSource)
        || listed.scripts.contains { scripts.mayWriteSwift(shell: $0) }
      sources.isIncomplete = listed.isIncomplete
      sources.lacksSettings = listed.lacksSettings
      sources.hasSettingHeader = listed.settingFiles.contains(where: \.isHeaderPath)
      var files = Set(listed.files)
      for folder in listed.folders { files.formUnion(self.files(of: folder)) }
      for path in files.sorted(by: { $0.precedes($1) }) where !Path.leadsOutside(path) {
        guard isInside(path) || !path.hasSuffix(".swift") else {
          sources.isIncomplete = true
          continue
        }
        let isCode = SourceLanguage(path: path) != nil
        add(SourceFile(path: path, phase: isCode ? .sources : .resources), to: &sources)
      }
      result[name] = withoutExcluded(sources)
    }
    return result
  }

  /// Returns the files of a synchronized folder, in which a wrapper such as an asset catalog is one
  /// file.
  private func files(of folder: XcodeProject.SynchronizedFolder) -> [String] {
    if let included = folder.included { return Array(included) }
    guard !Path.leadsOutside(folder.path) else { return [] }
    let files = files(below: folder.path, except: folder.excluded) { name in
      let ending = Path.splitExtension(name).extension
      return !name.hasPrefix(".") && (ending == nil || ending == "lproj")
    }
    return files.filter { !Path.lastComponent($0).hasPrefix(".") }
  }

  /// Returns the changed files that affect each target of an Xcode project; all targets if the
  /// project or a configuration file changed.
  func touchedTargets(of project: ProjectFacts, by changes: ChangedPaths) -> TouchedTargets {
    var touched = TouchedTargets()
    touched.shared = Set(changes.below(project.folder).filter { $0.contains(".xcconfig") })
    if changes.contains(project.path) { touched.shared.insert(project.path) }
    for (name, listed) in xcodeTargets[project.path] ?? [:] {
      var own = Set(listed.files.flatMap { changes.below($0) })
      for folder in listed.folders {
        let (excluded, included) = (folder.excluded, folder.included)
        let inside = changes.below(folder.path).filter { path in
          included?.contains(path) ?? !Path.lies(path, inAnyOf: excluded)
        }
        own.formUnion(inside)
      }
      touched.targets[name] = own
    }
    return touched
  }
}
