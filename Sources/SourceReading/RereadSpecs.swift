public import Files
internal import Projects
public import SpecDecoding
internal import SpecReading
public import WorkspaceReading

/// Reads specs again for questions that few runs ask, most of them about the sources of targets.
public struct RereadSpecs: Sendable {
  let tree: any FileTree
  /// The absolute path of the root of the tree; empty if it has none.
  let root: String
  let specs: [ProjectFacts]
  /// The folders of the local packages and the projects that specs name.
  let namedFolders: Set<String>
  private let reader: SpecReader
  /// The sources that were kept when specs were read, by path of the spec.
  private let kept: [String: SpecSources]

  public init(
    _ table: borrowing SpecTable, in tree: some FileTree, _ reader: SpecReader,
    _ options: WorkspaceOptions
  ) {
    self.tree = tree
    self.reader = reader
    kept = table.notes.sources
    root = options.root
    specs = table.projects.map(ProjectFacts.init)
    namedFolders = table.namedFolders
  }

  /// Returns the sources of a spec.
  ///
  /// - Parameters:
  ///   - number: The number of the spec.
  ///   - former: The tree of the sources, if it is not that of the workspace.
  /// - Returns: `nil` if the spec does not exist or cannot be read.
  func sources(ofSpec number: Int, in former: (any FileTree)? = nil) -> SpecSources? {
    guard specs.indices.contains(number), specs[number].kind == .spec else { return nil }
    if let kept = kept[specs[number].path] { return former.map { kept.reading(from: $0) } ?? kept }
    var reader = reader
    return reader.sources(of: specs[number].path, in: specs[number].folder, from: former)
  }
}
