internal import Diagnostics
internal import Files

/// The files of a revision or of the index, in the form that git lists.
///
/// Keeps the output of git; an entry is a few offsets into it. Entries are sorted by the bytes of
/// their paths, as in git, so all entries below a folder are adjacent.
struct Listing: Sendable {
  private let bytes: [UInt8]
  private var entries: [Entry] = []
  /// The submodules, as numbers of entries.
  private(set) var submodules: [Int] = []
  private(set) var hasLinks = false

  struct Entry: Sendable {
    let kind: Kind
    private let pathPlace: Range<Int32>
    private let objectPlace: Range<Int32>

    init(kind: Kind, path: Range<Int>, object: Range<Int>) {
      self.kind = kind
      pathPlace = Int32(path.lowerBound)..<Int32(path.upperBound)
      objectPlace = Int32(object.lowerBound)..<Int32(object.upperBound)
    }

    var path: Range<Int> { Int(pathPlace.lowerBound)..<Int(pathPlace.upperBound) }
    var object: Range<Int> { Int(objectPlace.lowerBound)..<Int(objectPlace.upperBound) }
  }

  enum Kind: Sendable {
    case file, link, submodule
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

  /// Parses a list.
  ///
  /// - Parameters:
  ///   - output: The output of git.
  ///   - command: The command that wrote it.
  ///   - excluded: The paths to leave out.
  ///   - allowingConflicts: Whether to leave out paths that a merge left in several versions.
  /// - Throws: `FormatError` if the output is not a list of that command.
  /// - Complexity: O(size of the output).
  init(
    _ output: [UInt8], of command: Command, without excluded: Set<String> = [],
    allowingConflicts: Bool = false
  ) throws(FormatError) {
    bytes = output
    var place = 0
    while place < bytes.count {
      guard let entry = try read(from: &place, command, allowingConflicts) else { continue }
      if !excluded.isEmpty, excluded.contains(text(entry.path)) { continue }
      if let last = entries.last, !precedes(last.path, entry.path) { throw .notAListing }
      if entry.kind == .submodule { submodules.append(entries.count) }
      if entry.kind == .link { hasLinks = true }
      entries.append(entry)
    }
  }

  private func read(
    from place: inout Int, _ command: Command, _ allowingConflicts: Bool
  ) throws(FormatError) -> Entry? {
    let text = bytes.span
    let start = place
    // The tab is at the earliest after the shortest hash.
    let tab = Self.index(of: UInt8(ascii: "\t"), in: text, from: start + 16)
    let end = Self.index(of: 0, in: text, from: tab)
    guard end < text.count else { throw .notAListing }
    place = end + 1
    let path = tab + 1..<end
    let kind = Kind(mode: text.extracting(start..<start + 6))
    switch command {
    case .lsTree:
      let type = kind == .submodule ? "commit" : "blob"
      let object = start + 7 + type.utf8.count + 1
      return kind.map { Entry(kind: $0, path: path, object: object..<tab) }
    case .lsFiles:
      if text[tab - 1] != UInt8(ascii: "0") {
        if allowingConflicts { return nil }
        throw .unmerged(self.text(path))
      }
      return kind.map { Entry(kind: $0, path: path, object: start + 7..<tab - 2) }
    }
  }

  private static func index(
    of byte: UInt8, in text: Span<UInt8>, from start: Int, to end: Int? = nil
  ) -> Int {
    let end = end ?? text.count
    var place = start
    while place < end, text[place] != byte { place += 1 }
    return place
  }

  private func precedes(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    let (a, b) = (bytes.span.extracting(a), bytes.span.extracting(b))
    let shared = Self.sharedPrefix(a, b, from: 0)
    return shared < b.count && (shared == a.count || a[shared] < b[shared])
  }

