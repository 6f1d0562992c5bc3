internal import Diagnostics
internal import Files
internal import Paths
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
  ///   - batch: What was read.
  ///   - tree: Where the files are.
  ///   - reader: Reads a specification again.
  /// - Complexity: Reads the files of other names beside specifications, and lists the folders above those.
  init(
    _ others: [String], besides batch: borrowing SpecBatch, in tree: some FileTree,
    reader: @autoclosure () -> SpecReader
  ) {
    let specs = batch.specs
    if !others.isEmpty {
      let folders = Set(specs.map { Path.folder(of: $0.path) })
      let known = batch.includedPaths.union(specs.map(\.path))
      neighbours = others.filter { path in
        folders.contains(Path.folder(of: path)) && !known.contains(path)
          && Path.lastComponent(path).first != "."
          && Self.readsLikeSpec(path, in: tree)
      }.sorted { $0.precedes($1) }
    }
    var entries: [String: Set<String>] = [:]
    for spec in specs {
      guard let source = spec.firstSource, !spec.folder.isEmpty,
        Path.isFolder(spec.folder, of: spec.path)
      else { continue }
      let path = batch.names.string(source)
      let first = String(path.prefix { $0 != "/" })
      var roots: [String] = []
      for root in Path.folders(above: spec.folder) {
        let names = entries[root] ?? Set(((try? tree.entries(of: root)) ?? []).map(\.name))
        entries[root] = names
        if names.contains(first) { roots.append(root) }
      }
      guard !roots.isEmpty, tree.kind(of: Path.join(spec.folder, entry: path)) == nil else {
        continue
      }
      var reader = reader()
      if let root = reader.root(ofSourcesIn: spec.path, among: roots) {
        misrooted.append((spec.path, root.isEmpty ? "." : root))
      }
    }
    misrooted.sort { $0.path.precedes($1.path) }
  }

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
