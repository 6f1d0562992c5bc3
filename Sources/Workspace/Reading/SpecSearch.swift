internal import Architecture
internal import Diagnostics
internal import Files
internal import Packages
internal import Specs
internal import XcodeProjects

/// Walks a tree, reads all specs and finds other relevant files.
struct SpecSearch {
  private var batch: SpecBatch
  let files: FoundFiles
  /// The paths of specs that git ignores, which are not read, in order.
  private let ignoredSpecs: [String]
  let packages: FoundPackages
  /// The named files that are not specs, with the reason, in order of path.
  let misnamed: [(path: String, reason: String)]
  /// The sources of the targets of Xcode projects, by path of the project and name.
  let xcodeTargets: [String: [String: XcodeProject.Sources]]
  /// The Xcode projects that were not read, in order of path.
  let unreadProjects: [String]
  /// The reader of further specs, also used to read specs again.
  let reader: SpecReader
  /// The paths of files that look like specs and are parts of others, in order.
  private let parts: [String]
  private let usedExclusions: Set<Int>
  private let usedSpecPatterns: Set<Int>
  private let usedProjectPatterns: Set<Int>

  /// Reads all specs below the root of `tree`.
  ///
  /// - Throws: An error if the root cannot be listed.
  init<Tree: FileTree>(
    _ tree: Tree, _ configuration: Configuration, _ options: Workspace.Options
  ) throws(FileError) {
    let first = SpecReader(
      source: tree, options: Self.readerOptions(tree, configuration, options))
    var workers = try tree.walk(jobs: options.jobs) {
      SpecWorker(first, configuration: configuration)
    }
    var files = FoundFiles(workers.map(\.files))
    let skipped = files.takeIgnored(in: tree, options)
    ignoredSpecs = skipped.sorted { $0.precedes($1) }
    if !skipped.isEmpty {
      workers = try tree.walk(jobs: options.jobs) {
        SpecWorker(first, configuration: configuration, skipping: skipped)
      }
    }
    var batch = SpecBatch()
    for index in workers.indices { batch.append(workers[index].takeBatch()) }
    self.files = files
    packages = FoundPackages(files.packageFolders)
    usedExclusions = workers.reduce(into: []) { $0.formUnion($1.usedExclusions) }
    usedSpecPatterns = workers.reduce(into: []) { $0.formUnion($1.usedSpecPatterns) }
    var named = NamedSpecs(options.namedSpecs)
    named.read(besides: &batch, in: tree, first)
    var reader = first
    reader.settle(&batch)
    self.reader = reader
    parts = batch.notes.parts.sorted { $0.precedes($1) }
    misnamed = named.misnamed(in: batch, tree, options.environment)
    var projects = XcodeProjectSearch(in: tree, configuration)
    projects.read(
      into: &batch.batch, parts: batch.notes.parts, found: files.xcodeProjects,
      workspaces: files.xcodeWorkspaces, root: options.root)
    (unreadProjects, xcodeTargets) = (projects.unread, projects.targets)
    usedProjectPatterns = projects.usedPatterns
    self.batch = batch
  }

  private static func readerOptions<Tree: FileTree>(
    _ tree: Tree, _ configuration: Configuration, _ options: Workspace.Options
  ) -> SpecReader.Options {
    var result = SpecReader.Options(environment: options.environment, isOneOfMany: true)
    result.parsedTexts = options.parsedTexts
    let root = options.root
    result.isIgnored = { path in
      var ignored = IgnoredPaths(in: tree, root: root)
      return ignored.contains(path, isFolder: false)
    }
    result.notesSourceHints =
      !options.readsAllSources && configuration.needs.contains(.needsSources)
    if options.looksAtAllFolders {
      result.tellsApartFolders = { _ in true }
    } else if let folders = FolderPatterns(of: configuration) {
      result.tellsApartFolders = { folders.tellApart(foldersBelow: $0) }
    }
    return result
  }

  /// Returns the specs and releases them, so that a large workspace is not kept while its graph is
  /// built.
  mutating func takeBatch() -> SpecBatch {
    let result = batch
    batch = SpecBatch()
    return result
  }

  /// Returns the notes of the readers for rules.
  func notes(
    _ broken: BrokenSpecs, _ packages: PackageTable, _ packageExclusions: Set<Int>,
    _ listing: ProjectListing?, _ specs: RereadSpecs, jobs: Int
  ) -> ReaderNotes {
    var notes = ReaderNotes(
      brokenSpecs: broken.paths, incompleteSpecs: broken.incompletePaths, parts: parts,
      usedExclusions: usedExclusions.union(packageExclusions), usedSpecPatterns: usedSpecPatterns,
      projects: listing)
    let frameworks = SourceFrameworks(specs: specs, jobs: jobs)
    notes.copiedFrameworks = { frameworks.names(ofTargets: $0) }
    if let resources = Resources(specs, folders: files.resourceFolders) {
      notes.resources = { resources.paths(ofTargets: $1, spec: $0) }
    }
    notes.ignoredSpecs = ignoredSpecs
    notes.absent = AbsentSearch(specs, packages).notes
    notes.usedProjectPatterns = usedProjectPatterns
    notes.opaquePackages = packages.packages.filter { $0.manifest == nil }.map(\.folder)
      .sorted { $0.precedes($1) }
    notes.hostManifests = packages.packages.count { $0.manifest?.dependsOnHost ?? false }
    return notes
  }
}
