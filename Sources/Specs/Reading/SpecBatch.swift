public import Diagnostics

/// The specs that a reader has read, and their contents in one list for each kind.
public struct SpecBatch: Sendable {
  public internal(set) var names = NameTable()
  public internal(set) var specs = ChunkedArray<Spec>()
  public internal(set) var targets = ChunkedArray<Target>()
  public internal(set) var dependencies = ChunkedArray<Dependency>()
  public internal(set) var packages: [Package] = []
  public internal(set) var projectReferences: [ProjectReference] = []
  var settings = SettingLists()
  var findings = SpecFindings()
  /// The places of dependencies that are written outside the root of the file tree.
  public internal(set) var outsideNotes: [Diagnostic.Note] = []
  var files = FileNumbers()
  var inclusions = Inclusions()

  public init() {}

  init(names: NameTable) { self.names = names }

  /// Releases the memory of dependencies.
  public mutating func removeDependencies() { dependencies = ChunkedArray() }

  /// Releases the memory of targets.
  public mutating func removeTargets() { targets = ChunkedArray() }
}

/// The build settings of targets.
struct SettingLists: Sendable {
  var hosts: [HostSetting] = []
  var links: [LinkSettings] = []
  var written: [WrittenSetting] = []
}

/// The findings about specs.
struct SpecFindings: Sendable {
  var diagnostics: [Diagnostic] = []
  /// Findings about specs that XcodeGen loads but refuses to generate, in the order of reading.
  var refusals: [Refusal] = []
  /// The targets without existing sources, in the order of reading.
  var absentSources: [AbsentSources] = []
  /// References to targets of other projects.
  var projectClaims: [ProjectClaim] = []
}

/// Which files specs include.
struct Inclusions: Sendable {
  var paths: Set<String> = []
  /// Files that do not exist and that git ignores.
  var gitIgnored: Set<String> = []
  /// The ignored keys in included files, by path; ranges are in the file itself.
  var ignoredKeys: [String: [IgnoredKeyChecker.Finding]] = [:]
  /// Specs with findings that depend on other specs.
  var waiting: [WaitingSpec] = []
  /// Specs by name that are only parts of others.
  var parts: Set<String> = []
  /// Included files that are projects of their own as well.
  var sharedSpecs: Set<String> = []
  /// The paths of the specs that were read twice, so that their files have several numbers.
  var rereadSpecs: Set<String> = []
}

extension SpecBatch {
  public var hostSettings: [HostSetting] { settings.hosts }
  public var linkSettings: [LinkSettings] { settings.links }
  public var writtenSettings: [WrittenSetting] { settings.written }
  public var diagnostics: [Diagnostic] { findings.diagnostics }
  /// Findings about specs that XcodeGen loads but refuses to generate, in the order of reading.
  public var refusals: [Refusal] { findings.refusals }
  /// The targets without existing sources, in the order of reading.
  public var absentSources: [AbsentSources] { findings.absentSources }
  /// References to targets of other projects.
  public var projectClaims: [ProjectClaim] { findings.projectClaims }
  /// The files that locations in this batch refer to.
  public var sources: SourceMap { files.sources }
  /// The paths of included files.
  public var includedPaths: Set<String> { inclusions.paths }
  /// Included files that do not exist and that git ignores, by path.
  public var ignoredIncludes: Set<String> { inclusions.gitIgnored }
  /// Specs by name that are only parts of others.
  public var parts: Set<String> { inclusions.parts }
  /// Included files that are projects of their own as well.
  public var sharedSpecs: Set<String> { inclusions.sharedSpecs }
  /// The paths of the specs that were read twice, so that their files have several numbers.
  public var rereadSpecs: Set<String> { inclusions.rereadSpecs }
}
