public import Diagnostics
public import Files
internal import Paths
public import Projects
internal import YAML

/// Reads specs like XcodeGen 2.45.4, one after the other, into a batch.
///
/// Each spec goes through four stages:
///
/// 1. `SpecParser`: text → tree
/// 2. `SpecResolver`: includes, templates, platforms and variables → `ResolvedSpec`
/// 3. `SpecDecoder`: values → records of a `ProjectBatch`
/// 4. `SpecChecker`: rejected or ignored values → findings, while the spec is decoded
///
/// A reader reuses its memory for the next spec. Copies of a reader may work concurrently; they
/// share the included files.
public struct SpecReader: Sendable {
  private var options: Options
  private var parser: SpecParser
  private var resolver: SpecResolver
  private var collected = SpecBatch()
  private var log = FindingLog()
  private var memory: DecodingMemory
  private var buffer: [UInt8] = []
  /// The files that the last spec with includes included; the next spec often includes the same
  /// ones.
  private var lastInclusions: [String] = []

  /// The options of reading a spec.
  public struct Options: Sendable {
    /// The folder that includes and paths are relative to, if it is not that of the spec.
    public var projectRoot: String?
    /// The variables of the environment; `nil` leaves them unexpanded.
    public var environment: Environment?
    /// Whether the spec is one of many, which may include it: `settle` completes the reading.
    public var isOneOfMany = false
    /// Returns whether layers differ for the folders below a folder; `nil` if the folders of
    /// sources and included files do not matter.
    public var tellsApartFolders: (@Sendable (_ folder: String) -> Bool)?
    /// Whether to set `Project.sourceHints`.
    public var notesSourceHints = false
    /// The texts that readers of other revisions have parsed.
    public var parsedTexts: ParsedTexts?
    /// Whether git ignores an included file that is missing, which a script may write.
    public var isIgnored: (@Sendable (_ path: String) -> Bool)?

    public init(
      projectRoot: String? = nil, environment: Environment? = nil, isOneOfMany: Bool = false,
      tellsApartFolders: (@Sendable (_ folder: String) -> Bool)? = nil
    ) {
      self.tellsApartFolders = tellsApartFolders
      self.projectRoot = projectRoot
      self.environment = environment
      self.isOneOfMany = isOneOfMany
    }
  }

  /// Creates a reader; its copies share the cache of included files.
  public init(
    source: some FileTree, includes: IncludeCache = IncludeCache(), options: Options
  ) {
    self.options = options
    parser = SpecParser(options)
    resolver = SpecResolver(
      IncludedFiles(source, includes, options), locatesTargets: options.tellsApartFolders != nil)
    memory = DecodingMemory(in: source, options)
  }

  /// The projects of the specs that were read so far.
  public var batch: ProjectBatch {
    var batch = collected.batch
    batch.diagnostics = log.findings.diagnostics
    return batch
  }
  /// The facts about the specs that were read so far.
  public var notes: SpecNotes {
    var notes = collected.notes
    notes.findings = log.findings
    return notes
  }
  /// The files that were read so far.
  public var sources: SourceMap { collected.batch.sources }
  public var diagnostics: [Diagnostic] { log.findings.diagnostics }

  /// Reads the spec at `path`, relative to the root of the file tree.
  public mutating func read(_ path: String) {
    do throws(FileError) {
      try resolver.included.source.read(path, limit: Limits.fileSize, into: &buffer)
      read(path, text: buffer)
    } catch {
      let file = collected.batch.files.number(of: path)
      log.add(Diagnostic(.invalidSpec, .error, .unreadable(error.reason), at: file.firstLine))
    }
  }

  /// Reads a spec from its text.
  ///
  /// - Parameters:
  ///   - path: The path of the spec, relative to the root of the file tree.
  ///   - folder: The folder part of `path`, empty for the root, if it is known.
  ///   - text: The text of the spec.
  ///   - projectRoot: The folder that its includes and paths are relative to, instead of that of
  ///     the options.
  public mutating func read(
    _ path: String, in folder: String? = nil, text: [UInt8], projectRoot: String? = nil
  ) {
    let own = folder.map { $0.isEmpty ? "." : $0 }
    let base = projectRoot ?? options.projectRoot ?? own
    guard !options.isOneOfMany else { return readOneOfMany(path, text: text, base: base) }
    log.ignored.removeAll(keepingCapacity: true)
    readSpec(path, text: text, base: base, collected.batch.files.number(of: path))
    collected.notes.inclusions.paths.formUnion(resolver.included.paths)
    for (path, keys) in resolver.included.ignoredKeys {
      let file = collected.batch.files.number(of: path)
      log.ignored += keys.findings.map { $0.moved(to: file) }
    }
    log.reportIgnored()
  }

