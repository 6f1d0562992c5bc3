internal import Paths

/// Handles the files found by a walk: one value per thread, with separate state.
public protocol FileVisitor: SendableMetatype {
  /// Classifies a file or link by its name.
  func classify(_ name: borrowing EntryName) -> EntryClass

  /// Returns whether to walk a folder that is not skipped by its name.
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
  let source: Source

  enum Source {
    case descriptor(Int32)
    case tree(any FileTree)
  }

  public var path: String { name.path(in: folder) }

  /// Replaces the contents of `buffer` with the content of the file, like `FileTree.read`.
  public func read(limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    switch source {
    case .descriptor(let folder):
      let file = try Descriptor(file: name, in: folder)
      try file.read(isListedAsFile: true, limit: limit, into: &buffer)
    case .tree(let tree):
      try tree.read(path, limit: limit, into: &buffer)
    }
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
