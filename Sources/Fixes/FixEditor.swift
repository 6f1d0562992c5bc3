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
  private var changes: [String: FileChanges] = [:]

  /// The changes of a document, or the lines that are removed from a manifest.
  private struct FileChanges {
    var document: [DocumentChange] = []
    var removals: [TextEdit] = []

    func edits() throws(EditRefusal) -> [TextEdit] {
      guard let edits = removals.inOrder() else { throw .overlaps }
      return edits
    }
  }

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
    var (all, edited) = (changes, tree)
    var paths: Set<String> = []
    for fix in fixes { paths.formUnion(try add(fix, to: &all)) }
    for path in paths.sorted(by: { $0.precedes($1) }) {
      guard let own = all[path] else { continue }
      if own.removals.isEmpty {
        let changes = complete(own.document, of: path)
        edited.replace(path, with: try document(path).edits(for: changes).result)
      } else {
        edited.replace(path, with: try own.edits().applied(to: try content(of: path)))
      }
    }
    changes = all
    tree = edited
  }

  /// Returns the edits of a fix that is made alone.
  ///
  /// - Throws: The reason why it is impossible.
  public mutating func edits(of fix: Diagnostic.Fix) throws(EditRefusal) -> [FileEdits] {
    var changes: [String: FileChanges] = [:]
    var result: [FileEdits] = []
    for path in try add(fix, to: &changes).sorted(by: { $0.precedes($1) }) {
      guard let own = changes[path] else { continue }
      if own.removals.isEmpty {
        let document = try document(path)
        let edits = try document.uncheckedEdits(for: complete(own.document, of: path))
        result.append(FileEdits(path: path, text: document.lines, edits: edits))
      } else {
        let text = TextLines(try content(of: path))
        result.append(FileEdits(path: path, text: text, edits: try own.edits()))
      }
    }
    return result
  }

  private static func isManifest(_ path: String) -> Bool {
    Path.lastComponent(path) == "Package.swift"
  }

  /// Adds the changes of a fix, and returns the paths of the files that it changes.
  private mutating func add(
    _ fix: Diagnostic.Fix, to changes: inout [String: FileChanges]
  ) throws(EditRefusal) -> Set<String> {
    var paths: Set<String> = []
    for change in fix.changes {
      let path = sources[change.location.file]
      if case .remove(let place) = change, Self.isManifest(path) {
        try requireInside(place.file, path)
        let removal = try TextLines(try content(of: path)).removal(of: place)
        // Several findings may be about one entry.
        if changes[path]?.removals.contains(removal) != true {
          changes[path, default: .init()].removals.append(removal)
        }
      } else {
        try requireEditable(path, change.location.file)
        let resolver = FixResolver(document: try document(path))
        changes[path, default: .init()].document += try resolver.changes(for: change)
      }
      paths.insert(path)
    }
    return paths
  }

  private func requireEditable(_ path: String, _ file: FileID) throws(EditRefusal) {
    if Self.isManifest(path) { throw .isManifest }
    try requireInside(file, path)
    switch Path.splitExtension(Path.lastComponent(path)).extension?.lowercased() {
    case "yml", "yaml": break
    case "json": throw .isJSON
    default: throw .isNotEditable
    }
    if !unshared.contains(path) { try others.requireNoInclude(of: path, besides: unshared) }
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

/// The edits of one file, in order of place.
public struct FileEdits: Sendable {
  public let path: String
  /// The file before the edits.
  public let text: TextLines
  public let edits: [TextEdit]

  /// The edits as a unified diff.
  public var patch: String {
    let new = edits.applied(to: text.bytes)
    return String(
      decoding: UnifiedDiff(of: path, from: text.bytes, to: new).bytes(), as: UTF8.self)
  }
}
