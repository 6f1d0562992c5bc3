internal import Paths

/// Handles the files found by a walk: one value per thread, with separate state.
public protocol FileVisitor: SendableMetatype {
  /// Classifies a file or link by its name.
  func classify(_ name: borrowing EntryName) -> EntryClass

  /// Returns whether to walk a folder.
  mutating func descends(into folder: String) -> Bool

  /// Notes a folder skipped by its name, or a file that is only noted.
  mutating func passed(_ name: borrowing EntryName, in folder: String)

  /// Handles a wanted file; its folder has no boundary and is completely listed.
  mutating func found(_ file: borrowing FoundFile)

  /// Notes a folder with a boundary: nothing in or below it is handled.
  mutating func skipped(_ folder: String)

  /// Notes a folder that cannot be listed.
  mutating func failed(_ path: String, _ error: FileError)

  /// Notes a wanted link that is dangling or leads out of the tree.
  mutating func failed(link path: String, _ error: FileError)
}

extension FileVisitor {
  public mutating func descends(into folder: String) -> Bool { true }

  public mutating func passed(_ name: borrowing EntryName, in folder: String) {}

  public mutating func failed(link path: String, _ error: FileError) { failed(path, error) }
}

/// The treatment of a file in a walk, by its name.
public enum EntryClass: Sendable {
  case none
  /// The worker handles the file.
  case wanted
  /// The worker notes that the file or link exists.
  case noted
  /// The walk skips the folder with the file, unless that is the root.
  case boundary
}

/// The walk through a tree; see `FileTree.walk(jobs:makeWorker:)`.
///
/// Links to folders are not followed. Hidden folders, `Carthage`, `Pods`, `DerivedData`,
/// `node_modules`, `*.xcodeproj` and `*.xcworkspace` are not walked.
public enum Walk {
  /// Returns whether folders of that name are never walked.
  public static func neverDescends(into name: String) -> Bool {
    name.withName { $0.isNeverDescendedInto }
  }
}

/// A file found by a walk; valid only during the call that receives it.
public struct FoundFile: ~Copyable {
  /// The path of the file's folder.
  public let folder: String
  public let name: EntryName
  let tree: any FileTree
  /// The open folder; nil in a tree without open folders.
  let descriptor: Int32?

  public var path: String { name.path(in: folder) }

  /// Replaces the contents of `buffer` with the content of the file, like `FileTree.read`.
  public func read(limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    guard let descriptor else { return try tree.read(path, limit: limit, into: &buffer) }
    let file = try Descriptor(file: name, in: descriptor)
    try file.read(isListedAsFile: true, limit: limit, into: &buffer)
  }
}

extension FileTree {
  public func walk<Worker: FileVisitor>(
    jobs: Int, makeWorker: @escaping @Sendable () -> Worker
  ) throws(FileError) -> [Worker] {
    try TreeWalk(self, jobs: jobs, makeWorker: makeWorker).run()
  }
}

extension String {
  /// Passes the string to `body` as the name of an entry.
  func withName<Result>(_ body: (borrowing EntryName) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(EntryName($0)) }
  }
}

/// The name of a folder entry as the system lists it.
///
/// It is valid only during the call that it is passed to and cannot be copied, so that no string is
/// allocated for names that are skipped.
public struct EntryName: ~Copyable {
  // At the C boundary: the bytes belong to the listing, which adds a NUL, or to the string of a
  // tree that is not a working directory.
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The name as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the path of an entry of this name in `folder`.
  func path(in folder: String) -> String { Path.join(folder, entry: text) }

  /// Returns whether the name consists of these bytes.
  public static func == (name: borrowing EntryName, text: StaticString) -> Bool {
    name.bytes.count == text.utf8CodeUnitCount && name.hasSuffix(text)
  }

  /// Returns whether the name ends with these bytes.
  public func hasSuffix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length <= bytes.count else { return false }
    let tail = bytes.count - length
    var index = length
    // Compares from the end: names in one folder differ there, or in length.
    while index > 0 {
      index -= 1
      if bytes[tail + index] != text.utf8Start[index] { return false }
    }
    return true
  }

  /// Whether folders of this name are never walked: hidden folders (`.` and `..` among them), those
  /// filled by package managers and Xcode, and Xcode's bundles.
  var isNeverDescendedInto: Bool {
    if bytes.isEmpty || bytes[0] == UInt8(ascii: ".") { return true }
    if self == "Pods" || self == "Carthage" || self == "DerivedData" || self == "node_modules" {
      return true
    }
    return hasSuffix(".xcodeproj") || hasSuffix(".xcworkspace")
  }
}
