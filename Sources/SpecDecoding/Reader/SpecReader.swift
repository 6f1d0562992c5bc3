public import Diagnostics
public import Files
internal import Graph
internal import Paths
public import Projects
internal import SpecChecks
public import SpecReading
internal import YAML

/// Reads specs like XcodeGen 2.45.4, one after the other.
///
/// Each spec goes through four stages:
///
/// 1. `SpecParser`: text → tree
/// 2. `SpecResolver`: includes, templates, platforms and variables → `ResolvedSpec`
/// 3. `SpecDecoder`: values → `Project`
/// 4. `SpecChecker`: rejected or ignored values → findings, while the spec is decoded
///
/// A reader reuses its memory for the next spec. Copies of a reader may work concurrently; they
/// share the included files.
public struct SpecReader: Sendable {
  private var options: Options
  private var parser: SpecParser
  private var resolver: SpecResolver
  private var collected = SpecBatch()
  private let numbers: FileNumbers
  private var log = FindingLog()
  private var memory: DecodingMemory
  private var buffer: [UInt8] = []
  /// The files that the last spec with includes included; the next spec often includes the same
  /// ones.
  private var lastInclusions: [String] = []

  public typealias Options = SpecOptions

  /// Creates a reader; its copies share the cache of included files.
  public init(
    source: some FileTree, includes: IncludeCache = IncludeCache(),
    numbers: FileNumbers = FileNumbers(), options: Options
  ) {
    self.options = options
    self.numbers = numbers
    parser = SpecParser(options)
    resolver = SpecResolver(
      IncludedFiles(source, includes, numbers, options), numbers,
      locatesTargets: options.layersDifferBelow != nil)
    memory = DecodingMemory(in: source, options)
  }

  /// The projects of the specs that were read so far.
  public var projects: [Project] { collected.projects }
  /// The facts about the specs that were read so far.
  public var notes: SpecNotes {
    var notes = collected.notes
    notes.findings = log.findings
    return notes
  }
  /// The files that were read so far.
  public var sources: SourceMap { numbers.sources }
  public var diagnostics: [Diagnostic] { log.findings.diagnostics }

