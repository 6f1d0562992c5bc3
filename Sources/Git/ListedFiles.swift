internal import Diagnostics
internal import Files
internal import Paths

/// The files that git lists for a revision or the index, ordered by the bytes of their paths.
struct ListedFiles: Sendable {
  enum Content: Equatable, Sendable {
    case file(object: String)
    case link(object: String)
    case submodule(commit: String)
    case folder
  }

  private(set) var files: [(path: String, content: Content)] = []

  /// Parses the output of `ls-tree -r -z` or `ls-files --stage -z`.
  ///
  /// For each file, these write `MODE SP TYPE SP OBJECT TAB PATH NUL` or `MODE SP OBJECT SP STAGE
  /// TAB PATH NUL`.
  init(_ output: [UInt8]) throws(GitError) {
    for line in output.split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { throw .notAListing }
      let words = line[..<tab].split(separator: UInt8(ascii: " ")).map(Self.text)
      guard words.count == 3 else { throw .notAListing }
      let path = Self.text(line[(tab + 1)...])
      let isOfTree = words[1] == "blob" || words[1] == "commit"
      if !isOfTree, words[2] != "0" { throw .unmerged(path) }
      let object = isOfTree ? words[2] : words[1]
      switch words[0].prefix(3) {
      case "100": files.append((path, .file(object: object)))
      case "120": files.append((path, .link(object: object)))
      case "160": files.append((path, .submodule(commit: object)))
      default: break
      }
    }
    // Bytes that are not UTF-8 were replaced.
    files.sort { $0.path.precedes($1.path) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  var hasEmptyFiles: Bool {
    files.contains { _, content in
      if case .file(let object) = content { Self.emptyFiles.contains(object) } else { false }
    }
  }

  /// The objects of the empty file, by SHA-1 and by SHA-256.
  private static let emptyFiles = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ]

  mutating func remove(_ paths: Set<String>) { files.removeAll { paths.contains($0.path) } }
}

// Lookups.
extension ListedFiles {
  /// - Complexity: O(log *n*).
  func content(of path: String) -> Content? {
    let place = firstIndex(notBefore: path)
    if place < files.count, !path.precedes(files[place].path) { return files[place].content }
    let first = firstIndex(notBefore: path.isEmpty ? "" : path + "/")
    let isFolder = first < files.count && Path.lies(files[first].path, in: path)
    return isFolder || path.isEmpty ? .folder : nil
  }

  /// - Complexity: O(*m* log *n*) for *m* entries.
  func entries(of folder: String) -> [FileEntry] {
    var entries: [FileEntry] = []
    var index = firstIndex(notBefore: folder.isEmpty ? "" : folder + "/")
    while index < files.count, let rest = Path.part(of: files[index].path, in: folder) {
      if let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
        let name = String(rest[..<slash])
        entries.append(FileEntry(name: name, kind: .folder))
        // `0` follows `/`.
        index = firstIndex(notBefore: Path.join(folder, entry: name) + "0")
      } else {
        entries.append(FileEntry(name: String(rest), kind: files[index].content.kind))
        index += 1
      }
    }
    // The files in `a` are after `a-b`.
    return entries.sorted { $0.name.precedes($1.name) }
  }

  private func firstIndex(notBefore path: String) -> Int {
    files.partitionPoint { !$0.path.precedes(path) }
  }
}

extension ListedFiles.Content {
  fileprivate var kind: FileKind {
    switch self {
    case .file: .file
    case .link: .link
    case .submodule, .folder: .folder
    }
  }
}

extension GitError {
  fileprivate static let notAListing = Self(message: "cannot parse git's list of files")

  fileprivate static func unmerged(_ path: String) -> Self {
    Self(message: "the index holds several versions of '\(path)'; resolve the merge first")
  }
}
