public import Architecture
public import Diagnostics
internal import Editing
internal import Files
internal import Paths
public import Graph
public import Specs

/// Plans fixes, and accepts those that make only the intended changes to the resolved specs.
///
/// All edits are made together in memory.
public struct FixPlanner {
  /// The files with all planned fixes.
  public private(set) var tree: EditedTree
  private let sources: SourceMap
  private let hidden: Set<FileID>
  private let baselinePath: String?
  private let base: EditedTree
  private let others: OtherSpecs
  private let readDumps: () -> SpecDumps
  private var dumps: SpecDumps?
  private(set) var documents: [String: Document] = [:]
  private var changes: [String: [DocumentChange]] = [:]
  /// The targets of each shown name, and the specs that declare them.
  private var targets: [String: [(spec: String, name: String)]] = [:]
  /// The number of attempts left.
  private var tries = mostTries

  /// The maximum number of refused fixes that are isolated from the others, each in a few attempts.
  static let mostTries = 512

  /// A fix and the findings that propose it.
  public struct Wanted {
    public var fix: Diagnostic.Fix
    /// The rule of the findings that propose it.
    public var rule: RuleID
    /// The shown names of the modules of these findings.
    public var modules: Set<String>

    public init(_ fix: Diagnostic.Fix, rule: RuleID, about modules: Set<String>) {
      self.fix = fix
      self.rule = rule
      self.modules = modules
    }
  }

  /// - Parameters:
  ///   - tree: The files of the workspace.
  ///   - graph: The module graph of these files.
  ///   - sources: The files that places point into.
  ///   - hidden: The files that must not be changed.
  ///   - configuration: The rules of the workspace.
  ///   - environment: The variables of the environment.
  ///   - baseline: The path of the baseline.
  ///   - others: The specs outside the workspace.
  ///   - last: The planner of the fixes that `tree` contains, whose resolved specs are reused.
  public init(
    tree: EditedTree, graph: ModuleGraph, sources: SourceMap, hidden: Set<FileID>,
    configuration: Configuration, environment: Environment?, baseline: String?,
    others: OtherSpecs, after last: FixPlanner? = nil
  ) {
    self.tree = tree
    base = tree
    self.sources = sources
    self.hidden = hidden
    baselinePath = baseline
    self.others = others
    dumps = last?.dumps
    readDumps = {
      SpecDumps(of: graph.specs.map(\.path), in: tree, configuration, environment)
    }
    for module in graph.builtModules {
      guard let spec = graph.spec(of: module) else { continue }
      targets[graph.shownName(module), default: []].append((spec.path, graph[module].name))
    }
  }

  /// Returns the files that a fix changes, by path.
  public func files(of fix: Diagnostic.Fix) -> Set<String> {
    Set(fix.changes.map { sources[$0.location.file] })
  }

  /// Plans further fixes.
  ///
  /// - Returns: The reasons why fixes are refused, alone or with the others, by number.
  /// - Complexity: O(*n*) for *n* bytes of the files and specs, and O(*n* log *m*) for each of *m*
  ///   fixes that are refused for their effect on resolved specs.
  public mutating func plan(_ fixes: [Wanted]) -> [Int: FixRefusal] {
    var refusals: [Int: FixRefusal] = [:]
    var changes: [Int: [String: [DocumentChange]]] = [:]
    for (number, wanted) in fixes.enumerated() {
      do throws(FixRefusal) {
        let own = try documentChanges(of: wanted.fix)
        for (path, own) in own.sorted(by: { $0.key.precedes($1.key) }) {
          _ = try uncheckedEdits(own, of: path)
        }
        changes[number] = own
      } catch {
        refusals[number] = error
      }
    }
    tries = Self.mostTries
    for kind in FixEffect.Kind.allCases {
      let numbers = fixes.indices.filter {
        changes[$0] != nil && FixEffect.Kind(of: fixes[$0].rule) == kind
      }
      plan(numbers[...], of: kind, fixes, changes, &refusals)
    }
    return refusals
  }

