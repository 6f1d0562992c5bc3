internal import Files
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// The deepest folder that contains all sources of a target.
///
/// XcodeGen determines by `type`, or else by the extension, whether an entry of `sources` is a file
/// or a folder. Only `excludes` and `includes` contain patterns. So the folder follows from the
/// text, and no file is looked up except for `optional` entries if only they are elsewhere.
struct SourceFolder {
  /// The path relative to the root, which is empty; `nil` if no source is inside the root.
  private(set) var path: String?

  private let tree: Tree
  private let folder: String

  /// An entry of `sources`.
  private struct Entry {
    /// The folders that contain its files.
    var folders: [[Substring]]
    var isCode: Bool
    var isOptional: Bool
    var path: String
  }

  init(of sources: NodeID, in folder: String, _ tree: Tree, _ source: any FileTree) {
    self.tree = tree
    self.folder = folder
    // A mapping is not a list of sources, so XcodeGen drops it.
    let nodes = tree.isSequence(sources) ? tree.elements(of: sources) : [sources]
    var entries = nodes.compactMap { entry($0, isListed: tree.isSequence(sources)) }
    // Resources may be anywhere, but some bundles have no other sources.
    if entries.contains(where: \.isCode) { entries.removeAll { !$0.isCode } }
    let needed = entries.filter { !$0.isOptional }
    let shared = Self.sharedFolder(of: entries)
    if needed.count < entries.count, Self.sharedFolder(of: needed) != shared {
      entries.removeAll { $0.isOptional && source.kind(of: $0.path) == nil }
    }
    path = (Self.sharedFolder(of: entries) ?? shared).map { Path.joined($0) }
  }

  private static func sharedFolder(of entries: [Entry]) -> [Substring]? {
    let folders = entries.flatMap(\.folders)
    guard let first = folders.first else { return nil }
    return folders.dropFirst().reduce(first) { shared, folder in
      Array(zip(shared, folder).prefix { $0 == $1 }.map(\.0))
    }
  }

  private func entry(_ node: NodeID, isListed: Bool) -> Entry? {
    let isMapping = tree.isMapping(node)
    guard let text = isMapping && isListed ? tree.text(of: node, for: .path) : tree.textValue(node),
      !text.hasVariable, !text.contains("$(")
    else { return nil }
    let path = Path.normalized(Path.join(folder, text))
    guard !Path.leadsOutside(path) else { return nil }
    let parts = Path.components(of: path)
    let ending = parts.last.flatMap { Path.splitExtension(String($0)).extension }
    guard isMapping else {
      return Entry(
        folders: [ending == nil ? parts : Array(parts.dropLast())],
        isCode: ending.map(Self.isCode) ?? true, isOptional: false, path: path)
    }
    let type = tree.text(of: node, for: .type)
    let isFile = type == "file" || ending != nil && type != "group" && type != "syncedFolder"
    let phase = tree.value(of: node, for: .buildPhase)
    var isCode = type != "folder"
    if let phase {
      isCode = tree.textValue(phase).map { $0 == "sources" || $0 == "headers" } ?? false
    } else if isFile {
      isCode = isCode && ending.map(Self.isCode) ?? true
    }
    let own = isFile ? Array(parts.dropLast()) : parts
    return Entry(
      folders: isFile ? [own] : included(by: node, in: own), isCode: isCode,
      isOptional: tree.bool(of: node, for: .optional) ?? false, path: path)
  }

  /// Returns the folders in `includes` of an entry: their parts without wildcards.
  private func included(by node: NodeID, in folder: [Substring]) -> [[Substring]] {
    let patterns = tree.elements(of: node, for: .includes).compactMap { tree.textValue($0) }
    guard !patterns.isEmpty else { return [folder] }
    return patterns.map { pattern in
      let parts = Path.components(of: pattern)
      let plain = parts.prefix { part in !part.contains { "*?[{\\".contains($0) } && part != ".." }
      let isFile = plain.count == parts.count && plain.last?.contains(".") ?? false
      return folder + (isFile ? plain.dropLast() : plain)
    }
  }

  /// Whether XcodeGen compiles files with this extension, or treats them as headers.
  private static func isCode(_ ending: String) -> Bool {
    let phase = FileTypes.phase(of: ending)
    return phase == .sources || phase == .headers
  }
}
