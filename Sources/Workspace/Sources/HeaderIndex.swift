internal import Diagnostics
internal import Files
public import Graph
internal import Imports
internal import Paths

/// The headers of a module: its listed headers, and those in the header folders around its sources.
public struct ModuleHeaders {
  /// The paths of headers among the sources.
  public fileprivate(set) var listed: [String] = []
  /// The paths of other headers, each with the folder in which it was found.
  fileprivate var others: [(path: String, place: String)] = []
  /// The paths of all headers by file name.
  public fileprivate(set) var paths: [String: [String]] = [:]
  /// The module maps, listed or not.
  public fileprivate(set) var moduleMaps: [String] = []
  /// The file names of the sources without extension.
  fileprivate var stems: Set<String> = []

  fileprivate mutating func add(_ path: String) {
    paths[Path.lastComponent(path), default: []].append(path)
  }

  /// Whether the path of a header ends as an include spells it.
  public func has(_ header: Substring) -> Bool {
    guard let found = paths[String(Path.lastComponent(header))] else { return false }
    return found.contains { $0 == header || $0.hasSuffix("/" + header) }
  }

  /// Whether a header certainly belongs to this module, and not to the one with sources in
  /// `folders`.
  ///
  /// Such a header is listed, has the name of a source, or was found in a folder without any of
  /// `folders`.
  public func areKnown(besides folders: Set<String>) -> Bool {
    if !listed.isEmpty { return true }
    var isShared: [String: Bool] = [:]
    return others.contains { path, place in
      if stems.contains(Path.splitExtension(Path.lastComponent(path)).stem) { return true }
      let shared = isShared[place] ?? folders.contains { Path.lies($0, in: place) }
      isShared[place] = shared
      return !shared
    }
  }
}

/// Finds the headers of modules, listing each folder once.
public struct HeaderIndex {
  private let tree: any FileTree
  private var folders: [String: [FileEntry]] = [:]
  private var known: [ModuleID: ModuleHeaders] = [:]

  public init(in lists: SourceLists) { tree = lists.tree }

  /// Returns the headers of a module with the given sources.
  ///
  /// - Complexity: Lists the folders of its sources, two above each, and the header folders in
  ///   these.
  public mutating func headers(of module: ModuleID, _ sources: ModuleSources?) -> ModuleHeaders {
    if let headers = known[module] { return headers }
    let headers = find(sources ?? ModuleSources())
    known[module] = headers
    return headers
  }

  private mutating func find(_ sources: ModuleSources) -> ModuleHeaders {
    var headers = ModuleHeaders()
    headers.listed = (sources.code + sources.texts).filter(\.isHeaderPath)
    headers.moduleMaps = sources.moduleMaps
    for path in headers.listed { headers.add(path) }
    let compiled = sources.code.filter { !$0.isHeaderPath && !$0.hasSuffix(".swift") }
    headers.stems = Set(compiled.map { Path.splitExtension(Path.lastComponent($0)).stem })
    var seen: Set<String> = []
    for folder in Set(compiled.map { Path.folder(of: $0) }).sorted(by: { $0.precedes($1) }) {
      var place = folder
      for _ in 0...Self.levelsAbove where !Path.leadsOutside(place) {
        if seen.insert(place).inserted { addHeaders(around: place, to: &headers) }
        if place.isEmpty || place == sources.topFolder { break }
        place = Path.folder(of: place)
      }
    }
    return headers
  }

  /// The number of folders above the sources that are searched for headers.
  private static let levelsAbove = 2
  private static let foldersOfHeaders: Set = [
    "include", "Include", "includes", "inc", "Headers", "headers", "Public", "public", "modules",
  ]

  /// Adds the headers in a folder, and those in its header folders.
  private mutating func addHeaders(around place: String, to headers: inout ModuleHeaders) {
    var open = [place]
    while let folder = open.popLast() {
      for entry in entries(of: folder) {
        let path = Path.join(folder, entry: entry.name)
        if entry.kind == .folder {
          if folder != place || Self.foldersOfHeaders.contains(entry.name) {
            open.append(path)
          }
        } else if path.isHeaderPath {
          headers.others.append((path, place))
          headers.add(path)
        } else if ModuleSources.isModuleMap(path) {
          headers.moduleMaps.append(path)
        }
      }
    }
  }

  /// Returns the entries of a folder; none once too many folders were listed.
  ///
  /// Does not follow links to folders.
  private mutating func entries(of folder: String) -> [FileEntry] {
    if let entries = folders[folder] { return entries }
    guard folders.count < Limits.sourceFolders else { return [] }
    let entries = (try? tree.entries(of: folder)) ?? []
    folders[folder] = entries
    return entries
  }
}