  /// Returns the length of the common prefix of two texts, of which `start` bytes are known.
  private static func sharedPrefix(_ a: Span<UInt8>, _ b: Span<UInt8>, from start: Int) -> Int {
    let end = min(a.count, b.count)
    var place = start
    while place < end, a[place] == b[place] { place += 1 }
    return place
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension Listing.Kind {
  /// Creates the kind of a file from its mode of six octal digits; fails for modes unknown to git.
  fileprivate init?(mode: Span<UInt8>) {
    var digits = 0
    for place in mode.indices { digits = 10 * digits + Int(mode[place]) - Int(UInt8(ascii: "0")) }
    switch digits {
    case 100_000..<101_000: self = .file
    case 120_000: self = .link
    case 160_000: self = .submodule
    default: return nil
    }
  }
}

// Lookups.
extension Listing {
  func kind(_ number: Int) -> Kind { entries[number].kind }

  func path(_ number: Int) -> String { text(entries[number].path) }

  func object(_ number: Int) -> String { text(entries[number].object) }

  /// Returns the paths of the files whose objects are in a set, in order.
  func paths(of objects: Set<String>) -> [String] {
    entries.indices.filter { entries[$0].kind != .submodule && objects.contains(object($0)) }
      .map { path($0) }
  }

  /// Whether another list has the same paths and kinds, and the same object for each entry that has
  /// an object of a set in either list.
  func equals(_ other: Listing, in objects: Set<String>) -> Bool {
    guard entries.count == other.entries.count else { return false }
    return zip(entries, other.entries).allSatisfy { a, b in
      guard a.kind == b.kind, bytes[a.path].elementsEqual(other.bytes[b.path]) else { return false }
      if bytes[a.object].elementsEqual(other.bytes[b.object]) { return true }
      return a.kind == .file && !objects.contains(text(a.object))
        && !objects.contains(other.text(b.object))
    }
  }

  /// Whether any file is empty.
  var hasEmptyFiles: Bool {
    entries.contains { entry in
      Self.emptyFiles.contains { bytes[entry.object].elementsEqual($0) }
    }
  }

  /// The objects of the empty file, by SHA-1 and by SHA-256.
  private static let emptyFiles = [
    Array("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391".utf8),
    Array("473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813".utf8),
  ]

  /// Returns the number of the entry with a path.
  ///
  /// - Complexity: O(log *n*).
  func find(_ path: String) -> Int? {
    Self.withBytes(of: path) { path in
      let number = lowerBound(path, in: entries.indices)
      guard number < entries.count, entries[number].path.count == path.count else { return nil }
      let found = bytes.span.extracting(entries[number].path)
      return Self.sharedPrefix(found, path, from: 0) == path.count ? number : nil
    }
  }

  /// Whether a folder has entries; git does not track empty folders.
  ///
  /// - Complexity: O(log *n*).
  func hasFolder(_ path: String) -> Bool {
    path.isEmpty || Self.withBytes(of: path) { !numbers(in: $0).isEmpty }
  }

  /// Returns the entries of a folder, ordered by name; `nil` if it does not exist.
  ///
  /// - Complexity: O(*k* log *n*) for *k* entries of the folder.
  func entries(of folder: String) -> [FileEntry]? {
    if folder.isEmpty { return entries(entries.indices, from: 0) }
    let inside = Self.withBytes(of: folder) { numbers(in: $0) }
    return inside.isEmpty ? nil : entries(inside, from: folder.utf8.count + 1)
  }

  /// Returns the entries of the folder with the files of a range; names start at `start` in the
  /// paths.
  private func entries(_ numbers: Range<Int>, from start: Int) -> [FileEntry] {
    let text = bytes.span
    var found: [FileEntry] = []
    var isOrdered = true
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      let path = entries[number].path
      let name = path.lowerBound + start
      let end = Self.index(of: UInt8(ascii: "/"), in: text, from: name, to: path.upperBound)
      guard end < path.upperBound else {
        found.append(FileEntry(name: self.text(name..<end), kind: entries[number].kind.fileKind))
        number += 1
        continue
      }
      let folder = FileEntry(name: self.text(name..<end), kind: .folder)
      // The files in `a` follow `a-b`.
      if let last = found.last, !last.name.precedes(folder.name) { isOrdered = false }
      found.append(folder)
      number =
        self.numbers(
          in: text.extracting(path.lowerBound..<end), number..<numbers.upperBound
        ).upperBound
    }
    return isOrdered ? found : found.sorted { $0.name.precedes($1.name) }
  }

  /// Returns the numbers of all entries of `range` below a folder.
  private func numbers(in folder: Span<UInt8>, _ range: Range<Int>? = nil) -> Range<Int> {
    let range = range ?? entries.indices
    let first = lowerBound(folder, then: UInt8(ascii: "/"), in: range)
    // `0` is the byte after `/`.
    let end = lowerBound(folder, then: UInt8(ascii: "0"), in: first..<range.upperBound)
    return first..<end
  }

  /// Returns the number of the first entry of `range` that is not less than `path` followed by
  /// `last`.
  private func lowerBound(
    _ path: Span<UInt8>, then last: UInt8? = nil, in range: Range<Int>
  ) -> Int {
    let text = bytes.span
    var (low, high) = (range.lowerBound, range.upperBound)
    // The lengths of the prefixes that the path shares with both bounds, and so with every entry
    // between them.
    var (lowShared, highShared) = (0, 0)
    while low < high {
      let middle = (low + high) / 2
      let entry = text.extracting(entries[middle].path)
      let shared = Self.sharedPrefix(entry, path, from: min(lowShared, highShared))
      let wanted = shared < path.count ? path[shared] : last
      if let wanted, shared == entry.count || entry[shared] < wanted {
        (low, lowShared) = (middle + 1, shared)
      } else {
        (high, highShared) = (middle, shared)
      }
    }
    return low
  }

  /// Calls a closure with the bytes of a path.
  private static func withBytes<Result>(
    of path: String, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    // Only bridged strings of Foundation lack contiguous bytes.
    path.utf8.withContiguousStorageIfAvailable { body($0.span) } ?? body(Array(path.utf8).span)
  }
}

extension Listing.Kind {
  fileprivate var fileKind: FileKind {
    switch self {
    case .file: .file
    case .link: .link
    case .submodule: .folder
    }
  }
}
