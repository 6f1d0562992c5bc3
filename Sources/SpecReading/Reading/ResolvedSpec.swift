public import Diagnostics
internal import Graph
internal import Paths
public import YAML

/// A parsed spec before its includes are merged.
public struct ParsedSpec {
  /// The path relative to the root of the file tree.
  let path: String
  /// The folder that its includes and paths are relative to.
  public let folder: String
  let file: FileID
  let root: NodeID
  let traits: SpecTraits

  public init(path: String, folder: String, file: FileID, root: NodeID, traits: SpecTraits) {
    self.path = path
    self.folder = folder
    self.file = file
    self.root = root
    self.traits = traits
  }
}

/// A spec with includes, templates and platforms resolved.
public struct ResolvedSpec: Sendable {
  public let tree: Tree
  public let root: NodeID
  /// The value of `schemes` with its templates merged.
  public let schemes: NodeID?
  /// The path relative to the root of the file tree.
  public let path: String
  /// `.` for the root.
  public let folder: String
  public let file: FileID
  public let traits: SpecTraits
  /// `nil` if the folders of targets do not matter.
  public let includedTargets: IncludedTargets?
  private let outsideFiles: [Int: OutsideFile]
  /// Whether it includes files outside the root, as few specs do.
  public let hasOutsideFiles: Bool

  init(
    _ parsed: ParsedSpec, tree: Tree, root: NodeID, schemes: NodeID?, traits: SpecTraits,
    _ includedTargets: IncludedTargets?, _ outsideFiles: [Int: OutsideFile]
  ) {
    path = parsed.path
    folder = parsed.folder
    file = parsed.file
    self.tree = tree
    self.root = root
    self.schemes = schemes
    self.traits = traits
    self.includedTargets = includedTargets
    self.outsideFiles = outsideFiles
    hasOutsideFiles = !outsideFiles.isEmpty
  }

  /// Returns the range of a value, or of the `include` entry for a value in a file outside the
  /// root.
  @inlinable
  public func range(of node: NodeID) -> SourceRange {
    hasOutsideFiles ? rangeInside(for: node) : tree.range(of: node)
  }

  /// Returns a note with the place of a value in a file outside the root, which has no range.
  @inlinable
  public func outsideNote(of node: NodeID) -> Diagnostic.Note? {
    hasOutsideFiles ? noteOutside(of: node) : nil
  }

  @usableFromInline
  func rangeInside(for node: NodeID) -> SourceRange {
    outsideFiles[tree.layer(of: node)]?.entry ?? tree.range(of: node)
  }

  @usableFromInline
  func noteOutside(of node: NodeID) -> Diagnostic.Note? {
    outsideFiles[tree.layer(of: node)]?.note(at: tree.range(of: node).start)
  }

  /// Returns a finding about a value that XcodeGen rejects; quotes nothing of a file outside the root.
  public func rejection(
    of node: NodeID, _ message: Diagnostic.Message, help: [Diagnostic.Message]
  ) -> Diagnostic {
    guard let note = outsideNote(of: node) else {
      return Diagnostic(.invalidSpec, .error, message, at: range(of: node), help: help)
    }
    return Diagnostic(
      .invalidSpec, .error, .hasRejectedValue, at: range(of: node), notes: [note])
  }

  /// Returns the key of a target in the spec, without the platform that expansion appended.
  public func shownName(of target: NodeID, key: NodeID) -> String {
    let isVariant = tree.bool(of: target, for: .isMultiPlatformTarget) ?? false
    let written = isVariant ? tree.text(of: target, for: .productName) : nil
    return written ?? tree.string(key)
  }

  /// Whether settings are divided into `base`, `configs` and `groups`.
  public func isStructured(_ settings: NodeID) -> Bool {
    tree.value(of: settings, for: .base) != nil || tree.value(of: settings, for: .configs) != nil
      || tree.value(of: settings, for: .groups) != nil
  }

  public func option(_ key: SpecKey) -> NodeID? {
    guard tree.has(key), let options = tree.value(of: root, for: .options) else { return nil }
    return tree.value(of: options, for: key)
  }

  /// Returns the targets, each with its name: `name`, or else its key.
  public func targets(under table: SpecKey = .targets) -> [(name: String, node: NodeID)] {
    tree.entries(of: root, for: table).map { key, node in
      (tree.text(of: node, for: .name) ?? tree.string(key), node)
    }
  }

  public func texts(in list: NodeID?) -> [String] {
    tree.elements(of: list).compactMap { tree.textValue($0) }
  }
}

struct OutsideFile {
  var path: String
  /// The `include` entry with the path.
  var entry: SourceRange

  func note(at place: Position) -> Diagnostic.Note { .outsideOfWorkspace(path, at: place) }
}

extension Diagnostic.Message {
  fileprivate static let hasRejectedValue: Self =
    "the included file has something that XcodeGen does not load"
}

/// The folders that may contain targets of a spec, other than the folder of the spec.
public struct IncludedTargets: Sendable {
  /// The folders of included files by the keys of their targets; the first file counts.
  private var folders: [ArraySlice<UInt8>: String] = [:]
  /// Whether a path in `sources` may be outside the folder of the spec.
  public var mayBeElsewhere = false

  public var isEmpty: Bool { folders.isEmpty }

  /// Returns the folder of the included file that declares a target.
  public func folder(ofTarget key: ArraySlice<UInt8>) -> String? { folders[key] }

  mutating func add(_ root: NodeID, of path: String, in tree: borrowing Tree) {
    if tree.value(of: root, for: .targetTemplates) != nil { mayBeElsewhere = true }
    guard let targets = tree.value(of: root, for: .targets) else { return }
    mayBeElsewhere = true
    guard !Path.leadsOutside(path) else { return }
    let folder = Path.folder(of: Path.normalized(path))
    var entries = tree.startOfEntries(of: targets)
    while let (key, _) = tree.nextEntry(&entries) {
      var name = tree.bytes(key)
      if tree.isReplacingKey(key) { name = name.dropLast(":REPLACE".utf8.count) }
      if folders[name] == nil { folders[ArraySlice(Array(name))] = folder }
    }
  }
}
