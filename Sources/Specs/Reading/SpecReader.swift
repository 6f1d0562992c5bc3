internal import Diagnostics
public import Files
internal import YAML

/// Reads specifications as XcodeGen 2.45.4 does, one after the other, into a batch.
///
/// A reader keeps its scratch memory from one specification to the next. Several readers may work at
/// the same time; what they share is `includes`.
public struct SpecReader: Sendable {
  /// Where included files are; not generic, since nothing is asked of it on the way of a specification.
  let source: any FileTree
  let includes: IncludeCache
  var options: Options
  var parser = Parser(vocabulary: SpecKey.vocabulary, rule: .invalidSpec)
  var tree = Tree()
  var buffer: [UInt8] = []
  public internal(set) var batch = SpecBatch()
  /// The paths of `batch.sources`, in the same order, to be found by their text.
  private var paths = NameTable()
  /// The included files that were used before, by path.
  var includedFiles: [String: IncludedFile] = [:]
  /// The settings of configuration files, by path; `nil` for one that leads into a cycle of includes.
  var configurationFiles: [String: ConfigurationFile?] = [:]
  /// What XcodeGen reads with each of them.
  var configurationIncludes: [String: [String]] = [:]
  var configurationFileCycles: [String: [String]?] = [:]
  /// The flat mappings of settings of the specification that is being read.
  var flatSettings: [SettingsKey: [NodeID]] = [:]
  /// What is in `batch.diagnostics`, so that a fault that many share is told once.
  var faults: Set<Fault> = []
  /// What XcodeGen passes over in the files of the specification that is being read.
  var silentFaults: [IgnoredKeyChecker.Finding] = []
  /// Whether any of them has a key that ends in `:REPLACE` where it may be left over.
  var hasReplacingKeys = false
  /// Whether XcodeGen fills in no attributes of templates, so that variables are left over.
  var hasUnusableTemplateAttributes = false
  /// Whether a key that XcodeGen does not know has taken parts of the specification with it.
  var swallowsBlocks = false
  /// Whether XcodeGen would refuse the specification that is being read.
  var isRefused = false
  /// Whether a template that it names is not there.
  var lacksTemplates = false
  /// What becomes of what is said of the specification that is being read.
  var stage = Stage.alone
  /// Whether something was said of it that depends on what other specifications there are.
  var mustWait = false
  /// The files that it includes.
  var included: [String] = []
  /// The same of the last specification of which that is noted.
  var lastIncluded: [String] = []
  /// Whether parts of the specification are missing: an include that could not be read, or keys that
  /// stand where they are taken for something else.
  var isIncomplete = false
  /// How many names like one that is not there were searched for.
  var nearestSearches = 0
  /// The folder that paths in the specification that is being read start from.
  var baseFolder = ""
  /// What the settings of the specification that is being read may name.
  var settingNames = SettingNames()
  /// Where the dependencies of the specification that is being read start.
  var firstDependency = 0
  /// The dependencies of the target that is being read.
  var declared: [DeclaredDependency] = []
  /// Where the targets of the specification that is being read are written, and which of them matter.
  var places = TargetPlaces()
  /// For each layer of `tree` that lies outside the source's root, its path and the entry that leads
  /// there.
  var outsideFiles: [Int: OutsideFile] = [:]

  /// What decides how a specification is resolved, other than its text.
  public struct Options: Sendable {
    /// The folder that includes and paths start from, if it is not the specification's own.
    public var projectRoot: String?
    /// The variables of the environment; `nil` leaves them unexpanded.
    public var environment: Environment?
    /// Whether others are read besides, which may include what is read here: then `settle` has the last
    /// word.
    public var isOneOfMany = false
    /// Whether it can matter where in a specification's folder the sources of its targets lie; `nil` where
    /// it does not matter where sources and included files lie at all.
    public var tellsApartFolders: (@Sendable (_ folder: String) -> Bool)?

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

  public init(source: some FileTree, includes: IncludeCache, options: Options) {
    self.source = source
    self.includes = includes
    self.options = options
    if options.isOneOfMany { stage = .oneOfMany }
  }

  /// Reads the specification at `path`, relative to the source's root.
  public mutating func read(_ path: String) {
    do throws(FileError) {
      try source.read(path, limit: Limits.fileSize, into: &buffer)
      read(path, text: buffer)
    } catch {
      let file = fileID(for: path)
      add(Diagnostic(.invalidSpec, .error, .unreadable(error.reason), at: file.firstLine))
    }
  }

  /// Reads the specification whose text is `text` and which lies at `path`.
  ///
  /// - Parameters:
  ///   - path: Relative to the source's root.
  ///   - folder: The folder part of `path`, nothing for the root, where that is known.
  ///   - text: What is in the file.
  ///   - projectRoot: The folder that its includes and paths start from, if it is another one than
  ///     that of all specifications of the reader.
  public mutating func read(
    _ path: String, in folder: String? = nil, text: [UInt8], projectRoot: String? = nil
  ) {
    let own = folder.map { $0.isEmpty ? "." : $0 }
    let base = projectRoot ?? options.projectRoot ?? own
    if stage == .oneOfMany {
      readOneOfMany(path, text: text, base: base)
    } else {
      readResolved(path, text: text, base: base)
    }
  }

  /// Hands out what was read, and begins anew.
  public mutating func takeBatch() -> SpecBatch {
    var taken = SpecBatch()
    swap(&taken, &batch)
    paths = NameTable()
    includedFiles.removeAll()
    faults.removeAll()
    lastIncluded = []
    return taken
  }

