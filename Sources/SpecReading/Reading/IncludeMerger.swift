internal import Diagnostics
internal import YAML
internal import Paths

private struct Include {
  var path: String
  var isRelative = true
  /// The entry, or the text in it with the path.
  var node: NodeID
}

extension Include {
  /// Reads an entry of `include`; returns `nil` if it is disabled or has no text for a path.
  init?(_ entry: NodeID, in tree: Tree) {
    if tree.isText(entry) {
      self.init(path: tree.string(entry), node: entry)
      return
    }
    guard let path = tree.textNode(of: entry, for: .path),
      Self.flag(.enable, of: entry, in: tree)
    else { return nil }
    let isRelative = Self.flag(.relativePaths, of: entry, in: tree)
    self.init(path: tree.string(path), isRelative: isRelative, node: path)
  }

  /// Returns a boolean, or a text converted like `NSString.boolValue`; true for other values.
  private static func flag(_ key: SpecKey, of entry: NodeID, in tree: Tree) -> Bool {
    guard let value = tree.value(of: entry, for: key) else { return true }
    if let bool = tree.boolValue(value) { return bool }
    guard tree.isText(value) else { return true }
    var rest = tree.bytes(value).drop { $0 == 0x20 || 0x09...0x0d ~= $0 }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    rest = rest.drop { $0 == UInt8(ascii: "0") }
    guard let first = rest.first else { return false }
    return "YyTt123456789".utf8.contains(first)
  }
}

/// Loads the files that a spec includes and merges them, in XcodeGen's order.
///
/// There are three passes, as in XcodeGen: loading, each file once by joined path; placing, by
/// accumulated folder and include path; merging with rewritten paths, includes first, each file
/// once.
///
/// Most specs include a few files, for which a linear search is faster than a table.
struct IncludeMerger {
  private var files: [File] = []
  private var positions: [IncludePosition] = []
  /// Whether a file could not be included, so that XcodeGen does not load the spec.
  public private(set) var isBroken = false

  private let specPath: String
  private let base: String

  private struct File {
    var base: String
    /// The path in the include; empty for the root file.
    var path: String
    /// The joined path, which identifies the file.
    var joined: String
    /// Whether its includes and paths are relative to its own folder.
    var isRelative: Bool
    var root: NodeID
    /// Whether it contains paths that rewriting may change.
    var hasPaths = true
    /// The first file that included it; `nil` for the root file.
    var includer: Int?
    var children: [(file: Int, place: SourceRange)] = []
    var isMerged = false

    /// The folder part of `path`; empty if paths are not relative.
    var folder: String { isRelative ? Path.parent(path) : "" }

    /// Whether its folder affects the result.
    var hasOwnPaths: Bool { hasPaths || !children.isEmpty }
  }

  /// A file at one position of the include tree.
  private struct IncludePosition {
    /// Folder and path joined, which identifies the position.
    var key: String
    var file: Int
    /// The folder that the paths of the file are relative to, from the root file.
    var folder: String
    var children: [Int]
  }

  init(specPath: String, base: String) {
    self.specPath = specPath
    self.base = base
  }

  /// Merges the files that `include` names and the file with `root`, which includes them.
  mutating func merge(
    _ include: NodeID, into root: NodeID, _ resolver: inout SpecResolver
  ) throws(Diagnostic) -> NodeID {
    files.reserveCapacity(4)
    files.append(
      File(base: base, path: "", joined: joinedSpecPath, isRelative: false, root: root))
    try loadIncludes(include, of: 0, depth: 1, &resolver)
    let children = try placeChildren(of: 0, under: ".", depth: 1)
    return merge(0, under: ".", onto: children, &resolver)
  }

  private var joinedSpecPath: String {
    // Joining restores a normalized path.
    if base == "." || Path.isFolder(base, of: specPath), Path.isPlain(specPath) { return specPath }
    let rest = base == "." ? specPath[...] : Path.part(of: specPath, in: base)
    return Path.join(base, rest.map { String($0) } ?? specPath)
  }
}

// Loading.
extension IncludeMerger {
  private mutating func loadIncludes(
    _ list: NodeID, of index: Int, depth: Int, _ resolver: inout SpecResolver
  ) throws(Diagnostic) {
    guard resolver.tree.isSequence(list) else {
      return try load(list, from: index, depth: depth, &resolver)
    }
    var entries = resolver.tree.startOfElements(of: list)
    while let entry = resolver.tree.nextElement(&entries) {
      try load(entry, from: index, depth: depth, &resolver)
    }
  }

