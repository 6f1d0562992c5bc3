internal import Diagnostics
public import Files
internal import Paths
internal import YAML

// Patterns of `excludes` and `includes` that XcodeGen compares with paths that are spelled differently.
extension SpecReader {
  /// Warns of patterns that would match files if they were spelled as paths are: `./a.swift`, `/a.swift`,
  /// `a//b.swift`, `../Sources/a.swift`.
  mutating func checkPatterns(ofSources sources: NodeID) {
    for source in tree.elements(of: sources) where tree.isMapping(source) {
      for key in [SpecKey.excludes, .includes] {
        guard let list = tree.value(of: source, for: key), tree.isSequence(list) else { continue }
        for pattern in tree.elements(of: list)
        where tree.isText(pattern) && !Path.isPlain(tree.bytes(pattern)) {
          check(pattern, of: key, in: source)
        }
      }
    }
  }

  private mutating func check(_ node: NodeID, of key: SpecKey, in source: NodeID) {
    let pattern = tree.string(node)
    guard let path = tree.text(of: source, for: .path), !path.hasVariable, !pattern.isEmpty,
      !pattern.contains("**")
    else { return }
    let root = Path.normalized(Path.join(decoding.baseFolder, path))
    let from = root.isEmpty ? "." : root
    let whole = Path.normalized(Path.join(from, Path.isAbsolute(pattern) ? "." + pattern : pattern))
    guard !Path.leadsOutside(root), let inside = Path.part(of: whole, in: root), !inside.isEmpty,
      inside != Path.withoutTrailingSlashes(pattern[...])
    else { return }
    var listings = decoding.patternListings ?? CachedListings(self.source)
    var (written, meant) = (SourceGlob(), SourceGlob())
    written.add(pattern, in: root, &listings)
    meant.add(String(inside), in: root, &listings)
    decoding.patternListings = listings
    guard !meant.found.isSubset(of: written.found), !listings.isExhausted else { return }
    warn(
      .matchesNoFile(pattern, key.spelling), at: node,
      help: [.write(String(inside))])
  }

  /// Notes the first path among sources that leads to something below the folder of the specification.
  mutating func noteFirst(of sources: NodeID) {
    let first = tree.isSequence(sources) ? tree.elements(of: sources).first : sources
    guard let first, let path = tree.isMapping(first) ? tree.value(of: first, for: .path) : first,
      tree.isText(path), Path.isPlain(tree.bytes(path)), !tree.hasVariables(path),
      !(tree.isMapping(first) && tree.bool(of: first, for: .optional) ?? false)
    else { return }
    decoding.firstSource = intern(path)
  }

  /// The nearest of `roots`, the folders above a specification, that all sources of its targets are seen from;
  /// `nil` where some are there as it is.
  public mutating func root(ofSourcesIn path: String, among roots: [String]) -> String? {
    let folder = Path.parent(path)
    guard let root = resolvedRoot(of: path, folder: folder) else { return nil }
    let entries = tree.entries(of: tree.value(of: root, for: .targets))
      .flatMap { sourceEntries(of: $0.value) }
      .filter { !$0.isOptional && !$0.path.hasVariable }
    func isThere(_ entry: ListedSource, from folder: String) -> Bool {
      source.hasSources(at: Path.join(folder, entry.path))
    }
    guard !entries.contains(where: { isThere($0, from: folder) }) else { return nil }
    return roots.filter { root in
      entries.allSatisfy { isThere($0, from: root.isEmpty ? "." : root) }
    }.max { $0.utf8.count < $1.utf8.count }
  }
}

extension FileTree {
  /// Whether a path inside the root leads to a file, or to a folder that contains more than specs.
  public func hasSources(at path: String) -> Bool {
    let path = Path.normalized(path)
    guard !Path.leadsOutside(path), let kind = kind(of: path) else { return false }
    guard kind == .folder, let found = try? entries(of: path) else { return kind != .folder }
    return found.contains { !$0.name.hasSuffix(".yml") }
  }
}

extension Diagnostic.Message {
  fileprivate static func matchesNoFile(_ pattern: String, _ key: String) -> Self {
    "'\(pattern)' in '\(key)' matches no file: XcodeGen compares paths as they are spelled"
  }
}
