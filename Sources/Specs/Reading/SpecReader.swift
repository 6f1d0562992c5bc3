internal import Diagnostics
public import Files
internal import Paths
internal import YAML

/// Reads specifications as XcodeGen 2.45.4 does, one after the other, into a batch.
///
/// Each goes through three stages, of which each takes what the one before has made:
///
/// 1. `parse`: a text → `ParsedSpec`, and what XcodeGen ignores in it;
/// 2. `resolve`: with includes, templates, platforms and variables → `ResolvedSpec`;
/// 3. `decode`: checked against what XcodeGen insists on → `Spec` with its targets, in the batch.
///
/// A reader keeps its scratch memory from one specification to the next. Several readers may work at
/// the same time; what they share is `includes`.
public struct SpecReader: Sendable {
  /// Where included files are; not generic, since nothing is asked of it on the way of a specification.
  let source: any FileTree
  let includes: IncludeCache
  var options: Options
  var parser = Parser(knownKeys: KeyTable.shared.knownKeys, rule: .invalidSpec)
  var tree = Tree.spec
  var buffer: [UInt8] = []
  public internal(set) var batch = SpecBatch()
  /// The files that may be met again, by path.
  private var files: [String: FileID] = [:]
  /// The included files that were used before, by path.
  var includedFiles: [String: IncludedFile] = [:]
  var configurationFiles = ConfigurationFiles()
  var log = FindingLog()
  /// What becomes of what is said of the specification that is being read.
  var stage = Stage.alone
  var inclusions = Inclusions()
  /// What the stages know of the specification that is being read.
  var resolution = ResolutionState()
  var decoding = DecodingState()

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
    /// Whether to note what specifications may say of sources and modules.
    public var notesSourceHints = false
    /// Looks for an included file that is not in the tree among those that git ignores.
    public var ignoredFile: (@Sendable (_ path: String) -> IgnoredFile)?

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

  /// A file that is not in the tree of files.
  public enum IgnoredFile: Sendable {
    case notIgnored
    /// Git ignores it: a script may write it.
    case absent
    /// The tree is a revision or the index, and git ignores the file, so it is read from the disk.
    case present([UInt8])
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
    files = [:]
    includedFiles.removeAll()
    log.reported.removeAll()
    inclusions.last = []
    return taken
  }

  mutating func readResolved(_ path: String, text: [UInt8], base: String?) {
    // Of many, each is read once. Where others include it, their reader has another number for it; they
    // are one for whoever puts the batches together.
    let file = stage == .oneOfMany ? batch.sources.add(path) : fileID(for: path)
    do throws(Diagnostic) {
      let folder = base ?? Path.parent(path)
      let parsed = try parse(path, text: text, folder: folder, file: file)
      try decode(resolve(parsed))
    } catch {
      add(error)
    }
    if stage != .settling { reportIgnoredKeys() }
  }

  /// Adds a finding, unless it is there already.
  ///
  /// - Parameters:
  ///   - diagnostic: The finding.
  ///   - refuses: Whether XcodeGen would not load the specification for it.
  mutating func add(_ diagnostic: Diagnostic, refuses: Bool = true) {
    if refuses, diagnostic.severity == .error { decoding.isRefused = true }
    log.mustWait = true
    tell(diagnostic)
  }

  /// Adds a finding that is the same whatever other specifications there are.
  mutating func tell(_ diagnostic: Diagnostic) {
    let outside = diagnostic.notes.first { $0.location == nil }
    let key = DiagnosticKey(
      location: diagnostic.location, message: diagnostic.message, outside: outside?.message)
    if log.reported.insert(key).inserted { batch.diagnostics.append(diagnostic) }
  }

  /// Whether the extension of a path is `json`, in small letters or capitals.
  static func endsInJSON(_ path: String) -> Bool {
    // For most paths the last letter shows that it is not, without looking at the rest.
    guard let last = path.utf8.last, last | 0x20 == UInt8(ascii: "n") else { return false }
    return Path.splitExtension(Path.lastComponent(path)).extension?.lowercased() == "json"
  }

  /// Where a value is written; of one in a file outside the root, the include that leads there.
  func range(of node: NodeID) -> SourceRange {
    if !resolution.outsideFiles.isEmpty, let file = resolution.outsideFiles[tree.layer(of: node)] {
      return file.entry
    }
    return tree.range(of: node)
  }

  /// Says of a value in a file outside the root where it is written, since its place does not.
  func outsideNote(of node: NodeID) -> Diagnostic.Note? {
    guard !resolution.outsideFiles.isEmpty, let file = resolution.outsideFiles[tree.layer(of: node)]
    else { return nil }
    return .outsideOfWorkspace(file.path, at: tree.range(of: node).start)
  }

  mutating func fileID(for path: String) -> FileID {
    if let known = files[path] { return known }
    let file = batch.sources.add(path)
    files[path] = file
    return file
  }
}

/// What a reader has reported so far, so that a diagnostic that many specs share is reported once.
struct FindingLog {
  /// What is in `batch.diagnostics`.
  var reported: Set<DiagnosticKey> = []
  /// What XcodeGen ignores in the files of the specification that is being read.
  var silent: [IgnoredKeyChecker.Finding] = []
  /// Whether something was said of it that depends on what other specifications there are.
  var mustWait = false
}

/// The files that a specification includes.
struct Inclusions {
  var current: [String] = []
  /// Those of the last specification of which they are noted.
  var last: [String] = []
}

/// Identifies a diagnostic that was reported.
struct DiagnosticKey: Hashable {
  var location: SourceRange?
  /// `nil` if there can be only one diagnostic at the location.
  var message: Diagnostic.Message?
  /// Its place in a file outside the root; all diagnostics of such a file have the location of the include.
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
  static let tooLarge: Self =
    "resolves to more than \(Limits.nodes) values; templates or includes multiply"

  fileprivate static func unreadable(_ reason: String) -> Self {
    "cannot read the spec: \(reason)"
  }
}
