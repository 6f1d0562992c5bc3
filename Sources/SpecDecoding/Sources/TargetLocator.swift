internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// Finds the folders that determine the layers of targets.
///
/// For most targets that is the folder of the spec, and nothing is looked up.
struct TargetLocator {
  private let spec: ResolvedSpec
  private let source: any FileTree
  /// Whether the folders of all targets matter, not only of those in included files and of those
  /// with sources elsewhere.
  private let locatesAll: Bool

  /// Creates a locator; returns `nil` if the folder of the spec applies to all targets.
  ///
  /// - Parameters:
  ///   - spec: The spec.
  ///   - source: The file tree that contains it.
  ///   - folders: The folders that rules.yml treats alike.
  init?(_ spec: borrowing ResolvedSpec, in source: any FileTree, _ folders: inout FolderUniformity)
  {
    let folder = spec.folder == "." ? "" : spec.folder
    locatesAll = !Path.isFolder(folder, of: spec.path) || !folders.isUniform(folder)
    guard locatesAll || spec.includedTargets.mayBeElsewhere else { return nil }
    self.spec = copy spec
    self.source = source
  }

  /// Sets the folders of a target.
  func locate(_ target: inout Target, _ sources: NodeID?, key: NodeID) {
    let included = includedFolder(of: target, key: key)
    guard
      locatesAll || included != nil
        || spec.includedTargets.mayBeElsewhere && mayBeElsewhere(sources)
    else { return }
    if let included { target.details.includedFolder = included }
    guard let sources,
      let shared = SourceFolder(of: spec.entries(of: sources), in: spec.folder, source).path
    else { return }
    target.details.sourceFolder = shared
  }

  private func includedFolder(of target: Target, key: NodeID) -> String? {
    guard !spec.includedTargets.isEmpty else { return nil }
    if let folder = spec.includedTargets.folder(ofTarget: spec.tree.bytes(key)) { return folder }
    guard let name = target.details.unsuffixedName else { return nil }
    return spec.includedTargets.folder(ofTarget: Array(name.utf8)[...])
  }

  /// Whether a path in `sources` may be outside the folder of the spec.
  private func mayBeElsewhere(_ sources: NodeID?) -> Bool {
    guard let sources else { return false }
    let tree = spec.tree
    if tree.isText(sources) { return !Path.isPlain(tree.bytes(sources)) }
    return tree.elements(of: sources).contains { entry in
      let path = tree.isMapping(entry) ? tree.value(of: entry, for: .path) : entry
      return path.map { tree.isText($0) && !Path.isPlain(tree.bytes($0)) } ?? false
    }
  }
}

/// Whether rules.yml treats a folder and all folders below it alike.
struct FolderUniformity: Sendable {
  private let layersDifferBelow: @Sendable (_ folder: String) -> Bool
  /// The last folder that was uniform; the next spec is often below it.
  private var uniformFolder: String?

  init(_ layersDifferBelow: @escaping @Sendable (_ folder: String) -> Bool) {
    self.layersDifferBelow = layersDifferBelow
  }

  mutating func isUniform(_ folder: String) -> Bool {
    if let uniformFolder, Path.part(of: folder, in: uniformFolder) != nil { return true }
    let parent = folder.isEmpty ? "" : Path.folder(of: folder)
    if !parent.isEmpty, !layersDifferBelow(parent) {
      uniformFolder = parent
      return true
    }
    return !layersDifferBelow(folder)
  }
}
