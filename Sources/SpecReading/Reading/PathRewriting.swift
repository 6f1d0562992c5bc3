internal import YAML
internal import Paths

/// Rewrites paths as XcodeGen does, but for those under keys that end in `:REPLACE`.
struct PathRewriting {
  /// The folder of the included file relative to the root file; `.` for the root file itself.
  let folder: String

  static func hasPaths(_ root: NodeID, in tree: Tree) -> Bool {
    var search = PathSearch(isRoot: false, tree: tree)
    search.visit(root)
    return !search.found.isEmpty
  }

  /// Rewrites the paths in a file; returns whether one changed.
  @discardableResult
  func rewrite(_ root: NodeID, in tree: inout Tree) -> Bool {
    // Swapped, not copied: a copy would retain each array of the tree.
    var search = PathSearch(isRoot: folder == ".", tree: Tree())
    swap(&search.tree, &tree)
    search.visit(root)
    swap(&search.tree, &tree)
    let found = search.found.sorted { $0.index < $1.index }
    // Aliases can repeat a value, which must be rewritten only once.
    for (place, value) in found.enumerated() where place == 0 || value != found[place - 1] {
      let path = Path.join(folder, tree.string(value))
      tree.setText(of: value, to: Array(path.utf8), in: KeyTable.shared.knownKeys)
    }
    return !found.isEmpty
  }
}

private struct PathSearch {
  let isRoot: Bool
  var tree: Tree
  var found: [NodeID] = []

  mutating func visit(_ root: NodeID) {
    var entries = tree.startOfEntries(of: root)
    while let (key, value) = tree.nextEntry(&entries) {
      guard mayChange(value) else { continue }
      switch tree.key(key) {
      case .configFiles, .localPackages: noteTexts(value)
      case .options: noteMember(.carthageBuildPath, of: value)
      case .targets, .targetTemplates, .aggregateTargets:
        var entries = tree.startOfEntries(of: value)
        while let (_, target) = tree.nextEntry(&entries) { visitTarget(target) }
      case .packages, .projectReferences:
        var entries = tree.startOfEntries(of: value)
        while let (_, entry) = tree.nextEntry(&entries) { noteMember(.path, of: entry) }
      default: break
      }
    }
  }

  /// Visits a target or an aggregate target; each ignores the keys of the other.
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
      case .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts,
        .buildScripts:
        noteMembers(.path, ofEachIn: value)
      default: break
      }
    }
  }

  private func mayChange(_ value: NodeID) -> Bool {
    // A variable may have expanded to any path.
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

  /// Visits a text, a list of texts, or a mapping to texts.
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
