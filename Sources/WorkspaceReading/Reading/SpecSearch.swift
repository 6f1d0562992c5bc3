public import Architecture
public import Diagnostics
public import Files
internal import Packages
internal import Projects
public import SpecDecoding
internal import SpecReading
internal import YAML

/// Walks a tree, reads all specs and finds other relevant files.
public struct SpecSearch {
  private(set) var batch: SpecBatch
  public private(set) var files: FoundFiles
  public let packages: PackageTable
  public let checkout: Checkout
  public let workspaces: [(path: String, file: XcodeWorkspaceFile)]
  public let hasOpaquePackages: Bool
  /// The named files that are not specs, with the reason, in order of path.
  public let misnamed: [(path: String, reason: String)]
  public private(set) var xcode: XcodeProjectSearch
  /// The reader of further specs, also used to read specs again.
  public let reader: SpecReader
  private let numbers: FileNumbers
  /// The parts of specs, the specs that are not read, and the patterns with a match.
  public private(set) var notes = ReaderNotes()

  /// Reads all specs below the root of `tree`.
  ///
  /// - Throws: An error if the root cannot be listed.
  public init<Tree: FileTree>(
    _ tree: Tree, _ configuration: Configuration, _ options: WorkspaceOptions
  ) throws(FileError) {
    numbers = FileNumbers()
    checkout = Checkout(of: tree, options)
    var walk = try Walk(checkout, tree, numbers, configuration, options, skipping: [])
    files = FoundFiles(walk.workers.map(\.files))
    var skipped = files.takeIgnored(from: checkout, configuration, options)
    notes.ignoredSpecs = skipped.sorted { $0.precedes($1) }
    try files.addChosen(from: checkout, tree, configuration, options)
    var packageReader = PackageTableReader(
      checkout: checkout, configuration: configuration, options: options, numbers: numbers)
    if !files.packageFolders.isEmpty || !files.xcodeProjects.isEmpty {
      notes.usedPackagePatterns = files.removeUnread(by: configuration)
      skipped.formUnion(packageReader.removeFilesOfTargets(from: &files))
    }
    if !skipped.isEmpty {
      walk = try Walk(checkout, tree, numbers, configuration, options, skipping: skipped)
    }
    batch = SpecBatch()
    for index in walk.workers.indices { batch.append(walk.workers[index].reader.takeBatch()) }
    notes.usedSpecPatterns = files.usedSpecPatterns
    var named = options.namedSpecs.isEmpty ? nil : NamedSpecs(options.namedSpecs)
    named?.read(besides: &batch, in: tree, walk.reader)
    batch.settle()
    reader = walk.reader
    notes.parts = batch.notes.parts.sorted { $0.precedes($1) }
    misnamed = named?.misnamed(among: batch.notes.parts) ?? []
    workspaces = files.xcodeWorkspaces.map {
      ($0, XcodeWorkspaceFile(at: $0, in: tree, root: options.root))
    }
    xcode = XcodeProjectSearch(in: checkout, configuration)
    xcode.read(
      into: &batch, numbers, found: files.xcodeProjects, workspaces: workspaces.map(\.file),
      failures: files.failures.map(\.path))
    notes.usedProjectPatterns = xcode.usedPatterns
    hasOpaquePackages = configuration.packages == .opaque && !files.packageFolders.isEmpty
    packages = packageReader.read(batch, found: files.packageFolders)
    notes.usedExclusions = files.usedExclusions.union(packageReader.usedExclusions)
  }

  fileprivate struct Walk {
    let reader: SpecReader
    var workers: [SpecWorker]

    init(
      _ checkout: Checkout, _ tree: some FileTree, _ numbers: FileNumbers,
      _ configuration: Configuration, _ options: WorkspaceOptions,
      skipping skipped: Set<String>
    ) throws(FileError) {
      var readerOptions = SpecReader.Options(environment: options.environment)
      readerOptions.isIgnored = { checkout.isIgnored($0) }
      readerOptions.keepsSources = configuration.needs.contains(.needsSources)
      if options.looksAtAllFolders {
        readerOptions.layersDifferBelow = { _ in true }
      } else if let folders = FolderPatterns(of: configuration) {
        readerOptions.layersDifferBelow = { folders.layersDiffer(below: $0) }
      }
      let reader = SpecReader(source: tree, numbers: numbers, options: readerOptions)
      workers = try tree.walk(jobs: options.jobs) {
        SpecWorker(reader: reader, configuration: configuration, skipped: skipped)
      }
      self.reader = reader
    }
  }

  /// Returns the specs and releases them, so that a large workspace is not kept while its graph is
  /// built.
  public mutating func takeProjects(known: SourceMap) -> ReadProjects {
    let read = batch
    batch = SpecBatch()
    return ReadProjects(consume read, numbers, known: known, outputs: xcode.outputs)
  }
}

extension FoundFiles {
  /// Adds what rules.yml chooses of the packages and projects that git ignores, which a walk of a
  /// revision does not visit.
  fileprivate mutating func addChosen(
    from checkout: Checkout, _ tree: some FileTree, _ configuration: Configuration,
    _ options: WorkspaceOptions
  ) throws(FileError) {
    let patterns = (configuration.projects ?? []) + (configuration.packageFolders ?? [])
    guard !patterns.isEmpty, let tree = tree.walkingAll else { return }
    let walk = try SpecSearch.Walk(
      checkout, tree, FileNumbers(), configuration, options, skipping: [])
    let all = FoundFiles(walk.workers.map(\.files))
    xcodeProjects += Set(all.xcodeProjects).subtracting(xcodeProjects)
      .filter { configuration.entry(forProject: $0) != nil }.sorted { $0.precedes($1) }
    packageFolders += Set(all.packageFolders).subtracting(packageFolders)
      .filter { configuration.entry(forPackage: $0) != nil }.sorted { $0.precedes($1) }
  }
}
