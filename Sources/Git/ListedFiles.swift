internal import Diagnostics

/// The files that git lists for a revision or the index, by folder.
struct ListedFiles: Sendable {
  struct Entry: Sendable {
    var name: String
    var content: Content
  }

  enum Content: Sendable {
    case file(object: String)
    case link(object: String)
    /// The number of a submodule.
    case submodule(Int)
    /// The number of a folder; the root is 0.
    case folder(Int)
  }

  enum FormatError: Error {
    case notAListing
    /// A path that a merge left in several versions.
    case unmerged(String)
  }

  /// The command that wrote a list.
  enum Command {
    /// `ls-tree -r -z`: `MODE SP TYPE SP OBJECT TAB PATH NUL` for each file.
    case lsTree
    /// `ls-files --stage -z`: `MODE SP OBJECT SP STAGE TAB PATH NUL` for each file.
    case lsFiles
  }

  /// The entries of each folder, ordered by the bytes of their names.
  private var folders: [[Entry]] = [[]]
  /// The submodules, by path.
  private(set) var submodules: [(path: String, commit: String)] = []
  private(set) var hasEmptyFiles = false

  /// Parses the output of a command and leaves out some paths.
  init(
    _ output: [UInt8], of command: Command, without excluded: Set<String>
  ) throws(FormatError) {
    var around = [0]
    var last = 0..<0
    var start = 0
    while start < output.count {
      // The tab is at the earliest after the shortest hash.
      let tab = Self.place(of: "\t", in: output, from: start + 16)
      let end = Self.place(of: "\0", in: output, from: tab)
      guard end < output.count else { throw .notAListing }
      let (head, path) = (start..<tab, tab + 1..<end)
      start = end + 1
      if command == .lsFiles, output[tab - 1] != UInt8(ascii: "0") {
        throw .unmerged(Self.text(output[path]))
      }
      if !excluded.isEmpty, excluded.contains(Self.text(output[path])) { continue }
      guard let content = content(output[head], at: output[path], command) else { continue }
      let shared = Self.sharedPrefix(last, path, in: output)
      // In order, so that the paths of a folder are adjacent.
      guard shared < path.count,
        shared == last.count || output[last.lowerBound + shared] < output[path.lowerBound + shared]
      else { throw .notAListing }
      last = path
      add(output[path], content, shared: shared, &around)
    }
    // git lists the files in `a` after `a-b`.
    for number in folders.indices { folders[number].sort { $0.name.precedes($1.name) } }
  }

  private static func place(of byte: Unicode.Scalar, in text: [UInt8], from start: Int) -> Int {
    let byte = UInt8(ascii: byte)
    var place = start
    while place < text.count, text[place] != byte { place += 1 }
    return place
  }

  private static func sharedPrefix(_ a: Range<Int>, _ b: Range<Int>, in text: [UInt8]) -> Int {
    let end = min(a.count, b.count)
    var count = 0
    while count < end, text[a.lowerBound + count] == text[b.lowerBound + count] { count += 1 }
    return count
  }

  /// Adds a file whose path shares some bytes with the last one; `around` are the folders from the
  /// root down to the last file.
  private mutating func add(
    _ path: ArraySlice<UInt8>, _ content: Content, shared: Int, _ around: inout [Int]
  ) {
    var name = path.startIndex
    var depth = 0
    for place in path.indices where path[place] == UInt8(ascii: "/") {
      if place >= path.startIndex + shared {
        around.removeLast(around.count - 1 - depth)
        let entry = Entry(name: Self.text(path[name..<place]), content: .folder(folders.count))
        folders[around[depth]].append(entry)
        around.append(folders.count)
        folders.append([])
      }
      depth += 1
      name = place + 1
    }
    folders[around[depth]].append(Entry(name: Self.text(path[name...]), content: content))
  }

  /// Returns the content that the part before a path describes; `nil` for modes unknown to git.
  private mutating func content(
    _ head: ArraySlice<UInt8>, at path: ArraySlice<UInt8>, _ command: Command
  ) -> Content? {
    let mode = Self.text(head.prefix(3))
    let type = command == .lsFiles ? "" : mode == "160" ? "commit " : "blob "
    let end = command == .lsFiles ? 2 : 0
    let object = Self.text(head.dropFirst(7 + type.utf8.count).dropLast(end))
    switch mode {
    case "100":
      if Self.emptyFiles.contains(object) { hasEmptyFiles = true }
      return .file(object: object)
    case "120": return .link(object: object)
    case "160":
      submodules.append((Self.text(path), object))
      return .submodule(submodules.count - 1)
    default: return nil
    }
  }

  /// The objects of the empty file, by SHA-1 and by SHA-256.
  private static let emptyFiles: Set = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ]

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

// Lookups.
extension ListedFiles {
  /// Returns the entries of a folder, ordered by name.
  func entries(of folder: Int) -> [Entry] { folders[folder] }

  /// Returns the entry with these bytes as its name.
  ///
  /// - Complexity: O(log *n*).
  func content(of name: String, in folder: Int) -> Content? {
    let entries = folders[folder]
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, !name.precedes(entries[low].name) else { return nil }
    return entries[low].content
  }

  /// Whether another list has the same paths and kinds, and the same object for each file whose
  /// object is in a set in either list.
  func equals(_ other: ListedFiles, in objects: Set<String>) -> Bool {
    folders.elementsEqual(other.folders) { folder, other in
      folder.elementsEqual(other) { a, b in
        a.name.utf8.elementsEqual(b.name.utf8) && a.content.equals(b.content, in: objects)
      }
    } && submodules.elementsEqual(other.submodules) { $0 == $1 }
  }
}

extension ListedFiles.Content {
  fileprivate func equals(_ other: Self, in objects: Set<String>) -> Bool {
    switch (self, other) {
    case (.file(let a), .file(let b)): a == b || !objects.contains(a) && !objects.contains(b)
    case (.link(let a), .link(let b)): a == b
    case (.submodule(let a), .submodule(let b)), (.folder(let a), .folder(let b)): a == b
    default: false
    }
  }
}