  /// Returns the batch that was read, and starts the next one.
  public mutating func takeBatch() -> SpecBatch {
    var taken = SpecBatch()
    swap(&taken, &collected)
    swap(&taken.notes.findings, &log.findings)
    swap(&taken.batch.diagnostics, &taken.notes.findings.diagnostics)
    swap(&taken.notes.inclusions.gitIgnored, &resolver.included.gitIgnored)
    resolver.included.endBatch()
    log.beginSpec()
    lastInclusions = []
    return taken
  }

  private mutating func readSpec(_ path: String, text: [UInt8], base: String?, _ file: FileID) {
    do throws(Diagnostic) {
      let spec = try resolve(path, text: text, folder: base ?? Path.parent(path), file)
      decode(spec)
      resolver.tree = spec.tree
    } catch {
      log.add(error)
    }
  }

  /// Parses and resolves a spec.
  private mutating func resolve(
    _ path: String, text: [UInt8], folder: String, _ file: FileID
  ) throws(Diagnostic) -> ResolvedSpec {
    resolver.tree.removeAll()
    resolver.included.beginSpec()
    let root = try parser.parse(text, at: path, into: &resolver.tree, file: file)
    parser.expandEnvironment(in: &resolver.tree, root: root)
    let ignored = IgnoredKeys(ofSpec: root, in: &resolver.tree)
    log.ignored += ignored.findings
    var traits = ignored.traits
    if options.environment != nil { traits.insert(.expandedVariables) }
    swap(&resolver.log, &log)
    swap(&resolver.numbers, &collected.batch.files)
    defer {
      swap(&resolver.log, &log)
      swap(&resolver.numbers, &collected.batch.files)
    }
    return try resolver.resolve(
      ParsedSpec(path: path, folder: folder, file: file, root: root, traits: traits))
  }

  private mutating func decode(_ spec: ResolvedSpec) {
    var decoder = SpecDecoder(
      SpecChecker(spec, number: collected.batch.projects.count, in: resolver.included.source),
      locator: memory.locator(of: spec), firstDependency: collected.batch.dependencies.count,
      in: resolver.included.source)
    exchange(&decoder)
    decoder.decode(notesSourceHints: options.notesSourceHints)
    exchange(&decoder)
  }

  /// Moves the batch, the findings and the memory into a decoder, or back.
  private mutating func exchange(_ decoder: inout SpecDecoder) {
    swap(&decoder.batch, &collected.batch)
    swap(&decoder.checker.log, &log)
    swap(&decoder.settings.files, &memory.configurationFiles)
    swap(&decoder.declared, &memory.declared)
    swap(&decoder.decoded, &memory.decoded)
  }
}

// Specs that are read as one of many.
//
// A file that another spec includes is a part of it. The included files are known only after all
// specs are read. An error that several specs share is reported once, whichever spec was read
// first. So `settle` reads a spec again, in order of path, if its findings may depend on others.
// Most specs have no findings.
extension SpecReader {
  private mutating func readOneOfMany(_ path: String, text: [UInt8], base: String?) {
    let start = collected.batch.end
    let findings = log.findings.end
    log.ignored.removeAll(keepingCapacity: true)
    log.beginSpec()
    // A file that others include has another number as a part of them.
    readSpec(path, text: text, base: base, collected.batch.files.add(path))
    for (path, keys) in resolver.included.ignoredKeys {
      collected.notes.inclusions.note(keys.findings, of: path)
    }
    log.reportIgnored()
    guard log.dependsOnOthers else { return noteInclusions() }
    let isProject = collected.batch.projects.indices.last.map {
      $0 >= start.projects && collected.batch.isProject($0)
    }
    collected.notes.inclusions.waiting.append(
      WaitingSpec(
        path: path, text: text, base: base, included: resolver.included.paths,
        isProject: isProject ?? false))
    collected.batch.remove(from: start)
    log.findings.remove(from: findings)
  }

  private mutating func noteInclusions() {
    let paths = resolver.included.paths
    guard !paths.isEmpty, paths != lastInclusions else { return }
    collected.notes.inclusions.paths.formUnion(paths)
    lastInclusions = paths
  }