  mutating func readResolved(_ path: String, text: [UInt8], base: String?) {
    let file = fileID(for: path)
    do throws(Diagnostic) {
      let folder = base ?? Path.parent(path)
      let (root, isBroken) = try resolve(path, text: text, folder: folder, file: file)
      try decode(root, path: path, folder: folder, file: file, isBroken: isBroken)
    } catch {
      add(error)
    }
    if stage != .settling { reportSilentFaults() }
  }

  /// Puts a specification into the tree and resolves it, all but the decoding.
  ///
  /// - Returns: Its root, and whether something that it includes could not be read.
  mutating func resolve(
    _ path: String, text: [UInt8], folder: String, file: FileID
  ) throws(Diagnostic) -> (root: NodeID, isBroken: Bool) {
    tree.removeAll()
    outsideFiles.removeAll()
    places.removeAll()
    lacksTemplates = false
    if stage != .settling { silentFaults.removeAll(keepingCapacity: true) }
    let root = try parseRoot(path, text: text, file: file)
    searchRoot(root)
    var resolution = IncludeResolution(specPath: path, base: folder)
    var merged = try resolution.resolve(root, &self)
    // What is missing may hold the templates.
    if !resolution.isBroken { checkTemplates(of: merged) }
    merged = tree.expandingPlatforms(of: merged)
    let templated = tree.resolvingTemplates(of: merged)
    if !resolution.isBroken { checkReplacingKeys(of: templated) }
    // What no template changed has no lists any more.
    if templated != merged { merged = tree.expandingPlatforms(of: templated) }
    guard !tree.isTooLarge else {
      throw Diagnostic(.invalidSpec, .error, .tooLarge, at: file.firstLine)
    }
    return (merged, resolution.isBroken)
  }

  /// Adds a finding, unless it is there already.
  ///
  /// - Parameters:
  ///   - diagnostic: The finding.
  ///   - refuses: Whether XcodeGen would not load the specification for it.
  mutating func add(_ diagnostic: Diagnostic, refuses: Bool = true) {
    if refuses, diagnostic.severity == .error { isRefused = true }
    mustWait = true
    tell(diagnostic)
  }

  /// Adds a finding that is the same whatever other specifications there are.
  mutating func tell(_ diagnostic: Diagnostic) {
    let outside = diagnostic.notes.first { $0.location == nil }
    let fault = Fault(
      location: diagnostic.location, message: diagnostic.message, outside: outside?.message)
    if faults.insert(fault).inserted { batch.diagnostics.append(diagnostic) }
  }

  private mutating func parseRoot(
    _ path: String, text: [UInt8], file: FileID
  ) throws(Diagnostic) -> NodeID {
    let root = try Self.parse(text, at: path, with: &parser, into: &tree, file: file)
    if let environment = options.environment, tree.hasVariables(root) {
      tree.expandEnvironment(environment)
    }
    return root
  }

  /// Appends a YAML file, or a JSON file if its name says so, to `tree`.
  static func parse(
    _ text: [UInt8], at path: String, with parser: inout Parser, into tree: inout Tree,
    file: FileID
  ) throws(Diagnostic) -> NodeID {
    guard endsInJSON(path) else {
      return try parser.parse(text, into: &tree, file: file)
    }
    let json = JSONParser(vocabulary: SpecKey.vocabulary, rule: .invalidSpec)
    let root = try json.parse(text, into: &tree, file: file)
    guard tree.isMapping(root) else {
      throw Diagnostic(.invalidSpec, .error, .noObject, at: tree.range(of: root))
    }
    return root
  }

  /// Whether the extension of a path is `json`, in small letters or capitals.
  static func endsInJSON(_ path: String) -> Bool {
    // The last letter tells of most paths that it is not, for the work of none.
    guard let last = path.utf8.last, last | 0x20 == UInt8(ascii: "n") else { return false }
    return Path.splitExtension(Path.lastComponent(path)).extension?.lowercased() == "json"
  }

  /// Where a value is written; of one in a file outside the root, the include that leads there.
  func range(of node: NodeID) -> SourceRange {
    if !outsideFiles.isEmpty, let file = outsideFiles[tree.layer(of: node)] { return file.entry }
    return tree.range(of: node)
  }

  /// Says of a value in a file outside the root where it is written, since its place does not.
  func outsideNote(of node: NodeID) -> Diagnostic.Note? {
    guard !outsideFiles.isEmpty, let file = outsideFiles[tree.layer(of: node)] else { return nil }
    return .outsideOfWorkspace(file.path, at: tree.range(of: node).start)
  }

  mutating func fileID(for path: String) -> FileID {
    let number = Int(paths.intern(path).index)
    return number < batch.sources.paths.count
      ? FileID(index: number) : batch.sources.add(path)
  }
}

/// An included file that lies outside the source's root.
struct OutsideFile {
  var path: String
  /// The entry that leads there.
  var entry: SourceRange
}

/// What tells faults apart.
struct Fault: Hashable {
  var location: SourceRange?
  /// `nil` where there can be but one fault.
  var message: Diagnostic.Message?
  /// Where it is in a file outside the root, of which all faults stand at one place.
  var outside: Diagnostic.Message?
}

extension FileID {
  /// The first place in the file, where nothing more exact can be said.
  var firstLine: SourceRange {
    let start = Position(line: 1, column: 1)
    return SourceRange(file: self, start: start, end: start)
  }
}

extension Diagnostic.Message {
  fileprivate static let noObject: Self = "a JSON spec must be an object"
  static let tooLarge: Self =
    "resolves to more than \(Limits.nodes) values; templates or includes multiply"

  fileprivate static func unreadable(_ reason: String) -> Self {
    "cannot read the spec: \(reason)"
  }
}
