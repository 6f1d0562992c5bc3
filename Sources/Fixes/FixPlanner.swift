public import Architecture
public import Diagnostics
internal import Editing
internal import Files
internal import Paths
public import Graph
public import Specs

/// What becomes of the fix of one finding.
public enum FixOutcome: Sendable {
  /// It can be made, by these edits of these files if it alone is.
  case planned
  case refused(FixRefusal)
}

/// Plans the fixes of findings, each checked for what it does to the specs before it is counted in.
///
/// The edits of all of them are made together; files on disk stay as they are.
public struct FixPlanner {
  /// The files with all fixes that were planned.
  public private(set) var tree: EditedTree
  private let sources: SourceMap
  private let hidden: Set<FileID>
  private let baselinePath: String?
  private let base: EditedTree
  private let graph: ModuleGraph
  private let readDumps: () -> SpecDumps
  private var dumps: SpecDumps?
  private var documents: [String: Document] = [:]
  private var changes: [String: [DocumentChange]] = [:]
  private var owners: [String: [ModuleID]] = [:]

  /// - Parameters:
  ///   - tree: The files that the findings are about.
  ///   - graph: What they make up.
  ///   - sources: The files that places point into.
  ///   - hidden: Those of them that are not to be changed.
  ///   - configuration: The rules that the workspace is read by.
  ///   - environment: The variables that specs may name.
  ///   - baseline: The path of the baseline.
  public init(
    tree: EditedTree, graph: ModuleGraph, sources: SourceMap, hidden: Set<FileID>,
    configuration: Configuration, environment: Environment?, baseline: String?
  ) {
    self.tree = tree
    base = tree
    self.graph = graph
    self.sources = sources
    self.hidden = hidden
    baselinePath = baseline
    readDumps = {
      SpecDumps(of: graph.specs.map(\.path), in: tree, configuration, environment)
    }
    for module in graph.builtModules { owners[graph.shownName(module), default: []].append(module) }
  }

  /// The files that a fix changes, by path.
  public func files(of fix: Diagnostic.Fix) -> Set<String> {
    Set(fix.changes.map { sources[$0.location.file] })
  }

  /// Plans a fix besides all those that were planned before.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - rule: The rule of the findings that propose it.
  ///   - modules: The modules that these are about, by the names that are shown.
  /// - Throws: Why it cannot be made, or not yet.
  public mutating func plan(
    _ fix: Diagnostic.Fix, rule: RuleID, about modules: Set<String>
  ) throws(FixRefusal) {
    var attempt = changes
    for (path, added) in try documentChanges(of: fix) { attempt[path, default: []] += added }
    var edited = tree
    let paths = files(of: fix)
    for path in paths.sorted(by: { $0.precedes($1) }) {
      edited[path] = try write(attempt[path] ?? [], to: path).result
    }
    try checkEffect(of: fix, rule: rule, about: modules, paths, edited)
    (tree, changes) = (edited, attempt)
  }

  /// The edits that make a fix alone, by file.
  public mutating func edits(of fix: Diagnostic.Fix) throws(FixRefusal) -> [FileEdits] {
    let changes = try documentChanges(of: fix)
    var result: [FileEdits] = []
    for (path, own) in changes.sorted(by: { $0.key.precedes($1.key) }) {
      guard let document = documents[path] else { continue }
      let written = try write(own, to: path)
      result.append(FileEdits(path, written.edits, in: document, result: written.result))
    }
    return result
  }

  private mutating func documentChanges(
    of fix: Diagnostic.Fix
  ) throws(FixRefusal) -> [String: [DocumentChange]] {
    var result: [String: [DocumentChange]] = [:]
    for change in fix.changes {
      let path = try editablePath(of: change.location.file)
      let resolver = FixResolver(document: try document(path))
      result[path, default: []] += try resolver.changes(for: change)
    }
    return result
  }

