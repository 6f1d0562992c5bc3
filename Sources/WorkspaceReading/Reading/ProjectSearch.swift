public import Architecture
public import Diagnostics
internal import Paths
internal import Projects

/// Lists the projects in the Xcode workspaces in the folders of specs and the folders above.
public struct ProjectSearch {
  public private(set) var listing = ProjectListing()
  public private(set) var diagnostics: [Diagnostic] = []

  /// `unread` are folders whose specs are not in `specs`.
  public init(
    of specs: ReadProjects, _ workspaces: [(path: String, file: XcodeWorkspaceFile)],
    _ configuration: Configuration, unread: [String], _ sources: inout SourceMap
  ) {
    let folders = specs.foldersToRoot
    for (path, workspace) in workspaces where folders.contains(workspace.folder) {
      let file = sources.add(Path.join(path, entry: XcodeWorkspaceFile.name))
      add(workspace, at: path, as: file)
    }
    let unread = Set(unread)
    listing.listed.removeAll { project in
      let folder = Path.folder(of: project.path)
      return Path.isNeverVisited(folder) || configuration.exclusion(anyOf: folder) != nil
        || Path.lies(folder, inAnyOf: unread)
    }
    listing.specs = projects(of: specs)
  }

  private mutating func add(_ workspace: XcodeWorkspaceFile, at path: String, as file: FileID) {
    if workspace.mayListMore { listing.isComplete = false }
    if let error = workspace.error { diagnostics.append(error.movingPlaces { _ in file }) }
    guard workspace.isRead else { return }
    listing.workspaces.append(path)
    for project in workspace.projects {
      var project = project
      project.location.file = file
      listing.listed.append(project)
    }
  }

  private func projects(of specs: ReadProjects) -> [ProjectListing.SpecProject] {
    let references = specs.projects.map { $0.references.map(\.path) }
    let listed = Set(listing.listed.map(\.path) + references.joined())
    return specs.projects.indices.map { number in
      let paths = specs.projectPaths(of: number)
      return .init(
        path: paths.first(where: listed.contains) ?? paths[0],
        location: specs.range(specs.projects[number].nameRange), references: references[number])
    }
  }
}

extension ReadProjects {
  /// The folders of all specs and those above them; the root is empty.
  public var foldersToRoot: Set<String> {
    var folders: Set<String> = []
    for project in projects {
      for folder in Path.folders(above: project.path) {
        guard folders.insert(folder).inserted else { break }
      }
    }
    return folders
  }
}
