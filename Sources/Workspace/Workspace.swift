public import Architecture
public import Diagnostics
public import Files
public import Graph
internal import Packages
internal import Paths
internal import Projects
public import SourceReading
internal import SpecDecoding
internal import SpecReading
public import WorkspaceReading

/// A workspace that was read: its graph, and the errors in its files.
public struct Workspace: Sendable {
  /// The files that locations refer to: those known before, then those read here in order of path.
  public var sources: SourceMap
  public var graph: ModuleGraph
  public let diagnostics: [Diagnostic]
  /// The folders of nested workspaces, which are not read, in order of path.
  public let nestedWorkspaces: [String]
  /// Whether it has packages that are externals.
  public let hasOpaquePackages: Bool
  /// The computed packages that could not be described and stay one module each, with the reason.
  public let unknownPackages: [(path: String, reason: String)]
  /// The missing files and folders that specs name and that git ignores, in order of path.
  public let ignoredPaths: [String]
  public var reading: ReaderNotes
  /// The named files that are not specs, with the reason, in order of path.
  public let misnamed: [(path: String, reason: String)]
  /// The files that look like specs but have another name, in order of path.
  public let neighbourSpecs: [String]
  /// The specs whose sources exist only below another folder, with that folder, in order of path.
  public let misrootedSpecs: [(path: String, root: String)]
  public let sourceLists: SourceLists
  private let broken: BrokenSpecs
}

extension Workspace {
  public typealias Options = WorkspaceOptions

  /// Reads all specs below the root of `tree` and links them into a graph; `known` are files that
  /// locations refer to already, such as rules.yml.
  ///
  /// - Throws: An error if the root cannot be listed. Other unreadable files are diagnostics.
  /// - Complexity: O(size of the files) + O(*n* log *n*) for *n* modules.
  public init<Tree: FileTree>(
    reading tree: Tree, configuration: Configuration, known: SourceMap, options: Options
  ) throws(FileError) {
    var walk = try SpecSearch(tree, configuration, options)
    misnamed = walk.misnamed
    hasOpaquePackages = walk.hasOpaquePackages
    var read = walk.takeProjects(known: known)
    let unread = UnreadSpecs(walk.files.otherYAML, besides: read, in: tree, walk.reader)
    neighbourSpecs = unread.neighbours
    misrootedSpecs = unread.misrooted
    sources = read.sources
    let locks = LockTable(walk.files, of: read, in: tree, &sources)
    let packages = walk.packages
    let failed = walk.files.failures.map(\.path) + locks.invalidPaths
    broken = BrokenSpecs(read, failures: failed, in: tree)
    nestedWorkspaces = walk.files.nestedWorkspaces
    var projects: ProjectSearch?
    if configuration.needs.contains(.needsXcodeWorkspaces) {
      projects = ProjectSearch(
        of: read, walk.workspaces, configuration,
        unread: nestedWorkspaces + broken.paths.map(Path.folder(of:)), &sources)
    }
    var packageFolders = PackageFolders(in: walk.checkout)
    var errors = walk.diagnostics(of: read, &packageFolders, broken)
    errors += walk.files.errors(&sources) + locks.diagnostics + (projects?.diagnostics ?? [])
    ignoredPaths = packageFolders.ignored.union(read.notes.ignoredIncludes)
      .sorted { $0.precedes($1) }
    sourceLists = SourceLists(walk, read, Set(locks.pods.keys), configuration)
    reading = walk.notes(broken, packages, projects?.listing, sourceLists, read, options)
    read.append(packages, configuration)
    let built = walk.graph(
      of: consume read, locks, broken, configuration,
      looksAtAllFolders: options.looksAtAllFolders)
    graph = built.graph
    unknownPackages = packages.failures
    diagnostics = errors.map { [broken, sources] in
      Self.advisingToExclude(broken.templates, $0, in: sources)
    }
    noteAbsence(of: packageFolders, projects: built.absentProjects)
  }

  /// Notes what is not there, except packages with a finding about that.
  private mutating func noteAbsence(of folders: PackageFolders, projects: [String]) {
    reading.gaps += projects.map { Gap(.absentProjects, $0) }
    var packages = folders.ignored.union(folders.unseen)
    for module in graph.externals where graph[module].roles.contains(.absentPackage) {
      guard case .package(let folder) = graph[module].external, !Path.leadsOutside(folder),
        !folders.ignored.contains(Path.join(folder, entry: "Package.swift"))
      else { continue }
      packages.insert(folder)
    }
    if !packages.isEmpty {
      reading.gaps += packages.subtracting(folders.reported).map { Gap(.absentPackages, $0) }
    }
    reading.gaps += ignoredPaths.filter { !packages.contains($0) }.map { Gap(.absentFiles, $0) }
  }

