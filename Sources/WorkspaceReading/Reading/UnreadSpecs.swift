internal import Diagnostics
public import Files
internal import Paths
internal import Projects
internal import SpecChecks
public import SpecDecoding

/// Specs that XcodeGen may read differently: files with other names, and specs that are generated
/// with another `--project-root`.
public struct UnreadSpecs {
  /// The files with the contents of a spec that are next to one or named like one, in order of
  /// path.
  public private(set) var neighbours: [String] = []
  /// The specs whose sources exist only below another folder, with that folder.
  public private(set) var misrooted: [(path: String, root: String)] = []

  /// - Complexity: Reads the files `others`, which have other names, that may be specs, and lists
  ///   the folders above specs without sources.
  public init(
    _ others: [String], besides read: borrowing ReadProjects, in tree: some FileTree,
    _ reader: SpecReader
  ) {
    let included = read.notes.includedPaths
    let others = others.filter {
      !included.contains($0) && Path.lastComponent($0).first != "."
    }
    if !others.isEmpty {
      let specs = read.projects
      let folders = Set(
        specs.map { Path.isFolder($0.folder, of: $0.path) ? $0.folder : Path.folder(of: $0.path) })
      let known = Set(specs.map(\.path))
      neighbours = others.filter { path in
        (folders.contains(Path.folder(of: path)) || Self.isNamedLikeSpec(path))
          && !known.contains(path) && Self.looksLikeSpec(path, in: tree)
      }.sorted { $0.precedes($1) }
    }
    addMisrooted(read, in: tree, reader)
  }

  private mutating func addMisrooted(
    _ read: borrowing ReadProjects, in tree: some FileTree, _ reader: SpecReader
  ) {
    var misses = 0
    for project in read.projects where misses < Self.mostMisses {
      let (path, folder) = (project.path, project.folder)
      guard let entry = project.firstSource, !folder.isEmpty, Path.isFolder(folder, of: path),
        tree.kind(of: Path.join(folder, entry: entry)) == nil
      else { continue }
      // Reading the spec again is expensive.
      let roots = Path.folders(above: folder).filter { root in
        tree.hasSources(at: Path.join(root.isEmpty ? "." : root, entry: entry))
      }
      var again = roots.isEmpty ? nil : reader
      let sources = again?.sources(of: path, in: Path.parent(path))
      if let root = sources?.root(among: roots) {
        misrooted.append((path, root.isEmpty ? "." : root))
      } else {
        misses += 1
      }
    }
  }

  /// The number of failed attempts after which sources must be missing for another reason.
  private static let mostMisses = 5

  /// Whether a name contains a word for specs: `Project.yml`, `mail-project.yml`.
  private static func isNamedLikeSpec(_ path: String) -> Bool {
    let name = Path.lastComponent(path).lowercased()
    return ["project", "spec", "xcodegen"].contains { name.contains($0) }
  }

  private static func looksLikeSpec(_ path: String, in tree: some FileTree) -> Bool {
    guard let text = try? tree.content(of: path) else { return false }
    let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    func has(_ key: String) -> Bool { lines.contains { $0.starts(with: "\(key):".utf8) } }
    if has("targets") { return has("name") || has("include") }
    guard has("include") else { return false }
    return String(decoding: text, as: UTF8.self).contains("project.yml")
  }
}
