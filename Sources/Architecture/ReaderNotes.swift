public import Diagnostics
public import Paths

/// Facts from reading a workspace that are not part of the graph.
public struct ReaderNotes: Sendable {
  /// The paths of specs that could not be read completely, relative to the workspace root.
  ///
  /// Their modules may be missing from the graph, so patterns and exceptions are not reported as
  /// unused.
  public var brokenSpecs: [String] = []
  /// The paths of specs with a missing include that git ignores, relative to the workspace root.
  ///
  /// Such a file is generated, so it is missing on some machines only.
  public var incompleteSpecs: Set<String> = []
  /// The paths of files that look like specs and are included by others, relative to the workspace
  /// root.
  public var parts: [String] = []
  /// The specs that are not read because git ignores them, in order.
  public var ignoredSpecs: [String] = []
  /// The indices of the `exclude` patterns with a match; `nil` if unknown.
  public var usedExclusions: Set<Int>?
  /// The indices of the `specs` patterns with a match; `nil` if unknown.
  public var usedSpecPatterns: Set<Int>?
  /// The indices of the entries of `projects` with a match; `nil` if unknown.
  public var usedProjectPatterns: Set<Int>?
  /// The indices of the entries of `packages` with a match; `nil` if unknown.
  public var usedPackagePatterns: Set<Int>?
  /// The projects in Xcode workspaces; `nil` if unknown.
  public var projects: ProjectListing?
  /// The names, without extension, of frameworks that targets embed through their sources or a
  /// script, by spec and target; `nil` if unknown.
  ///
  /// Reads the specs and lists files, so it is called only if a finding depends on it.
  public var copiedFrameworks:
    (
      @Sendable (_ targets: [Int: Set<String>]) -> [Int: [String: Set<String>]]
    )?

  /// The paths of the resources among the sources of targets, by target name, in order; `nil` if
  /// the workspace has none.
  ///
  /// Reads the spec and lists files, like `copiedFrameworks`.
  public var resources: (@Sendable (_ spec: Int, _ targets: Set<String>) -> [String: [String]])?

  /// Returns the files of the repository outside of the workspace that build products of some names,
  /// relative to the top of the repository; `nil` if unknown.
  ///
  /// Reads the repository, so it is called only for unknown products.
  public var outsideBuilders: (@Sendable (_ products: Set<String>) -> [String: String])?

  /// What was not read, and why.
  public var gaps: [Gap] = []

  /// What may exist elsewhere.
  public var absent = AbsentFiles()

  /// Facts from sources; `nil` if no rule needs them.
  public var imports: ImportNotes?

  public init() {}

  /// The folders of the packages that are one module each because their manifests are computed.
  public var opaquePackages: [String] {
    gaps.filter { $0.kind == .wholePackages }.map { $0.name == "." ? "" : $0.name }
  }

  /// The folders below which there may be any modules: those of computed packages, and absent ones.
  public func unreadFolders() -> [Path] {
    (opaquePackages + absent.folders()).map { Path($0) }
  }

  /// Whether modules of any name may be missing from the graph.
  public func mayLackModules() -> Bool {
    !brokenSpecs.isEmpty || !opaquePackages.isEmpty || !absent.folders().isEmpty
  }

  /// The folders of broken specs, included specs and broken Xcode projects.
  public var otherFolders: [Path] {
    (brokenSpecs + parts).map { path in
      let folder = Path.folder(of: path)
      return Path(Path.isXcodeProject(path) ? Path.folder(of: folder) : folder)
    }
  }
}

/// What is not there and may be elsewhere: submodules that are not checked out, and files and folders
/// that git ignores.
///
/// Looked up when asked, since few findings depend on it.
public struct AbsentFiles: Sendable {
  /// Returns the folders, which may have modules: those of submodules, packages and projects.
  public var folders: @Sendable () -> [String] = { [] }
  /// Whether something at a path is absent.
  public var contains: @Sendable (_ path: String) -> Bool = { _ in false }
  /// Returns the files from which a project has settings, by the number of its spec.
  public var settings: @Sendable (_ spec: Int) -> [String] = { _ in [] }

  public init() {}
}

/// The projects in the Xcode workspaces of a tree and the projects that its specs generate.
///
/// Paths are relative to the workspace root and name a `.xcodeproj`.
public struct ProjectListing: Sendable {
  /// The Xcode workspaces, in order of path.
  public var workspaces: [String] = []
  /// The projects in the workspaces, by workspace and location, except those without a spec, such
  /// as the projects of package managers.
  public var listed: [Listed] = []
  /// The projects of specs, by path.
  public var specs: [SpecProject] = []
  /// Whether every workspace could be read.
  public var isComplete = true

  public init() {}

  public struct Listed: Sendable {
    public var path: String
    public var location: SourceRange

    public init(path: String, location: SourceRange) {
      self.path = path
      self.location = location
    }
  }

  public struct SpecProject: Sendable {
    public var path: String
    /// The spec's `name`.
    public var location: SourceRange
    /// The referenced projects, which Xcode shows as nested.
    public var references: [String]

    public init(path: String, location: SourceRange, references: [String] = []) {
      self.path = path
      self.location = location
      self.references = references
    }
  }
}
