internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// Finds the folders that determine the layers of targets.
///
/// For most targets that is the folder of the spec, and nothing is looked up.
struct TargetLocator {
  private let spec: ResolvedSpec
  private let included: IncludedTargets
  /// Whether the folders of all targets matter, not only of those in included files and of those
  /// with sources elsewhere.
  private let locatesAll: Bool

  /// Creates a locator; returns `nil` if the folder of the spec applies to all targets.
  ///
  /// - Parameters:
  ///   - spec: The spec.
  ///   - folders: The folders that rules.yml treats alike.
  init?(_ spec: borrowing ResolvedSpec, _ folders: inout FolderUniformity) {
    guard let included = spec.includedTargets else { return nil }
    let folder = spec.folder == "." ? "" : spec.folder
    locatesAll = !Path.isFolder(folder, of: spec.path) || !folders.isUniform(folder)
    guard locatesAll || included.mayBeElsewhere else { return nil }
    self.spec = copy spec
    self.included = included
  }

  /// Sets the folders of a target.
  func locate(_ target: inout Target, _ sources: NodeID?, key: NodeID) {
    let folder = includedFolder(of: target, key: key)
    guard locatesAll || folder != nil || included.mayBeElsewhere && mayBeElsewhere(sources) else {
      return
    }
    if let folder { target.details.includedFolder = folder }
    if let shared = sources.flatMap({ spec.sharedFolder(of: spec.entries(of: $0)) }) {
      target.details.sourceFolder = shared
    }
  }

  private func includedFolder(of target: Target, key: NodeID) -> String? {
    guard !included.isEmpty else { return nil }
    if let folder = included.folder(ofTarget: spec.tree.bytes(key)) { return folder }
    guard let name = target.details.unsuffixedName else { return nil }
    return included.folder(ofTarget: Array(name.utf8)[...])
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

extension ResolvedSpec {
  /// Returns the deepest folder that contains all sources of a target, relative to the root, which
  /// is empty; `nil` if no source is inside the root.
  ///
  /// XcodeGen determines by `type`, or else by the extension, whether an entry of `sources` is a
  /// file or a folder. Only `excludes` and `includes` contain patterns. So the folder follows from
  /// the text, and no file is looked up.
  func sharedFolder(of sources: [ListedSource]) -> String? {
    var entries = sources.compactMap { FolderEntry($0, in: folder) }
    // Resources may be anywhere, but some bundles have no other sources; so may optional files.
    if entries.contains(where: \.isCode) { entries.removeAll { !$0.isCode } }
    if entries.contains(where: { !$0.isOptional }) { entries.removeAll(where: \.isOptional) }
    let folders = entries.flatMap(\.folders)
    guard let first = folders.first else { return nil }
    return Path.joined(
      folders.dropFirst().reduce(first) { shared, folder in
        Array(zip(shared, folder).prefix { $0 == $1 }.map(\.0))
      })
  }
}

/// The folders that contain the files of an entry of `sources`.
private struct FolderEntry {
  var folders: [[Substring]]
  var isCode: Bool
  var isOptional: Bool

  init?(_ source: ListedSource, in folder: String) {
    guard !source.path.hasVariable, !source.path.contains("$(") else { return nil }
    let path = Path.normalized(Path.join(folder, source.path))
    guard !Path.leadsOutside(path) else { return nil }
    let parts = Path.components(of: path)
    let ending = parts.last.flatMap { Path.splitExtension(String($0)).extension }
    let isFile =
      source.type == .file || ending != nil && source.type != .group && source.type != .syncedFolder
    folders = isFile ? [Array(parts.dropLast())] : Self.included(by: source, in: parts)
    isOptional = source.isOptional
    let isOfCode = ending.map { Self.isCode(FileTypes.phase(of: $0)) } ?? true
    isCode = source.phase.map(Self.isCode) ?? (source.type != .folder && (!isFile || isOfCode))
  }

  /// Returns the folders in `includes` of an entry: their parts without wildcards.
  private static func included(
    by source: ListedSource, in folder: [Substring]
  ) -> [[Substring]] {
    guard !source.includes.isEmpty else { return [folder] }
    return source.includes.map { pattern in
      let parts = Path.components(of: pattern)
      let plain = parts.prefix { part in !part.contains { "*?[{\\".contains($0) } && part != ".." }
      let isFile = plain.count == parts.count && plain.last?.contains(".") ?? false
      return folder + (isFile ? plain.dropLast() : plain)
    }
  }

  /// Whether a phase is that of files that XcodeGen compiles, or of headers.
  private static func isCode(_ phase: SourceFile.Phase) -> Bool {
    phase == .sources || phase == .headers
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