  /// Plans all fixes at once if possible, else each half.
  private mutating func plan(
    _ numbers: ArraySlice<Int>, of kind: FixEffect.Kind, _ fixes: [Wanted],
    _ changes: [Int: [String: [DocumentChange]]], _ refusals: inout [Int: FixRefusal]
  ) {
    guard !numbers.isEmpty else { return }
    guard tries > 0 else {
      for number in numbers { refusals[number] = .isUntried }
      return
    }
    tries -= 1
    var effect = FixEffect(of: kind)
    var added: [String: [DocumentChange]] = [:]
    for number in numbers {
      let wanted = fixes[number]
      effect.allow(wanted.fix, rule: wanted.rule, owners: targets(of: wanted.modules))
      for (path, own) in changes[number] ?? [:] { added[path, default: []] += own }
    }
    do throws(FixRefusal) {
      try plan(added, effect)
    } catch {
      guard numbers.count > 1 else {
        refusals[numbers[numbers.startIndex]] = error
        return
      }
      let half = numbers.startIndex + numbers.count / 2
      plan(numbers[..<half], of: kind, fixes, changes, &refusals)
      plan(numbers[half...], of: kind, fixes, changes, &refusals)
    }
  }

  private mutating func plan(
    _ added: [String: [DocumentChange]], _ effect: FixEffect
  ) throws(FixRefusal) {
    let attempt = changes.merging(added) { $0 + $1 }
    var edited = tree
    for path in added.keys.sorted(by: { $0.precedes($1) }) {
      guard let document = documents[path] else { throw .isNotThere }
      edited.replace(path, with: try write(attempt[path] ?? [], to: path, document))
    }
    try check(effect, of: Set(added.keys), edited)
    (tree, changes) = (edited, attempt)
  }

  mutating func documentChanges(
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

  func uncheckedEdits(
    _ changes: [DocumentChange], of path: String
  ) throws(FixRefusal) -> [TextEdit] {
    guard let document = documents[path] else { throw .isNotThere }
    do throws(EditRefusal) {
      return try document.uncheckedEdits(for: complete(changes, of: path))
    } catch {
      throw FixRefusal(error)
    }
  }

  private func write(
    _ changes: [DocumentChange], to path: String, _ document: Document
  ) throws(FixRefusal) -> [UInt8] {
    do throws(EditRefusal) {
      return try document.edits(for: complete(changes, of: path)).result
    } catch {
      throw FixRefusal(error)
    }
  }

  /// Returns the changes, which leave no empty group in the baseline.
  func complete(_ changes: [DocumentChange], of path: String) -> [DocumentChange] {
    path == baselinePath ? documents[path]?.withoutEmptyGroups(changes) ?? changes : changes
  }

  /// - Throws: `FixRefusal` if fixes make other changes to specs than intended.
  private mutating func check(
    _ effect: FixEffect, of paths: Set<String>, _ edited: EditedTree
  ) throws(FixRefusal) {
    guard !paths.isSubset(of: ownPaths) else { return }
    var dumps = self.dumps ?? readDumps()
    self.dumps = dumps
    for path in paths.sorted(by: { $0.precedes($1) })
    where !ownPaths.contains(path) && !dumps.isSpec(path) {
      try others.check(path, read: dumps.files)
    }
    for spec in dumps.specs(using: paths) {
      let (new, files) = dumps.read(spec, in: edited)
      try effect.check(dumps[spec], new, of: spec)
      if let new { dumps.keep(new, files, of: spec) }
    }
    self.dumps = dumps
  }

  /// The files that belong to no spec.
  private var ownPaths: Set<String> { Set([sources.paths.first, baselinePath].compactMap { $0 }) }

  /// Returns the names of targets by their specs.
  private func targets(of modules: Set<String>) -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for target in modules.flatMap({ targets[$0] ?? [] }) {
      result[target.spec, default: []].insert(target.name)
    }
    return result
  }
}

extension Document {
  /// Returns the changes; the key of a list that loses all entries is removed as well.
  fileprivate func withoutEmptyGroups(_ changes: [DocumentChange]) -> [DocumentChange] {
    var removed: [Document.ValueID: Set<Document.ValueID>] = [:]
    for case .remove(let id) in changes {
      if let list = parent(of: id), isSequence(list) { removed[list, default: []].insert(id) }
    }
    let emptied = Set(removed.filter { holdsOnly($0.value, $0.key) }.keys)
    return changes.map { change in
      guard case .remove(let id) = change, let list = parent(of: id), emptied.contains(list),
        let key = key(ofValue: list)
      else { return change }
      return .remove(key)
    }
  }
}