  /// Determines which specs of all readers are parts of others, and adds the waiting specs.
  ///
  /// - Complexity: O(size of the waiting specs) + O(*n* log *n*) for *n* included specs.
  public mutating func settle(_ all: inout SpecBatch) {
    options.isOneOfMany = false
    let waiting = WaitingSpec.projects(
      among: all.notes.inclusions.waiting, &all.notes.inclusions.paths)
    if waiting.count < all.notes.inclusions.waiting.count {
      all.notes.inclusions.parts.formUnion(all.notes.inclusions.waiting.map(\.path))
      all.notes.inclusions.parts.subtract(waiting.map(\.path))
    }
    all.notes.inclusions.waiting = []
    if waiting.isEmpty, all.notes.inclusions.paths.isEmpty { return }
    var ignoredKeys: [String: [IgnoredKeyChecker.Finding]] = [:]
    for spec in waiting {
      readSpec(
        spec.path, text: spec.text, base: spec.base, collected.batch.files.number(of: spec.path))
      for (path, keys) in resolver.included.ignoredKeys where ignoredKeys[path] == nil {
        ignoredKeys[path] = keys.findings
      }
    }
    all.notes.inclusions.rereadSpecs = Set(waiting.map(\.path))
    ignoredKeys.merge(all.notes.inclusions.ignoredKeys) { known, _ in known }
    all.notes.inclusions.ignoredKeys = [:]
    let withFindings = ignoredKeys.keys.filter { all.notes.inclusions.paths.contains($0) }
    for path in withFindings.sorted(by: { $0.precedes($1) }) {
      let file = collected.batch.files.number(of: path)
      log.ignored += ignoredKeys[path, default: []].map { $0.moved(to: file) }
    }
    log.reportIgnored()
    all.append(takeBatch())
    all.nameParts()
  }
}

// Reading further specs.
extension SpecReader {
  /// Returns the number in the batch of the spec that generates `projectFile`, which need not
  /// exist.
  ///
  /// Searches the folder of the project for a spec with that name: first `project.yml`, then other
  /// YAML and JSON files. Their findings are dropped.
  public mutating func specification(of projectFile: String) -> Int? {
    let folder = Path.parent(projectFile)
    let (wanted, ending) = Path.splitExtension(Path.lastComponent(projectFile))
    guard ending == "xcodeproj" else { return nil }
    if let known = collected.batch.projects.firstIndex(where: {
      Path.parent($0.path) == folder && collected.batch.names.string($0.name) == wanted
    }) {
      return known
    }
    var reader = self
    defer { collected = reader.collected }
    // The paths of each project are relative to its own folder.
    reader.options.projectRoot = nil
    for file in resolver.included.source.specNames(in: folder) {
      let next = reader.collected.batch.projects.count
      reader.read(Path.join(folder, file))
      if next < reader.collected.batch.projects.count,
        reader.collected.batch.projects[next].isNamed,
        reader.collected.batch.names.string(reader.collected.batch.projects[next].name) == wanted
      {
        return next
      }
    }
    return nil
  }

  /// Reads the spec at `path` for its sources; its findings are dropped.
  ///
  /// - Parameters:
  ///   - path: The path of the spec, relative to the root of the file tree.
  ///   - folder: The folder that paths in the spec are relative to; `.` for the root.
  ///   - part: The file tree of the sources, if it is not that of the spec.
  ///   - decodes: Whether to look up the files that decoding needs as well.
  /// - Returns: `nil` if the spec cannot be read.
  public mutating func sources(
    of path: String, in folder: String, from part: (any FileTree)? = nil, decodes: Bool = false
  ) -> SpecSources? {
    var (text, findings) = ([UInt8](), FindingLog())
    swap(&findings, &log)
    defer { swap(&findings, &log) }
    guard
      (try? resolver.included.source.read(path, limit: Limits.fileSize, into: &text)) != nil,
      let spec = try? resolve(
        path, text: text, folder: folder, collected.batch.files.number(of: path))
    else { return nil }
    if decodes { decode(spec) }
    return SpecSources(spec, in: part ?? resolver.included.source)
  }
}

extension FileTree {
  /// Returns the names of the files in a folder that may be specs, `project.yml` first.
  fileprivate func specNames(in folder: String) -> [String] {
    let found = (try? entries(of: folder == "." ? "" : folder)) ?? []
    let names = found.filter { $0.kind != .folder }.map(\.name).filter { name in
      ["yml", "yaml", "json"].contains(Path.splitExtension(name).extension)
    }
    return names.filter { $0 == "project.yml" } + names.filter { $0 != "project.yml" }
  }
}

extension Diagnostic.Message {
  fileprivate static func unreadable(_ reason: String) -> Self {
    "cannot read the spec: \(reason)"
  }
}
