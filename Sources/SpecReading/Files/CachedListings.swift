internal import Diagnostics
public import Files
internal import Paths

/// Lists the folders of a tree, each once, with links to files resolved.
///
/// The work is counted and limited for each spec (`Limits.sourceWork`): patterns multiply with
/// folders and with each other.
public struct CachedListings {
  public typealias Entry = (name: String, kind: FileKind)

  private let tree: any FileTree
  private var known: [String: Listing] = [:]
  private var work = 0
  /// Whether the limit was exceeded.
  public private(set) var isExhausted = false
  /// Whether a folder has a link to another folder, which is not followed, or is outside the
  /// repository.
  public private(set) var hasFolderLinks = false

  private struct Listing {
    var entries: [Entry] = []
    var hasFolderLinks = false
  }

  public init(_ tree: any FileTree) { self.tree = tree }

  /// Starts the next target; the work of earlier targets still counts.
  public mutating func beginTarget() { (isExhausted, hasFolderLinks) = (false, false) }

  /// Counts steps of some nanoseconds each; returns whether the total is within the limit.
  mutating func spend(_ steps: Int) -> Bool {
    work += steps
    if work > Limits.sourceWork { isExhausted = true }
    return !isExhausted
  }

  /// Whether a folder in a pattern may be listed: it is in the tree, or below `folder`.
  mutating func mayList(_ path: String, besides folder: String) -> Bool {
    if Path.leadsOutside(path), !Path.lies(path, in: folder) { isExhausted = true }
    return !isExhausted
  }

  /// Returns the files and folders in a folder; links to files are files, other links are omitted.
  public mutating func entries(of folder: String) -> [Entry] {
    if let listing = known[folder] {
      if listing.hasFolderLinks { hasFolderLinks = true }
      return listing.entries
    }
    guard spend(Self.workOfListing) else { return [] }
    let listing = list(folder)
    _ = spend(listing.entries.count)
    if listing.hasFolderLinks { hasFolderLinks = true }
    known[folder] = listing
    return listing.entries
  }

  private static let workOfListing = 200

  private func list(_ folder: String) -> Listing {
    var listing = Listing()
    let entries = Result { () throws(FileError) in try tree.entries(of: folder) }
    if case .failure(.outsideRoot) = entries { listing.hasFolderLinks = true }
    for entry in (try? entries.get()) ?? [] {
      switch entry.kind {
      case .file, .folder: listing.entries.append((entry.name, entry.kind))
      case .link:
        switch tree.kind(of: Path.join(folder, entry: entry.name)) {
        case .file: listing.entries.append((entry.name, .file))
        case .folder: listing.hasFolderLinks = true
        case .link, .other, nil: break
        }
      case .other: break
      }
    }
    return listing
  }

  /// Returns the kind of file at a path.
  public func kind(of path: String) -> FileKind? {
    known[path] == nil ? tree.kind(of: path) : .folder
  }

  /// Adds all files and folders below a folder, but for folders in `collected`.
  mutating func collectAll(
    below folder: String, into found: inout Set<String>, besides collected: inout Set<String>
  ) {
    var open = [folder]
    while let folder = open.popLast() {
      guard collected.insert(folder).inserted else { continue }
      let entries = entries(of: folder)
      guard spend(entries.count * 4) else { return }
      for (name, kind) in entries {
        let path = Path.join(folder, entry: name)
        found.insert(path)
        if kind == .folder { open.append(path) }
      }
    }
  }

  mutating func folders(from folder: String, skipping names: Set<String>) -> [String] {
    var found = [folder]
    var open = [(folder, true)]
    while let (folder, isFirst) = open.popLast() {
      let entries = entries(of: folder)
      guard spend(entries.count) else { return found }
      for (name, kind) in entries where kind == .folder {
        if isFirst, names.contains(name) { continue }
        let path = Path.join(folder, entry: name)
        found.append(path)
        open.append((path, false))
      }
    }
    return found
  }
}
