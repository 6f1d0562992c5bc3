internal import Files
internal import Paths
internal import Projects
internal import Specs

/// Finds the frameworks that targets embed because they are among their sources, or because a
/// script passes them to `carthage copy-frameworks`.
///
/// Used only if something seems not to be embedded, which is rare.
struct SourceFrameworks: Sendable {
  private let tree: any FileTree
  private let environment: @Sendable (String) -> String?
  private let specs: OrderedSpecs

  init(
    _ table: borrowing SpecTable, in tree: some FileTree,
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.tree = tree
    self.environment = environment
    specs = table.ordered
  }

  /// Returns the names of the frameworks that targets copy, without folder, `lib` and extension, by
  /// name of the target.
  ///
  /// - Complexity: Reads the spec, and lists the folders of the targets' sources.
  func names(ofTargets targets: Set<String>, spec: Int) -> [String: Set<String>] {
    guard specs.indices.contains(spec) else { return [:] }
    var reader = SpecReader(
      source: tree, includes: IncludeCache(), options: .init(environment: environment))
    let folder = specs[spec].folder.isEmpty ? "." : specs[spec].folder
    guard var sources = reader.sources(of: specs[spec].path, in: folder) else { return [:] }
    var names = sources.copiedFrameworks(of: targets).mapValues {
      Set($0.map { ExternalTable.name(ofFile: $0) })
    }
    for sources in sources.targetSources(of: targets) {
      // One that is not there yet is of its usual phase.
      let missing = sources.missing.map { SourceFile(path: $0, phase: .frameworks) }
      for file in sources.files + missing where Self.isCopied(file) {
        names[sources.target, default: []].insert(ExternalTable.name(ofFile: file.path))
      }
    }
    return names
  }

  /// Whether a source is copied to the frameworks of its target.
  private static func isCopied(_ file: SourceFile) -> Bool {
    switch Path.splitExtension(Path.lastComponent(file.path)).extension {
    case "framework": file.phase == .frameworks || file.phase == .copyFrameworks
    case "dylib": file.phase == .copyFrameworks
    default: false
    }
  }
}
