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

  /// The folders that contain the files of an entry.
  fileprivate struct Entry {
    var folders: [[Substring]]
    var isCode: Bool
    var isOptional: Bool
    var path: String
  }

  init(of sources: [ListedSource], in folder: String, _ source: any FileTree) {
    var entries = sources.compactMap { Entry($0, in: folder) }
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
}

extension SourceFolder.Entry {
  fileprivate init?(_ source: ListedSource, in folder: String) {
    guard !source.path.hasVariable, !source.path.contains("$(") else { return nil }
    path = Path.normalized(Path.join(folder, source.path))
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