  /// Reads the spec at `path`, relative to the root of the file tree.
  public mutating func read(_ path: String) {
    do throws(FileError) {
      try resolver.included.source.read(path, limit: Limits.fileSize, into: &buffer)
      read(path, text: buffer)
    } catch {
      let file = numbers.number(of: path)
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
    readSpec(path, text: text, base: base).map { collected.projects.append($0) }
    collected.notes.includedPaths.formUnion(resolver.included.paths)
    for (_, keys) in resolver.included.ignoredKeys { log.ignored += keys.findings }
    log.reportIgnored()
  }

  /// Returns the batch that was read, and starts the next one.
  public mutating func takeBatch() -> SpecBatch {
    var taken = SpecBatch()
    swap(&taken, &collected)
    swap(&taken.notes.findings, &log.findings)
    swap(&taken.notes.ignoredIncludes, &resolver.included.gitIgnored)
    log.beginSpec()
    lastInclusions = []
    memory.texts = SharedTexts()
    return taken
  }

  private mutating func readSpec(_ path: String, text: [UInt8], base: String?) -> Project? {
    do throws(Diagnostic) {
      let spec = try resolve(path, text: text, folder: base ?? Path.parent(path))
      let project = decode(spec)
      if options.keepsSources {
        collected.notes.sources[path] = SpecSources(spec, in: resolver.included.source)
      } else {
        // The next spec reuses its memory.
        resolver.tree = spec.tree
      }
      return project
    } catch {
      log.add(error)
      return nil
    }
  }

  /// Parses and resolves a spec.
  private mutating func resolve(
    _ path: String, text: [UInt8], folder: String
  ) throws(Diagnostic) -> ResolvedSpec {
    let file = numbers.number(of: path)
    resolver.tree.removeAll()
    resolver.included.beginSpec()
    let root = try parser.parse(text, at: path, into: &resolver.tree, file: file)
    parser.expandEnvironment(in: &resolver.tree, root: root)
    let ignored = IgnoredKeys(ofSpec: root, in: &resolver.tree)
    log.ignored += ignored.findings
    var traits = ignored.traits
    if options.environment != nil { traits.insert(.expandedVariables) }
    swap(&resolver.log, &log)
    defer { swap(&resolver.log, &log) }
    return try resolver.resolve(
      ParsedSpec(path: path, folder: folder, file: file, root: root, traits: traits))
  }

  private mutating func decode(_ spec: ResolvedSpec) -> Project {
    var decoder = SpecDecoder(
      SpecChecker(spec, in: resolver.included.source), locator: memory.locator(of: spec),
      in: resolver.included.source, numbers)
    exchange(&decoder)
    let project = decoder.decode()
    exchange(&decoder)
    return project
  }

  /// Moves the findings and the memory into a decoder, or back.
  private mutating func exchange(_ decoder: inout SpecDecoder) {
    swap(&decoder.checker.log, &log)
    swap(&decoder.settings.files, &memory.configurationFiles)
    swap(&decoder.settings.projectSettings, &memory.projectSettings)
    swap(&decoder.texts, &memory.texts)
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
    var findings = SpecFindings()
    swap(&findings, &log.findings)
    log.ignored.removeAll(keepingCapacity: true)
    log.beginSpec()
    let project = readSpec(path, text: text, base: base)
    for (path, keys) in resolver.included.ignoredKeys
    where collected.notes.ignoredKeys[path] == nil {
      collected.notes.ignoredKeys[path] = keys.findings
    }
    log.reportIgnored()
    swap(&findings, &log.findings)
    guard log.dependsOnOthers else {
      log.findings.append(findings)
      if let project { collected.projects.append(project) }
      return noteInclusions()
    }
    collected.notes.waiting.append(
      WaitingSpec(
        path: path, text: text, base: base, included: resolver.included.paths,
        isProject: project?.isComplete ?? false))
  }

  private mutating func noteInclusions() {
    let paths = resolver.included.paths
    guard !paths.isEmpty, paths != lastInclusions else { return }
    collected.notes.includedPaths.formUnion(paths)
    lastInclusions = paths
  }

  /// Determines which specs of all readers are parts of others, and adds the waiting specs.
  ///
  /// - Complexity: O(size of the waiting specs) + O(*n* log *n*) for *n* included specs.
  public mutating func settle(_ all: inout SpecBatch) {
    options.isOneOfMany = false
    let waiting = WaitingSpec.projects(among: all.notes.waiting, &all.notes.includedPaths)
    if waiting.count < all.notes.waiting.count {
      all.notes.parts.formUnion(all.notes.waiting.map(\.path))
      all.notes.parts.subtract(waiting.map(\.path))
    }
    all.notes.waiting = []
    if waiting.isEmpty, all.notes.includedPaths.isEmpty { return }
    var ignoredKeys: [String: [IgnoredKeyChecker.Finding]] = [:]
    for spec in waiting {
      readSpec(spec.path, text: spec.text, base: spec.base).map { collected.projects.append($0) }
      for (path, keys) in resolver.included.ignoredKeys where ignoredKeys[path] == nil {
        ignoredKeys[path] = keys.findings
      }
    }
    ignoredKeys.merge(all.notes.ignoredKeys) { known, _ in known }
    all.notes.ignoredKeys = [:]
    let withFindings = ignoredKeys.keys.filter { all.notes.includedPaths.contains($0) }
    for path in withFindings.sorted(by: { $0.precedes($1) }) {
      log.ignored += ignoredKeys[path, default: []]
    }
    log.reportIgnored()
    all.append(takeBatch())
    all.nameParts()
  }
}

// Reading further specs.
extension SpecReader {
  /// Returns the spec that generates `projectFile`, which need not exist.
  ///
  /// Searches the folder of the project for a spec with that name: first `project.yml`, then other
  /// YAML and JSON files. Their findings are dropped.
  public mutating func specification(of projectFile: String) -> Project? {
    let folder = Path.parent(projectFile)
    let (wanted, ending) = Path.splitExtension(Path.lastComponent(projectFile))
    guard ending == "xcodeproj" else { return nil }
    let known = projects.first { Path.parent($0.path) == folder && $0.name == wanted }
    if let known { return known }
    var reader = self
    defer { collected = reader.collected }
    // The paths of each project are relative to its own folder.
    reader.options.projectRoot = nil
    for file in resolver.included.source.specNames(in: folder) {
      let next = reader.projects.count
      reader.read(Path.join(folder, file))
      guard next < reader.projects.count else { continue }
      let project = reader.projects[next]
      if !project.gaps.contains(.name), project.name == wanted { return project }
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
      let spec = try? resolve(path, text: text, folder: folder)
    else { return nil }
    if decodes { _ = decode(spec) }
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

/// What a reader keeps from one spec for the next, which often shares files and values.
struct DecodingMemory: Sendable {
  var configurationFiles: ConfigurationFiles
  var projectSettings: [(origins: [SourceRange], facts: [SettingFact])] = []
  var texts = SharedTexts()
  private let source: any FileTree
  private var folders: FolderUniformity?

  init(in source: some FileTree, _ options: SpecOptions) {
    self.source = source
    configurationFiles = ConfigurationFiles(in: source)
    folders = options.layersDifferBelow.map { FolderUniformity($0) }
  }

  mutating func locator(of spec: ResolvedSpec) -> TargetLocator? {
    guard var known = folders else { return nil }
    defer { folders = known }
    return TargetLocator(spec, in: source, &known)
  }
}
