public import Diagnostics
public import Files
public import Architecture
internal import Paths
internal import Projects

/// Reads the Xcode workspaces in the folders of specs and the folders above.
public struct ProjectSearch {
  public private(set) var listing = ProjectListing()
  /// The errors in workspaces.
  public private(set) var diagnostics: [Diagnostic] = []

  /// Fails if the rule on workspaces is off.
  ///
  /// - Parameters:
  ///   - specs: The specs.
  ///   - workspaces: The folders of all Xcode workspaces.
  ///   - tree: The tree of files.
  ///   - root: The absolute path of the root; empty if it has none.
  ///   - configuration: The rules.
  ///   - unread: Folders whose specs are not in `specs`.
  ///   - sources: Gets the files that are read.
  /// - Complexity: O(the sizes of the files).
  public init?(
    of specs: SpecTable, _ workspaces: [String], in tree: some FileTree, root: String,
    _ configuration: Configuration, unread: [String], _ sources: inout SourceMap
  ) {
    guard configuration.needs.contains(.needsXcodeWorkspaces) else { return nil }
    let folders = specs.foldersToRoot
    for path in workspaces where folders.contains(Path.folder(of: path)) {
      let file = sources.add(Path.join(path, entry: XcodeWorkspaceContents.file))
      read(path, in: Path.folder(of: path), tree, root: root, as: file)
    }
    let unread = Set(unread)
    listing.listed.removeAll { project in
      let folder = Path.folder(of: project.path)
      return Path.components(of: folder).contains { Walk.neverDescends(into: String($0)) }
        || configuration.exclusion(anyOf: folder) != nil
        || Path.lies(folder, inAnyOf: unread)
    }
    listing.specs = projects(of: specs)
  }

  private mutating func read(
    _ path: String, in folder: String, _ tree: some FileTree, root: String, as file: FileID
  ) {
    var text: [UInt8] = []
    do throws(FileError) {
      guard try XcodeWorkspaceContents.read(path, in: tree, &text) else {
        // The file may exist on other machines, with unknown contents.
        listing.isComplete = false
        return
      }
    } catch {
      listing.isComplete = false
      let start = Position(line: 1, column: 1)
      diagnostics.append(
        Diagnostic(
          .workspaceMismatch, .warning, .unreadable(error.reason),
          at: SourceRange(file: file, start: start, end: start)))
      return
    }
    let workspace = XcodeWorkspaceFile(text, file: file, folder: folder, root: root)
    listing.workspaces.append(path)
    listing.listed += workspace.projects
    if let error = workspace.error {
      listing.isComplete = false
      diagnostics.append(error)
    }
  }

  private func projects(of specs: SpecTable) -> [ProjectListing.SpecProject] {
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

extension SpecTable {
  /// The folders of all specs and those above them; the root is empty.
  public var foldersToRoot: Set<String> {
    var folders: Set<String> = []
    for project in projects {
      var folder = Path.parent(project.path)
      while !Path.leadsOutside(folder) {
        guard folders.insert(folder == "." ? "" : folder).inserted, folder != "." else { break }
        folder = Path.parent(folder)
      }
    }
    return folders
  }
}

extension Diagnostic.Message {
  fileprivate static func unreadable(_ reason: String) -> Self { "cannot be read: \(reason)" }
}
