internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import Specs

/// Specifications that are not read as XcodeGen may read them: those of other names, and those that are generated
/// with another `--project-root`.
struct UnreadSpecs {
  /// Files beside a specification that read like one, in order of path.
  private(set) var neighbours: [String] = []
  /// Specifications of whose sources none is there, and the folder that all of them are seen from.
  private(set) var misrooted: [(path: String, root: String)] = []

  /// - Parameters:
  ///   - others: The paths of YAML files of other names.
  ///   - read: What was read.
  ///   - tree: Where the files are.
  ///   - reader: Reads a specification again.
  /// - Complexity: Reads the files of other names beside specifications, and lists the folders above those.
  init(
    _ others: [String], besides read: borrowing SpecBatch, in tree: some FileTree,
    reader: @autoclosure () -> SpecReader
  ) {
    let specs = read.batch.projects
    if !others.isEmpty {
      let folders = Set(
        specs.map { Path.isFolder($0.folder, of: $0.path) ? $0.folder : Path.folder(of: $0.path) })
      let (known, included) = (Set(specs.map(\.path)), read.notes.includedPaths)
      neighbours = others.filter { path in
        folders.contains(Path.folder(of: path)) && !known.contains(path) && !included.contains(path)
          && Path.lastComponent(path).first != "."
          && Self.readsLikeSpec(path, in: tree)
      }.sorted { $0.precedes($1) }
    }
    addMisrooted(read.batch, in: tree, reader: reader)
  }

  private mutating func addMisrooted(
    _ batch: borrowing ProjectBatch, in tree: some FileTree, reader: () -> SpecReader
  ) {
    var entries: [String: Set<String>] = [:]
    var misses = 0
    // Threads add specifications in any order.
    let specs = batch.projects
    var order = specs.indices.filter { specs[$0].firstSource != nil }
      .map { (prefix: BytePrefix(specs[$0].path), index: $0) }
    order.sort { a, b in
      guard a.prefix == b.prefix else { return a.prefix < b.prefix }
      return specs[a.index].path.precedes(specs[b.index].path)
    }
    for index in order.lazy.map(\.index) where misses < Self.mostMisses {
      let (path, folder) = (specs[index].path, specs[index].folder)
      guard let source = specs[index].firstSource, !folder.isEmpty,
        Path.isFolder(folder, of: path)
      else { continue }
      let entry = batch.names.string(source)
      guard tree.kind(of: Path.join(folder, entry: entry)) == nil else { continue }
      let first = String(entry.prefix { $0 != "/" })
      let roots = Path.folders(above: folder).filter { root in
        let names = entries[root] ?? Set(((try? tree.entries(of: root)) ?? []).map(\.name))
        entries[root] = names
        // What costs is to read the specification again.
        return names.contains(first)
          && tree.hasSources(at: Path.join(root.isEmpty ? "." : root, entry: entry))
      }
      var again = roots.isEmpty ? nil : reader()
      let sources = again?.sources(of: path, in: Path.parent(path))
      if let root = sources?.root(among: roots) {
        misrooted.append((path, root.isEmpty ? "." : root))
      } else {
        misses += 1
      }
    }
  }

  /// How many specifications may fit nowhere else; their sources are then absent for another reason.
  private static let mostMisses = 5

  /// Whether a file has the keys of a specification, or includes the one beside it.
  private static func readsLikeSpec(_ path: String, in tree: some FileTree) -> Bool {
    var text: [UInt8] = []
    guard (try? tree.read(path, limit: Limits.fileSize, into: &text)) != nil else { return false }
    let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    func has(_ key: String) -> Bool { lines.contains { $0.starts(with: "\(key):".utf8) } }
    if has("targets") { return has("name") || has("include") }
    guard has("include") else { return false }
    return String(decoding: text, as: UTF8.self).contains("project.yml")
  }
}
