internal import Diagnostics
internal import Files
internal import Graph
internal import Imports
internal import Paths

/// The headers of a module: those among its sources, and those in the folders where libraries keep theirs.
struct ModuleHeaders {
  /// The paths of those that are among its sources.
  fileprivate(set) var listed: [String] = []
  /// The others, each with the folder around its sources by which it was found.
  fileprivate(set) var others: [(path: String, place: String)] = []
  /// All of them by their names.
  fileprivate(set) var paths: [String: [String]] = [:]
  /// Module maps, listed or not.
  fileprivate(set) var moduleMaps: [String] = []
  /// What its sources are called without their extensions.
  fileprivate var stems: Set<String> = []

  fileprivate mutating func add(_ path: String) {
    paths[Path.lastComponent(path), default: []].append(path)
  }

  /// Whether one of them is called as a source includes it: its path ends so.
  func has(_ header: Substring) -> Bool {
    guard let found = paths[String(Path.lastComponent(header))] else { return false }
    return found.contains { $0 == header || $0.hasSuffix("/" + header) }
  }

  /// Whether one of them belongs to the module and not to another one, whose sources are in `folders`: it is
  /// among its sources, is called like one, or no such source is where it was found.
  func areKnown(besides folders: Set<String>) -> Bool {
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

/// Finds the headers of modules; each folder is listed once.
struct HeaderIndex {
  private let tree: any FileTree
  private var folders: [String: [FileEntry]] = [:]
  private var known: [ModuleID: ModuleHeaders] = [:]

  init(in tree: any FileTree) { self.tree = tree }

  /// The headers of a module that is made of `sources`.
  ///
  /// - Complexity: Lists the folders of its sources, two above each, and all of those for headers in these.
  mutating func headers(of module: ModuleID, _ sources: ModuleSources?) -> ModuleHeaders {
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

  /// Headers are looked for in so many folders above those of the sources.
  private static let levelsAbove = 2
  private static let foldersOfHeaders: Set = [
    "include", "Include", "includes", "inc", "Headers", "headers", "Public", "public", "modules",
  ]

  /// Adds the headers in a folder, and all in folders for headers in it.
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

  /// The entries of a folder; nothing where too many were listed.
  ///
  /// Links to folders are not followed.
  private mutating func entries(of folder: String) -> [FileEntry] {
    if let entries = folders[folder] { return entries }
    guard folders.count < Limits.sourceFolders else { return [] }
    let entries = (try? tree.entries(of: folder)) ?? []
    folders[folder] = entries
    return entries
  }
}
