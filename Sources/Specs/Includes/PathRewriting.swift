internal import YAML
internal import Paths

/// The places of a specification that hold paths, which XcodeGen rewrites in each file before it
/// merges files: from the folder of the file they are written in to the folder of the root file.
///
/// Keys that end in `:REPLACE` are other keys and keep their paths.
struct PathRewriting {
  /// The folder of the included file as seen from the root file; `.` for the root file itself.
  let folder: String

  /// Whether there are any paths in the file whose root is `root`.
  static func hasPaths(_ root: NodeID, in tree: Tree) -> Bool {
    var search = PathSearch(isRoot: false, tree: tree)
    search.visit(root)
    return !search.found.isEmpty
  }

  /// Rewrites all paths in the file whose root is `root`.
  ///
  /// - Returns: Whether there are any that change.
  @discardableResult
  func rewrite(_ root: NodeID, in tree: inout Tree) -> Bool {
    // The tree is lent: a copy for each file would count references to all that is in it.
    var search = PathSearch(isRoot: folder == ".", tree: Tree())
    swap(&search.tree, &tree)
    search.visit(root)
    swap(&search.tree, &tree)
    let found = search.found
    // An anchor may stand in several places, and its text must be rewritten once.
    var done: Set<NodeID> = []
    for value in found where done.insert(value).inserted {
      let path = Path.join(folder, tree.string(value))
      tree.setText(of: value, to: Array(path.utf8), in: KeyTable.shared.knownKeys)
    }
    return !found.isEmpty
  }
}

/// Finds the texts that are paths and not yet what rewriting would make of them.
private struct PathSearch {
  let isRoot: Bool
  var tree: Tree
  private(set) var found: [NodeID] = []

  init(isRoot: Bool, tree: Tree) {
    self.isRoot = isRoot
    self.tree = tree
  }

  mutating func visit(_ root: NodeID) {
    var entries = tree.startOfEntries(of: root)
    while let (key, value) = tree.nextEntry(&entries) {
      guard mayChange(value) else { continue }
      switch tree.key(key) {
      case .configFiles, .localPackages: noteTexts(value)
      case .options: noteMember(.carthageBuildPath, of: value)
      case .targets, .targetTemplates:
        var entries = tree.startOfEntries(of: value)
        while let (_, target) = tree.nextEntry(&entries) { visitTarget(target) }
      case .aggregateTargets:
        var entries = tree.startOfEntries(of: value)
        while let (_, target) = tree.nextEntry(&entries) { visitAggregate(target) }
      case .packages, .projectReferences:
        var entries = tree.startOfEntries(of: value)
        while let (_, entry) = tree.nextEntry(&entries) { noteMember(.path, of: entry) }
      default: break
      }
    }
  }

  private mutating func visitTarget(_ target: NodeID) {
    var entries = tree.startOfEntries(of: target)
    while let (key, value) = tree.nextEntry(&entries) {
      switch tree.key(key) {
      case .dependencies: noteMembers(.framework, ofEachIn: value)
      case .configFiles: noteTexts(value)
      case .sources:
        noteTexts(value)
        noteMembers(.path, ofEachIn: value)
      case .info, .entitlements: noteMember(.path, of: value)
      case .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts:
        noteMembers(.path, ofEachIn: value)
      default: break
      }
    }
  }

  private mutating func visitAggregate(_ target: NodeID) {
    var entries = tree.startOfEntries(of: target)
    while let (key, value) = tree.nextEntry(&entries) {
      switch tree.key(key) {
      case .configFiles: noteTexts(value)
      case .buildScripts: noteMembers(.path, ofEachIn: value)
      default: break
      }
    }
  }

  /// Whether there may be a path in a value that rewriting changes.
  private func mayChange(_ value: NodeID) -> Bool {
    // A variable may have become any path.
    !isRoot || !tree.traits(of: value).isDisjoint(with: [.unsettledPath, .variable])
  }

  private mutating func noteMembers(_ key: SpecKey, ofEachIn list: NodeID) {
    if tree.isMapping(list) { return noteMember(key, of: list) }
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) { noteMember(key, of: element) }
  }

  private mutating func noteMember(_ key: SpecKey, of mapping: NodeID) {
    var entries = tree.startOfEntries(of: mapping)
    while let (candidate, value) = tree.nextEntry(&entries) {
      guard tree.key(candidate) == key else { continue }
      note(value)
    }
  }

  /// A text, a list of texts, or a mapping to texts.
  private mutating func noteTexts(_ value: NodeID) {
    note(value)
    var elements = tree.startOfElements(of: value)
    while let element = tree.nextElement(&elements) { note(element) }
    var entries = tree.startOfEntries(of: value)
    while let (_, element) = tree.nextEntry(&entries) { note(element) }
  }

  private mutating func note(_ value: NodeID) {
    guard tree.isText(value), !isRoot || !Path.isPlain(tree.bytes(value)) else { return }
    found.append(value)
  }
}
