internal import YAML

/// The places of a specification that hold paths, which XcodeGen rewrites in each file before it
/// merges files: from the folder of the file they are written in to the folder of the root file.
///
/// Keys that end in `:REPLACE` are other keys and keep their paths.
struct PathRewriting {
  /// The folder of the included file as seen from the root file; `.` for the root file itself.
  let folder: String

  /// Rewrites all paths in the file whose root is `root`.
  func rewrite(_ root: NodeID, in tree: inout Tree) {
    var search = PathSearch(isRoot: folder == ".", tree: tree)
    search.visit(root)
    // An anchor may stand in several places, and its text must be rewritten once.
    var done: Set<NodeID> = []
    for value in search.found where done.insert(value).inserted {
      let path = SpecPath.join(folder, tree.string(value))
      tree.setText(of: value, to: Array(path.utf8), in: SpecKey.vocabulary)
    }
  }
}

/// Finds the texts that are paths and not yet what rewriting would make of them.
private struct PathSearch {
  let isRoot: Bool
  let tree: Tree
  private(set) var found: [NodeID] = []

  init(isRoot: Bool, tree: Tree) {
    self.isRoot = isRoot
    self.tree = tree
  }

  mutating func visit(_ root: NodeID) {
    tree.forEachEntry(of: root) { key, value in
      switch tree.key(key) {
      case .configFiles, .localPackages: noteTexts(value)
      case .options: noteMember(.carthageBuildPath, of: value)
      case .targets, .targetTemplates:
        tree.forEachEntry(of: value) { _, target in visitTarget(target) }
      case .aggregateTargets:
        tree.forEachEntry(of: value) { _, target in visitAggregate(target) }
      case .packages, .projectReferences:
        tree.forEachEntry(of: value) { _, entry in noteMember(.path, of: entry) }
      default: break
      }
    }
  }

  private mutating func visitTarget(_ target: NodeID) {
    tree.forEachEntry(of: target) { key, value in
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
    tree.forEachEntry(of: target) { key, value in
      switch tree.key(key) {
      case .configFiles: noteTexts(value)
      case .buildScripts: noteMembers(.path, ofEachIn: value)
      default: break
      }
    }
  }

  private mutating func noteMembers(_ key: SpecKey, ofEachIn list: NodeID) {
    if tree.isMapping(list) { return noteMember(key, of: list) }
    tree.forEachElement(of: list) { noteMember(key, of: $0) }
  }

  private mutating func noteMember(_ key: SpecKey, of mapping: NodeID) {
    tree.forEachEntry(of: mapping) { candidate, value in
      if tree.key(candidate) == key { note(value) }
    }
  }

  /// A text, a list of texts, or a mapping to texts.
  private mutating func noteTexts(_ value: NodeID) {
    note(value)
    tree.forEachElement(of: value) { note($0) }
    tree.forEachEntry(of: value) { _, element in note(element) }
  }

  private mutating func note(_ value: NodeID) {
    guard tree.isText(value), !isRoot || isOddPath(tree.bytes(value)) else {
      return
    }
    found.append(value)
  }
}
