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
  private var configurationFiles: ConfigurationFiles
  private var sharedSettings: SharedSettings.Known = []
  private var texts = SharedTexts()
  private var folders: FolderUniformity?
  private var buffer: [UInt8] = []
  /// The files that the last spec with includes included; the next spec often includes the same
  /// ones.
  private var lastInclusions: [String] = []

  public typealias Options = SpecOptions

  /// Creates a reader; its copies share the cache of included files.
  public init(
    source: some FileTree, numbers: FileNumbers = FileNumbers(), options: Options
  ) {
    self.options = options
    self.numbers = numbers
    parser = SpecParser(options)
    resolver = SpecResolver(
      IncludedFiles(source, numbers, options), numbers,
      locatesTargets: options.layersDifferBelow != nil)
    configurationFiles = ConfigurationFiles(numbers)
    folders = options.layersDifferBelow.map { FolderUniformity($0) }
  }

  /// The specs that were read since a batch was taken, each in relation to the others.
  public var batch: SpecBatch {
    var batch = collected
    batch.settle()
    return batch
  }

  /// The files that were read so far.
  public var sources: SourceMap { numbers.sources }

  /// Reads the spec at `path`, relative to the root of the file tree.
  @discardableResult
  public mutating func read(_ path: String) -> Project? {
    do throws(FileError) {
      try resolver.included.source.read(path, limit: Limits.fileSize, into: &buffer)
      return read(path, text: buffer)
    } catch {
      let file = numbers.number(of: path)
      collected.report(
        Diagnostic(.invalidSpec, .error, .unreadable(error.reason), at: file.firstLine))
      return nil
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
  /// - Returns: The project; `nil` if the spec cannot be read.
  @discardableResult
  public mutating func read(
    _ path: String, in folder: String? = nil, text: [UInt8], projectRoot: String? = nil
  ) -> Project? {
    var own = folder ?? Path.parent(path)
    if own.isEmpty { own = "." }
    let base = projectRoot ?? options.projectRoot ?? own
    resolver.log.beginSpec()
    let project = readSpec(path, text: text, base: base)
    for (path, keys) in resolver.included.ignoredKeys
    where collected.notes.ignoredKeys[path] == nil {
      collected.notes.ignoredKeys[path] = keys.findings
    }
    let included = resolver.included.paths
    if resolver.log.dependsOnOthers {
      collected.notes.waiting.append(
        WaitingSpec(path: path, project: project, included: included, log: resolver.log))
      return project
    }
    if !resolver.log.ignored.isEmpty { resolver.log.reportIgnored() }
    collected.notes.findings.append(resolver.log.findings)
    if let project { collected.projects.append(project) }
    if !included.isEmpty, included != lastInclusions {
      collected.notes.includedPaths.formUnion(included)
      lastInclusions = included
    }
    return project
  }

  /// Returns the batch that was read, and starts the next one.
  public mutating func takeBatch() -> SpecBatch {
    var taken = SpecBatch()
    swap(&taken, &collected)
    swap(&taken.notes.ignoredIncludes, &resolver.included.gitIgnored)
    lastInclusions = []
    texts = SharedTexts()
    return taken
  }

  private mutating func readSpec(_ path: String, text: [UInt8], base: String) -> Project? {
    do throws(Diagnostic) {
      let spec = try resolve(path, text: text, folder: base)
      var decoder = SpecDecoder(spec, in: resolver.included.source, numbers)
      if var known = folders {
        decoder.locator = TargetLocator(spec, &known)
        folders = known
      }
      exchange(&decoder)
      let project = decoder.decode()
      exchange(&decoder)
      if options.keepsSources {
        collected.notes.sources[path] = SpecSources(
          spec, including: resolver.included.paths, in: resolver.included.source)
      } else {
        // The next spec reuses its memory.
        resolver.tree = spec.tree
      }
      return project
    } catch {
      resolver.log.add(error)
      return nil
    }
  }

  /// Parses and resolves a spec.
  private mutating func resolve(
    _ path: String, text: [UInt8], folder: String
  ) throws(Diagnostic) -> ResolvedSpec {
    let file = numbers.number(of: path)
    resolver.tree.removeAll()
    resolver.included.paths.removeAll(keepingCapacity: true)
    resolver.included.ignoredKeys.removeAll(keepingCapacity: true)
    let root = try parser.parse(text, at: path, into: &resolver.tree, file: file)
    let ignored = IgnoredKeys(ofSpec: root, in: &resolver.tree)
    resolver.log.ignored += ignored.findings
    var traits = ignored.traits
    if options.environment != nil { traits.insert(.expandedVariables) }
    return try resolver.resolve(
      ParsedSpec(path: path, folder: folder, file: file, root: root, traits: traits))
  }

  /// Moves the findings, and what specs share, into a decoder, or back.
  private mutating func exchange(_ decoder: inout SpecDecoder) {
    swap(&decoder.checker.log, &resolver.log)
    swap(&decoder.texts, &texts)
    decoder.settings?.exchange(&configurationFiles, &sharedSettings)
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
    let known = batch.projects.first { Path.parent($0.path) == folder && $0.name == wanted }
    if let known { return known }
    var reader = self
    // The paths of each project are relative to its own folder.
    reader.options.projectRoot = nil
    for file in resolver.included.source.specNames(in: folder) {
      guard let project = reader.read(Path.join(folder, file)) else { continue }
      collected.projects.append(project)
      if !project.gaps.contains(.name), project.name == wanted { return project }
    }
    return nil
  }

  /// Reads the spec at `path` for its sources; its findings are dropped.
  ///
  /// - Parameters:
  ///   - path: The path of the spec, relative to the root of the file tree.
  ///   - folder: The folder that paths in the spec are relative to; empty for the root.
  /// - Returns: `nil` if the spec cannot be read.
  public mutating func sources(of path: String, in folder: String) -> SpecSources? {
    var (text, findings) = ([UInt8](), FindingLog())
    swap(&findings, &resolver.log)
    defer { swap(&findings, &resolver.log) }
    guard
      (try? resolver.included.source.read(path, limit: Limits.fileSize, into: &text)) != nil,
      let spec = try? resolve(path, text: text, folder: folder.isEmpty ? "." : folder)
    else { return nil }
    return SpecSources(spec, including: resolver.included.paths, in: resolver.included.source)
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