  /// The paths of specs and included files that could not be read.
  public var unreadFiles: Set<String> { broken.unreadPaths }

  /// The patterns for the folders of unreadable specs that are templates for new projects.
  public var templates: [String] {
    Set(broken.templates.values.map(\.pattern)).sorted { $0.precedes($1) }
  }

  /// Returns the path of an unreadable file that may declare the targets that the spec or manifest
  /// at `path` declares in another state of the workspace.
  public func fileHidingTargets(of path: String, isThere: () -> Bool) -> String? {
    sourceLists.packages.hasUnreadManifest(at: path)
      ? path : broken.fileHidingTargets(of: path, isThere: isThere)
  }

  private static func advisingToExclude(
    _ folders: [String: InactiveFolder], _ error: Diagnostic, in sources: SourceMap
  ) -> Diagnostic {
    guard error.rule == .invalidSpec, error.help.count < 2, let location = error.location,
      let folder = folders[sources[location.file]]
    else { return error }
    var error = error
    error.help.append(.exclude(folder))
    return error
  }
}

extension FoundFiles {
  fileprivate func errors(_ sources: inout SourceMap) -> [Diagnostic] {
    failures.sorted { $0.path.precedes($1.path) }.map { failure in
      let place = sources.add(failure.path).firstLine
      return Diagnostic(.invalidSpec, .error, .unreadable(failure.error.reason), at: place)
    }
  }
}

extension SpecSearch {
  func diagnostics(
    of read: ReadProjects, _ packageFolders: inout PackageFolders, _ broken: BrokenSpecs
  ) -> [Diagnostic] {
    let diagnostics = read.diagnostics
    let absent = read.notes.findings.absentSources
    let refusals = read.refusals(
      besides: diagnostics,
      and: absent.isEmpty ? [] : checkout.targetsWithoutSources(among: absent))
    var referenced: [Diagnostic] = []
    if read.projects.contains(where: { !$0.references.isEmpty }) {
      var projects = ReferencedProjects(checkout, reader, broken: broken)
      referenced = projects.diagnostics(of: read)
    }
    return diagnostics + refusals + packageFolders.diagnostics(of: read, packages) + referenced
  }

  func notes(
    _ broken: BrokenSpecs, _ packages: PackageTable,
    _ listing: ProjectListing?, _ lists: SourceLists, _ read: borrowing ReadProjects,
    _ options: WorkspaceOptions
  ) -> ReaderNotes {
    var notes = notes
    (notes.brokenSpecs, notes.incompleteSpecs) = (broken.paths, broken.incompletePaths)
    notes.projects = listing
    notes.copiedFrameworks = { lists.copiedFrameworks(ofTargets: $0) }
    if !files.resourceFolders.isEmpty {
      notes.resources = { [folders = files.resourceFolders] spec, targets in
        lists.resources(ofTargets: targets, spec: spec, in: folders)
      }
    }
    notes.absent = lists.absentFiles(read)
    if !options.root.isEmpty {
      notes.outsideBuilders = { options.filesOutside(building: $0) }
    }
    notes.gaps =
      files.nestedWorkspaces.map { Gap(.nestedWorkspaces, $0) } + packages.gaps
      + Set(xcode.absentSettings.values.joined()).map { Gap(.absentFiles, $0) }
    return notes
  }
}

extension Workspace {
  /// Returns the number of source lines of each group of modules; files that several modules share
  /// count once.
  ///
  /// - Complexity: Reads all sources.
  public func sourceLines(of groups: [[ModuleID]], jobs: Int) -> [Int] {
    var table = SourceTable(of: graph, in: sourceLists, jobs: jobs)
    table.load(groups.joined())
    let files = groups.map { group in Set(group.flatMap { table[$0]?.code ?? [] }) }
    let tree = sourceLists.tree
    return inParallel(files.count, jobs: jobs) { number in
      files[number].reduce(0) { $0 + Self.lineCount(of: $1, in: tree) }
    }
  }

  private static func lineCount(of path: String, in tree: any FileTree) -> Int {
    guard let text = try? tree.content(of: path) else { return 0 }
    let ends = text.count { $0 == UInt8(ascii: "\n") }
    return text.last == UInt8(ascii: "\n") || text.isEmpty ? ends : ends + 1
  }
}
