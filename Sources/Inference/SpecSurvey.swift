public import Architecture
public import Diagnostics
public import Files
public import Graph
internal import Paths

/// The result of reading a workspace before its specs are known.
public struct SpecSurvey: Sendable {
  private let graph: ModuleGraph
  private let diagnostics: [Diagnostic]
  private let sources: SourceMap

  public init(graph: ModuleGraph, diagnostics: [Diagnostic], sources: SourceMap) {
    self.graph = graph
    self.diagnostics = diagnostics
    self.sources = sources
  }

  /// Returns patterns for specs with unusual names or that are run from another folder; empty for
  /// other specs.
  ///
  /// - Throws: The error of listing the root.
  public func unusualSpecs(
    in tree: some FileTree, jobs: Int
  ) throws(FileError) -> [RulesFile.Specs] {
    if !isOfPackages, !graph.builtModules.isEmpty || !diagnostics.isEmpty {
      return specsRunFromRoot(in: tree)
    }
    // A spec of the usual name that was not read is a file of a package's target.
    let paths = try tree.walk(jobs: jobs) { SpecSearcher() }.flatMap(\.paths).filter {
      Path.lastComponent($0) != "project.yml"
    }.sorted { $0.precedes($1) }
    guard paths.count > 1, let first = paths.first,
      paths.allSatisfy({ !$0.contains("/") && $0.hasSuffix(".yml") })
    else { return paths.map { .init(pattern: $0) } }
    let stem = paths.reduce(Substring(first)) { $0.commonPrefix(with: $1) }
    return stem.count > 2 ? [.init(pattern: stem + "*.yml")] : paths.map { .init(pattern: $0) }
  }

  private var isOfPackages: Bool {
    !graph.specs.isEmpty && graph.specs.allSatisfy(\.isPackage)
  }

  private var names: [String] { graph.builtModules.map { graph[$0].baseName } }

  private var errorCount: Int { diagnostics.count { $0.severity == .error } }

  /// Whether it has all modules of `other` and fewer errors.
  public func isBetter(than other: SpecSurvey) -> Bool {
    guard !graph.builtModules.isEmpty else { return false }
    return Set(names).isSuperset(of: other.names)
      && (errorCount < other.errorCount || other.graph.builtModules.isEmpty || other.isOfPackages)
  }

  /// Whether it has all modules of `other` and further ones of other names, without more errors.
  public func adds(to other: SpecSurvey) -> Bool {
    let (own, known) = (Set(names), Set(other.names))
    return own.isStrictSuperset(of: known) && errorCount <= other.errorCount
      && names.count - other.names.count == own.count - known.count
  }

  /// Returns the specs whose includes are missing relative to their folder but exist relative to
  /// the root.
  private func specsRunFromRoot(in tree: some FileTree) -> [RulesFile.Specs] {
    var moved: Set<String> = []
    for diagnostic in diagnostics where diagnostic.rule == .missingInclude {
      guard let location = diagnostic.location else { continue }
      let path = sources[location.file]
      guard path.contains("/"), !moved.contains(path),
        let include = text(at: location, of: path, in: tree), tree.kind(of: include) == .file
      else { continue }
      moved.insert(path)
    }
    let paths = moved.sorted { $0.precedes($1) }
    let patterns = Set(paths.map(siblingPattern)).sorted { $0.precedes($1) }
    let others = sources.paths.filter {
      $0.contains("/") && Path.lastComponent($0) == "project.yml" && !moved.contains($0)
    }
    let isExact = Set(others.map(siblingPattern)).isDisjoint(with: patterns)
    return (isExact && patterns.count < paths.count ? patterns : paths).map {
      .init(pattern: $0, root: ".")
    }
  }
}

/// Returns the pattern for a spec and its siblings: `Apps/*/project.yml` for
/// `Apps/Weather/project.yml`.
private func siblingPattern(_ path: String) -> String {
  let folder = Path.folder(of: path)
  if folder.isEmpty { return path }
  return Path.joined([Path.join(Path.folder(of: folder), entry: "*"), Path.lastComponent(path)])
}

/// Returns the text at a range within one line, without quotes.
private func text(
  at range: SourceRange, of path: String, in tree: some FileTree
) -> String? {
  guard let bytes = try? tree.content(of: path), range.start.line == range.end.line else {
    return nil
  }
  let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars
    .split(separator: "\n", omittingEmptySubsequences: false)
  let number = Int(range.start.line) - 1
  guard lines.indices.contains(number), range.start.column < range.end.column else { return nil }
  let text = lines[number].dropFirst(Int(range.start.column) - 1)
    .prefix(Int(range.end.column - range.start.column))
  return String(text).filter { $0 != "'" && $0 != "\"" }
}

/// Finds files that look like specs, regardless of their names.
private struct SpecSearcher: FileVisitor {
  private(set) var paths: [String] = []
  private var buffer: [UInt8] = []

  func classify(_ name: borrowing EntryName) -> EntryClass {
    let text = name.text
    if text == "rules.yml" { return .boundary }
    let isYAML = text.hasSuffix(".yml") || text.hasSuffix(".yaml")
    return isYAML && !text.hasPrefix(".") ? .wanted : .none
  }

  mutating func found(_ file: borrowing FoundFile) {
    guard (try? file.read(limit: Limits.fileSize, into: &buffer)) != nil else { return }
    let keys = buffer.split(separator: UInt8(ascii: "\n")).map { line in
      line.prefix { $0 != UInt8(ascii: ":") }
    }
    func has(_ key: String) -> Bool { keys.contains { $0.elementsEqual(key.utf8) } }
    if has("name"), has("targets") { paths.append(file.path) }
  }

  mutating func skipped(_ folder: String) {}

  mutating func failed(_ path: String, _ error: FileError) {}
}

extension Substring {
  fileprivate func commonPrefix(with other: String) -> Substring {
    self[..<(zip(indices, other).first { self[$0] != $1 }?.0 ?? endIndex)]
  }
}
