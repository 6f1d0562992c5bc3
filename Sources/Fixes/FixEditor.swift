public import Diagnostics
public import Editing
import Files
import Paths

/// Makes fixes in the files of a tree, in memory.
public struct FixEditor {
  public private(set) var tree: EditedTree
  private let base: EditedTree
  private let sources: SourceMap
  private let hidden: Set<FileID>
  private let unshared: Set<String>
  private let baseline: String
  private let others: OtherSpecs
  private var documents: [String: Document] = [:]
  private var changes: [String: [DocumentChange]] = [:]
  /// The lines that are removed from manifests, by path.
  private var removals: [String: [TextEdit]] = [:]

  /// Edits `tree`, whose `sources` places point into, but no `hidden` file.
  ///
  /// Nothing includes the `unshared` files: specs, rules.yml and the baseline.
  public init(
    tree: EditedTree, sources: SourceMap, hidden: Set<FileID>, unshared: Set<String>,
    baseline: String, others: OtherSpecs
  ) {
    self.tree = tree
    base = tree
    self.sources = sources
    self.hidden = hidden
    self.unshared = unshared
    self.baseline = baseline
    self.others = others
  }

  /// Makes further fixes, all of them or none.
  ///
  /// - Throws: The reason why a fix is impossible, alone or with the others.
  /// - Complexity: O(*n*) for *n* bytes of the files.
  public mutating func edit(_ fixes: [Diagnostic.Fix]) throws(EditRefusal) {
    var (all, lines, edited) = (changes, removals, tree)
    var paths: Set<String> = []
    for fix in fixes {
      for (path, own) in try manifestRemovals(of: fix) {
        // Several findings may be about one entry.
        lines[path, default: []] += own.filter { !(lines[path] ?? []).contains($0) }
        guard let edits = lines[path]?.inOrder() else { throw .overlaps }
        edited.replace(path, with: edits.applied(to: try content(of: path)))
      }
      for (path, own) in try documentChanges(of: fix) {
        all[path, default: []] += own
        paths.insert(path)
      }
    }
    for path in paths.sorted(by: { $0.precedes($1) }) {
      let changes = complete(all[path] ?? [], of: path)
      edited.replace(path, with: try document(path).edits(for: changes).result)
    }
    (changes, removals, tree) = (all, lines, edited)
  }

  /// Returns the edits of a fix that is made alone.
  ///
  /// - Throws: The reason why it is impossible.
  public mutating func edits(
    of fix: Diagnostic.Fix, havePatch: Bool = false
  ) throws(EditRefusal) -> [FileEdits] {
    var result: [FileEdits] = []
    for (path, changes) in try documentChanges(of: fix).sorted(by: { $0.key.precedes($1.key) }) {
      let document = try document(path)
      let edits = try document.uncheckedEdits(for: complete(changes, of: path))
      result.append(
        FileEdits(
          path, edits, of: document.bytes, hasPatch: havePatch, position: document.position))
    }
    for (path, edits) in try manifestRemovals(of: fix).sorted(by: { $0.key.precedes($1.key) }) {
      let text = ManifestText(try content(of: path))
      guard let edits = edits.inOrder() else { throw .overlaps }
      result.append(
        FileEdits(path, edits, of: text.bytes, hasPatch: havePatch, position: text.position))
    }
    return result
  }

  private func manifestRemovals(
    of fix: Diagnostic.Fix
  ) throws(EditRefusal) -> [String: [TextEdit]] {
    var result: [String: [TextEdit]] = [:]
    for change in fix.changes {
      let path = sources[change.location.file]
      guard case .remove(let place) = change, Self.isManifest(path) else { continue }
      try requireInside(place.file, path)
      let text = ManifestText(try content(of: path))
      result[path, default: []].append(try text.removal(of: place))
    }
    return result
  }

  private static func isManifest(_ path: String) -> Bool {
    Path.lastComponent(path) == "Package.swift"
  }

  private mutating func documentChanges(
    of fix: Diagnostic.Fix
  ) throws(EditRefusal) -> [String: [DocumentChange]] {
    var result: [String: [DocumentChange]] = [:]
    for change in fix.changes {
      if case .remove = change, Self.isManifest(sources[change.location.file]) { continue }
      let path = try editablePath(of: change.location.file)
      let resolver = FixResolver(document: try document(path))
      result[path, default: []] += try resolver.changes(for: change)
    }
    return result
  }

  private func editablePath(of file: FileID) throws(EditRefusal) -> String {
    let path = sources[file]
    if Self.isManifest(path) { throw .isManifest }
    try requireInside(file, path)
    switch Path.splitExtension(Path.lastComponent(path)).extension?.lowercased() {
    case "yml", "yaml": break
    case "json": throw .isJSON
    default: throw .isNotEditable
    }
    if !unshared.contains(path) { try others.requireNoInclude(of: path, besides: unshared) }
    return path
  }

  private func requireInside(_ file: FileID, _ path: String) throws(EditRefusal) {
    guard !hidden.contains(file), !Path.leadsOutside(path), base.resolvesInside(path) else {
      throw .isOutside
    }
  }

  private func content(of path: String) throws(EditRefusal) -> [UInt8] {
    do throws(FileError) { return try base.content(of: path) } catch {
      throw .isUnreadable(path, error.reason)
    }
  }

  private mutating func document(_ path: String) throws(EditRefusal) -> Document {
    if let known = documents[path] { return known }
    let document = try Document(try content(of: path))
    documents[path] = document
    return document
  }

  /// Returns the changes, which leave no empty group in the baseline.
  private func complete(_ changes: [DocumentChange], of path: String) -> [DocumentChange] {
    path == baseline ? documents[path]?.withoutEmptyGroups(changes) ?? changes : changes
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

/// The edits of one file, with the places that reports show.
public struct FileEdits: Hashable, Sendable {
  public var path: String
  /// The edits, in order of place.
  public var edits: [Edit]
  /// The edits as a unified diff, if requested.
  public var patch = ""

  public struct Edit: Hashable, Sendable {
    /// The replaced range; empty for an insertion.
    public var start: Position
    public var end: Position
    public var text: String
  }

  init(
    _ path: String, _ edits: [TextEdit], of bytes: [UInt8], hasPatch: Bool,
    position: (_ offset: Int) -> Position
  ) {
    self.path = path
    if hasPatch {
      patch = String(
        decoding: UnifiedDiff(of: path, from: bytes, to: edits.applied(to: bytes))
          .bytes(), as: UTF8.self)
    }
    self.edits = edits.map { edit in
      Edit(
        start: position(edit.range.lowerBound),
        end: position(edit.range.upperBound),
        text: String(decoding: edit.text, as: UTF8.self))
    }
  }
}
