public import Diagnostics
public import Files
public import Graph
public import Packages
public import Architecture
internal import Paths
internal import Specs

/// Everything read of a tree of files: its graph, and what is wrong with what it was read from.
public struct Workspace: Sendable {
  /// The files that places point into, in order of path behind those that were known before.
  public internal(set) var sources: SourceMap
  public internal(set) var graph: ModuleGraph
  /// What the readers found invalid.
  public private(set) var diagnostics: [Diagnostic]
  /// Folders that are workspaces of their own and were not read, in order of path.
  public let nestedWorkspaces: [String]
  /// Whether there are no specs, and packages instead, of whatever kind.
  public let isOfPackages: Bool
  /// The folders of packages that no spec, nor a package that one reaches, names; in order of path.
  let unreachedPackages: [String]
  /// The computed packages that were asked about and stay one module each, and why.
  public let unknownPackages: [(path: String, reason: String)]
  /// The files and folders that specs name, that do not exist and that git ignores, in order of path.
  public let ignoredPaths: [String]
  /// Patterns for the folders of specs that cannot be read since they are templates for new projects.
  public private(set) var templates: [String] = []
  /// What rules should know of the reading besides.
  public internal(set) var reading: ReaderNotes
  /// The Xcode projects that were not read since nothing names them, in order of path.
  public let unreadProjects: [String]
  /// Why files that were named are not specifications, in order of path.
  public let misnamed: [(path: String, reason: String)]
  /// Files beside specifications that read like one but have another name, in order of path.
  public let neighbourSpecs: [String]
  /// Specifications of whose sources none is there, in order of path, and the folder that all are seen from.
  public let misrootedSpecs: [(path: String, root: String)]
  /// Where the sources of targets are.
  let sourceLists: SourceLists
  private let broken: BrokenSpecs
  /// The paths of the manifests of packages that are one module each.
  private let unreadManifests: Set<String>
}

extension Workspace {
  /// How a workspace is read.
  public struct Options: Sendable {
    /// How many threads read at the same time.
    public var jobs: Int
    /// Files to read as specifications whatever their names are, relative to the root.
    public var namedSpecs: [String] = []
    /// Describes packages whose manifests are computed; nil to take each for one module.
    public var describePackages: (@Sendable ([PackageReader.Question]) -> PackageReader.Answers)?
    /// The absolute path of the root, without links; empty if it has none.
    public var root = ""
    /// Of which targets the sources are read, where a rule asks for them.
    public var importScope = ImportScope.all
    /// Whether to find out where each module lies even if no pattern asks.
    public var looksAtAllFolders = false
    /// The variables of the environment.
    public var environment: @Sendable (String) -> String?

    public init(jobs: Int, environment: @escaping @Sendable (String) -> String?) {
      self.jobs = jobs
      self.environment = environment
    }
  }

  /// Reads all specifications below the root of `tree` and links them into a graph.
  ///
  /// - Parameters:
  ///   - tree: Where the files are.
  ///   - configuration: What rules.yml says.
  ///   - sources: Files that places point into already, such as rules.yml.
  ///   - options: How to read.
  /// - Throws: Why the root cannot be listed. Whatever else cannot be read is a diagnostic.
  /// - Complexity: O(size of the files) + O(*n* log *n*) for *n* modules.
  public init<Tree: FileTree>(
    reading tree: Tree, configuration: Configuration, known sources: SourceMap, options: Options
  ) throws(FileError) {
    var walk = try SpecSearch(tree, configuration, options)
    (misnamed, unreadProjects) = (walk.misnamed, walk.unreadProjects)
    (neighbourSpecs, misrootedSpecs) = (walk.unread.neighbours, walk.unread.misrooted)
    let table = SpecTable(walk.takeBatch(), known: sources)
    var allSources = table.sources
    let locks = LockTable(walk.lockFiles, of: table, in: tree, &allSources)
    var packageReader = PackageTableReader(
      in: tree, root: options.root, configuration, describe: options.describePackages)
    let found = walk.packages.workspace(besides: table, areAllRead: walk.failures.isEmpty)
    let packages = packageReader.read(table, found: found, &allSources)
    let broken = BrokenSpecs(
      table, table.diagnostics, failures: walk.failures.map(\.path) + locks.invalidPaths, in: tree)
    (self.broken, nestedWorkspaces) = (broken, walk.nestedWorkspaces)
    let projects = ProjectSearch(
      of: table, walk.xcodeWorkspaces, in: tree, root: options.root, configuration,
      unread: nestedWorkspaces + broken.paths.map(Path.folder(of:)), &allSources)
    var packageFolders = PackageFolders(in: tree, root: options.root)
    diagnostics = Self.diagnostics(of: table, packages, &packageFolders, broken, in: tree, options)
    diagnostics += Self.unreadable(walk.failures, &allSources) + locks.diagnostics
    diagnostics += projects?.diagnostics ?? []
    ignoredPaths = packageFolders.ignored(and: table.notes.ignoredIncludes)
    self.sources = allSources
    reading = walk.notes(
      broken, packages, packageReader.usedExclusions, projects?.listing,
      SourceFrameworks(table, in: tree, environment: options.environment),
      Resources(table, in: tree, folders: walk.resourceFolders, environment: options.environment))
    let packageModules = PackageModules(of: packages)
    sourceLists = SourceLists(
      table, packageModules, locks, walk.xcodeTargets, in: tree, configuration, options.environment)
    let files = FileLookUp(tree, xcodeWorkspaces: walk.xcodeWorkspaces, root: options.root)
    graph = GraphBuilder(
      locks: locks, packages: packageModules, files: files, configuration: configuration,
      broken: broken,
      readsXcodeWorkspaces: configuration.readsSources || options.looksAtAllFolders
    ).graph(of: consume table)
    (unknownPackages, unreadManifests) = (packages.failures, packages.unreadManifests)
    (isOfPackages, unreachedPackages) = Self.packages(walk.packages, found, packages, configuration)
    finish(configuration, options)
  }

