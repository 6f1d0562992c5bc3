internal import YAML

/// The places of a specification that hold paths, which XcodeGen rewrites in each file before it
/// merges files: from the folder of the file they are written in to the folder of the root file.
///
/// Keys that end in `:REPLACE` are other keys and keep their paths.
struct PathRewriting {
  /// The folder of the included file as seen from the root file; `.` for the root file itself.
  let folder: String
  /// Values that are done: an anchor may stand in several places.
  private var done: Set<NodeID> = []

  init(folder: String) { self.folder = folder }

  /// Rewrites all paths in the file whose root is `root`.
  mutating func rewrite(_ root: NodeID, in tree: inout Tree) {
    for (key, value) in tree.entries(of: root) {
      switch tree.key(key) {
      case .configFiles, .localPackages: rewriteTexts(value, in: &tree)
      case .options: rewriteMember(.carthageBuildPath, of: value, in: &tree)
      case .targets, .targetTemplates:
        rewriteEach(value, in: &tree) { $0.rewriteTarget($1, in: &$2) }
      case .aggregateTargets: rewriteEach(value, in: &tree) { $0.rewriteAggregate($1, in: &$2) }
      case .packages, .projectReferences:
        rewriteEach(value, in: &tree) { $0.rewriteMember(.path, of: $1, in: &$2) }
      default: break
      }
    }
  }

  private mutating func rewriteEach(
    _ mapping: NodeID, in tree: inout Tree,
    _ body: (inout Self, NodeID, inout Tree) -> Void
  ) {
    for (_, value) in tree.entries(of: mapping) where tree.isMapping(value) {
      body(&self, value, &tree)
    }
  }

  private mutating func rewriteTarget(_ target: NodeID, in tree: inout Tree) {
    for (key, value) in tree.entries(of: target) {
      switch tree.key(key) {
      case .dependencies: rewriteMembers(.framework, ofEachIn: value, in: &tree)
      case .configFiles: rewriteTexts(value, in: &tree)
      case .sources:
        rewriteTexts(value, in: &tree)
        rewriteMembers(.path, ofEachIn: value, in: &tree)
      case .info, .entitlements: rewriteMember(.path, of: value, in: &tree)
      case .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts:
        rewriteMembers(.path, ofEachIn: value, in: &tree)
      default: break
      }
    }
  }

  private mutating func rewriteAggregate(_ target: NodeID, in tree: inout Tree) {
    for (key, value) in tree.entries(of: target) {
      switch tree.key(key) {
      case .configFiles: rewriteTexts(value, in: &tree)
      case .buildScripts: rewriteMembers(.path, ofEachIn: value, in: &tree)
      default: break
      }
    }
  }

  private mutating func rewriteMembers(
    _ key: SpecKey, ofEachIn list: NodeID, in tree: inout Tree
  ) {
    if tree.isMapping(list) { return rewriteMember(key, of: list, in: &tree) }
    for element in tree.elements(of: list) { rewriteMember(key, of: element, in: &tree) }
  }

  private mutating func rewriteMember(_ key: SpecKey, of mapping: NodeID, in tree: inout Tree) {
    guard let value = tree.value(of: mapping, for: key) else { return }
    rewriteText(value, in: &tree)
  }

  /// A text, a list of texts, or a mapping to texts.
  private mutating func rewriteTexts(_ value: NodeID, in tree: inout Tree) {
    rewriteText(value, in: &tree)
    for element in tree.elements(of: value) { rewriteText(element, in: &tree) }
    for (_, element) in tree.entries(of: value) { rewriteText(element, in: &tree) }
  }

  private mutating func rewriteText(_ value: NodeID, in tree: inout Tree) {
    guard tree.isText(value) else { return }
    if folder == ".", !SpecPath.needsNormalizing(tree.bytes(value)) { return }
    guard done.insert(value).inserted else { return }
    let path = SpecPath.join(folder, tree.string(value))
    tree.setText(of: value, to: Array(path.utf8), in: SpecKey.vocabulary)
  }
}
