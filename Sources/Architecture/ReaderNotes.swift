public import Paths

/// What reading a workspace found out that the graph does not hold.
public struct ReaderNotes: Sendable {
  /// The paths of the specs of which something could not be read, relative to the workspace root.
  ///
  /// What they would have built is missing from the graph, so no pattern or exception is called
  /// unused on their account.
  public var brokenSpecs: [String]
  /// The paths of the specs that lack an included file that git ignores, relative to the workspace root.
  ///
  /// A script writes such a file, so it is missing on some machines and not on others.
  public var incompleteSpecs: Set<String>
  /// The paths of files that read like specs and are parts of others, relative to the workspace root.
  public var parts: [String]
  /// The numbers of the `exclude` patterns that kept something from being read; `nil` where nobody
  /// looked.
  public var usedExclusions: Set<Int>?
  /// The numbers of the `specs` patterns that some file matched; `nil` where nobody looked.
  public var usedSpecPatterns: Set<Int>?
  /// The numbers of the entries of `projects` that some Xcode project matches; `nil` where nobody looked.
  public var usedProjectPatterns: Set<Int>?
  /// What Xcode workspaces list; `nil` where nobody looked.
  public var projects: ProjectListing?
  /// The names, without extension, of the frameworks that targets embed because they lie among their
  /// sources or because a script copies them; `nil` where nobody can look.
  ///
  /// Reads the specification and looks at files, so it is asked where a finding depends on it alone, and
  /// once for each specification.
  public var copiedFrameworks:
    (
      @Sendable (_ spec: Int, _ targets: Set<String>) -> [String: Set<String>]
    )?

  /// The paths of the resources among the sources of targets, by name, in order; `nil` where nothing in the workspace
  /// is one.
  ///
  /// Reads the specification and looks at files, as `copiedFrameworks`.
  public var resources: (@Sendable (_ spec: Int, _ targets: Set<String>) -> [String: [String]])?

  /// How many local packages are one module each, since only a program can tell what is in them.
  public var opaquePackages = 0
  /// How many manifests of local packages may say something else on another system, or with variables.
  public var hostManifests = 0

  /// What sources tell of links; `nil` where no rule asks for them.
  public var imports: ImportNotes?

  public init(
    brokenSpecs: [String] = [], incompleteSpecs: Set<String> = [], parts: [String] = [],
    usedExclusions: Set<Int>? = nil, usedSpecPatterns: Set<Int>? = nil,
    projects: ProjectListing? = nil
  ) {
    self.brokenSpecs = brokenSpecs
    self.incompleteSpecs = incompleteSpecs
    self.parts = parts
    self.usedExclusions = usedExclusions
    self.usedSpecPatterns = usedSpecPatterns
    self.projects = projects
  }

  /// The folders of broken specs, of partial specs, and of broken Xcode projects.
  public var otherFolders: [Path] {
    (brokenSpecs + parts).map { path in
      let folder = Path.folder(of: path)
      return Path(Path.isXcodeProject(path) ? Path.folder(of: folder) : folder)
    }
  }
}
