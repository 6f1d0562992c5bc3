internal import Files
internal import Projects

/// The memory that a reader reuses for the next spec.
struct DecodingMemory: Sendable {
  var configurationFiles: ConfigurationFiles
  var declared: [DeclaredDependency] = []
  var decoded: [Target] = []
  private let source: any FileTree
  private var folders: FolderUniformity?

  init(in source: some FileTree, _ options: SpecReader.Options) {
    self.source = source
    configurationFiles = ConfigurationFiles(in: source, notesHints: options.notesSourceHints)
    folders = options.tellsApartFolders.map { FolderUniformity($0) }
  }

  mutating func locator(of spec: ResolvedSpec) -> TargetLocator? {
    guard var known = folders else { return nil }
    defer { folders = known }
    return TargetLocator(spec, in: source, &known)
  }
}
