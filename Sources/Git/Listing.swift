internal import Files

/// The files of a revision or of the index, as git lists them.
///
/// The bytes that git wrote are kept as they are; an entry is a few numbers into them. Sorted by the
/// bytes of the paths, as git does it, so that all entries below a folder lie together.
struct Listing: Sendable {
  private let bytes: [UInt8]
  private var entries: [Entry] = []
  /// The submodules, as numbers of entries.
  private(set) var submodules: [Int] = []

  struct Entry: Sendable {
    var kind: Kind
    var path: Range<Int32>
    var object: Range<Int32>
  }

  enum Kind: Sendable {
    case file, link, submodule
  }

  enum FormatError: Error {
    case notAListing
    /// A path that a merge has left in several versions.
    case unmerged(String)
  }

  /// What has written a list.
  enum Command {
    /// `ls-tree -r -z`: `MODE SP TYPE SP OBJECT TAB PATH NUL` for each file.
    case lsTree
    /// `ls-files --stage -z`: `MODE SP OBJECT SP STAGE TAB PATH NUL` for each file.
    case lsFiles
  }

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - output: What git has written.
  ///   - command: What it was asked.
  ///   - excluded: Paths to leave out.
  ///   - allowingConflicts: Whether paths that a merge has left in several versions are left out, too.
  /// - Throws: Why it is not a list of files to read.
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
      entries.append(entry)
    }
  }

  private func read(
    from place: inout Int, _ command: Command, _ allowingConflicts: Bool
  ) throws(FormatError) -> Entry? {
    let start = place
    let tab = index(of: UInt8(ascii: "\t"), from: start)
    let end = index(of: 0, from: tab)
    guard end < bytes.count, tab - start > 16 else { throw .notAListing }
    place = end + 1
    let path = Int32(tab + 1)..<Int32(end)
    let kind = Kind(mode: bytes[start..<start + 6])
    switch command {
    case .lsTree:
      let type = kind == .submodule ? "commit" : "blob"
      let object = start + 7 + type.utf8.count + 1
      return kind.map { Entry(kind: $0, path: path, object: Int32(object)..<Int32(tab)) }
    case .lsFiles:
      if bytes[tab - 1] != UInt8(ascii: "0") {
        if allowingConflicts { return nil }
        throw .unmerged(text(path))
      }
      return kind.map { Entry(kind: $0, path: path, object: Int32(start + 7)..<Int32(tab - 2)) }
    }
  }

  private func index(of byte: UInt8, from start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != byte { place += 1 }
    return place
  }

  private func precedes(_ a: Range<Int32>, _ b: Range<Int32>) -> Bool {
    slice(a).lexicographicallyPrecedes(slice(b))
  }

  private func slice(_ range: Range<Int32>) -> ArraySlice<UInt8> {
    bytes[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  private func text(_ range: Range<Int32>) -> String {
    String(decoding: slice(range), as: UTF8.self)
  }
}

extension Listing.Kind {
  fileprivate init?(mode: ArraySlice<UInt8>) {
    if mode.starts(with: "100".utf8) {
      self = .file
    } else if mode.elementsEqual("120000".utf8) {
      self = .link
    } else if mode.elementsEqual("160000".utf8) {
      self = .submodule
    } else {
      return nil
    }
  }
}

// Looking up.
extension Listing {
  func kind(_ number: Int) -> Kind { entries[number].kind }

  func path(_ number: Int) -> String { text(entries[number].path) }

  func object(_ number: Int) -> String { text(entries[number].object) }

  /// The paths of the files that are any of these objects, in order.
  func paths(of objects: Set<String>) -> [String] {
    entries.indices.filter { entries[$0].kind != .submodule && objects.contains(object($0)) }
      .map { path($0) }
  }

  /// Whether any file has nothing in it.
  var hasEmptyFiles: Bool {
    entries.contains { entry in
      Self.emptyFiles.contains { slice(entry.object).elementsEqual($0) }
    }
  }

  /// The object of an empty file, by SHA-1 and by SHA-256.
  private static let emptyFiles = [
    Array("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391".utf8),
    Array("473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813".utf8),
  ]

  /// The number of the entry with a path.
  ///
  /// - Complexity: O(log *n*).
  func find(_ path: String) -> Int? {
    let wanted = Array(path.utf8)
    let number = lowerBound(wanted, from: 0)
    guard number < entries.count, slice(entries[number].path).elementsEqual(wanted) else {
      return nil
    }
    return number
  }

  /// Whether anything lies in a folder; git knows of no other folders.
  func hasFolder(_ path: String) -> Bool {
    path.isEmpty || firstEntry(in: Array(path.utf8)) != nil
  }

  /// What lies in a folder; nil if there is none.
  ///
  /// - Complexity: O(*k* log *n*) for *k* entries of the folder.
  func entries(of folder: String) -> [FileEntry]? {
    var prefix = Array(folder.utf8)
    guard var number = firstEntry(in: prefix) else { return folder.isEmpty ? [] : nil }
    if !prefix.isEmpty { prefix.append(UInt8(ascii: "/")) }
    var found: [FileEntry] = []
    while number < entries.count, slice(entries[number].path).starts(with: prefix) {
      let rest = slice(entries[number].path).dropFirst(prefix.count)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else {
        found.append(FileEntry(name: name(rest), kind: entries[number].kind.fileKind))
        number += 1
        continue
      }
      found.append(FileEntry(name: name(rest[..<slash]), kind: .folder))
      // `0` is the byte behind `/`, so this is what follows all entries of the folder.
      number = lowerBound(prefix + rest[..<slash] + [UInt8(ascii: "0")], from: number)
    }
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func name(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private func firstEntry(in folder: [UInt8]) -> Int? {
    if folder.isEmpty { return entries.isEmpty ? nil : 0 }
    let prefix = folder + [UInt8(ascii: "/")]
    let number = lowerBound(prefix, from: 0)
    return number < entries.count && slice(entries[number].path).starts(with: prefix)
      ? number : nil
  }

  /// The number of the first entry that does not come before `path`.
  private func lowerBound(_ path: [UInt8], from start: Int) -> Int {
    var (low, high) = (start, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if slice(entries[middle].path).lexicographicallyPrecedes(path) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
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