  /// What follows once everything is read.
  private mutating func finish(_ configuration: Configuration, _ options: Options) {
    adviseToExclude(broken.templates)
    readImports(configuration, options.importScope, jobs: options.jobs)
  }

  /// Whether the packages are the workspace, and the folders of those that nothing names.
  private static func packages(
    _ all: FoundPackages, _ found: [String], _ read: PackageTable, _ configuration: Configuration
  ) -> (areWorkspace: Bool, unreached: [String]) {
    if !found.isEmpty { return (configuration.packages == .opaque || !read.packages.isEmpty, []) }
    guard configuration.packages == .modules else { return (false, []) }
    return (false, all.unread(besides: read.packages.map(\.folder)))
  }

  /// What is wrong with specifications, each alone and with the others and the files beside them.
  private static func diagnostics<Tree: FileTree>(
    of table: SpecTable, _ packages: PackageTable, _ packageFolders: inout PackageFolders<Tree>,
    _ broken: BrokenSpecs, in tree: Tree, _ options: Options
  ) -> [Diagnostic] {
    let diagnostics = table.diagnostics
    let claims = ProjectClaims(table)
    var referenced = ReferencedProjects(
      in: tree, root: options.root, environment: options.environment, broken: broken)
    var sources = UnexplainedSources(in: tree, root: options.root)
    let refusals = claims.refusals + sources.refusals(of: table)
    return diagnostics + table.refusals(besides: diagnostics, and: refusals)
      + packageFolders.diagnostics(of: table, packages) + referenced.diagnostics(of: table)
  }

  /// What is said of files that cannot be read.
  private static func unreadable(
    _ failures: [(path: String, error: FileError)], _ sources: inout SourceMap
  ) -> [Diagnostic] {
    failures.sorted { $0.path.precedes($1.path) }.map { failure in
      let start = Position(line: 1, column: 1)
      let file = sources.add(failure.path)
      return Diagnostic(
        .invalidSpec, .error, .unreadable(failure.error.reason),
        at: SourceRange(file: file, start: start, end: start))
    }
  }
}

extension Workspace {
  /// The folder that paths in the specification with a number of the graph start from; nothing for the root.
  ///
  /// - Returns: `nil` for the manifest of a package.
  public func folder(ofSpec number: Int) -> String? { sourceLists.folder(ofSpec: number) }
}

extension Workspace {
  /// The paths of the specifications, and of files that they include, that could not be read.
  public var unreadFiles: Set<String> { broken.unreadPaths }

  /// The path of a file that cannot be read and may hide a target that another state of the workspace has.
  ///
  /// - Parameters:
  ///   - target: Its name.
  ///   - path: The path of its specification or manifest in the other state.
  ///   - isThere: Whether there is such a file.
  /// - Returns: `nil` if there is none.
  public func hider(of target: String, in path: String, isThere: () -> Bool) -> String? {
    unreadManifests.contains(path)
      ? path : broken.hider(of: target, in: path, isThere: isThere)
  }
}

extension Workspace {
  /// Notes the templates among the specs that cannot be read, and has what is said of these say how to
  /// leave them out.
  private mutating func adviseToExclude(_ folders: [String: InactiveFolder]) {
    guard !folders.isEmpty else { return }
    templates = Set(folders.values.map(\.pattern)).sorted { $0.precedes($1) }
    for index in diagnostics.indices
    where diagnostics[index].rule == .invalidSpec && diagnostics[index].help.count < 2 {
      guard let location = diagnostics[index].location,
        let folder = folders[sources[location.file]]
      else { continue }
      diagnostics[index].help.append(.exclude(folder))
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func unreadable(_ reason: String) -> Self { "cannot be read: \(reason)" }
}