  private mutating func load(
    _ entry: NodeID, from parent: Int, depth: Int, _ resolver: inout SpecResolver
  ) throws(Diagnostic) {
    guard let include = Include(entry, in: resolver.tree) else { return }
    var base = files[parent].base
    if include.isRelative, files[parent].isRelative {
      base = Path.join(base, Path.parent(files[parent].path))
    }
    let path = Path.join(base, include.path)
    let place = resolver.range(of: include.node)
    if let known = files.firstIndex(where: { $0.joined == path }) {
      try checkCycle(to: known, from: parent, at: place)
      return files[parent].children.append((known, place))
    }
    guard depth < Limits.includeDepth, files.count <= Limits.includes else {
      throw Diagnostic(.invalidSpec, .error, .tooManyIncludes, at: place)
    }
    let outside = resolver.outsideNote(of: include.node)
    guard
      let (root, hasPaths) = resolver.addFile(
        path, includedAs: include.path, at: place, outside: outside)
    else {
      isBroken = true
      return
    }
    let index = files.count
    files.append(
      File(
        base: base, path: include.path, joined: path, isRelative: include.isRelative, root: root,
        hasPaths: hasPaths, includer: parent))
    if let list = resolver.tree.value(of: root, for: .include) {
      try loadIncludes(list, of: index, depth: depth + 1, &resolver)
    }
    files[parent].children.append((index, place))
  }

  /// Throws if the file `last`, which includes `first`, was loaded through `first`.
  private func checkCycle(
    to first: Int, from last: Int, at place: SourceRange
  ) throws(Diagnostic) {
    var cycle = [files[first].joined]
    var current = last
    while current != first {
      guard let includer = files[current].includer else { return }
      cycle.append(files[current].joined)
      current = includer
    }
    cycle.append(files[first].joined)
    let shown = cycle.reversed().joined(separator: "' → '")
    throw Diagnostic(.invalidSpec, .error, .cycle(shown), at: place, help: [.dropOne])
  }
}

// Rewriting paths and merging.
extension IncludeMerger {
  private mutating func placeChildren(
    of file: Int, under folder: String, depth: Int
  ) throws(Diagnostic) -> [Int] {
    var children: [Int] = []
    for child in files[file].children {
      children.append(try place(child.file, under: folder, depth: depth, at: child.place))
    }
    return children
  }

  /// Places a file and its includes below the accumulated folder of its includers.
  private mutating func place(
    _ file: Int, under folder: String, depth: Int, at place: SourceRange
  ) throws(Diagnostic) -> Int {
    // XcodeGen confuses two files with one key: the first replaces the second.
    let key = Path.join(folder, files[file].path)
    if let known = positions.firstIndex(where: { $0.key == key }) { return known }
    guard depth < Limits.includeDepth, positions.count < Limits.includes else {
      throw Diagnostic(.invalidSpec, .error, .tooManyIncludes, at: place)
    }
    let own = files[file].hasOwnPaths ? Path.join(folder, files[file].folder) : folder
    let children = try placeChildren(of: file, under: own, depth: depth + 1)
    positions.append(IncludePosition(key: key, file: file, folder: own, children: children))
    return positions.count - 1
  }

  /// Rewrites the paths of a file and merges it onto its includes, each file once.
  private mutating func merge(
    _ file: Int, under folder: String, onto children: [Int], _ resolver: inout SpecResolver
  ) -> NodeID {
    files[file].isMerged = true
    let root = files[file].root
    defer {
      if file != 0 {
        resolver.includedTargets?.add(root, of: files[file].joined, in: resolver.tree)
      }
    }
    if file == 0 {
      resolver.rewritePaths(of: root)
    } else if files[file].hasPaths {
      PathRewriting(folder: folder).rewrite(root, in: &resolver.tree)
    }
    var result: NodeID?
    for child in children {
      let placement = positions[child]
      guard !files[placement.file].isMerged else { continue }
      let included = merge(
        placement.file, under: placement.folder, onto: placement.children, &resolver)
      // The first included file is merged already.
      result = result.map { resolver.tree.merge(included, onto: $0) } ?? included
    }
    if result == nil, !resolver.tree.hasReplacingKeys(root) { return root }
    return resolver.tree.merge(root, onto: result)
  }
}

extension Diagnostic.Message {
  fileprivate static let tooManyIncludes: Self =
    "includes are nested more than \(Limits.includeDepth) levels deep, or there are more than \(Limits.includes)"
  fileprivate static let dropOne: Self = "drop one of these includes"

  fileprivate static func cycle(_ cycle: String) -> Self {
    "files include each other in a cycle: '\(cycle)'"
  }
}
