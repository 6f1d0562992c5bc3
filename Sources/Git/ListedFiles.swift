internal import Diagnostics
internal import Files

/// The files that git lists for a revision or the index, and their folders.
struct ListedFiles: Sendable {
  enum Content: Sendable {
    case file(object: String)
    case link(object: String)
    case submodule
    case folder
  }

  /// The contents by path, given as bytes since Unicode forms differ.
  private var contents: [[UInt8]: Content] = [[]: .folder]
  private var entries: [[UInt8]: [FileEntry]] = [:]
  private(set) var submodules: [(path: String, commit: String)] = []
  private(set) var hasEmptyFiles = false

  /// The objects of the empty file, by SHA-1 and by SHA-256.
  private static let emptyFiles = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ]

  /// Parses the output of `ls-tree -r -z` or `ls-files --stage -z`, apart from some files.
  ///
  /// For each file, these write `MODE SP TYPE SP OBJECT TAB PATH NUL` or `MODE SP OBJECT SP STAGE
  /// TAB PATH NUL`.
  init(_ output: [UInt8], without excluded: Set<String> = []) throws(GitError) {
    for line in output.split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { throw .notAListing }
      let words = line[..<tab].split(separator: UInt8(ascii: " ")).map(Self.text)
      guard words.count == 3 else { throw .notAListing }
      let bytes = Array(line[(tab + 1)...])
      let path = Self.text(bytes[...])
      let isOfTree = words[1] == "blob" || words[1] == "commit"
      if !isOfTree, words[2] != "0" { throw .unmerged(path) }
      if excluded.contains(path) { continue }
      let object = isOfTree ? words[2] : words[1]
      switch words[0].prefix(3) {
      case "100":
        add(.file(object: object), .file, at: bytes)
        hasEmptyFiles = hasEmptyFiles || Self.emptyFiles.contains(object)
      case "120": add(.link(object: object), .link, at: bytes)
      case "160":
        add(.submodule, .folder, at: bytes)
        submodules.append((path, object))
      default: break
      }
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private mutating func add(_ content: Content, _ kind: FileKind, at path: [UInt8]) {
    contents[path] = content
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = Array(path[..<max(name - 1, 0)])
    entries[folder, default: []].append(FileEntry(name: Self.text(path[name...]), kind: kind))
    if contents[folder] == nil { add(.folder, .folder, at: folder) }
  }

  func content(of path: String) -> Content? { contents[Array(path.utf8)] }

  func entries(of folder: String) -> [FileEntry] {
    (entries[Array(folder.utf8)] ?? []).sorted { $0.name.precedes($1.name) }
  }
}

extension GitError {
  fileprivate static let notAListing = Self(message: "cannot parse git's list of files")

  fileprivate static func unmerged(_ path: String) -> Self {
    Self(message: "the index holds several versions of '\(path)'; resolve the merge first")
  }
}