  private func editablePath(of file: FileID) throws(FixRefusal) -> String {
    let path = sources[file]
    if Path.lastComponent(path) == "Package.swift" { throw .isManifest }
    guard !hidden.contains(file), !Path.leadsOutside(path), base.resolvesInside(path) else {
      throw .isOutside
    }
    let ending = Path.splitExtension(Path.lastComponent(path)).extension?.lowercased()
    guard ["yml", "yaml", "json"].contains(ending) else { throw .isNotEditable }
    return path
  }

  private mutating func document(_ path: String) throws(FixRefusal) -> Document {
    if let known = documents[path] { return known }
    var bytes: [UInt8] = []
    do throws(FileError) {
      try base.read(path, limit: Limits.fileSize, into: &bytes)
    } catch {
      throw .isUnreadable(path, error.reason)
    }
    do throws(EditRefusal) {
      let document = try Document(bytes, isJSON: path.lowercased().hasSuffix(".json"))
      documents[path] = document
      return document
    } catch {
      throw FixRefusal(error)
    }
  }

  private func write(
    _ changes: [DocumentChange], to path: String
  ) throws(FixRefusal) -> (edits: [TextEdit], result: [UInt8]) {
    guard let document = documents[path] else { throw .isNotThere }
    let all = path == baselinePath ? document.withoutEmptyGroups(changes) : changes
    do throws(EditRefusal) {
      return try document.edits(for: all)
    } catch {
      throw FixRefusal(error)
    }
  }

  /// - Throws: What a fix does to specs besides what it is meant to do.
  private mutating func checkEffect(
    of fix: Diagnostic.Fix, rule: RuleID, about modules: Set<String>, _ paths: Set<String>,
    _ edited: EditedTree
  ) throws(FixRefusal) {
    guard !paths.isSubset(of: ownPaths) else { return }
    var dumps = self.dumps ?? readDumps()
    self.dumps = dumps
    let effect = FixEffect(of: fix, rule: rule, owners: targets(of: modules))
    for spec in dumps.specs(using: paths) {
      let new = dumps.read(spec, in: edited).dump
      try effect.check(dumps[spec], new, of: spec)
      if let new { dumps.keep(new, of: spec) }
    }
    self.dumps = dumps
  }

  /// The files that no spec is read from.
  private var ownPaths: Set<String> { Set([sources.paths.first, baselinePath].compactMap { $0 }) }

  /// The names of targets, by their specs.
  private func targets(of modules: Set<String>) -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for module in modules.flatMap({ owners[$0] ?? [] }) {
      if let spec = graph.spec(of: module) {
        result[spec.path, default: []].insert(graph[module].name)
      }
    }
    return result
  }
}

extension Document {
  /// The same changes, but for a list that loses all it holds its key goes as well.
  fileprivate func withoutEmptyGroups(_ changes: [DocumentChange]) -> [DocumentChange] {
    var removed: [Document.ValueID: Int] = [:]
    for case .remove(let id) in Set(changes) {
      if let list = parent(of: id), isSequence(list) { removed[list, default: 0] += 1 }
    }
    return changes.map { change in
      guard case .remove(let id) = change, let list = parent(of: id),
        removed[list] == count(of: list), let key = key(ofValue: list)
      else { return change }
      return .remove(key)
    }
  }
}

/// The edits of one file, with the places that reports give.
public struct FileEdits: Hashable, Sendable {
  public var path: String
  /// In order of place.
  public var edits: [Edit]
  /// The same as a unified diff.
  public var patch: String

  public struct Edit: Hashable, Sendable {
    /// What is replaced; nothing where both are equal.
    public var start: Position
    public var end: Position
    public var text: String
  }

  /// `result` is the file after the edits.
  init(_ path: String, _ edits: [TextEdit], in document: Document, result: [UInt8]) {
    self.path = path
    patch = String(
      decoding: UnifiedDiff(of: path, from: document.bytes, to: result).bytes(), as: UTF8.self)
    self.edits = edits.map { edit in
      Edit(
        start: document.position(of: edit.range.lowerBound),
        end: document.position(of: edit.range.upperBound),
        text: String(decoding: edit.text, as: UTF8.self))
    }
  }
}
